#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "poll.hpp"
#include "python_objects.hpp"
#include "variants/referee.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;
using sapper::Guessing;

namespace {

bool is_judged(const sapper::Position& position, Guessing guessing) {
    return sapper::is_judged(position, guessing, limits_of(std::nullopt, nullptr));
}

std::optional<ArrayOut<std::uint8_t>> rearrange(const sapper::Position& position,
                                                const std::vector<Cell>& safe_cells, std::uint64_t seed,
                                                std::optional<double> time_limit) {
    for (const Cell cell : safe_cells)
        sapper::check_cell(cell, *position.topology);
    const auto find = [&] {
        const WithoutLock without_lock;
        const sapper::Random random(seed, 0, sapper::Stream::rearrangement);
        return sapper::rearrange(position, safe_cells, random, limits_of(time_limit, nullptr));
    };
    auto mined = find();
    return mined ? std::optional(owned(std::move(*mined))) : std::nullopt;
}

}  // namespace

void bind_variants(nb::module_& module) {
    module.def("is_judged", &is_judged, "position"_a, "guessing"_a, Release());
    module.def("rearranged", &rearrange, "position"_a, "spared"_a, "seed"_a, "time_limit"_a = nb::none());
}

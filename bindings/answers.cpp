#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "answers/statistics.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::GameResult;

namespace {

using ResultIn = std::tuple<std::string_view, std::int64_t, std::int64_t, std::optional<std::uint32_t>,
                            std::uint32_t, std::string_view>;

std::string statistics_of(const std::vector<ResultIn>& given) {
    std::vector<GameResult> games;
    for (const ResultIn& each : given)
        games.push_back(std::apply([](auto... fields) { return GameResult{fields...}; }, each));
    return sapper::statistics_of(games);
}

}  // namespace

void bind_answers(nb::module_& module) {
    module.def(
        "statistics_of", &statistics_of, "games"_a,
        "The statistics as JSON. Takes standing, milliseconds, date, 3BV, clicks and id of each game.");
}

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/same_board.hpp"
#include "minefields/metrics.hpp"
#include "minefields/zini.hpp"
#include "poll.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Action;
using sapper::BoardCounter;
using sapper::BoardCounts;
using sapper::Topology;
using sapper::Zini;
using sapper::ZiniRule;

namespace {

using TopologyIn = std::shared_ptr<const Topology>;
using Minefields = ArrayIn<std::uint8_t, 2>;
using Numbers = ArrayOut<std::uint32_t>;

constexpr const char* kMinefield = "a minefield";

std::span<const std::uint8_t> bytes_on(const Topology& topology, const BytesIn& mined) {
    sapper::check_size(mined.size(), kMinefield, topology);
    return span_of(mined);
}

// Applies `measure` to each minefield, in order.
template <typename Measure>
Numbers of_each(const Topology& topology, const Minefields& mined, Measure measure) {
    sapper::check_size(mined.shape(1), kMinefield, topology);
    std::vector<std::uint32_t> numbers(mined.shape(0));
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = measure({mined.data() + i * mined.shape(1), mined.shape(1)});
    }
    return owned(std::move(numbers));
}

Numbers three_bv(const TopologyIn& topology, const Minefields& mined) {
    BoardCounter counter;
    return of_each(*topology, mined,
                   [&](std::span<const std::uint8_t> its) { return counter.three_bv(*topology, its); });
}

BoardCounts count_board(const TopologyIn& topology, const BytesIn& mined) {
    return BoardCounter().count(*topology, bytes_on(*topology, mined));
}

std::uint32_t solved_three_bv(const TopologyIn& topology, const BytesIn& mined,
                              const ArrayIn<sapper::Mark>& marks) {
    sapper::check_size(marks.size(), "a position", *topology);
    return BoardCounter().solved_three_bv(*topology, bytes_on(*topology, mined), span_of(marks));
}

Numbers zini(const TopologyIn& topology, const Minefields& mined, ZiniRule rule) {
    Zini zini;
    return of_each(*topology, mined, [&](std::span<const std::uint8_t> its) {
        zini.load(*topology, its);
        return static_cast<std::uint32_t>(zini.clicks(rule).size());
    });
}

std::vector<Action> zini_clicks(const TopologyIn& topology, const BytesIn& mined, ZiniRule rule) {
    Zini zini;
    zini.load(*topology, bytes_on(*topology, mined));
    const std::span<const Action> clicks = zini.clicks(rule);
    return {clicks.begin(), clicks.end()};
}

std::size_t random_zini(const TopologyIn& topology, const BytesIn& mined, std::uint32_t runs,
                        std::uint64_t seed, std::optional<double> time_limit, const Cancel* cancel) {
    Zini zini;
    zini.load(*topology, bytes_on(*topology, mined));
    return zini.fewest_clicks(runs, seed, limits_of(time_limit, cancel));
}

std::vector<Action> search_zini(const TopologyIn& topology, const BytesIn& mined, std::uint32_t rounds,
                                std::uint64_t seed, std::optional<double> time_limit, const Cancel* cancel) {
    Zini zini;
    zini.load(*topology, bytes_on(*topology, mined));
    const std::span<const Action> clicks = zini.search(rounds, seed, limits_of(time_limit, cancel));
    return {clicks.begin(), clicks.end()};
}

std::uint32_t least_clicks(const TopologyIn& topology, const BytesIn& mined) {
    Zini zini;
    zini.load(*topology, bytes_on(*topology, mined));
    return zini.least_clicks();
}

}  // namespace

void bind_boards(nb::module_& module) {
    nb::class_<BoardCounts>(module, "BoardCounts", "The 3BV, openings and islands of a minefield.")
        .def_ro("three_bv", &BoardCounts::three_bv)
        .def_ro("openings", &BoardCounts::openings)
        .def_ro("islands", &BoardCounts::islands);
    nb::enum_<ZiniRule>(module, "ZiniRule").value("greedy", ZiniRule::greedy).value("human", ZiniRule::human);

    // `mined` is one minefield, a byte (0 or 1) for each cell, or one a row.
    module.def("three_bv", &three_bv, "topology"_a, "mined"_a);
    module.def("count_board", &count_board, "topology"_a, "mined"_a, Release());
    module.def("solved_three_bv", &solved_three_bv, "topology"_a, "mined"_a, "marks"_a, Release());
    module.def("zini", &zini, "topology"_a, "mined"_a, "rule"_a);
    module.def("zini_clicks", &zini_clicks, "topology"_a, "mined"_a, "rule"_a, Release());
    module.def("random_zini", &random_zini, "topology"_a, "mined"_a, "runs"_a, "seed"_a,
               "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
    module.def("search_zini", &search_zini, "topology"_a, "mined"_a, "rounds"_a, "seed"_a,
               "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
    module.def("least_clicks", &least_clicks, "topology"_a, "mined"_a, Release());
}

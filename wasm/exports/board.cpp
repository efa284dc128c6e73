#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "board/game.hpp"
#include "calls.hpp"
#include "deduction/levels.hpp"
#include "protocol/boards.hpp"
#include "strategy/player.hpp"
#include "strategy/strategies.hpp"

using sapper::Topology;

namespace {

void give_topology(std::shared_ptr<const Topology> topology) {
    const auto size = static_cast<double>(topology->size());
    const browser::TopologyHandle handle = new std::shared_ptr<const Topology>(std::move(topology));
    browser::give_numbers(size, reinterpret_cast<std::uintptr_t>(handle));
}

// Gives one member of all entries, each on a line.
void give_lines(std::span<const sapper::Entry> entries, std::string_view sapper::Entry::* member) {
    std::string lines;
    for (const sapper::Entry& entry : entries)
        lines.append(entry.*member).append("\n");
    browser::give_bytes(lines.data(), lines.size());
}

}  // namespace

// Arguments: 0 the name, and 1 the extent of each dimension, as doubles. Result: the number of cells, and the
// topology, to pass to other calls.
SAPPER_CALL(make_topology)() {
    return browser::answer([=] {
        std::vector<std::size_t> extents;
        for (double extent : browser::argument<double>(1)) {
            if (!(extent <= static_cast<double>(sapper::kMaxCells)))
                throw std::invalid_argument("a number is too large: a board has at most " +
                                            std::to_string(sapper::kMaxCells) + " cells");
            extents.push_back(static_cast<std::size_t>(extent));
        }
        sapper::check_topology_name(browser::text_argument(0));
        give_topology(sapper::named_topology(browser::text_argument(0), std::move(extents)));
    });
}

// Arguments: 0 how many neighbours each cell has, and 1 the neighbours of one cell after the other, as 32-bit
// numbers. Results as of `make_topology`.
SAPPER_CALL(make_graph)() {
    return browser::answer([=] {
        std::span<const std::uint32_t> around = browser::argument<std::uint32_t>(1);
        std::vector<std::vector<std::int64_t>> adjacency;
        for (const std::uint32_t degree : browser::argument<std::uint32_t>(0)) {
            const auto own = around.first(std::min<std::size_t>(degree, around.size()));
            adjacency.emplace_back(own.begin(), own.end());
            around = around.subspan(own.size());
        }
        give_topology(Topology::graph(adjacency));
    });
}

// JavaScript calls it at any time, so it leaves the results alone.
extern "C" __attribute__((export_name("release_topology"))) void release_topology(
    browser::TopologyHandle topology) {
    delete topology;
}

// Results: the number of cells, and the most neighbours of a cell.
SAPPER_CALL(check_topology)(browser::TopologyHandle topology) {
    return browser::answer([=] {
        const Topology& its = **topology;
        browser::give_numbers(its.size(), its.max_degree());
    });
}

SAPPER_CALL(neighbours)(browser::TopologyHandle topology, sapper::Cell cell) {
    return browser::answer([=] {
        const Topology::Neighbours around = (*topology)->neighbours(cell);
        browser::give(std::vector<sapper::Cell>(around.begin(), around.end()));
    });
}

// Checks whether a position is well formed. Argument 0: the marks.
SAPPER_CALL(check_position)(browser::TopologyHandle topology, std::uint32_t mines) {
    return browser::answer([=] { browser::position_of(topology, mines); });
}

SAPPER_CALL(good_first_cell)(browser::TopologyHandle topology, std::uint32_t mines,
                             sapper::FirstClick first_click) {
    return browser::answer([=] {
        const sapper::Cell cell = sapper::good_first_cell(**topology, mines, first_click);
        browser::give_numbers(cell);
    });
}

// Results: the names of strategies() and of the rules of deduction, each name on a line.
SAPPER_CALL(names)() {
    return browser::answer([] {
        give_lines(sapper::strategies(), &sapper::Entry::name);
        give_lines(sapper::difficulties(), &sapper::Entry::name);
    });
}

// Result: a line about each of these strategies.
SAPPER_CALL(summaries)() {
    return browser::answer([] { give_lines(sapper::strategies(), &sapper::Entry::summary); });
}

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "board/position.hpp"
#include "knowledge/levels.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;

namespace {

// Cells, and the least and the most mines they hold.
using Item = nb::typed<nb::tuple, std::vector<Cell>, std::uint32_t, std::uint32_t>;
using Conclusions = nb::typed<nb::tuple, std::vector<Cell>, std::vector<Cell>, std::vector<Item>>;

Conclusions conclusions_of(sapper::Level& level, std::size_t cells) {
    const std::span<const Cell> safe = level.safe();
    std::vector<Cell> mines;
    for (Cell cell = 0; cell < cells; ++cell) {
        if (level.is_mine(cell)) mines.push_back(cell);
    }
    std::vector<Item> items;
    level.for_each_item([&](const sapper::Item& item) {
        const std::vector<Cell> around(item.cells.begin(), item.cells.end());
        items.push_back(Item(nb::make_tuple(around, item.least, item.most)));
    });
    return Conclusions(nb::make_tuple(std::vector<Cell>(safe.begin(), safe.end()), mines, items));
}

std::unique_ptr<sapper::Level> level_for(std::string_view name, const sapper::Position& position) {
    std::unique_ptr<sapper::Level> level = sapper::make_level(name, position.topology, position.mines);
    level->begin(position.marks);
    return level;
}

Conclusions conclude(std::string_view name, const sapper::Position& position) {
    return conclusions_of(*level_for(name, position), position.marks.size());
}

// A level that follows from one position to the next, each with some more cells revealed.
std::vector<Conclusions> conclude_all(std::string_view name,
                                      const std::vector<const sapper::Position*>& positions) {
    std::vector<Conclusions> found;
    std::unique_ptr<sapper::Level> level;
    std::vector<Cell> changed;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::vector<sapper::Mark>& marks = positions[i]->marks;
        if (i == 0) {
            level = level_for(name, *positions[0]);
        } else {
            changed.clear();
            for (Cell cell = 0; cell < marks.size(); ++cell) {
                if (marks[cell] != positions[i - 1]->marks.at(cell)) changed.push_back(cell);
            }
            level->follow(marks, changed);
        }
        found.push_back(conclusions_of(*level, marks.size()));
    }
    return found;
}

std::vector<std::pair<std::string, std::string>> levels() {
    std::vector<std::pair<std::string, std::string>> entries;
    for (const sapper::LevelEntry& entry : sapper::levels())
        entries.emplace_back(entry.name, entry.summary);
    return entries;
}

}  // namespace

void bind_knowledge(nb::module_& module) {
    module.def("levels", &levels, "Names of the inference levels, weakest first, and what each is.");
    module.def("conclude", &conclude, "level"_a, "position"_a,
               "What a level knows of a position: safe cells, mines, and items.");
    module.def("conclude_all", &conclude_all, "level"_a, "positions"_a,
               "The same for positions of one game, one after another.");
}

#include "board/board_names.hpp"

#include <algorithm>
#include <stdexcept>

#include "util/texts.hpp"

namespace sapper {

std::string_view level_of(const Topology& topology, std::size_t mines) {
    constexpr std::size_t kSmallSide = 8;
    if (!topology.is_square_board()) return "custom";
    const std::size_t rows = topology.shape()[0];
    const std::size_t columns = topology.shape()[1];
    if (rows == kSmallSide && columns == kSmallSide && mines == kBoardLevels[0].mines)
        return kBoardLevels[0].name;
    const auto level = std::ranges::find_if(kBoardLevels, [&](const LevelBoard& each) {
        return each.rows == rows && each.columns == columns && each.mines == mines;
    });
    return level == kBoardLevels.end() ? "custom" : level->name;
}

namespace {

constexpr std::string_view kSquare = "square";

std::string with_mines(const Topology& topology, std::uint32_t mines) {
    return in_words(topology) + " with " + quantity(mines, "mine");
}

[[noreturn]] void refuse(const std::string& board, const char* name, const std::string& needed,
                         const char* user) {
    const std::string but = board == needed ? "another " + needed.substr(2) : needed;
    throw std::invalid_argument(std::string(name) + " on " + board + " does not go with " + user +
                                ", which is for " + but);
}

}  // namespace

std::shared_ptr<const Topology> named_topology(std::string_view name, std::vector<std::size_t> shape) {
    const std::string_view wanted = name == kSquare ? facts(Topology::Kind::grid).name : name;
    const auto facts_of_kind = std::ranges::find(kTopologyKinds, wanted, &TopologyKind::name);
    const auto kind = static_cast<Topology::Kind>(facts_of_kind - kTopologyKinds.begin());
    if (kind >= Topology::Kind::graph) return nullptr;
    if ((name == kSquare || facts_of_kind->is_flat) && shape.size() != 2) {
        throw std::invalid_argument("the topology '" + std::string(name) +
                                    "' has rows and columns, but the shape is " + in_brackets(shape));
    }
    return Topology::of(kind, std::move(shape));
}

std::vector<std::string_view> topology_names() {
    std::vector<std::string_view> names = {kSquare};
    for (const TopologyKind& each : kTopologyKinds)
        names.push_back(each.name);
    std::erase(names, facts(Topology::Kind::grid).name);
    std::erase(names, facts(Topology::Kind::graph).name);
    return names;
}

std::string_view topology_name(const Topology& topology) {
    return topology.is_square_board() ? kSquare : kind_name(topology);
}

std::string in_words(const Topology& topology) {
    std::string size;
    for (std::size_t extent : topology.shape())
        size += (size.empty() ? "" : " x ") + std::to_string(extent);
    const TopologyKind& its = facts(topology.kind());
    return std::string(its.before_size) + size + std::string(its.after_size);
}

std::string_view kind_name(const Topology& topology) {
    return facts(topology.kind()).name;
}

std::string in_brackets(const std::vector<std::size_t>& shape) {
    std::string extents;
    for (std::size_t extent : shape)
        extents += (extents.empty() ? "" : ", ") + std::to_string(extent);
    return "(" + extents + (shape.size() == 1 ? ",)" : ")");
}

std::vector<std::size_t> coordinates_of(const Topology& topology, Cell cell) {
    std::vector<std::size_t> coordinates(topology.shape().size());
    std::size_t rest = cell;
    for (std::size_t d = coordinates.size(); d-- > 0; rest /= topology.shape()[d])
        coordinates[d] = rest % topology.shape()[d];
    return coordinates;
}

void check_same_topology(const Topology& topology, const char* name, const Topology& needed,
                         const char* user) {
    if (topology == needed) return;
    refuse(in_words(topology), name, in_words(needed), user);
}

void check_same_board(const Topology& topology, std::uint32_t mines, const char* name, const Topology& needed,
                      std::uint32_t needed_mines, const char* user) {
    if (mines == needed_mines && topology == needed) return;
    refuse(with_mines(topology, mines), name, with_mines(needed, needed_mines), user);
}

void check_size(std::size_t size, const char* name, const Topology& topology) {
    if (size == topology.size()) return;
    throw std::invalid_argument(std::string(name) + " of " + quantity(size, "cell") + " does not fit " +
                                in_words(topology));
}

void check_cell(std::size_t cell, const Topology& topology) {
    if (cell < topology.size()) return;
    throw std::out_of_range("there is no cell " + std::to_string(cell) + " on " + in_words(topology));
}

}  // namespace sapper

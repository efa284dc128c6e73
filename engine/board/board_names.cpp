#include "board/board_names.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "util/lists.hpp"

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
constexpr std::string_view kOffsets = "offsets:";
constexpr std::string_view kWrap = "/wrap";

// The neighbourhood that the name of a topology of the kind `offsets` describes.
struct Neighbourhood {
    Steps steps;
    bool wraps = false;
};

[[noreturn]] void refuse_steps(std::string_view steps) {
    constexpr std::size_t kLongestQuote = 40;
    const std::string start(steps.substr(0, kLongestQuote));
    throw std::invalid_argument("'" + start + (steps.size() > kLongestQuote ? "...'" : "'") +
                                " is no list of steps: write the rows and columns of each, as in "
                                "'offsets:-1,0/0,-1/0,1/1,0'");
}

// A number of rows or columns at the start of `rest`, from which it is taken.
std::int32_t number_before(std::string_view& rest, std::string_view whole) {
    std::int32_t number = 0;
    const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (failure == std::errc::result_out_of_range) {
        number = std::numeric_limits<std::int32_t>::max();
    } else if (failure != std::errc()) {
        refuse_steps(whole);
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return number;
}

Steps steps_in(std::string_view text) {
    Steps steps;
    if (text.empty()) return steps;  // which no topology takes
    for (std::string_view rest = text;;) {
        Step& step = steps.emplace_back();
        step.rows = number_before(rest, text);
        if (!rest.starts_with(',')) refuse_steps(text);
        rest.remove_prefix(1);
        step.columns = number_before(rest, text);
        if (rest.empty()) return steps;
        if (!rest.starts_with('/')) refuse_steps(text);
        rest.remove_prefix(1);
    }
}

std::optional<Neighbourhood> find_neighbourhood(std::string_view name) {
    const bool wraps = name.ends_with(kWrap);
    if (wraps) name.remove_suffix(kWrap.size());
    if (name.starts_with(kOffsets)) return Neighbourhood{steps_in(name.substr(kOffsets.size())), wraps};
    const NamedSteps* its = named_steps(name);
    if (its == nullptr) return std::nullopt;
    return Neighbourhood{{its->steps.begin(), its->steps.end()}, wraps};
}

void check_is_flat(std::string_view name, const std::vector<std::size_t>& shape) {
    if (shape.size() == 2) return;
    throw std::invalid_argument("the topology '" + std::string(name) +
                                "' has rows and columns, but the shape is " + in_brackets(shape));
}

std::string with_mines(const Topology& topology, std::uint32_t mines) {
    return in_words(topology) + " with " + quantity(mines, "mine");
}

[[noreturn]] void refuse(const std::string& board, const char* name, const std::string& own,
                         const char* user) {
    const std::string but = board == own ? "another " + own.substr(2) : own;
    throw std::invalid_argument(std::string(name) + " on " + board + " does not go with " + user +
                                ", which is for " + but);
}

}  // namespace

const NamedSteps* named_steps(std::string_view name) {
    const auto its = std::ranges::find(kNeighbourhoods, name, &NamedSteps::name);
    return its == kNeighbourhoods.end() ? nullptr : &*its;
}

std::shared_ptr<const Topology> named_topology(std::string_view name, std::vector<std::size_t> shape) {
    if (const auto its = find_neighbourhood(name)) {
        check_is_flat(name, shape);
        return Topology::offsets(shape[0], shape[1], its->steps, its->wraps);
    }
    const std::string_view name_of_kind = name == kSquare ? facts(Topology::Kind::grid).name : name;
    const auto facts_of_kind = std::ranges::find(kTopologyKinds, name_of_kind, &TopologyKind::name);
    const auto kind = static_cast<Topology::Kind>(facts_of_kind - kTopologyKinds.begin());
    if (kind >= Topology::Kind::offsets) return nullptr;
    if (name == kSquare || facts_of_kind->is_flat) check_is_flat(name, shape);
    return Topology::of(kind, std::move(shape));
}

bool is_topology_name(std::string_view name) {
    const auto end = kTopologyKinds.begin() + static_cast<std::ptrdiff_t>(Topology::Kind::offsets);
    const bool is_kind = std::find_if(kTopologyKinds.begin(), end,
                                      [&](const TopologyKind& each) { return each.name == name; }) != end;
    return name == kSquare || is_kind || find_neighbourhood(name).has_value();
}

std::vector<std::string_view> topology_names() {
    std::vector<std::string_view> names = {kSquare};
    for (const TopologyKind& each : kTopologyKinds)
        names.push_back(each.name);
    std::erase(names, facts(Topology::Kind::grid).name);
    std::erase(names, facts(Topology::Kind::offsets).name);
    std::erase(names, facts(Topology::Kind::graph).name);
    for (const NamedSteps& each : kNeighbourhoods)
        names.push_back(each.name);
    return names;
}

std::string topology_name(const Topology& topology) {
    if (topology.is_square_board()) return std::string(kSquare);
    if (topology.kind() != Topology::Kind::offsets) return std::string(kind_name(topology));
    const auto neighbourhood = std::ranges::find_if(kNeighbourhoods, [&](const NamedSteps& each) {
        return std::ranges::equal(each.steps, topology.steps());
    });
    std::string name(neighbourhood == kNeighbourhoods.end() ? kOffsets : neighbourhood->name);
    if (neighbourhood == kNeighbourhoods.end()) {
        for (const Step& step : topology.steps()) {
            if (&step != &topology.steps().front()) name += '/';
            name += std::to_string(step.rows) + "," + std::to_string(step.columns);
        }
    }
    return name + (topology.wraps() ? std::string(kWrap) : "");
}

std::string in_words(const Topology& topology) {
    std::string size;
    for (std::size_t extent : topology.shape())
        size += (size.empty() ? "" : " x ") + std::to_string(extent);
    const TopologyKind& its = facts(topology.kind());
    const std::string words = std::string(its.before_size) + size + std::string(its.after_size);
    return topology.kind() == Topology::Kind::offsets ? words + " with '" + topology_name(topology) + "'"
                                                      : words;
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

void check_same_topology(const Topology& topology, const char* name, const Topology& own, const char* user) {
    if (topology == own) return;
    refuse(in_words(topology), name, in_words(own), user);
}

void check_same_board(const Topology& topology, std::uint32_t mines, const char* name, const Topology& own,
                      std::uint32_t own_mines, const char* user) {
    if (mines == own_mines && topology == own) return;
    refuse(with_mines(topology, mines), name, with_mines(own, own_mines), user);
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

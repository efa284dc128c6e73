#include "protocol/boards.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "formats/contents.hpp"
#include "protocol/request.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

std::shared_ptr<const Topology> topology_of(std::string_view name, std::vector<std::size_t> shape) {
    check_topology_name(name);
    try {
        return named_topology(name, std::move(shape));
    } catch (const std::invalid_argument& error) {
        throw Refusal("board", error.what());
    }
}

std::shared_ptr<const Topology> graph_of(const JsonArray& adjacency) {
    std::vector<std::vector<std::int64_t>> neighbours;
    bool is_large = false;
    for (const JsonValue& around : adjacency) {
        const JsonArray* numbers = around.array();
        if (numbers == nullptr || !std::ranges::all_of(*numbers, &JsonValue::is_whole))
            throw Refusal("board", "an adjacency must list the numbers of every cell's neighbours");
        std::vector<std::int64_t>& its = neighbours.emplace_back();
        for (const JsonValue& each : *numbers) {
            is_large = is_large || each.number() == nullptr;
            its.push_back(is_large ? 0 : *each.number());
        }
    }
    if (is_large)
        throw Refusal("board",
                      "a number is too large: a board has at most " + std::to_string(kMaxCells) + " cells");
    try {
        return Topology::graph(neighbours);
    } catch (const std::invalid_argument& error) {
        throw Refusal("board", error.what());
    }
}

constexpr std::string_view kUnknownMines = "unknown";

std::optional<double> number_of(const JsonValue& value) {
    if (value.real() != nullptr) return *value.real();
    if (value.number() != nullptr) return static_cast<double>(*value.number());
    return std::nullopt;
}

// The prior of [count, weight] pairs. Nothing if they are no such pairs, if a count comes twice, or if no
// weight is above 0.
std::optional<MinePrior> weighted_counts(const JsonArray& pairs) {
    std::map<std::uint32_t, double> weights;
    for (const JsonValue& each : pairs) {
        const JsonArray* pair = each.array();
        if (pair == nullptr || pair->size() != 2) return std::nullopt;
        const auto count = word_in((*pair)[0]);
        const std::optional<double> weight = number_of((*pair)[1]);
        if (!count || *count > kMostCells || !weight || !(*weight >= 0) || !std::isfinite(*weight))
            return std::nullopt;
        if (!weights.emplace(static_cast<std::uint32_t>(*count), *weight).second) return std::nullopt;
    }
    std::erase_if(weights, [](const auto& each) { return each.second == 0; });
    if (weights.empty()) return std::nullopt;
    const std::uint32_t least = weights.begin()->first;
    double most = 0;
    for (const auto& [count, weight] : weights)
        most = std::max(most, weight);
    std::vector<double> of_each(weights.rbegin()->first - least + 1);
    for (const auto& [count, weight] : weights)
        of_each[count - least] = weight / most;
    return MinePrior::of_counts(least, std::move(of_each));
}

void write_prior(Json& json, const MinePrior& prior) {
    if (prior.kind == MinePrior::Kind::none) {
        json.value(kUnknownMines);
    } else if (prior.kind == MinePrior::Kind::density) {
        json.object("density", prior.density);
    } else {
        std::vector<std::uint32_t> counts;
        for (std::uint32_t i = 0; i < prior.weights.size(); ++i)
            if (prior.weights[i] > 0) counts.push_back(i);
        json.object("counts", [&] {
            json.list(counts, [&](std::uint32_t i) {
                const auto write_part = [&](bool is_weight) {
                    is_weight ? json.value(prior.weights[i]) : json.value(prior.least + i);
                };
                json.list(std::array{false, true}, write_part);
            });
        });
    }
}

}  // namespace

std::vector<std::size_t> shape_in(Request& request) {
    const JsonValue& field = request.integers("shape");
    const JsonArray& extents = *field.array();
    const auto extent_of = [](const JsonValue& value) {
        return value.is_negative() ? 0 : word_in(value).value_or(kMostCells + 1);
    };
    std::vector<std::size_t> shape;
    std::uint64_t cells = 1;
    for (const JsonValue& each : extents) {
        const std::uint64_t extent = std::min<std::uint64_t>(extent_of(each), kMostCells + 1);
        shape.push_back(static_cast<std::size_t>(extent));
        cells = std::min<std::uint64_t>(cells * extent, kMostCells + 1);
    }
    if (shape.empty() || shape.size() > kMaxDimensions || cells == 0) {
        throw wrong_request("a `shape` has 1 to " + std::to_string(kMaxDimensions) +
                            " numbers from 1 up, not " + short_json(field));
    }
    if (cells > kMostCells) {
        throw wrong_request("a new board can have at most " + std::to_string(kMostCells) +
                            " cells: " + short_json(field) + " has more");
    }
    return shape;
}

std::uint32_t mines_on(const Topology& topology, const JsonValue& mines) {
    const auto count = word_in(mines);
    if (count && *count <= topology.size()) return static_cast<std::uint32_t>(*count);
    throw Refusal("board", "a board of " + quantity(topology.size(), "cell") + " cannot hold " +
                               quantity_of(mines, "mine"));
}

std::shared_ptr<const MinePrior> mine_prior_in(Request& request) {
    constexpr std::string_view kField = "mine_prior";
    const JsonValue* value = request.value(kField);
    if (value == nullptr) return nullptr;
    if (value->text() != nullptr && *value->text() == kUnknownMines) return std::make_shared<MinePrior>();
    const JsonFields* fields = value->fields();
    if (fields != nullptr && fields->size() == 1) {
        const auto& [name, its] = fields->front();
        if (name == "density") {
            const std::optional<double> density = number_of(its);
            if (density && *density > 0 && *density < 1)
                return std::make_shared<MinePrior>(MinePrior::of_density(*density));
        }
        if (name == "counts" && its.array() != nullptr) {
            if (auto counts = weighted_counts(*its.array()))
                return std::make_shared<MinePrior>(*std::move(counts));
        }
    }
    throw wrong_request(
        request.name_of_field(kField) +
        R"( must be "unknown", {"density": 0.2} with a number between 0 and 1, or {"counts": )"
        "[[99, 1], [100, 2]]} with counts of mines and their weights, not " +
        short_json(*value));
}

std::optional<Board> level_in(Request& request) {
    const auto name = request.text("level");
    if (!name) return std::nullopt;
    const auto level = std::ranges::find(kBoardLevels, *name, &LevelBoard::name);
    if (level != kBoardLevels.end()) {
        return Board{Topology::grid({level->rows, level->columns}), static_cast<std::uint32_t>(level->mines)};
    }
    std::vector<std::string_view> names;
    for (const LevelBoard& each : kBoardLevels)
        names.push_back(each.name);
    throw Refusal("board", unknown_name("level", *name, names));
}

void check_topology_name(std::string_view name) {
    try {
        if (is_topology_name(name)) return;
    } catch (const std::invalid_argument& error) {
        throw Refusal("board", error.what());
    }
    throw Refusal("board", unknown_name("topology", name, topology_names()));
}

std::shared_ptr<const Topology> TopologyChoice::with_shape(std::vector<std::size_t> shape) const {
    return graph ? graph : topology_of(name.value_or("grid"), std::move(shape));
}

TopologyChoice topology_in(Request& request) {
    const auto name = request.text("topology");
    if (!request.has("adjacency")) return {nullptr, name};
    std::shared_ptr<const Topology> graph = graph_of(request.need_array("adjacency"));
    // Boards in answers have all three fields.
    if (name && *name != "graph") {
        throw wrong_request("`adjacency` says which cells touch, and so does the topology " +
                            in_quotes(*name) + ": leave out one of them");
    }
    if (request.has("shape")) {
        const std::vector<std::size_t> shape = shape_in(request);
        if (std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies()) != graph->size()) {
            throw wrong_request("`adjacency` has " + quantity(graph->size(), "cell") + ", but `shape` is " +
                                in_brackets(shape) + ": leave out `shape`");
        }
    }
    return {std::move(graph), name};
}

std::shared_ptr<const Topology> topology_with_shape_in(Request& request) {
    const TopologyChoice choice = topology_in(request);
    return choice.graph ? choice.graph : choice.with_shape(shape_in(request));
}

Board board_in(Request& request) {
    if (auto level = level_in(request)) return *level;
    const JsonValue& mines = request.need_whole("mines");
    const std::shared_ptr<const Topology> topology = topology_with_shape_in(request);
    return {topology, mines_on(*topology, mines)};
}

Cell index_of(const Topology& topology, const JsonValue& cell) {
    const bool is_graph = topology.kind() == Topology::Kind::graph;
    const std::vector<std::size_t>& shape = topology.shape();
    const auto refuse = [&](const std::string& what) {
        std::string last = "its cells are the integers 0 to " + std::to_string(topology.size() - 1);
        if (!is_graph) {
            std::vector<std::size_t> end;
            for (const std::size_t extent : shape)
                end.push_back(extent - 1);
            last = "its cells are " + in_brackets(std::vector<std::size_t>(shape.size())) + " to " +
                   in_brackets(end);
        }
        throw Refusal("cell", short_cell(cell) + what + last);
    };
    std::span<const JsonValue> coordinates;
    if (is_graph && cell.is_whole()) coordinates = {&cell, 1};
    if (!is_graph && cell.array() != nullptr) coordinates = *cell.array();
    if (coordinates.size() != shape.size()) refuse(" is not a cell of this board: ");
    std::size_t index = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        const auto coordinate = word_in(coordinates[d]);
        if (!coordinate || *coordinate >= shape[d]) refuse(" is not on the board: ");
        index = index * shape[d] + static_cast<std::size_t>(*coordinate);
    }
    return static_cast<Cell>(index);
}

std::string describe(const Topology& topology, Cell cell) {
    return name_of_cell(topology, cell, 0);
}

void write_board(Json& json, const Topology& topology, std::optional<std::uint32_t> mines,
                 const MinePrior* prior) {
    json.object_of([&] {
        json.more("topology", topology_name(topology), "shape", topology.shape());
        if (topology.kind() == Topology::Kind::graph) {
            std::vector<std::vector<Cell>> adjacency;
            for (Cell cell = 0; cell < topology.size(); ++cell) {
                const Topology::Neighbours around = topology.neighbours(cell);
                adjacency.emplace_back(around.begin(), around.end());
            }
            json.more("adjacency", adjacency);
        }
        json.more("mines", mines);
        if (prior != nullptr) json.more("mine_prior", [&] { write_prior(json, *prior); });
    });
}

void write_cell(Json& json, const Topology& topology, Cell cell) {
    if (cell == kNoCell) {
        json.value(nullptr);
    } else if (topology.kind() == Topology::Kind::graph) {
        json.value(cell);
    } else {
        json.value(coordinates_of(topology, cell));
    }
}

void write_cells(Json& json, const Topology& topology, std::span<const Cell> cells) {
    json.list(cells, [&](Cell cell) { write_cell(json, topology, cell); });
}

void write_nested(Json& json, const Topology& topology, std::span<const double> values) {
    const auto write = [&](const auto& again, std::size_t dimension, std::span<const double> part) -> void {
        if (dimension + 1 == topology.shape().size())
            return json.list(part, [&](double value) { json.value(value); });
        std::vector<std::span<const double>> rows;
        const std::size_t size = part.size() / topology.shape()[dimension];
        for (; !part.empty(); part = part.subspan(size))
            rows.push_back(part.first(size));
        json.list(rows, [&](std::span<const double> row) { again(again, dimension + 1, row); });
    };
    write(write, 0, values);
}

}  // namespace sapper

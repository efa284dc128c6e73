#include "formats/contents.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "board/board_names.hpp"
#include "formats/text_reader.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

std::shared_ptr<const Topology> topology_of(const std::string& name, std::vector<std::size_t> shape) {
    try {
        if (name.empty()) return Topology::grid(std::move(shape));
        auto topology = named_topology(name, std::move(shape));
        if (topology == nullptr) throw MalformedPosition("unknown topology '" + name + "'");
        return topology;
    } catch (const std::invalid_argument& error) {
        throw MalformedPosition(error.what());
    }
}

}  // namespace

std::size_t FileMinefield::mines() const {
    return static_cast<std::size_t>(std::ranges::count(mine_bytes, 1));
}

bool FileMinefield::operator==(const FileMinefield& other) const {
    return mine_bytes == other.mine_bytes && start == other.start && *topology == *other.topology;
}

std::string_view name_of(Kind kind) {
    constexpr std::array<std::string_view, 3> kNames = {"position", "minefield", "replay"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string name_of_cell(const Topology& topology, Cell cell, std::size_t first) {
    if (topology.kind() == Topology::Kind::graph) return "cell " + std::to_string(cell);
    const std::vector<std::size_t> place = coordinates_of(topology, cell);
    if (place.size() != 2) return "cell " + in_brackets(place);
    return "row " + std::to_string(place[0] + first) + ", column " + std::to_string(place[1] + first) +
           (first == 0 ? " (0-based)" : "");
}

MalformedPosition mines_missing(const std::vector<std::size_t>& shape) {
    MalformedPosition error("the number of mines on the board is missing: give `mines`");
    error.shape_without_mines = shape;
    return error;
}

std::shared_ptr<const Topology> topology_of_shape(const Hints& hints, std::vector<std::size_t> shape) {
    return hints.topology ? hints.topology : topology_of(hints.topology_name, std::move(shape));
}

FilePosition position_of(const Hints& hints, const std::vector<std::size_t>& shape, std::vector<Mark> marks,
                         std::optional<std::int64_t> mines) {
    std::shared_ptr<const Topology> topology = topology_of_shape(hints, shape);
    if (topology->shape() != shape) {
        throw MalformedPosition("marks of shape " + in_brackets(shape) + " do not fit a board of shape " +
                                in_brackets(topology->shape()));
    }
    if (mines && (*mines < 0 || *mines > static_cast<std::int64_t>(topology->size()))) {
        throw MalformedPosition("a board of " + quantity(topology->size(), "cell") + " cannot hold " +
                                std::to_string(*mines) + (*mines == 1 ? " mine" : " mines"));
    }
    const auto least = static_cast<std::int64_t>(std::ranges::count(marks, kExploded));
    try {
        const auto count = static_cast<std::uint32_t>(mines.value_or(least));
        return {Position(topology, count, std::move(marks)), mines.has_value()};
    } catch (const PositionError& error) {
        if (error.cell == kNoCell) throw MalformedPosition(error.what());
        MalformedPosition failure(name_of_cell(*topology, error.cell, hints.first) + ": " + error.what());
        failure.cell = coordinates_of(*topology, error.cell);
        throw failure;
    }
}

std::size_t mines_of(const FilePosition& contents) {
    if (!contents.is_counted) throw mines_missing(contents.position.topology->shape());
    return contents.position.mines;
}

void check_mine_count(const std::string& subject, std::size_t mines, const Hints& hints,
                      FormatError::Place place) {
    if (!hints.mines || *hints.mines == static_cast<std::int64_t>(mines)) return;
    throw OtherMineCount(
        subject + quantity(mines, "mine") + ", but `mines` says " + std::to_string(*hints.mines), place);
}

void check_hints(const Topology& topology, std::size_t mines, const Hints& hints, std::string_view format) {
    const std::string file = "the " + std::string(format) + " file has ";
    check_mine_count(file, mines, hints);
    if (!hints.topology && hints.topology_name.empty()) return;
    const std::shared_ptr<const Topology> board_of_hints = topology_of_shape(hints, topology.shape());
    if (*board_of_hints == topology) return;
    throw FormatError(file + in_words(topology) + ", but `topology` says " + in_words(*board_of_hints));
}

std::string_view Cursor::take(std::size_t count, std::string_view what) {
    if (count > left()) {
        throw error("expected " + quantity(count, "byte") + " of " + std::string(what) + ", but only " +
                    std::to_string(left()) + (left() == 1 ? " is" : " are") + " left");
    }
    const std::string_view bytes = data_.substr(offset_, count);
    offset_ += count;
    return bytes;
}

std::uint64_t Cursor::unsigned_number(std::size_t size, std::string_view what) {
    std::uint64_t number = 0;
    for (char byte : take(size, what))
        number = number << 8 | static_cast<std::uint8_t>(byte);
    return number;
}

std::int64_t Cursor::signed_number(std::size_t size, std::string_view what) {
    const auto number = static_cast<std::int64_t>(unsigned_number(size, what));
    const std::int64_t sign = std::int64_t{1} << (8 * size - 1);
    return (number ^ sign) - sign;
}

std::uint8_t Cursor::byte(std::string_view what) {
    return static_cast<std::uint8_t>(take(1, what)[0]);
}

std::string_view Cursor::until(std::string_view end, std::string_view what) {
    const std::size_t at = data_.find(end, offset_);
    if (at == std::string_view::npos) {
        throw error("expected b" + in_quotes(end) + " at the end of " + std::string(what) +
                    ", but it does not appear");
    }
    const std::string_view bytes = data_.substr(offset_, at - offset_);
    offset_ = at + end.size();
    return bytes;
}

FormatError Cursor::error(const std::string& text, std::size_t offset) const {
    return {std::string(format_) + ": at offset " + std::to_string(offset) + ": " + text, {.offset = offset}};
}

}  // namespace sapper

#include "board/position.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "board/topology.hpp"
#include "util/decimals.hpp"
#include "util/lists.hpp"

namespace sapper {

PositionError not_a_mark(const std::string& value, Cell cell) {
    return {value + " is not a mark: a cell is a number from 0, -1 hidden, -2 flag, -3 exploded mine, " +
                "-4 question mark or -6 safe without a number",
            cell};
}

Position::Position(std::shared_ptr<const Topology> topology_, std::uint32_t mines_, std::vector<Mark> marks_)
    : topology(std::move(topology_)), mines(mines_), marks(std::move(marks_)) {
    if (marks.size() != topology->size()) {
        throw PositionError("a board of " + quantity(topology->size(), "cell") + " cannot have " +
                                quantity(marks.size(), "mark"),
                            kNoCell);
    }
    // Nothing in the inner loop depends on the cell, and its counts are no wider than the marks. So the
    // compiler looks at many marks at once.
    constexpr std::size_t kStretch = 4096;
    std::uint32_t not_open = 0;
    std::uint32_t exploded = 0;
    std::uint32_t unusual = 0;
    const auto least_degree = static_cast<Mark>(topology->least_degree());
    for (std::size_t first = 0; first < marks.size(); first += kStretch) {
        std::array<Mark, 3> counts{};
        for (const Mark mark : std::span(marks).subspan(first, std::min(kStretch, marks.size() - first))) {
            counts[0] = static_cast<Mark>(counts[0] + !is_open(mark));
            counts[1] = static_cast<Mark>(counts[1] + (mark == kExploded));
            counts[2] = static_cast<Mark>(counts[2] + ((mark < kQuestion) | (mark > least_degree)));
        }
        not_open += static_cast<std::uint32_t>(counts[0]);
        exploded += static_cast<std::uint32_t>(counts[1]);
        unusual += static_cast<std::uint32_t>(counts[2]);
    }
    for (Cell cell = 0; unusual > 0; ++cell) {
        const Mark mark = marks[cell];
        if (mark >= kQuestion && mark <= least_degree) continue;
        --unusual;
        if (mark == kSafeMark) continue;
        if (mark < kQuestion) throw not_a_mark(std::to_string(mark), cell);
        if (static_cast<std::size_t>(mark) > topology->degree(cell)) {
            throw PositionError("the number is " + std::to_string(mark) + ", but the cell has " +
                                    quantity(topology->degree(cell), "neighbour"),
                                cell);
        }
    }
    if (mines > not_open) {
        throw PositionError("the board has " + quantity(mines, "mine") + " but only " +
                                quantity(not_open, "cell") + " that could hold one",
                            kNoCell);
    }
    if (exploded > mines) {
        throw PositionError("the board shows " + quantity(exploded, "exploded mine") + " but has only " +
                                std::to_string(mines),
                            kNoCell);
    }
}

bool is_fresh(const Position& position) {
    return std::ranges::all_of(position.marks, is_hidden);
}

Position with_flags_as_mines(const Position& position, bool mine_count) {
    std::vector<Mark> marks = position.marks;
    std::ranges::replace(marks, kFlag, kExploded);
    const auto exploded = static_cast<std::uint32_t>(std::ranges::count(marks, kExploded));
    Position result{position.topology, mine_count ? position.mines : exploded, std::move(marks)};
    result.prior = position.prior;
    return result;
}

MinePrior MinePrior::of_density(double density) {
    if (!(density > 0 && density < 1)) throw std::invalid_argument("a density lies between 0 and 1");
    MinePrior prior;
    prior.kind = Kind::density;
    prior.density = density;
    return prior;
}

MinePrior MinePrior::of_counts(std::uint32_t least, std::vector<double> weights) {
    for (double weight : weights) {
        if (!(weight >= 0) || std::isinf(weight)) throw std::invalid_argument("a weight is not negative");
    }
    if (weights.empty() || weights.front() == 0 || weights.back() == 0)
        throw std::invalid_argument("the first and the last count have a weight");
    MinePrior prior;
    prior.kind = Kind::counts;
    prior.least = least;
    prior.weights = std::move(weights);
    return prior;
}

namespace {

constexpr std::uint32_t kMostCounts = 1'000'000;  // of a range: each has a weight

std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::optional<std::uint32_t> mines_in(std::string_view text) {
    if (text.empty() || !std::ranges::all_of(text, is_digit)) return std::nullopt;
    std::uint64_t count = 0;
    for (const char digit : text) {
        count = 10 * count + static_cast<std::uint64_t>(digit - '0');
        if (count > kMaxCells) return std::nullopt;
    }
    return static_cast<std::uint32_t>(count);
}

// A number of digits, maybe with a point among them or before them.
std::optional<double> decimal_in(std::string_view text) {
    const std::string_view whole = text.substr(0, text.find('.'));
    const std::string_view rest = text.substr(std::min(text.size(), whole.size() + 1));
    if (!std::ranges::all_of(whole, is_digit) || !std::ranges::all_of(rest, is_digit)) return std::nullopt;
    if (whole.empty() && rest.empty()) return std::nullopt;
    std::string number = whole.empty() ? "0" : std::string(whole);
    number.erase(0, std::min(number.find_first_not_of('0'), number.size() - 1));  // JSON has no leading zeros
    return double_of(rest.empty() ? number : number + "." + std::string(rest));
}

}  // namespace

MineClaim mine_claim(std::string_view text) {
    const std::string_view claim = without_blanks(text);
    if (claim == "unknown") return std::monostate();
    if (const auto count = mines_in(claim)) return *count;
    const char* wrong =
        "is neither a number of mines, a range such as 90-110, a share such as 20%, nor 'unknown'";
    if (claim.ends_with('%')) {
        const auto share = decimal_in(without_blanks(claim.substr(0, claim.size() - 1)));
        if (share && *share > 0 && *share < 100) return *share / 100;
        wrong = share ? "must lie between 0% and 100%" : "is no share such as 20%";
    } else if (const std::size_t dash = claim.find('-'); dash != std::string_view::npos && dash > 0) {
        const auto least = mines_in(without_blanks(claim.substr(0, dash)));
        const auto most = mines_in(without_blanks(claim.substr(dash + 1)));
        if (!least || !most) {
            wrong = "is no range such as 90-110";
        } else if (*least > *most) {
            wrong = "begins above its end";
        } else if (*most - *least >= kMostCounts) {
            wrong = "has more than 1,000,000 numbers: give a share such as 20%";
        } else if (*least == *most) {
            return *least;
        } else {
            return MineRange{*least, *most};
        }
    }
    throw std::invalid_argument("'" + std::string(claim) + "' " + wrong);
}

MinePrior prior_of(const MineClaim& claim) {
    if (const double* density = std::get_if<double>(&claim)) return MinePrior::of_density(*density);
    if (const MineRange* range = std::get_if<MineRange>(&claim))
        return MinePrior::of_counts(range->least, std::vector<double>(range->most - range->least + 1, 1.0));
    return {};
}

Position position_of_claim(std::shared_ptr<const Topology> topology, std::vector<Mark> marks,
                           const MineClaim& claim) {
    if (const std::uint32_t* mines = std::get_if<std::uint32_t>(&claim))
        return {std::move(topology), *mines, std::move(marks)};
    const MineRange* range = std::get_if<MineRange>(&claim);
    if (range != nullptr && range->most > marks.size()) {
        throw PositionError(
            "a board of " + quantity(marks.size(), "cell") + " cannot hold " + quantity(range->most, "mine"),
            kNoCell);
    }
    const auto least = static_cast<std::uint32_t>(std::ranges::count(marks, kExploded));
    Position position(std::move(topology), least, std::move(marks));
    position.prior = std::make_shared<MinePrior>(prior_of(claim));
    return position;
}

std::uint32_t mines_of_counter(std::span<const Mark> marks, std::string_view digits,
                               std::optional<std::int64_t> left) {
    const auto cells = static_cast<std::int64_t>(marks.size());
    const std::int64_t known_mines = std::ranges::count(marks, kFlag) + std::ranges::count(marks, kExploded);
    if (left && *left >= -known_mines && *left <= cells - known_mines)
        return static_cast<std::uint32_t>(*left + known_mines);
    throw PositionError("`mines_left` cannot be " + std::string(digits) + ": " + std::to_string(known_mines) +
                            " of " + quantity(marks.size(), "cell") + " have a flag or an exploded mine",
                        kNoCell);
}

}  // namespace sapper

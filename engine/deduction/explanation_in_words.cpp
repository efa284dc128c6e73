#include "deduction/explanation_in_words.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace sapper {

namespace {

struct WallStep {
    std::int64_t row;
    std::int64_t column;
};

// The numbers of one deduction on a board with rows and columns.
class Wall {
  public:
    Wall(const Position& position, const EarlierDecisions& earlier)
        : position_(position),
          earlier_(earlier),
          rows_(static_cast<std::int64_t>(position.topology->shape()[0])),
          columns_(static_cast<std::int64_t>(position.topology->shape()[1])) {}

    // Leaves out all known cells, not only the premises: a mine that both numbers touch is no premise, but
    // only without it the pattern shows.
    NumberClue clue(Cell number) const {
        return clue_of(position_, number, [this](Cell cell) { return earlier_[cell]; });
    }

    // The step from one number to the other, if they are side by side.
    std::optional<WallStep> step(Cell from, Cell to) const {
        constexpr std::array<WallStep, 4> kSteps{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
        for (const WallStep step : kSteps) {
            if (cell_after(from, step, 1) == to) return step;
        }
        return std::nullopt;
    }

    // Whether all cells lie in one line in the direction of the step.
    bool is_line(const Cells& cells, WallStep step) const {
        const auto across = [&](Cell cell) { return step.row == 0 ? cell / columns_ : cell % columns_; };
        return !cells.empty() &&
               std::ranges::all_of(cells, [&](Cell cell) { return across(cell) == across(cells[0]); });
    }

    // The longer pattern, if the numbers after the 2 along the same wall need 1, or 2 and 1.
    std::optional<std::string_view> longer(const NumberClue& two, WallStep step) const {
        std::vector<std::int64_t> needs;
        for (const int distance : {1, 2}) {
            const Cell number = cell_after(two.number, step, distance);
            if (number == kNoCell || !is_number(position_.marks[number])) break;
            const NumberClue beyond = clue(number);
            if (beyond.cells.empty() || !is_line(either(beyond.cells, two.cells), step)) break;
            needs.push_back(beyond.need);
        }
        if (needs.empty()) return std::nullopt;
        if (needs == std::vector<std::int64_t>{2, 1}) return "1-2-2-1";
        if (needs[0] == 1 && (needs.size() == 1 || needs[1] == 1 || needs[1] == 2)) return "1-2-1";
        return std::nullopt;
    }

  private:
    // The cell that many steps away, or kNoCell off the board.
    Cell cell_after(Cell cell, WallStep step, std::int64_t times) const {
        std::int64_t row = cell / columns_ + times * step.row;
        std::int64_t column = cell % columns_ + times * step.column;
        if (position_.topology->kind() == Topology::Kind::torus) {
            row = (row % rows_ + rows_) % rows_;
            column = (column % columns_ + columns_) % columns_;
        }
        const bool on_board = 0 <= row && row < rows_ && 0 <= column && column < columns_;
        return on_board ? static_cast<Cell>(row * columns_ + column) : kNoCell;
    }

    const Position& position_;
    const EarlierDecisions& earlier_;
    std::int64_t rows_;
    std::int64_t columns_;
};

bool proves(const Deduction& deduction, bool mine) {
    return std::ranges::any_of(deduction.claims, [&](Claim claim) { return claim.mine == mine; });
}

}  // namespace

Decisions::Decisions(std::size_t cells, std::span<const Deduction> deductions)
    : sources_(cells, std::numeric_limits<std::uint32_t>::max()), mines_(cells, false) {
    for (std::size_t i = 0; i < deductions.size(); ++i) {
        for (const Claim claim : deductions[i].claims) {
            sources_[claim.cell] = static_cast<std::uint32_t>(i);
            mines_[claim.cell] = claim.mine;
        }
    }
}

std::int64_t EarlierDecisions::mines() const {
    std::int64_t mines = 0;
    for (const Deduction& each : before_)
        mines += std::ranges::count(each.claims, true, &Claim::mine);
    return mines;
}

Cells both(const Cells& one, const Cells& other) {
    Cells cells;
    std::ranges::set_intersection(one, other, std::back_inserter(cells));
    return cells;
}

Cells either(const Cells& one, const Cells& other) {
    Cells cells;
    std::ranges::set_union(one, other, std::back_inserter(cells));
    return cells;
}

Cells without(const Cells& one, const Cells& other) {
    Cells cells;
    std::ranges::set_difference(one, other, std::back_inserter(cells));
    return cells;
}

std::optional<std::string_view> pattern_of(const Position& position, const EarlierDecisions& earlier,
                                           const Deduction& deduction) {
    const Topology& topology = *position.topology;
    const bool is_square =
        topology.kind() == Topology::Kind::grid || topology.kind() == Topology::Kind::torus;
    const std::vector<Cell>& numbers = deduction.premises.numbers;
    if (!is_square || topology.shape().size() != 2 || numbers.size() != 2) return std::nullopt;
    const Wall wall(position, earlier);
    NumberClue low = wall.clue(numbers[0]);
    NumberClue high = wall.clue(numbers[1]);
    if (low.need > high.need) std::swap(low, high);
    const std::optional<WallStep> step = wall.step(low.number, high.number);
    if (!step || !wall.is_line(either(low.cells, high.cells), *step)) return std::nullopt;
    if (low.need == 1 && high.need == 1 && proves(deduction, false)) return "1-1";
    if (low.need != 1 || high.need != 2 || !proves(deduction, true)) return std::nullopt;
    const std::optional<std::string_view> longer = wall.longer(high, *step);
    return longer ? longer : "1-2";
}

namespace {

constexpr std::size_t kMostInWords = 2;

}  // namespace

ExplanationInWords::ExplanationInWords(const Position& position, Explanation explanation)
    : position_(position),
      deductions_(std::move(explanation.deductions)),
      complete_(explanation.complete),
      decisions_(position.marks.size(), deductions_),
      in_turn_(put_in_turn()) {}

std::optional<std::string_view> ExplanationInWords::pattern(std::size_t place) const {
    return pattern_of(position_, decisions_before(place), deductions_[place]);
}

Phrase ExplanationInWords::sentence(std::size_t place) const {
    return sentence_of(position_, decisions_before(place), deductions_[place]);
}

EarlierDecisions ExplanationInWords::decisions_before(std::size_t place) const {
    return {decisions_, std::span(deductions_).first(place)};
}

// The known cells among the premises that the player has not marked: safe cells, and mines without a flag.
Cells ExplanationInWords::unmarked_cells_of(std::size_t place) const {
    Cells cells;
    std::ranges::copy_if(deductions_[place].premises.known_cells, std::back_inserter(cells), [&](Cell cell) {
        return !(has_flag(cell) && decisions_.mine(cell, place) == true);
    });
    return cells;
}

std::vector<std::size_t> ExplanationInWords::support(std::size_t place) const {
    std::set<std::size_t> places;
    std::vector<std::size_t> stack{place};
    while (!stack.empty()) {
        const std::size_t next = stack.back();
        stack.pop_back();
        for (const Cell cell : unmarked_cells_of(next)) {
            if (places.insert(decisions_.source(cell)).second) stack.push_back(decisions_.source(cell));
        }
    }
    return {places.begin(), places.end()};
}

// The support that an explanation puts into words. None if it is long: then the explanation only names the
// cells that it decided.
std::vector<std::size_t> ExplanationInWords::support_in_words(std::size_t place) const {
    std::vector<std::size_t> all = support(place);
    if (all.size() > kMostInWords) all.clear();
    return all;
}

Phrase ExplanationInWords::explanation(std::size_t place) const {
    std::vector<Phrase> sentences;
    const Cells unmarked_cells = unmarked_cells_of(place);
    const std::vector<std::size_t> places = support_in_words(place);
    if (!unmarked_cells.empty() && places.empty())
        sentences.push_back({"simpler", {{"known", clauses_of(unmarked_cells)}}});
    for (const std::size_t earlier : places)
        sentences.push_back(sentence(earlier));
    sentences.push_back(sentence(place));
    for (std::size_t i = 1; i < sentences.size(); ++i)
        sentences[i] = {"then", {{"sentence", std::vector<Phrase>{std::move(sentences[i])}}}};
    Cells wrong;
    for (const Claim claim : deductions_[place].claims) {
        if (!claim.mine && has_flag(claim.cell)) wrong.push_back(claim.cell);
    }
    if (!wrong.empty()) {
        sentences.push_back({"wrong_flags",
                             {{"count", static_cast<std::int64_t>(wrong.size())},
                              {"cells", std::vector<Phrase>{name_cells(*position_.topology, wrong)}}}});
    }
    return {"sentences", {{"sentences", std::move(sentences)}}};
}

Premises ExplanationInWords::premises(std::size_t place) const {
    Premises all;
    std::unordered_set<Cell> is_listed;  // one set serves for both, because a number is never a hidden cell
    const auto add_new = [&](Cells& cells, const Cells& more) {
        std::ranges::copy_if(more, std::back_inserter(cells),
                             [&](Cell cell) { return is_listed.insert(cell).second; });
    };
    const auto add = [&](std::size_t each) {
        const Premises& its = deductions_[each].premises;
        add_new(all.numbers, its.numbers);
        add_new(all.known_cells, its.known_cells);
        all.mine_count = all.mine_count || its.mine_count;
    };
    std::ranges::for_each(support_in_words(place), add);
    add(place);
    return all;
}

std::vector<Phrase> ExplanationInWords::clauses_of(const Cells& cells) const {
    std::vector<Phrase> clauses;
    for (const bool mines : {true, false}) {
        Cells of_kind;
        std::ranges::copy_if(cells, std::back_inserter(of_kind),
                             [&](Cell cell) { return decisions_.mine(cell, deductions_.size()) == mines; });
        if (!of_kind.empty()) clauses.push_back(cells_that_are(*position_.topology, of_kind, mines));
    }
    return clauses;
}

std::vector<std::size_t> ExplanationInWords::put_in_turn() const {
    using Turn = std::tuple<bool, Difficulty, std::size_t, std::size_t>;
    std::vector<Turn> turns;
    for (std::size_t i = 0; i < deductions_.size(); ++i) {
        const std::vector<Claim>& claims = deductions_[i].claims;
        const bool only_mines = std::ranges::all_of(claims, &Claim::mine);
        const bool is_news = std::ranges::any_of(claims, [&](Claim claim) { return !has_flag(claim.cell); });
        if (!only_mines || is_news)
            turns.emplace_back(only_mines, deductions_[i].difficulty, unmarked_cells_of(i).size(), i);
    }
    std::ranges::sort(turns);
    std::vector<std::size_t> places;
    for (const Turn& turn : turns)
        places.push_back(std::get<3>(turn));
    return places;
}

}  // namespace sapper

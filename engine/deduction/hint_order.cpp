#include "deduction/hint_order.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "deduction/clues.hpp"
#include "deduction/sentences.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostInWords = 2;

}  // namespace

ExplanationInWords::ExplanationInWords(const Position& position, Explanation explanation)
    : position_(position),
      deductions_(std::move(explanation.deductions)),
      complete_(explanation.complete),
      decided_(position.marks.size(), deductions_),
      in_turn_(put_in_turn()) {}

std::optional<std::string_view> ExplanationInWords::pattern(std::size_t place) const {
    return pattern_of(position_, known_before(place), deductions_[place]);
}

Phrase ExplanationInWords::sentence(std::size_t place) const {
    return sentence_of(position_, known_before(place), deductions_[place]);
}

KnownCells ExplanationInWords::known_before(std::size_t place) const {
    return {decided_, std::span(deductions_).first(place)};
}

// The known cells among the premises that the player has not marked: safe cells, and mines without a flag.
Cells ExplanationInWords::unmarked(std::size_t place) const {
    Cells cells;
    std::ranges::copy_if(deductions_[place].premises.known_cells, std::back_inserter(cells),
                         [&](Cell cell) { return !(has_flag(cell) && decided_.mine(cell, place) == true); });
    return cells;
}

std::vector<std::size_t> ExplanationInWords::support(std::size_t place) const {
    std::set<std::size_t> needed;
    std::vector<std::size_t> stack{place};
    while (!stack.empty()) {
        const std::size_t next = stack.back();
        stack.pop_back();
        for (const Cell cell : unmarked(next)) {
            if (needed.insert(decided_.source(cell)).second) stack.push_back(decided_.source(cell));
        }
    }
    return {needed.begin(), needed.end()};
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
    const Cells unmarked_cells = unmarked(place);
    const std::vector<std::size_t> needed = support_in_words(place);
    if (!unmarked_cells.empty() && needed.empty())
        sentences.push_back({"simpler", {{"known", clauses_of(unmarked_cells)}}});
    for (const std::size_t earlier : needed)
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
                             [&](Cell cell) { return decided_.mine(cell, deductions_.size()) == mines; });
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
            turns.emplace_back(only_mines, deductions_[i].difficulty, unmarked(i).size(), i);
    }
    std::ranges::sort(turns);
    std::vector<std::size_t> places;
    for (const Turn& turn : turns)
        places.push_back(std::get<3>(turn));
    return places;
}

}  // namespace sapper

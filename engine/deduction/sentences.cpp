// Which sentence says what a deduction found, and in which order the steps of the rule `chain` are told.
#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "board/board_names.hpp"
#include "deduction/explanation_in_words.hpp"

namespace sapper {

namespace {

// The steps of the rule `chain`, as people follow them: two statements about sets of cells prove a third, and
// so on. A step is one statement: bounds on the mines among some cells.
struct ChainStep {
    Cells cells;
    std::int64_t least;
    std::int64_t most;
    std::vector<std::size_t> sources;  // the steps that prove it; none if it is a number's
    Cell number = kNoCell;             // the number whose statement it is

    // Whether the cells are all mines or all safe.
    bool decides() const { return most == 0 || least == static_cast<std::int64_t>(cells.size()); }
};

class ChainSearch {
  public:
    ChainSearch(std::span<const NumberClue> clues, std::span<const Claim> claims) {
        for (const NumberClue& clue : clues) {
            steps_.push_back({clue.cells, clue.need, clue.need, {}, clue.number});
            remember(steps_.size() - 1);
        }
        for (const Claim claim : claims)
            claim_cells_.push_back(claim.cell);
    }

    std::vector<ChainStep> run() {
        constexpr std::size_t kMostSteps = 400;
        for (std::size_t one = 0; one < steps_.size(); ++one) {
            for (const std::size_t other : std::vector(best_))
                combine(one, other);
            const std::vector<std::size_t> finals = decisive_steps();
            if (!finals.empty() || steps_.size() > kMostSteps) return with_sources(finals);
        }
        return {};
    }

  private:
    void remember(std::size_t step) {
        const auto [place, is_new] = place_of_.try_emplace(steps_[step].cells, best_.size());
        if (is_new) {
            best_.push_back(step);
        } else {
            best_[place->second] = step;
        }
    }

    // Adds what two steps prove about the cells that they share, and about those that only one of them has.
    void combine(std::size_t first, std::size_t second) {
        const ChainStep one = steps_[first];
        const ChainStep other = steps_[second];
        const Cells overlap = both(one.cells, other.cells);
        if (overlap.empty() || one.cells == other.cells) return;
        const std::int64_t least = std::max(least_within(one, overlap), least_within(other, overlap));
        const std::int64_t most = std::min(most_within(one, overlap), most_within(other, overlap));
        add(overlap, least, most, {first, second});
        for (const ChainStep& step : {one, other})
            add(without(step.cells, overlap), step.least - most, step.most - least, {first, second});
    }

    static std::int64_t size(const Cells& cells) { return static_cast<std::int64_t>(cells.size()); }
    static std::int64_t least_within(const ChainStep& step, const Cells& part) {
        return std::max<std::int64_t>(0, step.least - (size(step.cells) - size(part)));
    }
    static std::int64_t most_within(const ChainStep& step, const Cells& part) {
        return std::min(size(part), step.most);
    }

    void add(Cells cells, std::int64_t least, std::int64_t most, std::vector<std::size_t> sources) {
        least = std::max<std::int64_t>(least, 0);
        most = std::min(most, size(cells));
        if (cells.empty() || (least == 0 && most == size(cells))) return;
        const auto before = place_of_.find(cells);
        if (before != place_of_.end()) {
            const ChainStep& best = steps_[best_[before->second]];
            if (least <= best.least && most >= best.most) return;
        }
        steps_.push_back({std::move(cells), least, most, std::move(sources)});
        remember(steps_.size() - 1);
    }

    // Steps that together decide all claims. None if some claim is still open.
    std::vector<std::size_t> decisive_steps() const {
        std::vector<std::size_t> finals;
        Cells left = claim_cells_;
        for (const std::size_t step : best_) {
            if (!steps_[step].decides() || both(steps_[step].cells, left).empty()) continue;
            finals.push_back(step);
            left = without(left, steps_[step].cells);
        }
        return left.empty() ? finals : std::vector<std::size_t>{};
    }

    // The steps and all their sources, sources first, each once.
    std::vector<ChainStep> with_sources(const std::vector<std::size_t>& finals) const {
        std::vector<ChainStep> order;
        std::map<std::size_t, std::size_t> places;
        for (const std::size_t step : finals)
            put(step, order, places);
        return order;
    }

    std::size_t put(std::size_t step, std::vector<ChainStep>& order,
                    std::map<std::size_t, std::size_t>& places) const {
        if (const auto place = places.find(step); place != places.end()) return place->second;
        ChainStep copy = steps_[step];
        for (std::size_t& source : copy.sources)
            source = put(source, order, places);
        order.push_back(std::move(copy));
        return places[step] = order.size() - 1;
    }

    std::vector<ChainStep> steps_;
    std::map<Cells, std::size_t> place_of_;  // in best_
    std::vector<std::size_t> best_;          // the narrowest step about each set of cells
    Cells claim_cells_;
};

// The steps from some numbers to the claims, in order. The sources of a step come before it. None if pairs
// are not enough.
std::vector<ChainStep> steps_to(std::span<const NumberClue> clues, std::span<const Claim> claims) {
    return ChainSearch(clues, claims).run();
}

constexpr std::size_t kMostNames = 8;
constexpr std::size_t kMostStepsInWords = 6;

using Phrases = std::vector<Phrase>;

std::int64_t count_of(const Cells& cells) {
    return static_cast<std::int64_t>(cells.size());
}

Phrase mines_phrase(std::int64_t count) {
    return {"mines", {{"count", count}}};
}

Phrase cell_count_phrase(std::int64_t count) {
    return {"cell_count", {{"count", count}}};
}

Phrases name_rows(std::span<const Cell> cells, std::size_t columns) {
    Phrases rows;
    for (auto first = cells.begin(); first != cells.end();) {
        const std::size_t row = *first / columns;
        std::vector<std::int64_t> in_row;
        for (; first != cells.end() && *first / columns == row; ++first)
            in_row.push_back(static_cast<std::int64_t>(*first % columns));
        rows.push_back({"row", {{"row", static_cast<std::int64_t>(row)}, {"columns", std::move(in_row)}}});
    }
    return rows;
}

// Makes the sentence of one deduction.
class DeductionSentence {
  public:
    DeductionSentence(const Position& position, const EarlierDecisions& earlier, const Deduction& deduction)
        : position_(position), earlier_(earlier), deduction_(deduction) {
        for (const Cell number : deduction.premises.numbers)
            clues_.push_back(clue_of(position, number, [this](Cell cell) { return known_premise(cell); }));
        for (const Claim claim : deduction.claims) {
            (claim.mine ? mines_ : safe_).push_back(claim.cell);
            claim_cells_.push_back(claim.cell);
        }
    }

    Phrase sentence() const {
        switch (deduction_.rule) {
            case Difficulty::single:
                return single();
            case Difficulty::subset:
                return subset();
            case Difficulty::overlap:
                return overlap();
            case Difficulty::chain:
                return chain();
            case Difficulty::cases:
                return cases();
            case Difficulty::mine_count:
                return mine_count();
            default:
                return counting();
        }
    }

  private:
    std::optional<bool> known_premise(Cell cell) const {
        const bool is_premise = std::ranges::binary_search(deduction_.premises.known_cells, cell);
        return is_premise ? earlier_[cell] : std::nullopt;
    }
    std::int64_t mark_of(Cell number) const { return position_.marks[number]; }

    Phrase single() const {
        const NumberClue& clue = clues_[0];
        if (!mines_.empty()) {
            return {"single_mines", {{"number", number(clue)}, {"need", clue.need}, {"claims", claims()}}};
        }
        if (mark_of(clue.number) == 0)
            return {"single_zero", {{"number", number(clue)}, {"claims", claims()}}};
        return {"single_safe", {{"number", number(clue)}, {"found", clue.known_mines}, {"claims", claims()}}};
    }

    Phrase subset() const {
        const bool in_turn = clues_[0].cells.size() <= clues_[1].cells.size();
        const NumberClue& inner = clues_[in_turn ? 0 : 1];
        const NumberClue& outer = clues_[in_turn ? 1 : 0];
        const Phrase has{inner.known_mines > 0 ? "more_mines" : "mines", {{"count", inner.need}}};
        return {"subset",
                {{"inner", number(inner)},
                 {"has", Phrases{has}},
                 {"outer", number(outer)},
                 {"rest", Phrases{mines_phrase(outer.need - inner.need)}},
                 {"cells", Phrases{cell_count_phrase(count_of(without(outer.cells, inner.cells)))}},
                 {"shown", mark_of(outer.number)},
                 {"claims", claims()}}};
    }

    // One number shares cells with the other. Either these hold so few mines that its other cells must be
    // mines, or so many that its other cells are safe.
    Phrase overlap() const {
        for (const bool in_turn : {true, false}) {
            const NumberClue& one = clues_[in_turn ? 0 : 1];
            const NumberClue& other = clues_[in_turn ? 1 : 0];
            const Cells part = both(one.cells, other.cells);
            const std::int64_t least =
                std::max<std::int64_t>(0, other.need - count_of(other.cells) + count_of(part));
            const std::int64_t most = std::min(count_of(part), other.need);
            const std::int64_t others = count_of(one.cells) - count_of(part);
            if (others <= 0) continue;
            const bool decides_more = !both(without(other.cells, part), claim_cells_).empty();
            if (one.need - most == others) {
                return {decides_more ? "overlap_needs_all" : "overlap_needs",
                        {{"because", because(number(other), part, amount(most, least, "at_most"))},
                         {"number", number(one)},
                         {"mines", Phrases{mines_phrase(others)}},
                         {"cells", Phrases{cell_count_phrase(others)}},
                         {"source", number(other)},
                         {"claims", claims()}}};
            }
            if (one.need == least && !decides_more) {
                return {"overlap_leaves_none",
                        {{"because", because(number(other), part, amount(least, most, "at_least"))},
                         {"number", number(one)},
                         {"claims", claims()}}};
            }
        }
        return chain();
    }

    static Phrases amount(std::int64_t bound, std::int64_t other, std::string_view which) {
        if (bound == other || bound == 0) return {mines_phrase(bound)};
        return {{which, {{"mines", Phrases{mines_phrase(bound)}}}}};
    }

    Phrases because(Phrases sources, const Cells& cells, Phrases mines) const {
        const Phrase holds{
            "holds", {{"count", count_of(cells)}, {"cells", names_of(cells)}, {"held", std::move(mines)}}};
        return {{"because", {{"sources", std::move(sources)}, {"holds", Phrases{holds}}}}};
    }

    Phrase chain() const {
        const std::vector<ChainStep> steps = steps_to(clues_, deduction_.claims);
        Phrases sentences;
        std::vector<std::size_t> last;
        for (const ChainStep& step : steps) {
            if (step.sources.empty()) continue;
            if (!step.decides()) {
                Phrases sources;
                for (const std::size_t source : step.sources)
                    sources.push_back(name_source(steps[source]));
                sentences.push_back(because(std::move(sources), step.cells, bounds(step))[0]);
                continue;
            }
            for (const std::size_t source : step.sources) {
                const bool is_number = steps[source].sources.empty();
                if (is_number && std::ranges::find(last, source) == last.end()) last.push_back(source);
            }
        }
        if (steps.empty() || sentences.size() > kMostStepsInWords) return together();
        if (last.empty()) return {"chain", {{"steps", std::move(sentences)}, {"claims", claims()}}};
        Phrases sources;
        for (const std::size_t source : last)
            sources.push_back(name_source(steps[source]));
        return {"chain_with_numbers",
                {{"steps", std::move(sentences)}, {"sources", std::move(sources)}, {"claims", claims()}}};
    }

    static Phrases bounds(const ChainStep& step) {
        if (step.least == step.most) return {mines_phrase(step.least)};
        Phrases bounds;
        if (step.least > 0) bounds.push_back({"at_least", {{"mines", Phrases{mines_phrase(step.least)}}}});
        if (step.most < count_of(step.cells))
            bounds.push_back({"at_most", {{"mines", Phrases{mines_phrase(step.most)}}}});
        return bounds;
    }

    // The name of a source: the number itself, or what the cells of an earlier step can hold.
    Phrase name_source(const ChainStep& step) const {
        if (step.number != kNoCell) return number_at(step.number);
        return {"what_cells_hold", {{"cells", names_of(step.cells)}}};
    }

    Phrase cases() const {
        if (deduction_.conflict == kNoCell) return together();
        const auto known_after_steps = [&](Cell cell) {
            const auto step = std::ranges::find(deduction_.steps, cell,
                                                [](const Trial::Step& each) { return each.claim.cell; });
            return step == deduction_.steps.end() ? earlier_[cell] : std::optional(step->claim.mine);
        };
        const NumberClue conflict = clue_of(position_, deduction_.conflict, known_after_steps);
        const Claim first = deduction_.steps[0].claim;
        Phrases conclusions;
        for (std::size_t i = 1; i < deduction_.steps.size(); ++i) {
            if (conclusions.size() == kMostStepsInWords) {
                conclusions.push_back({"more_certain"});
                break;
            }
            const Claim claim = deduction_.steps[i].claim;
            conclusions.push_back(
                {claim.mine ? "made_a_mine" : "made_safe", {{"cells", names_of({claim.cell})}}});
        }
        const Cells cell{first.cell};
        const Phrase fault{conflict.need < 0 ? "too_many_mines" : "too_few_mines",
                           {{"number", number(conflict)}}};
        return {"cases",
                {{"supposed", Phrases{cells_that_are(*position_.topology, cell, first.mine)}},
                 {"steps", std::move(conclusions)},
                 {"fault", Phrases{fault}},
                 {"claims", claims()}}};
    }

    Phrase mine_count() const {
        const std::int64_t left =
            position_.mines - earlier_.mines() - std::ranges::count(position_.marks, kExploded);
        if (clues_.empty())
            return {left == 0 ? "no_mine_left" : "as_many_mines_as_cells", {{"claims", claims()}}};
        if (mines_.empty()) {
            const Phrase all{"all_mines_left", {{"left", left}}};
            return {"needs_all", {{"numbers", numbers()}, {"mines", Phrases{all}}, {"claims", claims()}}};
        }
        std::int64_t needs = 0;
        for (const NumberClue& clue : clues_)
            needs += clue.need;
        return {"needs_only",
                {{"numbers", numbers()}, {"taken", needs}, {"left", left}, {"claims", claims()}}};
    }

    Phrase counting() const {
        const std::int64_t numbers = static_cast<std::int64_t>(clues_.size());
        if (!deduction_.premises.mine_count)
            return {"counting", {{"numbers", numbers}, {"claims", claims()}}};
        return {
            "counting_mines",
            {{"numbers", numbers}, {"mines", Phrases{mines_phrase(position_.mines)}}, {"claims", claims()}}};
    }

    // For deductions without a shorter explanation.
    Phrase together() const { return {"together", {{"numbers", numbers()}, {"claims", claims()}}}; }

    Phrases claims() const {
        Phrases claims;
        if (!safe_.empty()) claims.push_back(cells_that_are(*position_.topology, safe_, false));
        if (!mines_.empty()) claims.push_back(cells_that_are(*position_.topology, mines_, true));
        return claims;
    }

    Phrases numbers() const {
        Phrases numbers;
        for (const NumberClue& clue : clues_)
            numbers.push_back(number_at(clue.number));
        return numbers;
    }

    Phrases number(const NumberClue& clue) const { return {number_at(clue.number)}; }
    Phrase number_at(Cell cell) const {
        return {"number", {{"shown", mark_of(cell)}, {"cells", names_of({cell})}}};
    }
    Phrases names_of(const Cells& cells) const { return {name_cells(*position_.topology, cells)}; }

    const Position& position_;
    const EarlierDecisions& earlier_;
    const Deduction& deduction_;
    std::vector<NumberClue> clues_;
    Cells safe_;
    Cells mines_;
    Cells claim_cells_;
};

}  // namespace

Phrase name_cells(const Topology& topology, std::span<const Cell> cells) {
    const auto first_cells = cells.first(std::min(cells.size(), kMostNames));
    Phrases parts;
    if (topology.kind() != Topology::Kind::graph && topology.shape().size() == 2) {
        parts = name_rows(first_cells, topology.shape()[1]);
    } else if (topology.kind() == Topology::Kind::graph) {
        parts = {{"numbered_cells",
                  {{"cells", std::vector<std::int64_t>(first_cells.begin(), first_cells.end())}}}};
    } else {
        Phrases points;
        for (const Cell cell : first_cells)
            points.push_back({"point", {{"coordinates", in_brackets(coordinates_of(topology, cell))}}});
        parts = {{"numbered_cells", {{"cells", std::move(points)}}}};
    }
    const auto more = static_cast<std::int64_t>(cells.size() - first_cells.size());
    if (more > 0) parts.push_back({"more_cells", {{"count", more}}});
    return {"cells", {{"parts", std::move(parts)}}};
}

Phrase cells_that_are(const Topology& topology, std::span<const Cell> cells, bool mines) {
    return {mines ? "are_mines" : "are_safe",
            {{"count", static_cast<std::int64_t>(cells.size())},
             {"cells", Phrases{name_cells(topology, cells)}}}};
}

Phrase sentence_of(const Position& position, const EarlierDecisions& earlier, const Deduction& deduction) {
    return DeductionSentence(position, earlier, deduction).sentence();
}

}  // namespace sapper

#include "knowledge/hints.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "knowledge/patterns.hpp"
#include "knowledge/sentences.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostSupport = 2;

class HintTeller {
  public:
    HintTeller(const Position& position, const Explanation& explanation)
        : position_(position),
          deductions_(explanation.deductions),
          complete_(explanation.complete),
          found_(position.marks.size()),
          source_(position.marks.size(), 0) {}

    ToldExplanation tell(const Limits& limits) {
        ToldExplanation told;
        for (std::size_t i = 0; i < deductions_.size(); ++i) {
            if (limits.poll) limits.poll();
            const Deduction& deduction = deductions_[i];
            told.deductions.push_back({pattern_of(position_, found_, deduction),
                                       sentence_of(position_, found_, deduction),
                                       support_of(i),
                                       {}});
            for (const Claim claim : deduction.claims) {
                found_.learn(claim);
                source_[claim.cell] = i;
            }
        }
        for (std::size_t i = 0; i < deductions_.size(); ++i)
            told.deductions[i].explanation = explanation_of(i, told.deductions);
        told.in_turn = in_turn();
        told.conclusion = {complete_ ? "all_that_follows" : "all_that_was_found"};
        return told;
    }

  private:
    bool flagged(Cell cell) const { return position_.marks[cell] == kFlag; }

    // The given cells of a deduction that the player has not marked: safe cells, and mines without a flag.
    Cells unmarked(std::size_t place) const {
        Cells cells;
        std::ranges::copy_if(deductions_[place].premises.given, std::back_inserter(cells),
                             [&](Cell cell) { return !(flagged(cell) && found_[cell] == true); });
        return cells;
    }

    std::vector<std::size_t> support_of(std::size_t place) const {
        std::set<std::size_t> needed;
        std::vector<std::size_t> waiting{place};
        while (!waiting.empty()) {
            const std::size_t next = waiting.back();
            waiting.pop_back();
            for (const Cell cell : unmarked(next)) {
                if (needed.insert(source_[cell]).second) waiting.push_back(source_[cell]);
            }
            if (needed.size() > kMostSupport) return {};
        }
        return {needed.begin(), needed.end()};
    }

    std::optional<Phrase> explanation_of(std::size_t place, const std::vector<ToldDeduction>& told) const {
        std::vector<Phrase> sentences;
        const Cells unseen = unmarked(place);
        if (!unseen.empty() && told[place].support.empty())
            sentences.push_back({"simpler", {{"known", known(unseen)}}});
        for (const std::size_t earlier : told[place].support)
            sentences.push_back(told[earlier].sentence);
        sentences.push_back(told[place].sentence);
        for (std::size_t i = 1; i < sentences.size(); ++i)
            sentences[i] = {"then", {{"sentence", std::vector<Phrase>{std::move(sentences[i])}}}};
        Cells wrong;
        for (const Claim claim : deductions_[place].claims) {
            if (!claim.mine && flagged(claim.cell)) wrong.push_back(claim.cell);
        }
        if (!wrong.empty()) {
            sentences.push_back({"wrong_flags",
                                 {{"count", static_cast<std::int64_t>(wrong.size())},
                                  {"cells", std::vector<Phrase>{cells_named(*position_.topology, wrong)}}}});
        }
        if (sentences.size() == 1) return std::nullopt;
        return Phrase{"sentences", {{"sentences", std::move(sentences)}}};
    }

    std::vector<Phrase> known(const Cells& cells) const {
        std::vector<Phrase> clauses;
        for (const bool mines : {true, false}) {
            Cells of_kind;
            std::ranges::copy_if(cells, std::back_inserter(of_kind),
                                 [&](Cell cell) { return found_[cell] == mines; });
            if (!of_kind.empty()) clauses.push_back(cells_that_are(*position_.topology, of_kind, mines));
        }
        return clauses;
    }

    std::vector<std::size_t> in_turn() const {
        using Turn = std::tuple<bool, Difficulty, std::size_t, std::size_t>;
        std::vector<Turn> turns;
        for (std::size_t i = 0; i < deductions_.size(); ++i) {
            const std::vector<Claim>& claims = deductions_[i].claims;
            const bool only_mines = std::ranges::all_of(claims, &Claim::mine);
            const bool is_news =
                std::ranges::any_of(claims, [&](Claim claim) { return !flagged(claim.cell); });
            if (!only_mines || is_news)
                turns.emplace_back(only_mines, deductions_[i].difficulty, unmarked(i).size(), i);
        }
        std::ranges::sort(turns);
        std::vector<std::size_t> places;
        for (const Turn& turn : turns)
            places.push_back(std::get<3>(turn));
        return places;
    }

    const Position& position_;
    const std::vector<Deduction>& deductions_;
    bool complete_;
    KnownCells found_;
    std::vector<std::size_t> source_;  // the deduction that found each cell
};

}  // namespace

ToldExplanation tell(const Position& position, const Explanation& explanation, const Limits& limits) {
    return HintTeller(position, explanation).tell(limits);
}

}  // namespace sapper

#include "minefields/puzzle.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "board/game.hpp"
#include "board/position.hpp"
#include "deduction/explainer.hpp"
#include "inference/analysis.hpp"
#include "util/random.hpp"

namespace sapper {

namespace {

// A minefield whose numbers are taken away one after the other.
class Digging {
  public:
    Digging(const PuzzleOrder& order, const std::vector<std::uint8_t>& mine_bytes, const Limits& limits)
        : order_(order), limits_(limits), marks_(mine_bytes.size(), kHidden) {
        for (std::size_t cell = 0; cell < mine_bytes.size(); ++cell) {
            if (mine_bytes[cell] != 0) continue;
            Mark number = 0;
            for (const Cell near : order.topology->neighbours(static_cast<Cell>(cell)))
                number = static_cast<Mark>(number + mine_bytes[near]);
            marks_[cell] = number;
        }
    }

    // Whether the numbers prove every hidden cell by the rules that are allowed. Most numbers that are needed
    // already fail the first test, which is quick.
    bool is_solved() const {
        const bool is_certain =
            std::ranges::none_of(analyse(position(), false, limits_).verdicts,
                                 [](Verdict verdict) { return verdict == Verdict::uncertain; });
        if (!is_certain) return false;
        return order_.terms.hardest == Difficulty::counting || rating().first <= order_.terms.hardest;
    }

    void take_numbers(std::uint64_t game) {
        std::vector<Cell> clues;
        for (std::size_t cell = 0; cell < marks_.size(); ++cell) {
            if (marks_[cell] != kHidden) clues.push_back(static_cast<Cell>(cell));
        }
        std::size_t left = clues.size();
        Random(order_.seed, game, Stream::puzzle).shuffle(clues);
        for (const Cell cell : clues) {
            if (left <= order_.least_numbers) return;
            const Mark number = std::exchange(marks_[cell], kHidden);
            if (is_solved())
                --left;
            else
                marks_[cell] = number;
        }
    }

    // The hardest rule that it takes, and the number of deductions.
    std::pair<Difficulty, std::size_t> rating() const {
        const std::vector<Deduction> steps =
            explain(position(), limits_, kMostLooks, order_.terms.mine_count).deductions;
        return {steps.empty() ? Difficulty::single : steps.back().difficulty, steps.size()};
    }

    std::vector<Mark> marks() const { return marks_; }

  private:
    Position position() const {
        const MineClaim claim = order_.terms.mine_count ? MineClaim(order_.mines) : MineClaim();
        return position_of_claim(order_.topology, marks_, claim);
    }

    const PuzzleOrder& order_;
    const Limits& limits_;
    std::vector<Mark> marks_;
};

}  // namespace

std::optional<Puzzle> make_puzzle(const PuzzleOrder& order, const Limits& limits) {
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - order.first_game;
    for (std::uint64_t tries = 0; tries < kMostMinefields && tries <= most; ++tries) {
        const std::uint64_t number = order.first_game + tries;
        Game game(order.topology, order.mines, {.first_click = FirstClick::any}, order.seed, number);
        game.act({Action::Kind::open, 0});
        std::vector<std::uint8_t> mine_bytes = game.minefield()->bytes();
        Digging digging(order, mine_bytes, limits);
        if (!digging.is_solved()) continue;
        digging.take_numbers(number);
        const auto [hardest, steps] = digging.rating();
        return Puzzle{digging.marks(), std::move(mine_bytes), hardest, steps, number};
    }
    return std::nullopt;
}

std::string no_puzzle_text(const Terms& terms) {
    const std::string rule(difficulties()[static_cast<std::size_t>(terms.hardest)].name);
    return "of " + std::to_string(kMostMinefields) + " minefields none can be proved by '" + rule + "'" +
           (terms.mine_count ? "" : " without the mine count") +
           ", even with all its numbers: allow a harder rule, or take fewer mines";
}

}  // namespace sapper

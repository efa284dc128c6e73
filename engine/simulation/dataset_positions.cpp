#include "simulation/dataset_positions.hpp"

#include <algorithm>
#include <utility>

#include "util/lists.hpp"

namespace sapper {

Positions::Positions(std::shared_ptr<const Topology> topology, std::uint32_t mines, std::uint32_t every,
                     bool grade, Limits limits)
    : every_(every),
      grade_(grade),
      difficulty_of_(topology, mines),
      inference_(topology, mines, std::move(limits)),
      verdicts_(topology->size()) {}

void Positions::begin(std::uint64_t number) {
    number_ = number;
    move_ = 0;
    inference_.reset();
    marks_before_.assign(verdicts_.size(), kHidden);
}

void Positions::add(const Game& game, const Choice& choice) {
    if (game.is_fresh() || choice.cells.empty()) return;
    const std::uint32_t move = move_++;
    if ((number_ + move) % every_ != 0) return;
    follow(game.marks());
    games.push_back(number_);
    moves.push_back(move);
    append(marks, game.marks());
    answer();
    exact.push_back(inference_.exact());
    choices.push_back(choice.cells.front());
    exploded.push_back(game.minefield()->bytes()[choice.cells.front()]);
    win_probability.push_back(choice.proven.win_probability);
    if (!grade_) return;
    const auto difficulty = difficulty_of_(game.marks(), {safe_counts.back(), mine_counts.back()});
    difficulties.push_back(difficulty ? static_cast<std::uint8_t>(*difficulty) : kNoDifficulty);
}

void Positions::end(Status status) {
    outcomes.resize(games.size(), status);
}

// Tells the inference which cells are open since the position before.
void Positions::follow(const std::vector<Mark>& marks) {
    changes_.clear();
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        if (marks[cell] != marks_before_[cell]) changes_.push_back(cell);
    }
    marks_before_ = marks;
    inference_.follow(changes_, marks);
}

void Positions::answer() {
    const std::size_t cells = verdicts_.size(), begin = mine_probability.size();
    mine_probability.resize(begin + cells);
    inference_.about_all(verdicts_, std::span(mine_probability).subspan(begin, cells));
    safe_counts.push_back(add_cells(Verdict::safe, safe));
    mine_counts.push_back(add_cells(Verdict::mine, mine_cells));
}

// Returns the number of cells with the verdict.
std::uint32_t Positions::add_cells(Verdict verdict, std::vector<Cell>& cells) const {
    const std::size_t before = cells.size();
    for (Cell cell = 0; cell < verdicts_.size(); ++cell) {
        if (verdicts_[cell] == verdict) cells.push_back(cell);
    }
    return static_cast<std::uint32_t>(cells.size() - before);
}

}  // namespace sapper

// Exact inference on one changing position: cells are opened one by one, and changes can be taken back. Only
// the components that a change touches are counted again. Every answer is the same to the bit as after load()
// of the same position. Answers are computed on demand.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "inference/constraints.hpp"
#include "inference/frontier.hpp"
#include "inference/probabilities.hpp"
#include "util/limits.hpp"

namespace sapper {

enum class Verdict : std::uint8_t { revealed, uncertain, safe, mine };

class Inference {
  public:
    // Begins with every cell hidden.
    Inference(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits = {});

    // Replaces the poll of the limits.
    void set_poll(std::function<void()> poll) { limits_.poll = std::move(poll); }

    // Starts over from a position, with its prior over mine counts if it has one. Throws
    // std::invalid_argument unless its topology is the same. With `subset`, a number outside it has no
    // effect: its cell is only open.
    void load(const Position& position, bool trust_flags = false, const std::vector<bool>* subset = nullptr);
    // Starts over with every cell hidden. Cheaper than loading such a position.
    void reset();
    // Reveals hidden cells, each listed once, with the numbers they show. Throws std::domain_error if the
    // position was already contradictory.
    void reveal(std::span<const Cell> cells, std::span<const Mark> numbers);
    void reveal(Cell cell, Mark number) { reveal({&cell, 1}, {&number, 1}); }
    void explode(Cell cell);
    // Learns what changed cells, each listed once, show now: numbers and exploded mines.
    void follow(std::span<const Cell> changes, std::span<const Mark> marks);
    // Learns that hidden cells, each listed once, are open without a number. Throws what reveal() throws.
    void open(std::span<const Cell> cells);
    // Learns everything new that the rules report. Since the last reset() nothing else may have changed the
    // position. Not allowed after push().
    void learn(TrivialRules& rules);
    // pop() takes back everything since the last push(). push() throws what reveal() throws.
    void push();
    void pop();
    std::size_t depth() const { return depth_; }

    // Everything below may throw BudgetExceeded and whatever the limits' poll throws, and can then be called
    // again.

    // Whether any configuration fits. If none does, only suspects() may be called.
    bool possible();
    // Throws std::domain_error if no configuration fits.
    void check_possible();
    // Numbers that contradict each other. Empty if only the mine count contradicts them.
    std::vector<Cell> suspects() const;

    struct Answer {
        Verdict verdict;
        // NaN where revealed; 0 or 1 exactly where certain. NaN elsewhere if nothing is believed about the
        // mine count.
        double mine_probability;
        double error = 0;  // half of the 95 % interval of an estimate
    };
    Answer about(Cell cell);
    // Writes the answers of all cells, by cell.
    void about_all(std::span<Verdict> verdicts, std::span<double> mine_probability);
    // The errors of the answers of all cells, by cell. None if exact(): only estimates, which take much
    // longer, should pay for them.
    std::vector<double> errors();
    // Some hidden cells that are certainly safe, each once. Empty only if there are none. Costs nothing if
    // the trivial rules know one, and little if two numbers prove one. Valid until the next call.
    std::span<const Cell> safe_cells();
    // A certainly safe cell if there is one. Otherwise the first hidden cell of least mine probability, or
    // kNoCell if no cell can be safe. The cost depends on the components that changed and those whose number
    // of mines varies, not on the board.
    CellRisk safest();
    // The same as safest(), except that of several certainly safe cells it returns the first. `verdicts` are
    // from about_all().
    CellRisk first_safest(std::span<const Verdict> verdicts);
    // The probabilities that a hidden cell is safe and shows 0, 1, ... when opened; zero exactly where
    // impossible. Costs a few times as much as counting the components around the cell. Throws BudgetExceeded
    // unless exact().
    std::vector<double> outcomes(Cell cell);
    // The natural logarithm of the number of configurations.
    double log_configurations();
    // False if some component is too large to count. Probabilities and the logarithm are then estimates.
    // Cells with a certain verdict are still certain, but not all certain cells are found.
    bool exact();
    double log_configurations_error();
    // The mine probability of each sea cell; 1 without a sea.
    double sea_risk() {
        update();
        return sea() > 0 ? probabilities_.sea().risk() : 1;
    }
    // Calls visit(placement, sweep) for every component.
    template <typename Visit>
    void for_each_component(Visit visit) {
        update();
        for (std::uint32_t id : frontier_.parts())
            visit(frontier_.part(id).placement, *frontier_.part(id).sweep);
    }
    // Calls visit(cells, mine probability) for every group of the frontier.
    template <typename Visit>
    void for_each_frontier_group(Visit visit) {
        update();
        for (std::uint32_t id : frontier_.parts()) {
            Frontier::Part& part = frontier_.part(id);
            const std::vector<Marginal>& marginals = marginals_of(part);
            for (std::size_t group = 0; group < marginals.size(); ++group)
                visit(part.placement.cells_of(group), marginals[group].risk());
        }
    }

    // The factors of the number of configurations: the components, the sea cells, and the mines that both
    // share.
    std::vector<std::shared_ptr<const Sweep>> sweeps();
    // After sweeps(), for a frontier cell: the index of its sweep and its group there.
    std::pair<std::size_t, std::size_t> place_of(Cell cell) const {
        return {frontier_.part(frontier_.part_of(cell)).index, frontier_.group_of(cell)};
    }
    std::size_t sea() const { return constraints_.sea_cells(); }
    std::int64_t mines_for_undecided() const {
        return static_cast<std::int64_t>(mines_) - static_cast<std::int64_t>(constraints_.known_mines());
    }
    const Constraints& constraints() const { return constraints_; }

  private:
    // A product of ways that may exceed any double: mantissa times 2^exponent.
    struct ScaledNumber {
        double mantissa = 1;
        std::int64_t exponent = 0;
    };

    void start_over();
    void update();
    void find_probabilities();
    void update_frontier(Frontier::Until until = Frontier::Until::end);
    void check_consistent() const;
    void search_pairs();
    bool has_proved_safe();
    void count_safe();
    void add_safe_groups(const Frontier::Part& part);
    Cell first_sea_cell();
    void seek_sea(std::size_t steps);
    const std::vector<Marginal>& marginals_of(Frontier::Part& part) {
        return probabilities_.of(part, limits_);
    }
    Answer beyond_frontier(Constraints::CellState state);
    Answer answer_of(const Marginal& marginal, double error) const;
    // Whether nothing is believed about the mine count, so that only certain cells have a probability.
    bool lacks_chances() const { return prior_ != nullptr && prior_->kind == MinePrior::Kind::none; }
    void touch_trees();
    const ScaledNumber& fixed_ways();

    std::uint32_t mines_;
    std::shared_ptr<const MinePrior> prior_;  // in place of `mines_`, if the position has one
    std::size_t depth_ = 0;
    Limits limits_;
    Constraints constraints_;
    Frontier frontier_;
    Pairs pairs_;
    std::vector<Cell> new_cells_;    // scratch of follow()
    std::vector<Mark> new_numbers_;  // of these cells
    std::vector<Cell> proved_safe_;  // by pairs and components; some are open by now
    bool current_ = false;           // whether the probabilities match the constraints
    Probabilities probabilities_;
    // Scratch of about_all(). It is no local variable, because GCC turns a loop over one into slower code.
    std::array<Answer, Constraints::kCellStates> by_state_{};
    Safest safest_;
    SegmentTree<ScaledNumber> fixed_ways_;  // per bucket of the frontier
    Cell sea_from_ = 0;                     // no sea cell comes before this one
    std::vector<Cell> sea_from_before_;     // its value at each push
};

}  // namespace sapper

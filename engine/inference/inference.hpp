// Exact inference on one position that changes: cells are opened one by one, changes are taken back, and
// questions are answered from what is known now. Only components that a change touches are counted again, yet
// every answer is the same to the last bit as that of a fresh start from the same position. Answers are
// computed when asked.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "inference/components/frontier.hpp"
#include "inference/constraints/constraints.hpp"
#include "inference/constraints/pairs.hpp"
#include "inference/guess.hpp"
#include "inference/probabilities.hpp"
#include "inference/safest.hpp"
#include "util/limits.hpp"
#include "util/segment_tree.hpp"

namespace sapper {

enum class Verdict : std::uint8_t { revealed, uncertain, safe, mine };

class Inference {
  public:
    // A board of which nothing is known but its number of mines.
    Inference(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits = {});

    // Changes the limits' poll, for all that follows.
    void set_poll(std::function<void()> poll) { limits_.poll = std::move(poll); }

    // Starts over from a position on the same topology. Throws std::invalid_argument for one on another.
    void load(const Position& position, bool trust_flags = false);
    // Starts over from a board of which nothing is known: cheaper than loading such a position.
    void reset();
    // Hidden cells, each once, and the numbers they show. Throws std::domain_error when what was learnt
    // before is already contradictory.
    void reveal(std::span<const Cell> cells, std::span<const Mark> numbers);
    void reveal(Cell cell, Mark number) { reveal({&cell, 1}, {&number, 1}); }
    void explode(Cell cell);
    // All that is new to the rules, which are the only ones to tell anything since a reset(). Not after a
    // push().
    void learn(TrivialRules& rules);
    // pop() takes back everything since the last push(), which throws like reveal().
    void push();
    void pop();
    std::size_t depth() const { return depth_; }

    // All below may throw BudgetExceeded or what the limits' poll throws, and can then be asked again.

    // Whether any configuration fits. When none does, nothing but suspects() may be asked.
    bool possible();
    // Throws std::domain_error when none does.
    void check_possible();
    // Numbers that contradict each other; empty when only the mine count is against them.
    std::vector<Cell> suspects() const;

    struct Answer {
        Verdict verdict;
        double mine_probability;  // NaN where revealed; exactly 0 or 1 where certain and only there
        double error = 0;         // of an estimate: the truth is within this 95 times in 100
    };
    Answer about(Cell cell);
    // The answers about all cells, one after another.
    struct Answers {
        std::span<Verdict> verdicts;
        std::span<double> mine_probability;
        std::span<double> error;

        void set(Cell cell, const Answer& answer) const {
            verdicts[cell] = answer.verdict;
            mine_probability[cell] = answer.mine_probability;
            error[cell] = answer.error;
        }
    };
    void about_all(const Answers& answers);
    // Hidden cells that are certainly safe; some of them, and none only if there are none. Costs nothing
    // where the trivial rules know any, and little where two numbers prove one. Each cell is listed once.
    // Valid until anything else is asked or told.
    std::span<const Cell> safe_cells();
    // The hidden cell of least mine probability, the first of those equal to twelve digits; kNoCell when no
    // cell can be safe. Costs the components that changed and those whose number of mines is not certain, not
    // the board.
    Guess safest();
    // How likely a hidden cell is to be safe and to show 0, 1, ... when opened; zero exactly where it cannot.
    // Costs a few times what counting the components around it does. Throws BudgetExceeded unless exact().
    std::vector<double> outcomes(Cell cell);
    // Natural logarithm of the number of configurations.
    double log_configurations();
    // False when some component is too large to count. Probabilities and the logarithm are then estimates;
    // what is called certain still is, but not everything that is certain is found.
    bool exact();
    double log_configurations_error();
    // The mine probability of any one sea cell; 1 without a sea.
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

    // The factors of the number of configurations: components, sea cells, and the mines for both together.
    std::vector<std::shared_ptr<const Sweep>> sweeps();
    // Of a frontier cell, after sweeps(): where its sweep is among them, and its group there.
    std::pair<std::size_t, std::size_t> place_of(Cell cell) const {
        return {frontier_.part(frontier_.part_of(cell)).index, frontier_.group_of(cell)};
    }
    std::size_t sea() const { return constraints_.undecided_cells() - constraints_.frontier_cells(); }
    std::int64_t mines_for_undecided() const {
        return static_cast<std::int64_t>(mines_) - static_cast<std::int64_t>(constraints_.known_mines());
    }
    const Constraints& constraints() const { return constraints_; }

  private:
    // A product of ways, which no double could hold: mantissa times 2^exponent.
    struct Scaled {
        double mantissa = 1;
        std::int64_t exponent = 0;
    };

    void start_over();
    void update();
    void update_frontier(Frontier::Until until = Frontier::Until::done);
    void check_consistent() const;
    void search_pairs();
    bool has_found_safe();
    void count_safe();
    void add_safe_groups(const Frontier::Part& part);
    bool is_sea(Cell cell) const { return constraints_.undecided(cell) && !constraints_.in_frontier(cell); }
    Cell first_sea_cell();
    void seek_sea(std::size_t steps);
    const std::vector<Marginal>& marginals_of(Frontier::Part& part) {
        return probabilities_.of(part, limits_);
    }
    static Answer answer_of(const Marginal& marginal, double error);
    void touch_trees();
    const Scaled& fixed_ways();

    std::uint32_t mines_;
    std::size_t depth_ = 0;
    Limits limits_;
    Constraints constraints_;
    Frontier frontier_;
    Pairs pairs_;
    std::vector<Cell> found_safe_;  // by pairs and components; some are open by now
    bool current_ = false;          // whether the probabilities are those of the constraints
    Probabilities probabilities_;
    Safest safest_;
    SegmentTree<Scaled> fixed_ways_;     // per bucket of the frontier
    Cell sea_from_ = 0;                  // no sea cell comes before
    std::vector<Cell> sea_from_before_;  // at each push
};

}  // namespace sapper

// The inference levels by name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "board/position.hpp"
#include "deduction/known_sets.hpp"
#include "inference/inference.hpp"
#include "util/limits.hpp"
#include "util/lists.hpp"

namespace sapper {

// The levels, the weakest first. Each finds everything that those before it find. Only on graphs with
// thousands of numbers around few cells a rule may miss something, because of the limits of Items.
std::span<const Entry> levels();

// A level for games and positions on this board. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Level> make_level(std::string_view name, std::shared_ptr<const Topology> topology,
                                  std::uint32_t mines);

// The strongest inference level: a cell is safe, or a mine, if it is so in every configuration. May throw
// BudgetExceeded if counting takes too much, and can then be called again.
class ExactLevel final : public Level {
  public:
    ExactLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits = {});

    void begin(std::span<const Mark> marks) override;
    void follow(std::span<const Mark> marks, std::span<const Cell> changes) override;
    std::span<const Cell> safe() override;
    bool is_mine(Cell cell) const override { return verdicts_[cell] == Verdict::mine; }
    // The items are the numbers with undecided neighbours.
    void for_each_item(const std::function<void(const Item&)>& visit) const override;

    void set_poll(std::function<void()> poll) override { inference_.set_poll(std::move(poll)); }

    // The probabilities behind the verdicts.
    Inference& inference() { return inference_; }

  private:
    std::shared_ptr<const Topology> topology_;
    std::uint32_t mines_;
    Inference inference_;
    std::vector<Verdict> verdicts_;
    std::vector<Cell> hidden_cells_;
    std::vector<Cell> safe_;
    bool current_ = false;
};

// The difficulty for a person to see that cells are certain. The difficulties are the rules of the hints, the
// easiest first. Each covers what follows by repeated use of its rule and the easier ones. The last covers
// everything that is certain. The difficulty of a position is the hardest rule that some certain cell needs.

enum class Difficulty : std::uint8_t {
    single,      // one number and the known cells around it
    subset,      // two numbers: the undecided cells of one are a subset of the other's
    overlap,     // two numbers that share cells: bounds on the mines among those
    chain,       // a third number joins what two numbers say about some cells, and so on
    cases,       // suppose a cell is a mine, or safe: single numbers then lead to a contradiction
    mine_count,  // numbers that share no cells take all remaining mines, or all remaining safe cells
    counting     // anything else
};

// The names and summaries, in the order of the difficulties.
std::span<const Entry> difficulties();
// The difficulty of this name. Throws std::invalid_argument for an unknown name.
Difficulty find_difficulty(std::string_view name);

// A level that concludes exactly what the rules up to this one prove. Up to `chain`, a move costs time
// proportional to what it changes. `cases` and `mine_count` look at the whole frontier at every move.
// `counting` is the exact level, which always uses the mine count.
std::unique_ptr<Level> level_up_to(Difficulty hardest, std::shared_ptr<const Topology> topology,
                                   std::uint32_t mines);

// The numbers of certain cells of a position.
struct CertainCounts {
    std::size_t safe = 0;
    std::size_t mines = 0;
    bool operator==(const CertainCounts&) const = default;
};

// Finds the difficulty of many positions on the same board. Makes each level once.
class DifficultyFinder {
  public:
    DifficultyFinder(std::shared_ptr<const Topology> topology, std::uint32_t mines)
        : topology_(std::move(topology)), mines_(mines) {}

    // The hardest rule that is needed to find all certain cells, `all` of them. Nothing if there are none.
    std::optional<Difficulty> operator()(std::span<const Mark> marks, const CertainCounts& all);

  private:
    std::shared_ptr<const Topology> topology_;
    std::uint32_t mines_;
    std::vector<std::unique_ptr<Level>> levels_;  // up to each rule, made at its first use
};

// The hardest rule that is needed to find all certain cells of a position. Nothing if no cell is certain.
// Throws what exact inference throws.
std::optional<Difficulty> difficulty_of(const Position& position, const Limits& limits = {});

}  // namespace sapper

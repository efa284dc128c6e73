// GameTree for at most 64 configurations. A set of them is one word, which a guess splits with a few
// operations. It need not know which cells are open: an open cell cannot distinguish the configurations of a
// set.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

class GameTree64 {
  public:
    using Mask = std::uint64_t;  // of cells
    using Set = std::uint64_t;   // of configurations
    static constexpr std::size_t kMost = 64;

    struct Value {
        std::uint64_t wins;
        std::uint32_t cell;  // kNone if no cell tells anything
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    // Takes the configurations, and the cells whose mines each cell counts, as GameTree::prepare().
    void prepare(std::span<const Mask> configurations, std::span<const Mask> neighbours, Mask cells);

    struct Limits {
        std::uint64_t nodes = UINT64_MAX;
        std::size_t breadth = SIZE_MAX;  // as in TreeLimits
    };
    // The number of configurations in which perfect play wins. If it is not above `floor`, it is only an
    // upper bound.
    std::uint64_t value(std::uint64_t floor, const Limits& limits);
    // The wins and the guess to make, if no safe cell distinguishes the configurations.
    Value guess(const Limits& limits);

    // The nodes of the last call. If they exceed the limit, it stopped.
    std::uint64_t nodes() const { return nodes_; }

  private:
    using TellingCells = std::uint64_t;  // a set of cells_
    // A cell that can show different numbers.
    struct CellOfTree {
        Set mined;
        // The place of its numbers in showing_: each is the set of configurations that show it.
        std::uint32_t first;
        std::uint32_t end;
        std::uint32_t cell;
    };
    // A first look at a set, without a search.
    struct Glance {
        std::uint32_t most;    // an upper bound on the wins
        std::uint32_t safe;    // a safe cell that distinguishes its configurations, or kNone
        TellingCells telling;  // the cells that may still distinguish some of them
    };
    struct Entry {
        Set set = 0;
        std::uint32_t generation = 0;
        std::uint16_t wins = 0;
        bool exact = false;  // otherwise an upper bound
    };
    static constexpr std::uint32_t kEntryBits = 12;

    Glance begin(const Limits& limits);
    void add(std::uint32_t cell, std::span<const Set> mined, Mask around);
    std::uint32_t outcomes(const CellOfTree& cell, Set set) const;
    Glance glance(Set set, TellingCells telling) const;
    std::uint32_t value_of_two(Set set, TellingCells telling) const;
    std::uint32_t value_of(Set set, const Glance& glance, std::uint32_t floor);
    std::uint32_t sum_outcomes(Set set, const CellOfTree& cell, TellingCells telling, std::uint32_t floor);
    Value guess_of(Set set, TellingCells telling, std::uint32_t floor, std::size_t breadth);
    Entry& entry(Set set);
    bool is_stopped() const { return nodes_ > limits_.nodes; }

    Set all_ = 0;
    std::vector<CellOfTree> cells_;
    std::vector<Set> showing_;
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kEntryBits);
    std::uint32_t generation_ = 0;  // counts the calls of prepare()
    std::uint64_t nodes_ = 0;
    Limits limits_;
};

}  // namespace sapper

// The exact value of a game whose configurations can be listed, and of a whole small board.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "board/minefield.hpp"
#include "board/topology.hpp"
#include "util/bits.hpp"

namespace sapper {

// GameTree for at most 64 configurations. A set of them is one word, which a guess splits with a few
// operations. It need not know which cells are open: an open cell cannot distinguish the configurations of a
// set.
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
        Set mine_set;
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
    void add(std::uint32_t cell, std::span<const Set> mine_set, Mask around);
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

// A table with a value for each position. The key of a position has a fixed number of bytes. The table stores
// and compares whole keys, so it is exact.
class PositionTable {
  public:
    struct Entry {
        std::uint64_t wins = 0;
        bool exact = false;  // otherwise an upper bound
        bool is_used = false;
    };

    void clear(std::size_t key_bytes) {
        key_bytes_ = key_bytes;
        keys_.clear();
        entries_.clear();
        // So a small search does not clear the memory of a large one.
        buckets_.assign(std::min(buckets_.size(), kMostClearBuckets), 0U);
    }

    // The entry of a key. A new entry is not used. Valid until the next call.
    Entry& operator[](std::span<const std::uint8_t> key) {
        if (2 * (entries_.size() + 1) > buckets_.size()) grow();
        std::size_t at = hash_of_bytes(key) & (buckets_.size() - 1);
        for (; buckets_[at] != 0; at = (at + 1) & (buckets_.size() - 1)) {
            if (std::ranges::equal(key_at(buckets_[at] - 1), key)) return entries_[buckets_[at] - 1];
        }
        keys_.insert(keys_.end(), key.begin(), key.end());
        entries_.emplace_back();
        buckets_[at] = static_cast<std::uint32_t>(entries_.size());
        return entries_.back();
    }

    std::size_t bytes() const {
        return keys_.capacity() + entries_.capacity() * sizeof(Entry) +
               buckets_.size() * sizeof(std::uint32_t);
    }

  private:
    static constexpr std::size_t kFirstBuckets = 64;
    static constexpr std::size_t kMostClearBuckets = 1024;

    std::span<const std::uint8_t> key_at(std::size_t entry) const {
        return std::span(keys_).subspan(entry * key_bytes_, key_bytes_);
    }

    static std::size_t hash_of_bytes(std::span<const std::uint8_t> key) {
        std::uint64_t hash = key.size();
        for (std::size_t i = 0; i < key.size(); i += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, key.data() + i, std::min<std::size_t>(8, key.size() - i));
            hash = mix(hash, word);
        }
        return static_cast<std::size_t>(hash);
    }

    void grow() {
        buckets_.assign(std::max(kFirstBuckets, 2 * buckets_.size()), 0U);
        for (std::uint32_t i = 0; i < entries_.size(); ++i) {
            std::size_t at = hash_of_bytes(key_at(i)) & (buckets_.size() - 1);
            while (buckets_[at] != 0)
                at = (at + 1) & (buckets_.size() - 1);
            buckets_[at] = i + 1;
        }
    }

    std::size_t key_bytes_ = 0;
    std::vector<std::uint8_t> keys_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> buckets_;  // 1 + entry, or 0
};

struct TreeLimits {
    std::uint64_t nodes = UINT64_MAX;
    // The cells to try for each guess after the first: the safest, and of equally safe ones those that can
    // show the most numbers. With fewer than all, the first guess is the best for a player who then guesses
    // like that, and its wins are at most those of perfect play.
    std::size_t breadth = SIZE_MAX;
    std::size_t bytes = std::size_t{1} << 30;  // for stored results
    std::function<void()> poll;  // the search calls it now and then; it may throw to stop the search
};

// Finds the exact value of a game whose configurations can be listed: in how many of them perfect play wins.
// A configuration is a set of mines among at most 64 cells, one bit each. All are equally likely and hold the
// same number of mines. The search opens certainly safe cells first, and dead cells only when all are dead:
// neither costs a win. It stores results by the state of every cell, and once for positions that a symmetry
// of the board makes equal. All calls until the next prepare() share the results. So these calls must use the
// same breadth, and their lists may differ only in which cells are safe from the start.
class GameTree {
  public:
    using Mask = std::uint64_t;
    static constexpr std::size_t kMaxCells = 64;

    struct Solution {
        std::uint64_t wins;    // among the configurations
        std::uint32_t cell;    // to open first
        std::uint64_t unsafe;  // configurations in which that cell is a mine
    };

    // neighbours[c] are the cells, among those of the configurations, whose mines the number on cell c
    // counts. A symmetry maps cell c to symmetries[i][c]; the identity may be missing. Forgets stored
    // results.
    void prepare(std::span<const Mask> neighbours,
                 std::span<const std::vector<std::uint8_t>> symmetries = {});

    // Solves a list of at least one configuration, with no cell open. Nothing if it reaches a limit.
    std::optional<Solution> solve(std::span<const Mask> configurations, const TreeLimits& limits);

    // The number of configurations that play wins if it opens this cell first. Nothing if it reaches a limit.
    std::optional<std::uint64_t> wins_after(std::uint32_t cell, std::span<const Mask> configurations,
                                            const TreeLimits& limits);

    std::uint64_t nodes() const { return nodes_; }

  private:
    struct Move {
        std::uint32_t cell;
        std::uint32_t outcomes;  // numbers it can show
    };
    // Configurations in stack_, from `first` on.
    struct Set {
        std::size_t first;
        std::size_t count;
    };
    // The cells that are a mine in some, and in all, configurations of a set.
    struct MineMasks {
        Mask some;
        Mask all;
    };
    struct Value {
        std::uint64_t wins;
        std::uint32_t cell;
    };

    Set begin(std::span<const Mask> configurations, const TreeLimits& limits);
    std::uint64_t value(Set set, Mask open, std::uint64_t floor);
    Value first_guess(Set all);
    std::uint64_t value_of_few(Set set, std::uint64_t floor);
    GameTree64::Limits limits_of_few() const;
    void count_nodes_of_few(Set set);
    std::uint64_t value_of_two(Mask one, Mask other) const;
    std::uint64_t most_wins(Set set, Mask open) const;
    Value guess(Set set, Mask open, std::uint64_t floor, std::size_t breadth);
    std::uint64_t sum_outcomes(Set set, std::uint32_t cell, Mask open, std::uint64_t floor);
    std::uint32_t outcomes(Set set, std::uint32_t cell) const;
    std::vector<Move> moves(Set set, Mask cells, Mask varying, std::size_t most) const;
    bool tells_apart(Set set, std::uint32_t cell) const;
    MineMasks mine_masks(Set set) const;
    void make_key(Set set, Mask open, Mask safe);
    bool count_node(Set set);

    std::span<const Mask> view(Set set) const { return std::span(stack_).subspan(set.first, set.count); }
    std::uint32_t number_on(std::uint32_t cell, Mask mines) const {
        return count_bits(mines & neighbours_[cell]);
    }

    std::vector<Mask> neighbours_;
    Mask cells_ = 0;
    std::vector<std::vector<std::uint8_t>> symmetries_;
    PositionTable table_;
    GameTree64 few_;
    std::vector<Mask> stack_;
    std::vector<std::uint8_t> shows_;
    std::vector<std::uint8_t> numbers_;
    std::vector<std::uint8_t> image_;
    std::vector<std::uint8_t> key_;
    TreeLimits limits_;
    std::uint64_t nodes_ = 0;
    std::uint64_t work_ = 0;  // since the last poll
    bool is_stopped_ = false;
};

// The error of a board with more cells than the search can take, or more configurations or positions than fit
// the memory.
class OptimumTooLarge : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct Optimum {
    std::uint64_t wins;            // won configurations
    std::uint64_t configurations;  // all minefields that the first click allows, equally likely
    Cell first_click;              // the first of the best cells
    std::uint64_t nodes;           // positions examined
};

// The highest chance to win a small board that any player can have, from the first click on. A search of the
// whole game tree makes it exact. For boards of up to 64 cells whose configurations can be listed. There must
// be fewer mines than cells. Throws OptimumTooLarge, and whatever the limits' poll throws.
Optimum optimum(const Topology& topology, std::uint32_t mines, FirstClick rule, const TreeLimits& limits);

}  // namespace sapper

// Random numbers that depend only on (seed, game, stream), from the counter-based generator Philox4x32-10.
// The key is the seed and the counter is (block, stream, game low, game high). Each block yields four words.
// So every game of every seed has its own sequences, and each can be generated without the others. The
// library promises the same numbers on every machine and in every version.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sapper {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

// One block of Philox4x32 with ten rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers, 2011).
PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key);

// The purposes of the numbers. To draw for one purpose never changes the numbers of another.
enum class Stream : std::uint32_t {
    minefield = 0,
    strategy = 1,
    metrics = 2,
    estimate = 3,
    adjustment = 4,
    actions = 5,
    evaluation = 6,
    rearrangement = 7,
    puzzle = 8
};

class Random {
  public:
    Random(std::uint64_t seed, std::uint64_t game, Stream stream);

    std::uint64_t seed() const { return std::uint64_t{key_[1]} << 32 | key_[0]; }
    std::uint64_t game() const { return std::uint64_t{counter_[3]} << 32 | counter_[2]; }

    // Draws any 32-bit word, each equally likely. The sequence repeats after 2^34 words.
    std::uint32_t next() {
        if (next_ == block_.size()) refill();
        return block_[next_++];
    }

    // Draws 0 to bound - 1, each equally likely. `bound` is at least 1. The result is the high word of next()
    // * bound. A few products would favour some results: those are drawn again (Lemire's rejection).
    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = std::uint64_t{next()} * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t surplus = (0U - bound) % bound;  // 2^32 mod bound
            while (static_cast<std::uint32_t>(product) < surplus)
                product = std::uint64_t{next()} * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // Draws one of the values, each equally likely. There must be one.
    template <typename T>
    T one_of(const std::vector<T>& values) {
        return values[below(static_cast<std::uint32_t>(values.size()))];
    }

    template <typename T>
    void shuffle(std::vector<T>& values) {
        for (auto left = static_cast<std::uint32_t>(values.size()); left > 1; --left)
            std::swap(values[left - 1], values[below(left)]);
    }

    // Draws from 0 to below 1, in steps of 2^-53.
    double unit() {
        const std::uint64_t high = next();
        return static_cast<double>((high << 32 | next()) >> 11) * 0x1p-53;
    }

  private:
    void refill();

    PhiloxKey key_;
    PhiloxCounter counter_;
    PhiloxCounter block_{};
    std::size_t next_ = block_.size();
};

// Draws one of several items with probability proportional to its weight.
template <typename T>
class WeightedChoice {
  public:
    void clear() { items_.clear(); }
    // Items without weight are never drawn.
    void add(T what, double weight) {
        if (!(weight > 0)) return;
        const double before = items_.empty() ? 0 : items_.back().end;
        items_.push_back({std::move(what), before + weight});
    }
    // At least one item must have weight.
    const T& draw(Random& random) const {
        const double target = random.unit() * items_.back().end;
        std::size_t i = 0;
        while (i + 1 < items_.size() && items_[i].end <= target)
            ++i;
        return items_[i].what;
    }

  private:
    struct Item {
        T what;
        double end;  // the sum of the weights up to and including this item
    };
    std::vector<Item> items_;
};

}  // namespace sapper

// The premiums of the places of a board as they change, and the first place of the highest. Places are
// gathered in blocks of 64, blocks in regions of 64; each knows its highest premium, and only those that
// changed are looked at again, so that a change costs the same on every board of ordinary size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sapper {

class Premiums {
  public:
    using Premium = std::int16_t;
    // Stays negative whatever is added on the way.
    static constexpr Premium kNever = -20000;

    // `size` places without a premium. Allocates only to grow.
    void reset(std::size_t size);

    // To set them, by place; `settle` has to be called before the first `add` or `best`.
    std::span<Premium> all() { return premiums_; }
    void settle();

    // Marks without asking whether it matters: that question has no predictable answer.
    void add(std::size_t place, Premium change) {
        premiums_[place] = static_cast<Premium>(premiums_[place] + change);
        is_stale_[place / kBlock] = 1;
        has_stale_[place / kRegion] = 1;
    }

    Premium operator[](std::size_t place) const { return premiums_[place]; }

    // The first place of the highest premium, or nothing when all are negative.
    std::optional<std::size_t> best();

  private:
    static constexpr std::size_t kBlock = 64;
    static constexpr std::size_t kRegion = kBlock * kBlock;

    void refresh();

    std::vector<Premium> premiums_;  // whole blocks
    std::vector<Premium> blocks_;    // the highest of each block; whole regions
    std::vector<Premium> regions_;
    std::vector<std::uint8_t> is_stale_;   // of blocks; whole regions
    std::vector<std::uint8_t> has_stale_;  // of regions
};

}  // namespace sapper

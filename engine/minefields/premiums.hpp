// Keeps the premiums of all places of a board as they change, and finds the first place with the highest. 64
// places form a block and 64 blocks a region. Each knows its highest premium, and only changed ones are
// examined again. So a change costs the same on every board of ordinary size.
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
    // Stays negative whatever is added to it.
    static constexpr Premium kNever = -20000;

    // Takes `size` places. Allocates only to grow.
    void reset(std::size_t size);

    // All premiums by place, to set them. Call settle() before the first add() or best().
    std::span<Premium> all() { return premiums_; }
    void settle();

    // Marks the block without a check whether its highest premium changes, because a branch would be
    // unpredictable.
    void add(std::size_t place, Premium change) {
        premiums_[place] = static_cast<Premium>(premiums_[place] + change);
        is_stale_[place / kBlock] = 1;
        has_stale_[place / kRegion] = 1;
    }

    Premium operator[](std::size_t place) const { return premiums_[place]; }

    // The first place with the highest premium. Nothing if all are negative.
    std::optional<std::size_t> best();

  private:
    static constexpr std::size_t kBlock = 64;
    static constexpr std::size_t kRegion = kBlock * kBlock;

    void refresh();

    std::vector<Premium> premiums_;  // padded to whole blocks
    std::vector<Premium> blocks_;    // the highest of each block; padded to whole regions
    std::vector<Premium> regions_;
    std::vector<std::uint8_t> is_stale_;   // of blocks; padded to whole regions
    std::vector<std::uint8_t> has_stale_;  // of regions
};

}  // namespace sapper

#include "minefields/premiums.hpp"

#include <algorithm>

#include "minefields/scan.hpp"

namespace sapper {

namespace {

using Premium = Premiums::Premium;

constexpr std::size_t kMany = 64;  // with a length known to the compiler these loops are a few instructions

Premium highest(const Premium* premiums) {
    Premium result = premiums[0];
    for (std::size_t i = 1; i < kMany; ++i)
        result = std::max(result, premiums[i]);
    return result;
}

// The first place of a premium, which must exist.
std::size_t first(const Premium* premiums, Premium premium) {
    auto result = static_cast<Premium>(kMany);
    for (std::size_t i = 0; i < kMany; ++i) {
        const auto here = static_cast<Premium>(premiums[i] == premium ? i : kMany);
        result = std::min(result, here);
    }
    return static_cast<std::size_t>(result);
}

std::size_t whole(std::size_t count, std::size_t unit) {
    return (count + unit - 1) / unit;
}

}  // namespace

void Premiums::reset(std::size_t size) {
    static_assert(kBlock == kMany);
    const std::size_t regions = whole(size, kRegion);
    premiums_.assign(whole(size, kBlock) * kBlock, kNever);
    blocks_.assign(regions * kBlock, kNever);
    regions_.assign(regions, kNever);
    is_stale_.assign(regions * kBlock, 0);
    has_stale_.assign(regions, 0);
}

void Premiums::settle() {
    for (std::size_t block = 0; block < premiums_.size() / kBlock; ++block)
        blocks_[block] = highest(&premiums_[block * kBlock]);
    for (std::size_t region = 0; region < regions_.size(); ++region)
        regions_[region] = highest(&blocks_[region * kBlock]);
}

void Premiums::refresh() {
    for (std::size_t region = 0; (region = find_byte(has_stale_, 1, region)) < has_stale_.size(); ++region) {
        const std::span<const std::uint8_t> flags(is_stale_.data(), (region + 1) * kBlock);
        for (std::size_t block = region * kBlock; (block = find_byte(flags, 1, block)) < flags.size();
             ++block) {
            blocks_[block] = highest(&premiums_[block * kBlock]);
            is_stale_[block] = 0;
        }
        regions_[region] = highest(&blocks_[region * kBlock]);
        has_stale_[region] = 0;
    }
}

std::optional<std::size_t> Premiums::best() {
    refresh();
    const auto highest_region = std::max_element(regions_.begin(), regions_.end());
    const Premium premium = *highest_region;
    if (premium < 0) return std::nullopt;
    const auto region = static_cast<std::size_t>(highest_region - regions_.begin());
    const std::size_t block = region * kBlock + first(&blocks_[region * kBlock], premium);
    return block * kBlock + first(&premiums_[block * kBlock], premium);
}

}  // namespace sapper

#include "minefields/chord_gains.hpp"

#include <algorithm>

#include "minefields/cell_scans.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t kNoOpening = UINT32_MAX;

}  // namespace

void Terrain::load(const Topology& topology, std::span<const std::uint8_t> mined) {
    topology_ = &topology;
    find_numbers(mined);
    find_openings();
    find_isolated();
}

// Marks all numbers as isolated. find_openings() then marks those around openings as borders.
void Terrain::find_numbers(std::span<const std::uint8_t> mined) {
    kinds_.assign(topology_->size(), zero);
    gains_.assign(topology_->size(), 0);
    std::uint8_t* const kinds = kinds_.data();
    std::int16_t* const gains = gains_.data();
    list_where(mined, 1, mines_);
    for (Cell cell : mines_) {
        each_neighbour(*topology_, cell, [kinds, gains](Cell other) {
            kinds[other] = isolated;
            --gains[other];
        });
    }
    for (Cell cell : mines_)
        kinds[cell] = mine;
}

void Terrain::find_openings() {
    opening_of_.resize(kinds_.size());
    last_opening_.assign(kinds_.size(), kNoOpening);
    zeros_.resize(kinds_.size() + 1);
    opening_ends_.clear();
    for (std::size_t cell = 0; (cell = find_byte(kinds_, zero, cell)) < kinds_.size(); ++cell) {
        if (last_opening_[cell] == kNoOpening) find_opening(static_cast<Cell>(cell));
    }
    for (Cell cell : std::span(opening_cells_.data(), opening_end())) {
        kinds_[cell] = kinds_[cell] == zero ? zero : border;
        ++gains_[cell];
    }
}

void Terrain::find_opening(Cell start) {
    const std::uint32_t opening = openings();
    const std::uint8_t* const kinds = kinds_.data();
    std::uint32_t* const last_opening = last_opening_.data();
    Cell* const zeros = zeros_.data();
    std::size_t end = opening_end();
    make_room(end + 1);
    zeros[0] = opening_cells_[end++] = start;
    last_opening[start] = opening;
    std::size_t zeros_end = 1;
    for (std::size_t next = 0; next < zeros_end; ++next) {
        opening_of_[zeros[next]] = opening;
        make_room(end + topology_->max_degree() + 1);
        Cell* const cells = opening_cells_.data();
        each_neighbour(*topology_, zeros[next], [&](Cell other) {
            const bool is_new = last_opening[other] != opening;
            last_opening[other] = opening;
            cells[end] = zeros[zeros_end] = other;
            end += is_new;
            zeros_end += is_new & (kinds[other] == zero);
        });
    }
    opening_ends_.push_back(end);
}

void Terrain::find_isolated() {
    list_where(kinds_, isolated, isolated_);
    std::int16_t* const gains = gains_.data();
    for (Cell cell : isolated_) {
        ++gains[cell];
        each_neighbour(*topology_, cell, [gains](Cell other) { ++gains[other]; });
    }
}

void Terrain::make_room(std::size_t opening_cells) {
    if (opening_cells_.size() < opening_cells) opening_cells_.resize(2 * opening_cells);
}

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

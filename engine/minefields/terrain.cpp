#include "minefields/terrain.hpp"

#include "minefields/scan.hpp"

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
    seen_by_.assign(kinds_.size(), kNoOpening);
    zeros_.resize(kinds_.size() + 1);
    opening_ends_.clear();
    for (std::size_t cell = 0; (cell = find_byte(kinds_, zero, cell)) < kinds_.size(); ++cell) {
        if (seen_by_[cell] == kNoOpening) find_opening(static_cast<Cell>(cell));
    }
    for (Cell cell : std::span(opening_cells_.data(), opening_end())) {
        kinds_[cell] = kinds_[cell] == zero ? zero : border;
        ++gains_[cell];
    }
}

void Terrain::find_opening(Cell start) {
    const std::uint32_t opening = openings();
    const std::uint8_t* const kinds = kinds_.data();
    std::uint32_t* const seen_by = seen_by_.data();
    Cell* const zeros = zeros_.data();
    std::size_t end = opening_end();
    make_room(end + 1);
    zeros[0] = opening_cells_[end++] = start;
    seen_by[start] = opening;
    std::size_t zeros_end = 1;
    for (std::size_t next = 0; next < zeros_end; ++next) {
        opening_of_[zeros[next]] = opening;
        make_room(end + topology_->max_degree() + 1);
        Cell* const cells = opening_cells_.data();
        each_neighbour(*topology_, zeros[next], [&](Cell other) {
            const bool is_new = seen_by[other] != opening;
            seen_by[other] = opening;
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

}  // namespace sapper

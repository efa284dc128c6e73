#include "minefields/zini.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "minefields/three_bv.hpp"
#include "util/random.hpp"

namespace sapper {

namespace {

// More than any premium, so that the rule never plays closed cells.
constexpr Premiums::Premium kNotYet = kMaxDegree + 100;

}  // namespace

void Zini::load(const Topology& topology, std::span<const std::uint8_t> mine_bytes) {
    terrain_.load(topology, mine_bytes);
    mines_around_.resize(topology.max_degree() + 1);
    closed_around_.resize(topology.max_degree() + 1);
    if (shape_ != topology.shape()) in_order_ = false;
    order_down_columns();
}

void Zini::order_down_columns() {
    if (in_order_) return;
    in_order_ = true;
    shape_ = terrain_.topology().shape();
    cell_at_.assign(1, Cell{0});
    std::size_t stride = terrain_.topology().size();
    for (std::size_t side : shape_) {
        stride /= side;
        const std::size_t before = cell_at_.size();
        for (std::size_t i = before; i < before * side; ++i)
            cell_at_.push_back(static_cast<Cell>(cell_at_[i - before] + stride));
    }
    place_cells();
}

void Zini::order_at_random(std::uint64_t seed, std::uint64_t run) {
    in_order_ = false;
    std::iota(cell_at_.begin(), cell_at_.end(), Cell{0});  // so that the order depends only on the run
    Random(seed, run, Stream::metrics).shuffle(cell_at_);
    place_cells();
}

void Zini::place_cells() {
    place_of_.resize(cell_at_.size());
    for (std::uint32_t place = 0; place < cell_at_.size(); ++place)
        place_of_[cell_at_[place]] = place;
}

std::span<const Action> Zini::clicks(ZiniRule rule) {
    run(rule);
    return clicks_;
}

std::size_t Zini::fewest_clicks(std::uint32_t runs, std::uint64_t seed, const Limits& limits) {
    Poller poller(limits);
    run(ZiniRule::greedy);
    std::size_t fewest = clicks_.size();
    for (std::uint32_t number = 1; number < runs; ++number) {
        poller.work(cell_at_.size());
        order_at_random(seed, number);
        run(ZiniRule::greedy);
        fewest = std::min(fewest, clicks_.size());
    }
    order_down_columns();
    return fewest;
}

// Each round begins with the chords of the best clicks so far, in their order. It leaves some out, and may
// insert a random cell. The greedy rule does the rest, with random ties. The result replaces the best clicks
// if it is no worse.
std::span<const Action> Zini::search(std::uint32_t rounds, std::uint64_t seed, const Limits& limits) {
    constexpr std::uint32_t kPerLeftOut = 8;  // a round leaves out one chord in so many
    Poller poller(limits);
    Random random(seed, 0, Stream::metrics);
    run(ZiniRule::greedy);
    std::vector<Action> best = clicks_;
    std::vector<Cell> chain = chords_;
    for (std::uint32_t round = 1; round <= rounds; ++round) {
        poller.work(cell_at_.size());
        order_at_random(seed, round);
        begin(ZiniRule::greedy);
        const std::uint32_t size = static_cast<std::uint32_t>(chain.size());
        const std::uint32_t insert_at = random.below(2) == 0 ? random.below(size + 1) : size + 1;
        for (std::uint32_t i = 0; i <= size; ++i) {
            if (i == insert_at) play_if_useful(cell_at_.front());
            if (i < size && random.below(kPerLeftOut) > 0) play_if_useful(chain[i]);
        }
        go_on(ZiniRule::greedy);
        if (clicks_.size() > best.size()) continue;
        best = clicks_;
        chain = chords_;
    }
    order_down_columns();
    clicks_.swap(best);
    return clicks_;
}

// A solution pays for its chords and flags. Divide the cost of each flag among the chords that may need it
// (at most one for each safe cell around its mine), and the cost of each chord among the parts of the 3BV
// that it can solve. Then each opening and each isolated number pays at least the smallest share of a chord
// beside it, or a click.
std::uint32_t Zini::least_clicks() const {
    const Topology& topology = terrain_.topology();
    const std::vector<std::uint8_t>& kinds = terrain_.kinds();
    const auto share_of = [&](Cell cell) {
        double cost = 1;
        int solves = terrain_.gains()[cell] - (kinds[cell] == Terrain::isolated);
        each_neighbour(topology, cell, [&](Cell mine) {
            if (kinds[mine] != Terrain::mine) return;
            int chords = 0;
            each_neighbour(topology, mine, [&](Cell other) { chords += kinds[other] != Terrain::mine; });
            cost += 1.0 / chords;
            ++solves;
        });
        return solves > 0 ? cost / solves : 1.0;
    };
    double least = 0;
    for (Cell cell = 0; cell < kinds.size(); ++cell) {
        if (kinds[cell] != Terrain::isolated) continue;
        double price = 1;
        each_neighbour(topology, cell, [&](Cell other) {
            if (kinds[other] == Terrain::isolated || kinds[other] == Terrain::border)
                price = std::min(price, share_of(other));
        });
        least += price;
    }
    for (std::uint32_t opening = 0; opening < terrain_.openings(); ++opening) {
        double price = 1;
        for (Cell cell : terrain_.opening_cells(opening))
            if (kinds[cell] == Terrain::border) price = std::min(price, share_of(cell));
        least += price;
    }
    const auto by_shares = static_cast<std::uint32_t>(std::ceil(least - 1e-6));
    return std::max(by_shares, least_clicks_in_strips(terrain_));
}

void Zini::run(ZiniRule rule) {
    begin(rule);
    go_on(rule);
}

void Zini::go_on(ZiniRule rule) {
    const bool human = rule == ZiniRule::human;
    for (std::uint32_t opening = 0; human && opening < terrain_.openings(); ++opening)
        click(terrain_.opening_cells(opening).front());
    while (left_ > 0) {
        if (const std::optional<std::size_t> place = premiums_.best()) {
            play(cell_at_[*place]);
        } else if (human) {
            click_until_one_pays();
        } else {
            return click_all_left();
        }
    }
}

void Zini::begin(ZiniRule rule) {
    cells_ = terrain_.kinds();
    clicks_.clear();
    chords_.clear();
    left_ = terrain_.three_bv();
    next_ = 0;
    closed_cost_ = rule == ZiniRule::human ? kNotYet : Premium{1};
    premiums_.reset(cells_.size());
    const std::int16_t* const gains = terrain_.gains().data();
    const std::span<Premium> premiums = premiums_.all();
    for (std::size_t place = 0; place < cell_at_.size(); ++place) {
        const Cell cell = cell_at_[place];
        const auto premium = static_cast<Premium>(gains[cell] - closed_cost_ - 1);
        premiums[place] = cells_[cell] == Terrain::mine ? Premiums::kNever : premium;
    }
    premiums_.settle();
}

void Zini::play_if_useful(Cell cell) {
    const std::uint8_t kind = cells_[cell];
    if (left_ == 0 || kind == Terrain::mine || kind == Terrain::zero || kind == kFlagged) return;
    if (!look_around(cell).closed_cells.empty()) play(cell);
}

void Zini::play(Cell cell) {
    chords_.push_back(cell);
    if (is_closed(cells_[cell])) click(cell);
    const Around around = look_around(cell);
    for (Cell mine : around.mines) {
        cells_[mine] = kFlagged;
        clicks_.push_back({Action::Kind::flag, mine});
        each_neighbour(terrain_.topology(), mine, [this](Cell other) { add(other, 1); });
    }
    clicks_.push_back({Action::Kind::chord, cell});
    for (Cell other : around.closed_cells)
        open(other);
}

Zini::Around Zini::look_around(Cell cell) {
    Cell* const mines = mines_around_.data();
    Cell* const closed_cells = closed_around_.data();
    std::size_t mines_end = 0;
    std::size_t closed_end = 0;
    each_neighbour(terrain_.topology(), cell, [&](Cell other) {
        mines[mines_end] = closed_cells[closed_end] = other;
        mines_end += cells_[other] == Terrain::mine;
        closed_end += is_closed(cells_[other]);
    });
    return {{mines, mines_end}, {closed_cells, closed_end}};
}

// By the human rule such a click raises only the premium of the clicked cell, because all openings are open.
void Zini::click_until_one_pays() {
    Cell cell = kNoCell;
    do {
        cell = next_left();
        click(cell);
    } while (left_ > 0 && premiums_[place_of_[cell]] < 0);
}

// By the greedy rule such a click raises no premium: the clicked cell gains 1 because it is open and loses 1
// for the 3BV that it solved. So if all premiums are negative, they stay negative.
void Zini::click_all_left() {
    rest_.resize(cell_at_.size() + 1);
    std::size_t end = 0;
    for (Cell cell : cell_at_) {
        rest_[end] = cell;
        end += is_left(cells_[cell]);
    }
    for (Cell cell : std::span(rest_.data(), end)) {
        if (cells_[cell] == kOpen) continue;  // open, because an earlier opening has it
        clicks_.push_back({Action::Kind::open, cell});
        if (cells_[cell] != Terrain::zero) continue;
        for (Cell member : terrain_.opening_cells(terrain_.opening_of(cell)))
            cells_[member] = kOpen;
    }
}

Cell Zini::next_left() {
    while (!is_left(cells_[cell_at_[next_]]))
        ++next_;
    return cell_at_[next_];
}

void Zini::click(Cell cell) {
    clicks_.push_back({Action::Kind::open, cell});
    open(cell);
}

void Zini::open(Cell cell) {
    switch (cells_[cell]) {
        case Terrain::zero:
            --left_;
            for (Cell member : terrain_.opening_cells(terrain_.opening_of(cell)))
                uncover(member, 1);
            break;
        case Terrain::isolated:
            --left_;
            uncover(cell, 1);
            each_neighbour(terrain_.topology(), cell, [this](Cell other) { add(other, -1); });
            break;
        case Terrain::border:
            uncover(cell, 0);
            break;
        default:  // open, because an opening has it
            break;
    }
}

// `solves` is the part of the adjacent 3BV that this opens.
void Zini::uncover(Cell cell, int solves) {
    const int was_closed = is_closed(cells_[cell]);
    cells_[cell] = kOpen;
    add(cell, was_closed * closed_cost_ - solves);
}

namespace {

constexpr std::uint32_t kNoOpening = UINT32_MAX;

}  // namespace

void Terrain::load(const Topology& topology, std::span<const std::uint8_t> mine_bytes) {
    topology_ = &topology;
    find_numbers(mine_bytes);
    find_openings();
    find_isolated();
}

// Marks all numbers as isolated. find_openings() then marks those around openings as borders.
void Terrain::find_numbers(std::span<const std::uint8_t> mine_bytes) {
    kinds_.assign(topology_->size(), zero);
    gains_.assign(topology_->size(), 0);
    std::uint8_t* const kinds = kinds_.data();
    std::int16_t* const gains = gains_.data();
    list_where(mine_bytes, 1, mines_);
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

constexpr std::size_t kPremiumsAtOnce =
    64;  // with a length known to the compiler these loops are a few instructions

Premium highest(const Premium* premiums) {
    Premium result = premiums[0];
    for (std::size_t i = 1; i < kPremiumsAtOnce; ++i)
        result = std::max(result, premiums[i]);
    return result;
}

// The first place of a premium, which must exist.
std::size_t first(const Premium* premiums, Premium premium) {
    auto result = static_cast<Premium>(kPremiumsAtOnce);
    for (std::size_t i = 0; i < kPremiumsAtOnce; ++i) {
        const auto here = static_cast<Premium>(premiums[i] == premium ? i : kPremiumsAtOnce);
        result = std::min(result, here);
    }
    return static_cast<std::size_t>(result);
}

std::size_t whole(std::size_t count, std::size_t unit) {
    return (count + unit - 1) / unit;
}

}  // namespace

void Premiums::reset(std::size_t size) {
    static_assert(kBlock == kPremiumsAtOnce);
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

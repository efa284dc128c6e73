#include "minefields/zini.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "minefields/cell_scans.hpp"
#include "util/random.hpp"

namespace sapper {

namespace {

// More than any premium, so that the rule never plays closed cells.
constexpr Premiums::Premium kNotYet = kMaxDegree + 100;

}  // namespace

void Zini::load(const Topology& topology, std::span<const std::uint8_t> mined) {
    terrain_.load(topology, mined);
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
    if (!look_around(cell).closed.empty()) play(cell);
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
    for (Cell other : around.closed)
        open(other);
}

Zini::Around Zini::look_around(Cell cell) {
    Cell* const mines = mines_around_.data();
    Cell* const closed = closed_around_.data();
    std::size_t mines_end = 0;
    std::size_t closed_end = 0;
    each_neighbour(terrain_.topology(), cell, [&](Cell other) {
        mines[mines_end] = closed[closed_end] = other;
        mines_end += cells_[other] == Terrain::mine;
        closed_end += is_closed(cells_[other]);
    });
    return {{mines, mines_end}, {closed, closed_end}};
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

}  // namespace sapper

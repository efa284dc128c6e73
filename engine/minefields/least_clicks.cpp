// How few clicks can clear a board at best: a bound from strips of the board that are each solved exactly.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "minefields/zini.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t kWidestStrip = 6;
constexpr double kMostWork = 1e8;  // choices of chords in three lines

// Prices are in quarters of a click.
constexpr int kClick = 4;
constexpr int kOpening = kClick / 2;
constexpr int kImpossible = std::numeric_limits<int>::max() / 2;

// The grid as it is, or turned on its side.
struct Grid {
    std::size_t rows;
    std::size_t columns;
    std::size_t row_stride;
    std::size_t column_stride;

    Cell at(std::size_t row, std::size_t column) const {
        return static_cast<Cell>(row * row_stride + column * column_stride);
    }
    std::size_t row_of(Cell cell) const { return cell / row_stride % rows; }
    std::size_t column_of(Cell cell) const { return cell / column_stride % columns; }
};

bool is_close(std::size_t one, std::size_t other) {
    return one <= other + 1 && other <= one + 1;
}

// Chords that may be worth their click: they solve at least two parts of the 3BV.
class Chords {
  public:
    explicit Chords(const Terrain& terrain) {
        const std::vector<std::uint8_t>& kinds = terrain.kinds();
        may_.resize(kinds.size());
        openings_.resize(kinds.size());
        for (Cell cell = 0; cell < kinds.size(); ++cell) {
            if (kinds[cell] != Terrain::isolated && kinds[cell] != Terrain::border) continue;
            int isolated = 0;
            int mines = 0;
            each_neighbour(terrain.topology(), cell, [&](Cell other) {
                isolated += kinds[other] == Terrain::isolated;
                mines += kinds[other] == Terrain::mine;
            });
            const int solves = terrain.gains()[cell] + mines - (kinds[cell] == Terrain::isolated);
            may_[cell] = solves >= 2;
            openings_[cell] = solves - isolated;
        }
    }

    bool may(Cell cell) const { return may_[cell] != 0; }
    // The price of a chord in a strip that pays this many halves of its click.
    int price(Cell cell, int halves) const { return halves * (kClick / 2 - kOpening / 2 * openings_[cell]); }

  private:
    std::vector<std::uint8_t> may_;
    std::vector<int> openings_;  // that touch the cell
};

// The rows `first` to `last`, with the chords in these rows and in those beside them.
class Strip {
  public:
    Strip(const Terrain& terrain, const Chords& chords, const Grid& grid, std::size_t first, std::size_t last)
        : terrain_(terrain), chords_(chords), grid_(grid), first_(first), last_(last) {
        top_ = first > 0 ? first - 1 : 0;
        bottom_ = std::min(last + 1, grid.rows - 1);
    }

    double work() const {
        double sum = 0;
        double before = 1;
        double here = 1;
        for (std::size_t column = 0; column < grid_.columns; ++column) {
            const double next = static_cast<double>(std::size_t{1} << candidates(column));
            sum += before * here * next;
            before = here;
            here = next;
        }
        return sum + before * here;
    }

    // The least price of the clicks in the strip.
    int least() {
        std::vector<std::uint32_t> before = {0};  // the choices of chords in a column
        std::vector<std::uint32_t> here = choices(0);
        std::vector<int> prices(here.size());  // of the columns so far, by the choices before and here
        for (std::size_t i = 0; i < here.size(); ++i)
            prices[i] = price(here[i], 0);
        for (std::size_t column = 0; column < grid_.columns; ++column) {
            const bool is_last = column + 1 == grid_.columns;
            const std::vector<std::uint32_t> next =
                is_last ? std::vector<std::uint32_t>{0} : choices(column + 1);
            load(column);
            const std::vector<std::uint32_t> by_before = items_beside(before, 0);
            const std::vector<std::uint32_t> by_here = items_beside(here, 1);
            const std::vector<std::uint32_t> by_next = items_beside(next, 2);
            std::vector<int> longer(here.size() * next.size(), kImpossible);
            for (std::size_t j = 0; j < here.size(); ++j) {
                int* const out = longer.data() + j * next.size();
                for (std::size_t i = 0; i < before.size(); ++i) {
                    const std::uint32_t so_far = by_before[i] | by_here[j];
                    const int price_before = prices[i * here.size() + j];
                    for (std::size_t k = 0; k < next.size(); ++k)
                        out[k] = std::min(out[k], price_before + price_of_items_[so_far | by_next[k]]);
                }
                for (std::size_t k = 0; k < next.size() && !is_last; ++k)
                    out[k] += price(next[k], column + 1);
            }
            prices.swap(longer);
            before = here;
            here = next;
        }
        return *std::min_element(prices.begin(), prices.end());
    }

  private:
    static constexpr std::size_t kRows = kWidestStrip + 2;

    std::uint32_t candidates(std::size_t column) const {
        std::uint32_t count = 0;
        for (std::size_t row = top_; row <= bottom_; ++row)
            count += chords_.may(grid_.at(row, column));
        return count;
    }

    // All sets of chords in a column, a bit for each row from the top.
    std::vector<std::uint32_t> choices(std::size_t column) const {
        std::vector<std::uint32_t> sets = {0};
        for (std::size_t row = top_; row <= bottom_; ++row) {
            if (!chords_.may(grid_.at(row, column))) continue;
            const std::size_t count = sets.size();
            for (std::size_t i = 0; i < count; ++i)
                sets.push_back(sets[i] | std::uint32_t{1} << (row - top_));
        }
        return sets;
    }

    int price(std::uint32_t set, std::size_t column) const {
        int sum = 0;
        for (std::size_t row = top_; row <= bottom_; ++row) {
            if ((set >> (row - top_) & 1) == 0) continue;
            const bool is_outside = row < first_ || row > last_;
            const int overlap = (row == first_ && row > 0) + (row == last_ && row + 1 < grid_.rows);
            sum += chords_.price(grid_.at(row, column), is_outside ? 1 : 2 - overlap);
        }
        return sum;
    }

    // Loads the isolated numbers and the mines of a column (items): the chords that touch them, in the column
    // before, in this one and in the next, and the price of each set of items that chords touch.
    void load(std::size_t column) {
        const std::vector<std::uint8_t>& kinds = terrain_.kinds();
        for (auto& touches : touches_)
            touches.fill(0);
        std::array<int, kWidestStrip> price_if_beside{};
        std::array<int, kWidestStrip> price_if_not{};
        for (std::size_t row = first_; row <= last_; ++row) {
            const std::size_t item = row - first_;
            const Cell cell = grid_.at(row, column);
            price_if_beside[item] = kinds[cell] == Terrain::mine ? kClick : 0;
            price_if_not[item] = kinds[cell] == Terrain::isolated ? kClick : 0;
            each_neighbour(terrain_.topology(), cell, [&](Cell other) {
                const std::size_t side = grid_.column_of(other) + 1 - column;
                touches_[side][grid_.row_of(other) - top_] |= std::uint32_t{1} << item;
            });
        }
        const std::size_t items = last_ - first_ + 1;
        price_of_items_.assign(std::size_t{1} << items, 0);
        for (std::size_t set = 0; set < price_of_items_.size(); ++set)
            for (std::size_t item = 0; item < items; ++item)
                price_of_items_[set] += (set >> item & 1) != 0 ? price_if_beside[item] : price_if_not[item];
    }

    // The items that each set of chords touches. The chords are in the column before (0), here (1) or next
    // (2).
    std::vector<std::uint32_t> items_beside(const std::vector<std::uint32_t>& sets, std::size_t side) const {
        std::vector<std::uint32_t> items(sets.size());
        for (std::size_t i = 0; i < sets.size(); ++i)
            for (std::size_t row = 0; sets[i] >> row != 0; ++row)
                if ((sets[i] >> row & 1) != 0) items[i] |= touches_[side][row];
        return items;
    }

    const Terrain& terrain_;
    const Chords& chords_;
    const Grid& grid_;
    std::size_t first_;
    std::size_t last_;
    std::size_t top_;
    std::size_t bottom_;
    std::array<std::array<std::uint32_t, kRows>, 3> touches_{};
    std::vector<int> price_of_items_;
};

// Calls use(first, last) for every strip of this width. The first strip ends before row `cut`.
template <typename Use>
void each_strip(const Grid& grid, std::size_t width, std::size_t cut, Use use) {
    for (std::size_t first = 0, end = cut; first < grid.rows; first = end, end += width)
        use(first, std::min(end, grid.rows) - 1);
}

}  // namespace

std::uint32_t least_clicks_in_strips(const Terrain& terrain) {
    const std::vector<std::size_t>& shape = terrain.topology().shape();
    if (shape.size() != 2) return 0;
    const std::array<Grid, 2> grids = {
        {{shape[0], shape[1], shape[1], 1}, {shape[1], shape[0], 1, shape[1]}}};
    const Grid& upright = grids[0];
    bool fits = true;
    for (Cell cell = 0; cell < terrain.kinds().size(); ++cell)
        each_neighbour(terrain.topology(), cell, [&](Cell other) {
            fits &= is_close(upright.row_of(cell), upright.row_of(other)) &&
                    is_close(upright.column_of(cell), upright.column_of(other));
        });
    if (!fits) return 0;

    const Chords chords(terrain);
    double left = kMostWork;
    int best = 0;
    for (std::size_t width = 1; width <= kWidestStrip; ++width) {
        double work = 0;
        for (const Grid& grid : grids)
            for (std::size_t cut = 1; cut <= width; ++cut)
                each_strip(grid, width, cut, [&](std::size_t first, std::size_t last) {
                    work += Strip(terrain, chords, grid, first, last).work();
                });
        left -= work;
        if (left < 0) break;
        for (const Grid& grid : grids) {
            for (std::size_t cut = 1; cut <= width; ++cut) {
                int sum = kOpening * static_cast<int>(terrain.openings());
                each_strip(grid, width, cut, [&](std::size_t first, std::size_t last) {
                    sum += Strip(terrain, chords, grid, first, last).least();
                });
                best = std::max(best, sum);
            }
        }
    }
    return static_cast<std::uint32_t>((best + kClick - 1) / kClick);
}

}  // namespace sapper

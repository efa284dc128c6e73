// Which drawings on a board are alike, which may be one sign, and which only follow the place of their cells.
#include <set>

#include "screen/meanings.hpp"
#include "screen/signs.hpp"

namespace sapper::screen {

namespace {

// How the strongest points of a drawing differ from its ground.
Colour colour_of(const Look& look) {
    constexpr float kStrongest = 0.6F;  // of the strongest ink
    const auto strength = [&](std::size_t i) {
        return std::abs(look.ink[i]) + std::abs(look.ink[i + 1]) + std::abs(look.ink[i + 2]);
    };
    float most = 0;
    for (std::size_t i = 0; i < look.ink.size(); i += 3)
        most = std::max(most, strength(i));
    std::array<double, 3> sums{};
    double count = 0;
    for (std::size_t i = 0; i < look.ink.size(); i += 3) {
        if (strength(i) < kStrongest * most) continue;
        count += 1;
        for (std::size_t channel = 0; channel < 3; ++channel)
            sums[channel] += look.ink[i + channel];
    }
    return mean_of(sums, count);
}

// The mean difference of two drawings.
double inks_apart(const std::vector<float>& one, const std::vector<float>& other) {
    double sum = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
        sum += std::abs(one[i] - other[i]);
    return sum / static_cast<double>(one.size());
}

// Whether a place is the first, another one, or the last.
std::size_t end_of(std::size_t place, std::size_t count) {
    return place == 0 && count > 1 ? 0 : place + 1 == count && count > 1 ? 2 : 1;
}

}  // namespace

BoardLooks::BoardLooks(const std::vector<Look>& looks, int rows, int columns, bool is_partial)
    : partial(is_partial),
      board(Topology::of(Topology::Kind::grid,
                         {static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)})),
      of(board->size()),
      touch(looks.size(), looks.size()),
      apart(looks.size(), looks.size()),
      grounds_apart(looks.size(), looks.size()),
      drawn_apart(looks.size(), looks.size()),
      colours_apart(looks.size(), looks.size()),
      kin(looks.size()) {
    constexpr double kBusy = 0.05;   // more than this share of a hidden or empty cell is drawn on
    constexpr double kLegible = 60;  // grey levels by which numbers and flags differ from their ground
    constexpr double kKin = 0.33;    // nearly the same drawing differs by at most this share of its ink
    constexpr double kSlow = 3;      // only this part of the odds that a drawing is a digit counts
    constexpr double kMostFor = 2;   // and no more than this: rules may outweigh shapes
    constexpr double kMostAgainst = 4;
    std::vector<Colour> colours;
    std::vector<double> inks;
    for (const Look& look : looks) {
        cells.push_back(look.cells);
        sizes.push_back(look.cells.size());
        plain.push_back(look.plain);
        heights.push_back(look.extent[3] - look.extent[1]);
        for (std::size_t along = 0; along < 2; ++along)
            middles[along].push_back((look.extent[along] + look.extent[along + 2]) / 2);
        doubtful.push_back(look.doubtful);
        fewest.push_back(kMaxDegree);
        for (const Cell cell : look.cells) {
            of[cell] = sizes.size() - 1;
            fewest.back() = std::min(fewest.back(), board->degree(cell) + outside(cell));
        }
        colours.push_back(colour_of(look));
        faint.push_back(screen::apart(colours.back(), {}) < kLegible);
        inks.push_back(inks_apart(look.ink, std::vector<float>(look.ink.size())));
        std::size_t ink_points = 0;
        for (std::size_t i = 0; i < look.ink.size(); i += 3)
            ink_points += look.ink[i] != 0 || look.ink[i + 1] != 0 || look.ink[i + 2] != 0;
        busy.push_back(static_cast<double>(3 * ink_points) > kBusy * static_cast<double>(look.ink.size()));
        opinions.push_back({});
        like_digits.push_back(0);
        like_zeros.push_back(0);
        if (look.drawing.empty()) continue;
        opinions.back() = screen::opinions(look.drawing, look.proportion());
        const auto likeness = [&](double odds) { return std::clamp(odds / kSlow, -kMostAgainst, kMostFor); };
        like_digits.back() = likeness(digit_odds(look.drawing, look.proportion()));
        like_zeros.back() = likeness(zero_odds(look.drawing, look.proportion()));
    }
    const std::size_t width = static_cast<std::size_t>(columns);
    for (Cell cell = 0; cell < of.size(); ++cell) {
        const std::size_t row = cell / width, column = cell % width;
        places[0].push_back(row);
        places[1].push_back(column);
        places[2].push_back(3 * end_of(row, of.size() / width) + end_of(column, width));
        each_neighbour(*board, cell, [&](Cell other) { touch(of[cell], of[other]) = 1; });
    }
    for (std::size_t i = 0; i < looks.size(); ++i) {
        for (std::size_t j = 0; j < looks.size(); ++j) {
            grounds_apart(i, j) = screen::apart(looks[i].ground, looks[j].ground);
            apart(i, j) = grounds_apart(i, j) + borders_apart(looks[i].border, looks[j].border);
            drawn_apart(i, j) = inks_apart(looks[i].ink, looks[j].ink);
            colours_apart(i, j) = screen::apart(colours[i], colours[j]);
            const bool alike = plain[i] ? apart(i, j) < kNearlySameLooks
                                        : drawn_apart(i, j) <= kKin * std::max(inks[i], inks[j]) &&
                                              apart(i, j) < kAlikeLooks;
            if (plain[i] == plain[j] && alike && grounds_apart(i, j) <= kOtherGround) kin[i].push_back(j);
        }
    }
}

std::vector<Numbers> BoardLooks::families() const {
    std::vector<Numbers> families;
    std::vector<char> is_in_family(looks());
    for (std::size_t first = 0; first < looks(); ++first) {
        if (is_in_family[first]) continue;
        is_in_family[first] = 1;
        Numbers family = {first};
        for (std::size_t i = 0; i < family.size(); ++i) {
            for (const std::size_t other : kin[family[i]]) {
                if (!is_in_family[other]) family.push_back(other);
                is_in_family[other] = 1;
            }
        }
        families.push_back(std::move(family));
    }
    return families;
}

bool BoardLooks::is_kin(std::size_t number, std::size_t other) const {
    return std::ranges::binary_search(kin[number], other);
}

bool BoardLooks::may_be_wrong_flag(std::size_t number, const std::vector<Mark>& marks) const {
    if (faint[number]) return false;
    if (sizes[number] <= kFewWrong && like_digits[number] <= kNoDigit) return true;
    const double empty = least_at(apart, number, with_mark(marks, 0));
    return empty < kInfinite && least_at(apart, number, with_mark(marks, kHidden)) < empty - kAlikeLooks;
}

std::size_t BoardLooks::beside_empty(std::size_t number, const std::vector<Mark>& marks) const {
    return static_cast<std::size_t>(std::ranges::count_if(cells[number], [&](Cell cell) {
        bool beside = false;
        each_neighbour(*board, cell, [&](Cell other) { beside |= marks[of[other]] == 0; });
        return beside;
    }));
}

bool BoardLooks::take_turns(const Numbers& same) const {
    if (same.size() != 2) return false;
    std::array<std::set<std::size_t>, 2> colours;
    for (std::size_t i = 0; i < 2; ++i) {
        for (const Cell cell : cells[same[i]])
            colours[i].insert((places[0][cell] + places[1][cell]) % 2);
    }
    return colours[0].size() == 1 && colours[1].size() == 1 && colours[0] != colours[1];
}

}  // namespace sapper::screen

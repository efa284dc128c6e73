// How likely a reading of the looks is before the numbers are counted.
#include <cmath>
#include <map>

#include "screen/meanings.hpp"

namespace sapper::screen {

Roles roles_of(const Meaning& meaning) {
    Roles roles = meaning;
    for (Mark& mark : roles) {
        if (mark != kHidden && mark != 0) mark = kNoRole;
    }
    return roles;
}

Numbers with_mark(const std::vector<Mark>& meaning, Mark mark) {
    Numbers numbers;
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        if (meaning[number] == mark) numbers.push_back(number);
    }
    return numbers;
}

Numbers low_numbers(const BoardLooks& looks, const Meaning& meaning) {
    constexpr double kLow = 0.6;  // of the usual height; some fonts have digits of two heights
    std::vector<double> heights;
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        if (meaning[number] > 0) heights.insert(heights.end(), looks.sizes[number], looks.heights[number]);
    }
    if (heights.empty()) return {};
    const double usual = median_of(std::move(heights));
    Numbers result;
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        if (meaning[number] > 0 && looks.heights[number] < kLow * usual) result.push_back(number);
    }
    return result;
}

// Whether something is drawn on hidden or empty cells.
bool Priors::is_busy(const Roles& roles) const {
    for (std::size_t number = 0; number < roles.size(); ++number) {
        if (roles[number] != kNoRole && looks_.busy[number]) return true;
    }
    return false;
}

// Whether something is drawn on open cells themselves, so that shapes are not those of digits alone. Empty
// cells show it. Without any, hidden cells do.
bool Priors::hides_shapes(const Roles& roles) const {
    const Numbers empty = with_mark(roles, 0);
    if (empty.empty()) return is_busy(roles);
    return std::ranges::any_of(empty, [&](std::size_t number) { return looks_.busy[number] != 0; });
}

double Priors::of(const Meaning& meaning, bool by_place) {
    constexpr double kTwoColours = -15;  // of one number in two colours
    constexpr double kTwoHeights = -15;  // of numbers that are much lower than others
    constexpr double kSeveral = -3;      // of any number in several looks, where shapes do not tell
    constexpr double kStrange = -6;      // of empty cells without any number
    constexpr double kBesideEmpty = -3;  // of each flag beside an empty cell: it is put wrongly
    constexpr double kAllFlags = -3;     // of flags on all covered cells: hidden cells may have a drawing
    constexpr double kMostFlags = 0.26;  // the largest share of a board that may be flags
    constexpr double kFlagsAMine = 1.2;  // and the most flags for each mine
    const Roles roles = roles_of(meaning);
    const Plane<double>& table = weights(roles);
    const bool busy = hides_shapes(roles);
    double total = strangeness(meaning);
    const Openings& openings = openings_of(with_mark(meaning, 0));
    std::size_t clicks = openings.count;
    std::size_t flags = 0;
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        if (meaning[number] == kSafeMark) continue;
        total += table(number, static_cast<std::size_t>(meaning[number] + 2));
        if (meaning[number] > 0) clicks += openings.alone[number];
        if (meaning[number] == kFlag) {
            flags += looks_.sizes[number];
            total += kBesideEmpty * static_cast<double>(looks_.beside_empty(number, meaning));
        }
    }
    total -= log_choices(looks_.board_size(), clicks);
    bool several = false;
    bool chess = false;
    for (const Mark mark :
         {kHidden, Mark{0}, kFlag, Mark{1}, Mark{2}, Mark{3}, Mark{4}, Mark{5}, Mark{6}, Mark{7}, Mark{8}}) {
        const Numbers same = with_mark(meaning, mark);
        if (same.empty()) continue;
        const bool turns = looks_.take_turns(same);
        chess |= turns && (mark == kHidden || mark == 0);
        // Where something is drawn on the cells themselves, different numbers look nearly the same.
        const bool kin = !(busy && mark > 0) && std::all_of(same.begin(), same.end(), [&](std::size_t each) {
            return looks_.is_kin(same[0], each);
        });
        if (same.size() > 1 && !(turns && chess) && !kin) {
            // Digits do not come from the way in which cells are drawn.
            const bool no_digits = std::all_of(
                same.begin(), same.end(), [&](std::size_t each) { return looks_.like_digits[each] <= 0; });
            std::vector<std::size_t> sizes;
            for (const std::size_t number : same)
                sizes.push_back(looks_.sizes[number]);
            total -= by_place && (mark > 0 || no_digits) ? ways(same) : log_ways(sizes);
            several |= mark > 0;
        }
        if (mark > 0) total += kTwoColours * other_colours(same);
    }
    if (several && busy) total += kSeveral;
    total += kTwoHeights * static_cast<double>(low_numbers(looks_, meaning).size());
    if (flags > 0 && with_mark(meaning, kHidden).empty()) total += kAllFlags;
    if (!chess && look_open(meaning)) return kNever;
    const double cells = static_cast<double>(looks_.board_size());
    const double mines = facts_.mines && *facts_.mines > 0 ? static_cast<double>(*facts_.mines) : cells;
    if (static_cast<double>(flags) > std::min(kMostFlags * cells, kFlagsAMine * mines)) return kNever;
    const Mark most = *std::ranges::max_element(meaning);
    return most == 0 ? total + kStrange : total;
}

const Plane<double>& Priors::weights(const Roles& roles) {
    constexpr double kDrawnGround =
        -3;  // of hidden or empty cells with a faint drawing; twice that if it is not
    constexpr double kFaintDrawing = -6;  // of a number or a flag that is not legible
    constexpr double kFlagWeight = -5;    // of a drawing that is no digit
    constexpr double kNoOpinion = -2;     // of a number where its shape does not count
    constexpr std::size_t kFew = 2;       // cells that something else may lie on
    const auto [place, is_new] = tables_.try_emplace(roles);
    Plane<double>& table = place->second;
    if (!is_new) return table;
    const Numbers hidden = with_mark(roles, kHidden);
    const Numbers empty = with_mark(roles, 0);
    const bool busy = is_busy(roles);
    const bool no_shapes = hides_shapes(roles);
    const Plane<double>& apart = busy ? looks_.drawn_apart : looks_.apart;
    table = Plane<double>(roles.size(), 11);
    for (std::size_t number = 0; number < roles.size(); ++number) {
        if (looks_.plain[number] || facts_.marks.contains(number)) continue;
        double lean = 0;  // towards flags
        if (!hidden.empty() && !empty.empty())
            lean =
                std::clamp((least_at(apart, number, empty) - least_at(apart, number, hidden)) / 6, -2.0, 2.0);
        double either = looks_.faint[number] ? kFaintDrawing : 0;  // for flags and numbers
        // So that readings with both hidden and empty cells have no advantage.
        if (!busy) either -= std::abs(lean);
        // Something else may lie on a few cells. If these are like empty ones, a number is beneath.
        const bool is_few = looks_.sizes[number] <= kFew && looks_.like_digits[number] < kSureDigit;
        Numbers others = hidden;
        std::erase(others, number);
        const double from_empty = least_at(looks_.apart, number, empty);
        const bool is_open = is_few && from_empty < kNearlySameLooks &&
                             from_empty + kAlikeLooks < least_at(looks_.apart, number, others);
        const bool hides_shape = no_shapes && looks_.like_digits[number] < kSureDigit;
        const double like_digit = hides_shape ? 0 : looks_.like_digits[number];
        table(number, 0) = either + lean + kFlagWeight - like_digit;
        table(number, 1) = table(number, 2) =
            (looks_.faint[number] ? kDrawnGround : 2 * kDrawnGround) - std::max(like_digit, 0.0);
        // If few cells count as hidden, no more is certain than should be.
        const bool on_top = is_few && lean > -1 && !is_open;
        if (on_top) table(number, 1) = table(number, 0) - 1;
        if (looks_.like_zeros[number] > 0) table(number, 2) = looks_.like_zeros[number] + either - lean;
        for (std::size_t digit = 0; digit < 8; ++digit)
            table(number, digit + 3) =
                (hides_shape ? kNoOpinion : looks_.opinions[number][digit] + like_digit) + either - lean +
                (on_top ? kFlagWeight : 0);
    }
    return table;
}

// What it costs that looks are like those of the other kind, and less like those of their own. Covered cells
// are one kind, and open cells the other. What is drawn on them does not matter. Looks among more cells of
// the other kind, such as mines on open ground, count once, and less if there are several. Something else
// may stand on safe cells without a number.
double Priors::strangeness(const Meaning& meaning) {
    constexpr double kStrangest = -25;  // the least of a look that is like those of the other kind
    const std::size_t count = meaning.size();
    Meaning kinds = meaning;
    for (Mark& mark : kinds)
        mark = std::min(mark, Mark{0});
    const auto [place, is_new] = strangeness_.try_emplace(std::move(kinds));
    if (!is_new) return place->second;
    const auto same_kind = [&](std::size_t one, std::size_t other) {
        return (meaning[one] < 0) == (meaning[other] < 0);
    };
    std::vector<char> among(count);
    for (std::size_t i = 0; i < count; ++i) {
        double balance = 0;
        for (std::size_t j = 0; j < count; ++j) {
            if (looks_.apart(i, j) < kAlikeLooks && meaning[j] != kSafeMark)
                balance += (same_kind(i, j) ? 1.0 : -1.0) * static_cast<double>(looks_.sizes[j]);
        }
        among[i] = balance < 0;
    }
    double least = 0, sum = 0;
    std::size_t strange = 0;
    for (std::size_t i = 0; i < count; ++i) {
        double alike = kInfinite, other = kInfinite;
        for (std::size_t j = 0; j < count; ++j) {
            if (i == j || among[j] || meaning[j] == kSafeMark) continue;
            double& nearest = same_kind(i, j) ? alike : other;
            nearest = std::min(nearest, looks_.apart(i, j));
        }
        if (meaning[i] == kSafeMark || alike == kInfinite) continue;
        if (other >= std::min(alike, looks_.doubtful[i] ? kNearlySameLooks : kAlikeLooks)) continue;
        const double cost = std::max(kStrangest, (other - alike) / 3);
        if (among[i]) {
            ++strange;
            least = std::min(least, cost);
        } else {
            sum += cost;
        }
    }
    return place->second = least / (strange > 1 ? 4 : 2) + sum;
}

// Whether some hidden cells stand on the ground of open ones, although most do not.
bool Priors::look_open(const Meaning& meaning) const {
    constexpr double kOneGround = 3;  // between grounds that are the same
    Numbers open_looks;
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        if (meaning[number] >= 0 && !looks_.doubtful[number]) open_looks.push_back(number);
    }
    if (open_looks.empty()) return false;
    std::size_t there = 0, elsewhere = 0;
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        const double apart = least_at(looks_.grounds_apart, number, open_looks);
        if (meaning[number] != kHidden || facts_.marks.contains(number)) continue;
        if (apart < kOneGround) there += looks_.sizes[number];
        if (apart > kOtherGround) elsewhere += looks_.sizes[number];
    }
    return 0 < there && there < elsewhere;
}

// How many natural logarithms it takes to say which cells of one mark have which of these looks. Where cells
// are not of whole pixels, or a picture is cut, a look may go with the row or the column. Then it takes fewer
// if each of the places where the mark is has its own usual look.
double Priors::ways(const Numbers& same) {
    const auto [place, is_new] = ways_.try_emplace(same);
    if (!is_new) return place->second;
    std::vector<std::size_t> sizes;
    for (const std::size_t number : same)
        sizes.push_back(looks_.sizes[number]);
    double least = log_ways(sizes);
    for (const std::vector<std::size_t>& places : looks_.places) {
        std::map<std::size_t, std::vector<std::size_t>> there;
        for (std::size_t group = 0; group < same.size(); ++group) {
            for (const Cell cell : looks_.cells[same[group]]) {
                const auto at = there.try_emplace(places[cell], same.size()).first;
                ++at->second[group];
            }
        }
        double inside = 0;
        for (const auto& [where, counts] : there)
            inside += log_ways(counts) + std::log(static_cast<double>(same.size()));
        least = std::min(least, inside);
    }
    return place->second = least;
}

// How many of these looks have another colour than all before them. A shape is no such sign: a number a pixel
// further to the left has another shape. A digit has a colour for each ground on which it stands. On few
// cells where a digit is not clear, although it is elsewhere, the colour may be that of something on top of
// it.
double Priors::other_colours(const Numbers& same) const {
    constexpr double kOtherColour = 60;  // between two drawings of different colours
    constexpr std::size_t kFew = 2;      // cells that something else may lie on
    constexpr double kUnclear = 0.5;     // how much the colour of these counts
    const auto is_clear = [&](std::size_t each) { return looks_.like_digits[each] > kSureDigit; };
    double count = 0;
    for (std::size_t i = 1; i < same.size(); ++i) {
        Numbers before(same.begin(), same.begin() + static_cast<std::ptrdiff_t>(i));
        if (is_clear(same[i]))
            std::erase_if(before, [&](std::size_t each) { return looks_.on_another_ground(each, same[i]); });
        if (before.empty() || least_at(looks_.colours_apart, same[i], before) <= kOtherColour) continue;
        const double like_digit = looks_.like_digits[same[i]];
        const bool is_unclear = looks_.sizes[same[i]] <= kFew && kNoDigit < like_digit && like_digit < 0;
        count += is_unclear && std::ranges::any_of(before, is_clear) ? kUnclear : 1;
    }
    return count;
}

// The openings of a board whose empty cells have these looks.
const Priors::Openings& Priors::openings_of(const Numbers& empty) {
    const auto [place, is_new] = openings_.try_emplace(empty);
    Openings& result = place->second;
    if (!is_new) return result;
    std::vector<char> left(looks_.board_size());
    std::vector<char> is_touched(looks_.board_size());
    for (const std::size_t number : empty) {
        for (const Cell cell : looks_.cells[number])
            left[cell] = 1;
    }
    result.count = 0;
    std::vector<Cell> waiting;
    for (Cell first = 0; first < left.size(); ++first) {
        if (!left[first]) continue;
        ++result.count;
        left[first] = 0;
        waiting.push_back(first);
        while (!waiting.empty()) {
            const Cell cell = waiting.back();
            waiting.pop_back();
            each_neighbour(*looks_.board, cell, [&](Cell other) {
                is_touched[other] = 1;
                if (left[other]) waiting.push_back(other);
                left[other] = 0;
            });
        }
    }
    result.alone.resize(looks_.looks());
    for (Cell cell = 0; cell < is_touched.size(); ++cell) {
        if (!is_touched[cell]) ++result.alone[looks_.of[cell]];
    }
    return result;
}

}  // namespace sapper::screen

#include "screen/signs.hpp"

#include <numeric>

#include "screen/digit_weights.hpp"

namespace sapper::screen {

namespace {

constexpr std::size_t kSignRows = 14;
constexpr std::size_t kSignColumns = 10;
constexpr std::size_t kFeatures = kSignRows * kSignColumns + 2;
constexpr std::size_t kHiddenUnits = digit_weights::kFromHidden.size() / kKinds;
static_assert(digit_weights::kFromPoints.size() == kFeatures * kHiddenUnits);

using Scores = std::array<double, kKinds>;

// The values at some number of places along the rows, by linear interpolation.
Plane<float> resample(const Plane<float>& values, std::size_t count) {
    Plane<float> result(values.rows(), count);
    const double length = static_cast<double>(values.columns());
    for (std::size_t i = 0; i < count; ++i) {
        const double place = std::clamp(
            (static_cast<double>(i) + 0.5) * length / static_cast<double>(count) - 0.5, 0.0, length - 1);
        const std::size_t low = static_cast<std::size_t>(place);
        const std::size_t high = std::min(low + 1, values.columns() - 1);
        const float part = static_cast<float>(place - static_cast<double>(low));
        for (std::size_t row = 0; row < values.rows(); ++row)
            result(row, i) = values(row, low) * (1 - part) + values(row, high) * part;
    }
    return result;
}

// The network's score of each kind: natural logarithms, up to a constant.
Scores scores_of(const Plane<float>& drawing, double proportion) {
    const std::vector<double> features = features_of(drawing, proportion);
    std::array<double, kHiddenUnits> hidden{};
    for (std::size_t i = 0; i < kFeatures; ++i) {
        for (std::size_t unit = 0; unit < kHiddenUnits; ++unit)
            hidden[unit] += features[i] * digit_weights::kFromPoints[i * kHiddenUnits + unit];
    }
    Scores scores{};
    for (std::size_t unit = 0; unit < kHiddenUnits; ++unit) {
        const double strength = std::max(hidden[unit], 0.0) * digit_weights::kFromPointsUnit;
        for (std::size_t kind = 0; kind < kKinds; ++kind)
            scores[kind] +=
                strength * digit_weights::kFromHidden[unit * kKinds + kind] * digit_weights::kFromHiddenUnit;
    }
    return scores;
}

// The logarithm of the odds that a sign has one of some kinds, from the first to the last.
double odds_of(const Scores& scores, std::size_t first, std::size_t last) {
    std::array<double, 2> sums{};
    const double top = *std::max_element(scores.begin(), scores.end());
    for (std::size_t kind = 0; kind < kKinds; ++kind)
        sums[kind >= first && kind <= last] += std::exp(scores[kind] - top);
    return std::log(std::max(sums[1], 1e-300)) - std::log(std::max(sums[0], 1e-300));
}

}  // namespace

std::array<double, 8> opinions(const Plane<float>& drawing, double proportion) {
    constexpr double kMost = 12;
    const Scores scores = scores_of(drawing, proportion);
    const double best = *std::max_element(scores.begin() + 1, scores.begin() + 9);
    std::array<double, 8> result;
    for (std::size_t i = 0; i < 8; ++i)
        result[i] = std::max(scores[i + 1] - best, -kMost);
    return result;
}

double digit_odds(const Plane<float>& drawing, double proportion) {
    return odds_of(scores_of(drawing, proportion), 1, 8);
}

double zero_odds(const Plane<float>& drawing, double proportion) {
    return odds_of(scores_of(drawing, proportion), 0, 0);
}

Likeness likeliest_sign(const Plane<float>& drawing, double proportion) {
    const Scores scores = scores_of(drawing, proportion);
    const auto best = std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (const double score : scores)
        sum += std::exp(score - *best);
    return {static_cast<int>(best - scores.begin()), 1 / sum};
}

std::vector<double> features_of(const Plane<float>& drawing, double proportion) {
    const Plane<float> sample = resample(resample(drawing.transpose(), kSignRows).transpose(), kSignColumns);
    std::vector<double> features(sample.all().begin(), sample.all().end());
    features.push_back(2 * proportion);
    features.push_back(1);
    return features;
}

std::vector<Box> boxes_of(const Plane<char>& mask) {
    struct Run {  // of the pixels of a row
        int first;
        int end;
        std::size_t part;
    };
    std::vector<std::size_t> parents;  // for each part itself, or another one of the same whole
    std::vector<Box> boxes;
    const auto whole_of = [&](std::size_t part) {
        while (parents[part] != part)
            part = parents[part] = parents[parents[part]];
        return part;
    };
    std::vector<Run> above, here;
    for (int y = 0; y < static_cast<int>(mask.rows()); ++y) {
        const std::span<const char> row = mask.row(static_cast<std::size_t>(y));
        auto near = above.begin();  // the first run above that does not end before this one
        for (auto at = std::ranges::find(row, 1); at != row.end();) {
            const auto end = std::find(at, row.end(), 0);
            const Run run{static_cast<int>(at - row.begin()), static_cast<int>(end - row.begin()),
                          boxes.size()};
            at = std::find(end, row.end(), 1);
            here.push_back(run);
            parents.push_back(run.part);
            boxes.push_back({run.first, y, run.end, y + 1});
            near = std::find_if(near, above.end(), [&](const Run& each) { return each.end >= run.first; });
            for (auto other = near; other != above.end() && other->first <= run.end; ++other)
                parents[whole_of(other->part)] = whole_of(run.part);
        }
        above.swap(here);
        here.clear();
    }
    for (std::size_t part = 0; part < boxes.size(); ++part) {
        Box& whole = boxes[whole_of(part)];
        whole = whole.with(boxes[part]);
    }
    std::size_t wholes = 0;
    for (std::size_t part = 0; part < boxes.size(); ++part) {
        if (parents[part] == part) boxes[wholes++] = boxes[part];
    }
    boxes.resize(wholes);
    return boxes;
}

namespace {

// The boxes, where those close above each other are one: the dots of a colon, the halves of a digit.
std::vector<Box> join_stacks(std::vector<Box> boxes) {
    constexpr int kGap = 2;   // the least pixels that may lie between pieces of one sign
    constexpr int kDots = 5;  // the dots of a colon have at most this many pixels
    constexpr int kDot = 3;   // dots may lie this many of their heights apart, other pieces a third of theirs
    std::ranges::sort(boxes);
    std::vector<Box> wholes;
    std::vector<std::size_t> near;  // the places of those that end to the right of where later boxes begin
    for (const Box& box : boxes) {
        std::erase_if(near, [&](std::size_t place) { return wholes[place].right <= box.left; });
        const auto goes_with = [&](std::size_t place) {
            const Box& other = wholes[place];
            const int shared = std::min(box.right, other.right) - std::max(box.left, other.left);
            const int width = std::min(box.width(), other.width());
            const int gap = std::max(box.top, other.top) - std::min(box.bottom, other.bottom);
            const int high = std::max(box.height(), other.height());
            const int close = std::max(kGap, high <= kDots ? kDot * high : high / kDot);
            return shared > 0 && 2 * shared > width && gap <= close;
        };
        const auto place = std::ranges::find_if(near, goes_with);
        if (place == near.end()) {
            near.push_back(wholes.size());
            wholes.push_back(box);
        } else {
            wholes[*place] = wholes[*place].with(box);
        }
    }
    std::erase_if(wholes, [](const Box& box) { return box.height() > kMostSign; });
    return wholes;
}

// The mask with one pixel more to the right and below.
Plane<char> thicken(const Plane<char>& mask) {
    Plane<char> thick = mask;
    for (std::size_t row = 0; row < mask.rows(); ++row) {
        for (std::size_t column = 0; column < mask.columns(); ++column) {
            const std::size_t above = row - std::min<std::size_t>(row, 1);
            const std::size_t before = column - std::min<std::size_t>(column, 1);
            thick(row, column) |=
                static_cast<char>(mask(above, column) | mask(row, before) | mask(above, before));
        }
    }
    return thick;
}

// The usual colours of a part of the picture.
std::vector<Colour> usual_colours(const Pixels& part) {
    constexpr std::size_t kMost = 4;
    constexpr double kCommon = 0.004;  // the least share of a part that has such a colour
    std::vector<int> counts(std::size_t{1} << 12);
    const auto key_of = [](const std::uint8_t* pixel) {
        return static_cast<std::size_t>(pixel[0] >> 4) << 8 | static_cast<std::size_t>(pixel[1] >> 4) << 4 |
               static_cast<std::size_t>(pixel[2] >> 4);
    };
    part.each([&](const std::uint8_t* pixel) { ++counts[key_of(pixel)]; });
    std::vector<std::size_t> usual(counts.size());
    std::iota(usual.begin(), usual.end(), std::size_t{0});
    std::ranges::stable_sort(usual, std::greater{}, [&](std::size_t key) { return counts[key]; });
    std::vector<Colour> colours;
    for (std::size_t i = 0; i < kMost; ++i) {
        if (counts[usual[i]] < kCommon * part.height * part.width) break;
        std::vector<Colour> same;
        part.each([&](const std::uint8_t* pixel) {
            if (key_of(pixel) == usual[i]) same.push_back(colour_at(pixel));
        });
        colours.push_back(median_of(same));
        for (float& channel : colours.back())
            channel = std::floor(channel);
    }
    return colours;
}

}  // namespace

Ink::Ink(const Plane<int>& strengths, double share) : ink_(strengths) {
    constexpr double kLeast = 45;  // grey levels
    const double limit = std::max(kLeast, share * *std::ranges::max_element(strengths.all()));
    for (int& strength : ink_.all()) {
        if (strength <= limit) strength = 0;
    }
}

std::vector<Sign> Ink::signs(bool thick) {
    constexpr std::size_t kMost = 400;  // a ground with more signs is a picture
    constexpr double kThin = 0.1;       // the least width of a sign, in heights; a thinner one is a line
    Plane<char> mask(ink_.rows(), ink_.columns());
    for (std::size_t i = 0; i < mask.all().size(); ++i)
        mask.all()[i] = ink_.all()[i] != 0;
    std::vector<Box> boxes = boxes_of(thick ? thicken(mask) : mask);
    std::erase_if(boxes, [](const Box& box) { return std::max(box.width(), box.height()) > kMostSign; });
    std::vector<Sign> signs;
    if (boxes.size() > kMost) return signs;
    for (const Box& whole : join_stacks(std::move(boxes))) {
        Box box{whole.right, whole.bottom, whole.left, whole.top};
        std::vector<char> rows(static_cast<std::size_t>(whole.bottom)),
            columns(static_cast<std::size_t>(whole.right));
        for (int y = whole.top; y < whole.bottom; ++y) {
            for (int x = whole.left; x < whole.right; ++x) {
                const std::size_t row = static_cast<std::size_t>(y), column = static_cast<std::size_t>(x);
                if (ink_(row, column) == 0) continue;
                rows[row] = columns[column] = 1;
                box = box.with({x, y, x + 1, y + 1});
            }
        }
        const auto inked_rows = std::ranges::count(rows, char{1});
        const auto inked_columns = std::ranges::count(columns, char{1});
        if (inked_rows >= 2 && static_cast<double>(inked_columns) >= kThin * static_cast<double>(inked_rows))
            signs.push_back(sign_in(box));
    }
    return signs;
}

const Sign& Ink::sign_in(const Box& box) {
    constexpr double kSure = 0.8;         // the least probability of a digit
    constexpr double kLikelySlash = 0.5;  // and of a slash, which only tells anything between two digits
    constexpr double kStroke = 0.3;       // the largest width of a 1 that is a plain stroke, in heights
    constexpr double kSolid = 0.85;       // such a stroke fills more than this share of its box
    const auto [place, is_new] = known_signs_.try_emplace(box, Sign{kOther, box});
    Sign& sign = place->second;
    if (!is_new || !sign.may_be_digit()) return sign;
    const Plane<float> drawing = drawing_in(box);
    const Likeness likeness = likeliest_sign(drawing, sign.proportion());
    if (likeness.chance >= (likeness.kind == kSlash ? kLikelySlash : kSure)) sign.kind = likeness.kind;
    // As in displays; beside letters it is none.
    if (sign.proportion() <= kStroke &&
        share_of(drawing.all(), [](float value) { return value > 0; }) > kSolid)
        sign.kind = 1;
    return sign;
}

Plane<float> Ink::drawing_in(const Box& box) const {
    Plane<float> drawing(static_cast<std::size_t>(box.height()), static_cast<std::size_t>(box.width()));
    float most = 0;
    for (std::size_t y = 0; y < drawing.rows(); ++y) {
        for (std::size_t x = 0; x < drawing.columns(); ++x) {
            drawing(y, x) = static_cast<float>(
                ink_(static_cast<std::size_t>(box.top) + y, static_cast<std::size_t>(box.left) + x));
            most = std::max(most, drawing(y, x));
        }
    }
    for (float& value : drawing.all())
        value /= most;
    return drawing;
}

void each_ink(const Pixels& part, const std::function<void(Ink&)>& use) {
    for (const Colour& ground : usual_colours(part)) {
        Plane<int> strengths(static_cast<std::size_t>(part.height), static_cast<std::size_t>(part.width));
        auto next = strengths.all().begin();
        part.each(
            [&](const std::uint8_t* pixel) { *next++ = static_cast<int>(apart(colour_at(pixel), ground)); });
        for (const double share : {0.0, 0.55}) {
            Ink ink(strengths, share);
            use(ink);
        }
    }
}

}  // namespace sapper::screen

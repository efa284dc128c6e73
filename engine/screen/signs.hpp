// Which sign a drawing looks like, and the signs in a part of a picture: digits, slashes and others, in any
// font or in seven segments. For cells this is only a hint at the digit: the rules may overrule it.
// tools/learn/digits.py learnt the weights of a small network from signs. Beside a board, signs are the
// numbers that a window shows, and these say how many mines there are, if they fit the board.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "board/position.hpp"
#include "screen/pixels.hpp"

namespace sapper::screen {

// The kinds of signs: the digits 0 to 9, a slash, and all others.
inline constexpr int kSlash = 10;
inline constexpr int kOther = 11;
inline constexpr std::size_t kKinds = 12;

// How much a drawing looks like each digit from 1 to 8: logarithms, 0 for the best, and at least -12. The
// drawing is cut to its size, and its points are 0 to 1. The proportion is its width divided by its height.
std::array<double, 8> opinions(const Plane<float>& drawing, double proportion);

// The logarithm of the odds that a drawing is a digit from 1 to 8, and not any other sign.
double digit_odds(const Plane<float>& drawing, double proportion);

// The same for a 0.
double zero_odds(const Plane<float>& drawing, double proportion);

struct Likeness {
    int kind;
    double chance;  // among all signs
};

// The most likely kind of a drawing.
Likeness likeliest_sign(const Plane<float>& drawing, double proportion);

// The input of the network: the points at a fixed size, the proportion, and 1.
std::vector<double> features_of(const Plane<float>& drawing, double proportion);

inline constexpr int kLeastSign = 6;  // the least height of a digit in pixels
inline constexpr int kMostSign = 70;  // and the largest

// The boxes around the connected parts of a mask, also those that touch at a corner.
std::vector<Box> boxes_of(const Plane<char>& mask);

struct Sign {
    int kind;
    Box box;

    int height() const { return box.height(); }
    int width() const { return box.width(); }
    // Digits and slashes are higher than wide.
    bool may_be_digit() const { return height() >= std::max(kLeastSign, width()); }
    double proportion() const { return static_cast<double>(width()) / height(); }
};

// What is drawn on one colour of a part of a picture, by how strong it is; 0 where it is not.
class Ink {
  public:
    // Points that differ from the ground by more than `share` of the strongest difference are ink.
    Ink(const Plane<int>& strengths, double share);

    // The signs, each told by its shape. A thick ink has one pixel more to the right and below, which closes
    // the gaps between segments. Nothing if there are too many.
    std::vector<Sign> signs(bool thick);
    // What is drawn in a box, 0 to 1.
    Plane<float> drawing_in(const Box& box) const;

  private:
    const Sign& sign_in(const Box& box);

    Plane<int> ink_;
    std::map<Box, Sign> known_signs_;  // most signs are the same in thin and thick ink
};

// Each ink of a part of the picture: on each of its usual colours, which may lie behind numbers, with soft
// edges and only what is lit.
void each_ink(const Pixels& part, const std::function<void(Ink&)>& use);

struct Number {
    std::uint32_t value;
    std::optional<std::uint32_t> before;  // the number before it and a slash: 3 in `3/10`
    bool alone;                           // nothing is beside it without a space, as in a clock
    Box box;
};

// The numbers around a board of which all digits are sure and nothing is beside them. Where two readings
// contradict each other, neither is among them.
std::vector<Number> numbers_beside(const Pixels& pixels, const Grid& grid, const Limits& limits);

struct Counts {
    std::vector<std::uint32_t> possible;  // ascending
    // The one that is sure: `flags / mines`, or that of a usual level, or the only number while nothing is
    // open or flagged and no clock runs.
    std::optional<std::uint32_t> sure;
};

// The numbers of mines that a counter may say. Most counters subtract the flags.
Counts counts_of(const std::vector<Number>& numbers, const std::vector<Mark>& marks, int rows, int columns);

}  // namespace sapper::screen

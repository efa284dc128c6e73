// Which sign a drawing looks like. For cells this is only a hint at the digit: the rules may overrule it.
// tools/learn/digits.py learnt the weights of a small network from signs.
#pragma once

#include <array>
#include <vector>

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

struct Likeness {
    int kind;
    double chance;  // among all signs
};

// The most likely kind of a drawing.
Likeness likeliest_sign(const Plane<float>& drawing, double proportion);

// The input of the network: the points at a fixed size, the proportion, and 1.
std::vector<double> features_of(const Plane<float>& drawing, double proportion);

}  // namespace sapper::screen

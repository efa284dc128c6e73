// The signs in a part of a picture: digits, slashes and others, in any font or in seven segments.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "screen/pixels.hpp"

namespace sapper::screen {

inline constexpr int kLeastSign = 6;  // the least height of a digit in pixels
inline constexpr int kMostSign = 70;  // and the largest

struct Sign {
    int kind;  // as in shapes.hpp
    Box box;

    int height() const { return box.bottom - box.top; }
    int width() const { return box.right - box.left; }
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
    std::map<Box, Sign> told_;  // most signs are the same in thin and thick ink
};

// Each ink of a part of the picture: on each of its usual colours, which may lie behind numbers, with soft
// edges and only what is lit.
void each_ink(const Pixels& part, const std::function<void(Ink&)>& use);

}  // namespace sapper::screen

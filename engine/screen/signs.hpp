// The signs in a part of a picture: digits, slashes and others, in any font or in seven segments.
#pragma once

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
};

// What is drawn on one colour of a part of a picture, by how strong it is; 0 where it is not.
class Ink {
  public:
    // Points that differ from the ground by more than `share` of the strongest difference are ink.
    Ink(const Plane<int>& strengths, double share);

    // The signs, each told by its shape. A thick ink has one pixel more to the right and below, which closes
    // the gaps between segments. Nothing if there are too many.
    std::vector<Sign> signs(bool thick);

  private:
    const Sign& sign_in(const Box& box);

    Plane<int> ink_;
    std::map<Box, Sign> told_;  // most signs are the same in thin and thick ink
};

// The usual colours of a part of the picture, which may lie behind numbers.
std::vector<Colour> usual_colours(const Pixels& part);

}  // namespace sapper::screen

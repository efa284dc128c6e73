// The looks of one board, compared with each other: grounds, borders, drawings and places. A drawing is what
// stands on the ground of a cell; looks without one are plain. Differences are in grey levels.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "screen/looks.hpp"

namespace sapper::screen {

inline constexpr double kOtherGround = 10;  // between the grounds of cells that may have different roles
inline constexpr double kNear = 8;          // between two looks without a drawing that are nearly the same
inline constexpr double kLike =
    15;  // between two looks of which one is like the other, apart from what is drawn

// A reading: the mark of each look.
using Meaning = std::vector<Mark>;

// Looks by their numbers.
using Numbers = std::vector<std::size_t>;

class Compared {
  public:
    // Together the looks have all cells.
    Compared(const std::vector<Look>& looks, int rows, int columns);

    std::size_t looks() const { return cells.size(); }
    std::size_t board_size() const { return of.size(); }
    // The looks, those together that are nearly the same.
    std::vector<Numbers> families() const;
    bool is_kin(std::size_t number, std::size_t other) const;
    // Whether the grounds of two looks are so different that they may have different roles.
    bool on_another_ground(std::size_t number, std::size_t other) const {
        return grounds_apart(number, other) > kOtherGround;
    }
    // Whether two looks are those of the dark and the light squares of a chessboard.
    bool take_turns(const Numbers& same) const;

    std::shared_ptr<const Topology> board;
    std::vector<std::size_t> of;           // the look of each cell
    std::vector<std::vector<Cell>> cells;  // of each look
    std::vector<std::size_t> sizes;        // how many these are
    std::vector<std::size_t> fewest;       // for each look, the fewest neighbours of a cell
    Plane<char> touch;                     // whether a cell of one look touches a cell of another
    // For each cell its row, its column, and which corner or side of the board it is in.
    std::array<std::vector<std::size_t>, 3> places;
    std::vector<char> plain;
    std::vector<char> doubtful;  // the ground is not certain
    std::vector<char> busy;   // so much is drawn on it that shapes would not tell if it were hidden or empty
    std::vector<char> faint;  // the drawing is too faint for a number or a flag
    std::vector<std::array<double, 8>> opinions;  // how much a drawing speaks for each number, in logarithms
    std::vector<double> like_digits;              // how much it speaks for a number and against all else
    Plane<double> apart;                          // how different two looks are, apart from their drawings
    Plane<double> grounds_apart;                  // the same for their grounds
    Plane<double> drawn_apart;                    // for their drawings
    Plane<double> colours_apart;                  // for the colours of their drawings
    // For each look those that are nearly the same, itself among them. Where cells are not of whole pixels, a
    // program may draw the same thing in slightly different ways.
    std::vector<Numbers> kin;
};

inline constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The least value in a row at some columns, infinite if there are none.
inline double least_at(const Plane<double>& values, std::size_t row, const Numbers& columns) {
    double least = kInfinite;
    for (const std::size_t column : columns)
        least = std::min(least, values(row, column));
    return least;
}

}  // namespace sapper::screen

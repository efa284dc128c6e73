// Reads the position from a picture of a board, of any program.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "screen/meanings.hpp"
#include "screen/places.hpp"

namespace sapper::screen {

inline constexpr int kLeastRows =
    5;  // rows and columns; a smaller grid may be a part of a board or of a cell

// Why a picture was not read. Its text is for people who look at the picture. Those who say it in other words
// go by the kind and take the parts that serve them.
class PictureRefusal : public std::runtime_error {
  public:
    enum class Kind { no_board, other_size, too_small, terminal, many_looks, several_boards, contradiction };

    PictureRefusal(Kind kind, std::string finding, std::string reason, std::string advice,
                   std::vector<Box> places = {});

    Kind kind;
    std::string finding;      // what was found in the picture, such as "found no board"
    std::string reason;       // why, or empty
    std::string advice;       // a sentence without its full stop, or empty
    std::vector<Box> places;  // of the boards that it is about
};

// What a picture leaves open: cells that look the same, and what they may be, the most likely first.
struct PictureQuestion {
    std::vector<Cell> cells;
    std::vector<Mark> options;
    std::vector<double> chances;
};

// What a picture shows. The position is sure only if nothing is open or doubtful.
struct PictureReading {
    int rows() const { return grid.rows(); }
    int columns() const { return grid.columns(); }
    std::shared_ptr<const Topology> board() const;
    // The reading with what a cell, and all that look the same, really show. Throws PositionError if no
    // minefield fits that.
    PictureReading answer(Cell cell, Mark mark, const Limits& limits) const;
    // The reading of the same cells with what is known of them. Throws PositionError if no minefield fits
    // that.
    PictureReading with(BoardFacts known, const Limits& limits) const;
    // The reading if the board has this many mines. Throws PositionError if no minefield fits that.
    PictureReading with_mines(std::uint32_t mines, const Limits& limits) const;
    // The numbers of mines with which some minefield fits the marks, ascending. Flags are mines if they are
    // to be trusted. None if no minefield fits, or the marks are too entangled to count.
    std::vector<std::uint32_t> fitting_counts(bool trust_flags, const Limits& limits) const;

    std::vector<Mark> marks;
    std::vector<double>
        certainty;  // the probability that each cell is read right, flags counted as hidden cells
    std::vector<PictureQuestion> questions;
    std::set<Side> unclear_ends;  // where the board may be a few empty rows or columns larger or smaller
    bool doubtful = false;        // the rules explain little of what the picture shows
    std::vector<std::uint32_t> counts;  // the numbers of mines that the picture's own counter may say
    Grid grid;
    BoardFacts facts;  // the number of mines, and the answers
    std::shared_ptr<const std::vector<Look>> looks;
};

struct PictureOptions {
    std::optional<std::uint32_t> mines;  // by default, that of a counter beside the board if it is sure
    // Rows and columns. No board of another size is read, and no side of one of this size is unclear.
    std::optional<std::pair<int, int>> shape;
    std::optional<Box> within;  // the part of the picture to look at, which lies in it
    bool partial = false;       // the board may go on beyond all its sides: their numbers are left out
};

// The reading of a grid with these looks, or with the looks of whole pixels if those leave less open: where
// the cells of a program are not of whole pixels, what it draws in them still is.
PictureReading reading_in(const Pixels& pixels, const Grid& grid, std::vector<Look> looks,
                          const BoardFacts& facts, const Limits& limits);
// The reading with the rows and columns at its ends that have no drawing.
PictureReading with_ends(const Pixels& pixels, PictureReading reading, std::set<Side> unclear,
                         const Limits& limits);
// The reading of a board of a known size. Rows and columns that it lacks lie where it is not clear how far
// the board goes. The same reading if that does not tell on which side.
PictureReading with_size(const Pixels& pixels, PictureReading reading, std::pair<int, int> shape,
                         const Limits& limits);
// The reading with what a counter beside the board says.
PictureReading with_counter(const Pixels& pixels, PictureReading reading, const Limits& limits);
// Asks about cells that tell whether a program opens each cell alone, in a reading that says so. On boards of
// other programs, what lies on empty cells may look like covered ones, and covered cells may look empty while
// they are pressed. The question is about those of which this may be, so that the truth about other boards
// denies it. Returns false without a question if no single one tells.
bool ask_of_flood(PictureReading& reading, const Numbers& strange_looks);
// The reading of the same cells if the program opens each cell alone, with a question that decides whether it
// does; nothing if such a program would not show this either.
std::optional<PictureReading> opened_alone(const PictureReading& reading, const BoardFacts& known,
                                           const Limits& limits);

// The reading of a picture. Throws PictureRefusal, BudgetExceeded, and whatever the limits' poll throws.
PictureReading read_picture(const Pixels& pixels, const PictureOptions& options, const Limits& limits);

}  // namespace sapper::screen

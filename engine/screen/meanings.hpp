// Gives looks their meaning, by the rules of Minesweeper. First the looks of one board are compared with each
// other: grounds, borders, drawings and places, in grey levels. A drawing is what stands on the ground of a
// cell; looks without one are plain. A meaning of all looks together is a reading. The minefields that fit it
// are counted: a reading that none fits is dropped, and the others are compared by how likely their numbers
// and flags are. The shapes of drawings and the grounds they stand on weigh a little, and so does how much a
// reading leaves to chance. Weights are natural logarithms.
#pragma once

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "inference/bit_rules.hpp"
#include "inference/constraints.hpp"
#include "inference/frontier.hpp"
#include "screen/looks.hpp"

namespace sapper::screen {

inline constexpr double kOtherGround = 10;     // between the grounds of cells that may have different roles
inline constexpr double kNearlySameLooks = 8;  // between two looks without a drawing that are nearly the same
inline constexpr double kAlikeLooks =
    15;  // between two looks of which one is like the other, apart from what is drawn
inline constexpr double kSureDigit = 1;  // how much a drawing is like a digit that is surely one
inline constexpr double kNoDigit = -2;   // and one that is surely none

inline constexpr std::size_t kFewWrong = 4;  // the most wrong flags with a look of their own, such as a cross

// A reading: the mark of each look.
using Meaning = std::vector<Mark>;

// Looks by their numbers.
using Numbers = std::vector<std::size_t>;

class BoardLooks {
  public:
    // Together the looks have all cells. Around a part of a board there may be more cells.
    BoardLooks(const std::vector<Look>& looks, int rows, int columns, bool partial = false);

    std::size_t looks() const { return cells.size(); }
    std::size_t board_size() const { return of.size(); }
    // The looks, those together that are nearly the same.
    std::vector<Numbers> families() const;
    bool is_kin(std::size_t number, std::size_t other) const;
    // Whether the grounds of two looks are so different that they may have different roles.
    bool on_another_ground(std::size_t number, std::size_t other) const {
        return grounds_apart(number, other) > kOtherGround;
    }
    // Whether a drawing may be a flag on a safe cell, which may touch empty ones. Either its cells are like
    // the hidden ones and unlike the empty ones, or it is a sign on few cells that is no digit, such as a
    // cross.
    bool may_be_wrong_flag(std::size_t number, const std::vector<Mark>& marks) const;
    // How many cells of a look touch an empty one.
    std::size_t beside_empty(std::size_t number, const std::vector<Mark>& marks) const;
    // How many neighbours of a cell may lie outside.
    std::size_t outside(Cell cell) const { return partial ? 8 - board->degree(cell) : 0; }
    // Whether two looks are those of the dark and the light squares of a chessboard.
    bool take_turns(const Numbers& same) const;

    bool partial;
    std::shared_ptr<const Topology> board;
    std::vector<std::size_t> of;           // the look of each cell
    std::vector<std::vector<Cell>> cells;  // of each look
    std::vector<std::size_t> sizes;        // how many these are
    std::vector<std::size_t> fewest;       // for each look, the fewest neighbours of a cell
    Plane<char> touch;                     // whether a cell of one look touches a cell of another
    // For each cell its row, its column, and which corner or side of the board it is in.
    std::array<std::vector<std::size_t>, 3> places;
    std::vector<char> plain;
    std::vector<double> heights;                 // of the drawings, as parts of a cell
    std::array<std::vector<double>, 2> middles;  // of the drawings, across and down, as parts of a cell
    std::vector<char> doubtful;                  // the ground is not certain
    std::vector<char> busy;   // so much is drawn on it that shapes would not tell if it were hidden or empty
    std::vector<char> faint;  // the drawing is too faint for a number or a flag
    std::vector<std::array<double, 8>> opinions;  // how much a drawing speaks for each number, in logarithms
    std::vector<double> like_digits;              // how much it speaks for a number and against all else
    std::vector<double> like_zeros;               // the same for a 0
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

inline constexpr double kNever = -1e9;  // the score of readings that are not possible

inline bool is_possible(double score) {
    return score > kNever / 2;
}

// The logarithm of the number of ways to divide cells into groups of these sizes.
double log_ways(std::span<const std::size_t> sizes);
double log_choices(std::size_t places, std::size_t count);

class Fits {
  public:
    // `mines` is empty if their number is not known.
    Fits(const BoardLooks& looks, std::optional<std::uint32_t> mines, const Limits& limits);

    // How likely the numbers and flags of a reading are, in natural logarithms up to a constant.
    double of_reading(const Meaning& meaning);
    // The logarithm of how many minefields fit a reading, as a part of all. Cells of looks that are not
    // `used` are open, but what they show is not known. Flags may be anywhere.
    double of_meaning(const Meaning& meaning, const std::vector<bool>& used);

  private:
    struct CoverCounts {  // how many cells are covered, and have a flag: those beside numbers, and the others
        std::array<std::size_t, 2> cells{}, flags{};
    };

    bool are_possible(const std::vector<Mark>& marks, const std::vector<bool>* used);
    bool can_count();
    double log_placements(std::uint32_t count);
    double of_counts();
    double of_marks(std::vector<Mark> marks, const std::vector<bool>* used);
    void add_with_mines(std::span<const std::size_t> mines, std::span<const std::size_t> others,
                        std::vector<double>& fits);
    std::vector<Mark> marks_of(const Meaning& meaning) const;
    std::array<double, 2> log_choices_of(const CoverCounts& covered) const;

    const BoardLooks& looks_;
    std::optional<std::uint32_t> mines_;
    Limits limits_;
    std::shared_ptr<const Topology> topology_;  // the board to count on
    std::size_t spare_;                         // cells that touch nothing
    std::vector<std::uint32_t> counts_;         // the numbers of mines to count with
    std::optional<TrivialRules> rules_;         // on boards that a Bitboard can hold
    Constraints constraints_;
    Frontier frontier_;
};

// Whether empty cells open all cells around them. Of a board that is doubtful then, it may be asked whether
// its program opens each cell alone. If the answer denies it, the board stays doubtful.
enum class Flood { yes, denied, ask, no };

// What is known of the looks of a board.
struct BoardFacts {
    std::optional<std::uint32_t> mines;
    std::map<std::size_t, Mark> marks;  // of looks that the caller gives
    // False if this may not be a board of this size. Then shapes do not count twice in the search: on a wrong
    // board they lead to meanings that happen to fit.
    bool is_board = true;
    std::set<std::size_t> changed_looks =
        {};                // looks that hidden cells got when they changed: they do not mean hidden
    bool partial = false;  // this is a part of a board: more cells may lie around it
    Flood flood = Flood::yes;

    bool floods() const { return flood == Flood::yes || flood == Flood::denied; }
};

// Which looks are hidden and which are empty. The others have the mark kNoRole.
using Roles = std::vector<Mark>;
inline constexpr Mark kNoRole = -5;

Roles roles_of(const Meaning& meaning);
// The looks with a mark.
Numbers with_mark(const std::vector<Mark>& meaning, Mark mark);

// What the rules allow the looks of a board.
class RoleRules {
  public:
    RoleRules(const BoardLooks& looks, const BoardFacts& facts) : looks_(looks), facts_(facts) {}

    // Whether what is known of a look allows this mark.
    bool agrees(std::size_t number, Mark mark) const;
    // Whether the caller says that these cells are safe, without a number.
    bool is_safe(std::size_t number) const {
        return facts_.marks.contains(number) && agrees(number, kSafeMark);
    }
    // Whether the cells of a look can have a mark, if all looks without a role may be covered.
    bool can_have(std::size_t number, Mark mark, const Roles& roles) const;
    // Whether no covered cell touches an empty one, but for flags that are put wrongly. Where each cell is
    // opened alone, it may.
    bool may_be(const std::vector<Mark>& marks) const;
    // Which looks are hidden and which are empty, in every way that the rules allow.
    std::vector<Roles> all_roles() const;
    // The roles of a reading if one plain look that it calls empty is hidden, so that what is rather a digit
    // beside it is no empty cell.
    std::vector<Roles> other_roles(const Meaning& meaning) const;

  private:
    void add_roles(const Roles& roles, std::vector<Roles>& result) const;
    bool touches_any(std::size_t number, const Numbers& others) const {
        return std::ranges::any_of(others,
                                   [&](std::size_t other) { return looks_.touch(number, other) != 0; });
    }

    const BoardLooks& looks_;
    const BoardFacts& facts_;
};

// The numbers of a reading that are drawn much lower than the others.
Numbers low_numbers(const BoardLooks& looks, const Meaning& meaning);

class Priors {
  public:
    Priors(const BoardLooks& looks, const BoardFacts& facts) : looks_(looks), facts_(facts) {}

    // How likely a reading is before the numbers are looked at, up to a constant. What it leaves to chance
    // costs as many natural logarithms as it takes to say it: which cells were clicked, which covered cells
    // have flags, and which cells of one mark have which look. Places may tell the last.
    double of(const Meaning& meaning, bool by_place);
    // How likely each look has each mark, by its shape and its ground: the column is the mark + 2.
    const Plane<double>& weights(const Roles& roles);

  private:
    struct Openings {
        std::size_t count;
        std::vector<std::size_t> alone;  // for each look, how many of its cells touch none of them
    };

    double strangeness(const Meaning& meaning);
    bool look_open(const Meaning& meaning) const;
    double ways(const Numbers& same);
    double other_colours(const Numbers& same) const;
    const Openings& openings_of(const Numbers& empty);
    bool is_busy(const Roles& roles) const;
    bool hides_shapes(const Roles& roles) const;

    const BoardLooks& looks_;
    const BoardFacts& facts_;
    std::map<Roles, Plane<double>> tables_;
    std::map<Numbers, Openings> openings_;
    std::map<Numbers, double> ways_;
    std::map<Meaning, double> strangeness_;
};

// The readings of a board that the rules allow, the best first.
struct Readings {
    std::vector<Meaning> meanings;
    std::vector<double> chances;  // the probability of each
    std::size_t plausible = 0;  // how many count. The others are too unlikely, but may be what somebody sees.
    // Whether the looks could as well have been dealt to the cells at random, or hidden cells look like open
    // ones. Then this may be no board, or a look may be of different things.
    bool doubtful = false;
    // If not sure that there is a flood: looks of covered cells beside empty ones that other covered cells
    // are unlike.
    Numbers strange_looks = {};
};

// The readings of looks that together have all cells. Throws BudgetExceeded if the numbers are too entangled
// to count, and whatever the poll throws.
Readings readings_of(const std::vector<Look>& looks, int rows, int columns, const BoardFacts& facts,
                     const Limits& limits);

}  // namespace sapper::screen

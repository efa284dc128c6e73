// The rules that need no counting, applied to a word of numbers at a time.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "board/bitboard.hpp"
#include "board/position.hpp"

namespace sapper {

// The rule of two numbers (see Pairs). It applies if the shared cells are as many as the mines that the first
// number still needs plus the safe cells that the second still needs. Then all mines of the first and all
// safe cells of the second are among the shared cells. So the cells that only the first has are safe. Numbers
// two rows and two columns apart share one cell, too few for the rule.
class BitPairs {
  public:
    // The numbers in a word that have undecided cells and still need 1, 2 or 3 mines or safe cells.
    struct Needs {
        std::array<Bits, 3> mines{};
        std::array<Bits, 3> safe{};
    };
    static Needs needs(Bits live, const Bitboard::Numbers<Bits>& number,
                       const Bitboard::Numbers<Bits>& mines_near, const Bitboard::Numbers<Bits>& unsafe_near);

    // The place of the second number of a pair, relative to the first.
    struct Offset {
        int rows;
        int columns;
    };
    static constexpr std::array<Offset, 10> kOffsets{
        {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 1}, {1, -1}, {1, 2}, {1, -2}, {2, 1}, {2, -1}}};
    // For each offset, the numbers in the word whose pairs prove cells safe: those that only the other number
    // has, or those that only the number itself has.
    struct SafeByPair {
        std::array<Bits, kOffsets.size()> other_safe;
        std::array<Bits, kOffsets.size()> own_safe;
        bool any;
    };
    // `undecided` has the undecided cells of this word and around it. `needs` has the needs of this word and
    // of the next two.
    static SafeByPair find(const Bitboard& board, const Bitboard::Rows<Bits>& undecided,
                           std::span<const Needs, 3> needs);
};

// The news of a word of cells since the last report, as sets of cells.
struct RuleNews {
    Bits open;
    Bits decisions;  // no longer undecided: opened, or proved safe or mines
    Bits mines;      // of these
    Bits safe;       // of these, still hidden
    Bits unused;     // of these, open without a number
    Bits exploded;
    Bits off_frontier;   // of the decisions, next to a number that was open before
    Bits onto_frontier;  // undecided, next to a newly opened number
    Bits live;           // numbers with undecided neighbours that are new or have fewer such neighbours
    Bits complete;       // numbers that lost their last undecided neighbour
    Bits others;         // cells without a number that lost undecided neighbours
    Bits mine;           // all known mines
    Bits unsafe;         // all hidden cells not known to be safe
    Bitboard::Numbers<Bits> number;  // of the open cells
    // For each cell: how many of the cell and its neighbours are in `mine` and in `unsafe`.
    Bitboard::Numbers<Bits> mines_near;
    Bitboard::Numbers<Bits> unsafe_near;
};

// Applies the trivial rules to a word of cells at a time and, if they find nothing, the rule of two numbers.
// For boards that a Bitboard can hold. Finds what Constraints and Pairs would find, at a small fraction of
// the cost, and reports it to Constraints later. After load() returns false only load() and reset() may be
// called.
class TrivialRules {
  public:
    explicit TrivialRules(const Topology& topology);

    // Starts over from a board with every cell hidden.
    void reset();
    // Starts over from the marks of a whole position, and applies the trivial rules. The arguments are those
    // of Constraints::load(). Returns false if some number's need cannot be met.
    bool load(std::span<const Mark> marks, bool trust_flags, const std::vector<bool>* subset);
    // Learns that hidden cells now show numbers or exploded mines. The numbers must be those of a minefield.
    void follow(std::span<const Cell> cells, const Mark* marks);

    // The hidden cells that the trivial rules prove safe; if there are none, those that two numbers prove
    // safe. Valid until the next call.
    std::span<const Cell> safe();

    // Calls visit(word, news) for every word with news since the last report. Returns whether there was any.
    template <typename Visit>
    bool report(Visit visit) {
        close();
        const Bits with_news = words_with_news();
        if (with_news == 0) return false;
        for_each_bit(with_news, [&](std::size_t word) { visit(word, news_of(word)); });
        forget_news();
        return true;
    }

    const Bitboard& board() const { return board_; }

  private:
    // Opening a cell sets its number and its bit in `open`. close() updates the rest.
    struct Word {
        Bits open = 0;
        Bits safe = 0;  // known to be safe, and hidden
        Bitboard::Numbers<Bits> number{};
        // Hidden cells not known to be safe, and known mines. They are stored together because they are
        // loaded together: processors stall when one load spans two recent stores.
        TwoSets unsafe_and_mines{};
        // For each cell: how many of the cell and its neighbours were in either set when the rules last ran.
        Bitboard::Numbers<TwoSets> near{};

        Bits unsafe() const { return unsafe_and_mines[0]; }
        Bits mines() const { return unsafe_and_mines[1]; }
        Bitboard::Numbers<Bits> near_of(std::size_t set) const {
            return {near[0][set], near[1][set], near[2][set], near[3][set]};
        }

        Bits undecided() const { return unsafe() & ~mines(); }
    };
    using Cells = std::array<Bits, Bitboard::kWords>;
    struct Report {
        Bits open = 0;
        Bits undecided = 0;
        Bits exploded = 0;
    };

    void explode(Cell cell);
    void close();
    bool consistent() const;
    bool knows_safe();
    void apply(std::size_t word);
    void decide(std::size_t word, Bits safe, Bits mines);
    void search_pairs();
    void search_pairs(std::size_t word, Cells& safe) const;
    void add_only(Cell of, Cell without, Cells& cells) const;
    Bits newly_open(std::size_t word) const { return words_[word].open & ~last_report_[word].open; }
    Bits new_decisions(std::size_t word) const {
        return last_report_[word].undecided & ~words_[word].undecided();
    }
    Bits words_with_news() const;
    RuleNews news_of(std::size_t word) const;
    void forget_news();

    Bitboard board_;
    std::array<Word, Bitboard::kWords> words_{};
    std::array<Report, Bitboard::kWords> last_report_{};
    Cells exploded_{};
    std::vector<std::uint8_t> bytes_;  // of marks: scratch of load()
    std::array<BitPairs::Needs, Bitboard::kWords + 1> needs_{};
    std::vector<Cell> safe_;
    Bits stale_ = 0;       // words to whose numbers the rules may apply
    Bits pair_words_ = 0;  // words whose numbers may have changed since the last search for pairs
    Bits with_safe_ = 0;   // words that may have safe cells
};

}  // namespace sapper

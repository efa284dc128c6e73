// The trivial rules, applied to a word of cells at a time, in games on boards that a Bitboard can hold. They
// are told of opened cells one by one, find what Constraints would find, at a small part of the cost, and
// keep what Constraints have not yet been told. The numbers must be those of a minefield.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "board/bitboard.hpp"
#include "board/position.hpp"

namespace sapper {

// What the rules and what they were told have new in a word of cells, as sets of them.
struct RuleNews {
    Bits opened;
    Bits decided;  // no longer undecided: opened, or known to be safe or mines
    Bits mines;    // of the decided
    Bits safe;     // of the decided, still hidden
    Bits exploded;
    Bits covered;  // undecided, under a number that was opened
    Bits live;     // numbers with undecided neighbours: just opened, or fewer than there were
    Bits settled;  // numbers that had undecided neighbours and have none now
    Bits others;   // hidden, with fewer undecided neighbours than there were
    Bits mine;     // all that are known to be
    Bits unsafe;   // all that are hidden and not known to be safe
    // In each cell and around it.
    Bitboard::Counts mines_near;
    Bitboard::Counts unsafe_near;
};

class TrivialRules {
  public:
    explicit TrivialRules(const Topology& topology);

    // Starts over from a board of which nothing is known.
    void reset();
    // A hidden cell shows a number, or was a mine.
    void open(Cell cell, Mark number);
    void explode(Cell cell);

    // The hidden cells that are safe by the rules. Valid until anything is told or asked.
    std::span<const Cell> safe();

    // Calls visit(word, news) for every word with anything new since this was last told. Whether there was
    // any.
    template <typename Visit>
    bool tell(Visit visit) {
        close();
        const Bits with_news = words_with_news();
        if (with_news == 0) return false;
        for (Bits words = with_news; words != 0; words &= words - 1) {
            const std::size_t word = lowest(words);
            visit(word, news_of(word));
        }
        forget_news();
        return true;
    }

    const Bitboard& board() const { return board_; }
    Mark number(Cell cell) const { return numbers_[cell]; }

  private:
    struct Word {
        Bits open = 0;
        Bits unsafe = 0;  // hidden, and not known to be safe
        Bits mines = 0;   // that are known
        Bits safe = 0;    // known to be, and hidden
        Bitboard::Counts number{};

        Bits undecided() const { return unsafe & ~mines; }
    };
    struct Told {
        Bits open = 0;
        Bits undecided = 0;
        Bits exploded = 0;
    };

    void close();
    void apply(std::size_t word);
    void decide(std::size_t word, Bits safe, Bits mines);
    Bits opened(std::size_t word) const { return words_[word].open & ~told_[word].open; }
    Bits decided(std::size_t word) const { return told_[word].undecided & ~words_[word].undecided(); }
    Bits words_with_news() const;
    RuleNews news_of(std::size_t word) const;
    void forget_news();

    Bitboard board_;
    Bits all_words_;
    std::array<Word, Bitboard::kWords> words_{};
    std::array<Told, Bitboard::kWords> told_{};
    std::array<Bits, Bitboard::kWords> exploded_{};
    std::vector<Mark> numbers_;
    std::vector<Cell> safe_;
    Bits stale_ = 0;      // words to whose numbers the rules may apply
    Bits with_safe_ = 0;  // words with safe cells, and others
};

}  // namespace sapper

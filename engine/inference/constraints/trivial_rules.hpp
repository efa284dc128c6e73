// The trivial rules, and where they are stuck the rule of two numbers, applied to a word of cells at a time,
// in games on boards that a Bitboard can hold. They are told of opened cells one by one, find what
// Constraints and Pairs would find, at a small part of the cost, and keep what Constraints have not yet been
// told. The numbers must be those of a minefield.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "board/bitboard.hpp"
#include "board/position.hpp"
#include "inference/constraints/bit_pairs.hpp"

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
    Bitboard::Numbers<Bits> number;  // of the open cells
    // How many are in each cell and around it.
    Bitboard::Numbers<Bits> mines_near;
    Bitboard::Numbers<Bits> unsafe_near;
};

class TrivialRules {
  public:
    explicit TrivialRules(const Topology& topology);

    // Starts over from a board of which nothing is known.
    void reset();
    // These cells changed: they were hidden, and show a number or an exploded mine, or else nothing new.
    void follow(std::span<const Cell> cells, const Mark* marks);

    // The hidden cells that are safe by the trivial rules; if there are none, by two numbers. Valid until
    // anything is told or asked.
    std::span<const Cell> safe();

    // Calls visit(word, news) for every word with anything new since this was last told. Whether there was
    // any.
    template <typename Visit>
    bool report(Visit visit) {
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

  private:
    // Of a cell that is opened, its number and that it is open; the rest follows in close().
    struct Word {
        Bits open = 0;
        Bits safe = 0;  // known to be, and hidden
        Bitboard::Numbers<Bits> number{};
        // Hidden and not known to be safe; known mines. Always stored together, as they are loaded: a
        // processor waits for halves of what it loads.
        TwoSets unsafe_and_mines{};
        // How many of them are in each cell and around it; when the rules were last applied.
        Bitboard::Numbers<TwoSets> near{};

        Bits unsafe() const { return unsafe_and_mines[0]; }
        Bits mines() const { return unsafe_and_mines[1]; }
        Bitboard::Numbers<Bits> near_of(std::size_t set) const {
            return {near[0][set], near[1][set], near[2][set], near[3][set]};
        }

        Bits undecided() const { return unsafe() & ~mines(); }
    };
    using Cells = std::array<Bits, Bitboard::kWords>;
    struct Reported {
        Bits open = 0;
        Bits undecided = 0;
        Bits exploded = 0;
    };

    void explode(Cell cell);
    void close();
    bool knows_safe();
    void apply(std::size_t word);
    void decide(std::size_t word, Bits safe, Bits mines);
    void search_pairs();
    void search_pairs(std::size_t word, Cells& safe) const;
    void add_only(Cell of, Cell without, Cells& cells) const;
    Bits opened(std::size_t word) const { return words_[word].open & ~reported_[word].open; }
    Bits decided(std::size_t word) const { return reported_[word].undecided & ~words_[word].undecided(); }
    Bits words_with_news() const;
    RuleNews news_of(std::size_t word) const;
    void forget_news();

    Bitboard board_;
    std::array<Word, Bitboard::kWords> words_{};
    std::array<Reported, Bitboard::kWords> reported_{};
    Cells exploded_{};
    std::array<BitPairs::Needs, Bitboard::kWords + 1> needs_{};
    std::vector<Cell> safe_;
    Bits stale_ = 0;      // words to whose numbers the rules may apply
    Bits changed_ = 0;    // words whose numbers may have changed since pairs were last looked at
    Bits with_safe_ = 0;  // words with safe cells, and others
};

}  // namespace sapper

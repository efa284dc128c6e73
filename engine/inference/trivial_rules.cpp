#include "inference/trivial_rules.hpp"

namespace sapper {

namespace {

Bits equal(const Bitboard::Counts& a, const Bitboard::Counts& b) {
    return ~((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]));
}

}  // namespace

TrivialRules::TrivialRules(const Topology& topology)
    : board_(topology),
      all_words_(~Bits{0} >> (Bitboard::kWords - 1 - board_.words()) & ~Bits{1}),
      numbers_(topology.size(), 0),
      safe_(topology.size()) {
    reset();
}

void TrivialRules::reset() {
    for (std::size_t word = 1; word <= board_.words(); ++word) {
        words_[word] = {};
        told_[word] = {};
        exploded_[word] = 0;
        words_[word].unsafe = told_[word].undecided = board_.all(word);
    }
    stale_ = with_safe_ = 0;
}

void TrivialRules::open(Cell cell, Mark number) {
    const Bitboard::Place place = board_.place(cell);
    const Bits bit = Bits{1} << place.bit;
    Word& word = words_[place.word];
    stale_ |= Bits{1} << place.word;
    if ((word.unsafe & bit) != 0) {
        word.unsafe &= ~bit;
        stale_ |= board_.words_around(place.word, bit);
    }
    word.safe &= ~bit;
    word.open |= bit;
    for (unsigned i = 0; i < word.number.size(); ++i)
        word.number[i] |= (static_cast<Bits>(number) >> i & 1) << place.bit;
    numbers_[cell] = number;
}

void TrivialRules::explode(Cell cell) {
    const Bitboard::Place place = board_.place(cell);
    const Bits bit = Bits{1} << place.bit;
    words_[place.word].mines |= bit;
    exploded_[place.word] |= bit;
    stale_ |= board_.words_around(place.word, bit);
}

std::span<const Cell> TrivialRules::safe() {
    close();
    Cell* end = safe_.data();
    for (Bits words = with_safe_; words != 0; words &= words - 1) {
        const std::size_t word = lowest(words);
        if (words_[word].safe == 0) with_safe_ ^= Bits{1} << word;
        for (Bits bits = words_[word].safe; bits != 0; bits &= bits - 1)
            *end++ = board_.cell(word, lowest(bits));
    }
    return {safe_.data(), end};
}

void TrivialRules::close() {
    while ((stale_ &= all_words_) != 0) {
        const std::size_t word = lowest(stale_);
        stale_ &= stale_ - 1;
        apply(word);
    }
}

// To all numbers of a word: those whose mines are all known, and those that need every cell they have left.
void TrivialRules::apply(std::size_t word) {
    const Word& here = words_[word];
    const Bitboard::Rows unsafe = board_.rows(words_[word - 1].unsafe, here.unsafe, words_[word + 1].unsafe);
    const Bitboard::Rows mines = board_.rows(words_[word - 1].mines, here.mines, words_[word + 1].mines);
    const Bits has_mines = here.open & equal(Bitboard::count(mines), here.number);
    const Bits needs_all = here.open & equal(Bitboard::count(unsafe), here.number);
    // Numbers that are done with are both.
    const Bits live = has_mines ^ needs_all;
    if (live == 0) return;
    const Bitboard::Spread safe = board_.spread(has_mines & live);
    const Bitboard::Spread mined = board_.spread(needs_all & live);
    decide(word - 1, safe.before, mined.before);
    decide(word, safe.here, mined.here);
    decide(word + 1, safe.after, mined.after);
}

// The undecided cells among these.
inline void TrivialRules::decide(std::size_t word, Bits safe, Bits mines) {
    Word& at = words_[word];
    const Bits undecided = at.undecided();
    safe &= undecided;
    mines &= undecided;
    if ((safe | mines) == 0) return;
    at.safe |= safe;
    at.unsafe ^= safe;
    at.mines |= mines;
    stale_ |= board_.words_around(word, safe | mines);
    with_safe_ |= Bits{safe != 0} << word;
}

// Those with changes in them or beside them.
Bits TrivialRules::words_with_news() const {
    Bits words = 0;
    for (std::size_t word = 1; word <= board_.words(); ++word) {
        const Bits exploded = exploded_[word] & ~told_[word].exploded;
        words |= board_.words_around(word, opened(word) | decided(word) | exploded);
    }
    return words & all_words_;
}

RuleNews TrivialRules::news_of(std::size_t word) const {
    const Word& before = words_[word - 1];
    const Word& here = words_[word];
    const Word& after = words_[word + 1];
    const Bits near_decided = board_.widened(decided(word - 1), decided(word), decided(word + 1));
    const Bits near_opened = board_.widened(opened(word - 1), opened(word), opened(word + 1));
    const Bits live = here.open & board_.widened(before.undecided(), here.undecided(), after.undecided());
    return {
        .opened = opened(word),
        .decided = decided(word),
        .mines = decided(word) & here.mines,
        .safe = decided(word) & here.safe,
        .exploded = exploded_[word] & ~told_[word].exploded,
        .covered = here.undecided() & near_opened,
        .live = live & (near_decided | opened(word)),
        .settled = told_[word].open & ~live & near_decided,
        .others = (here.unsafe | here.safe) & near_decided,
        .mine = here.mines,
        .unsafe = here.unsafe,
        .mines_near = Bitboard::count(board_.rows(before.mines, here.mines, after.mines)),
        .unsafe_near = Bitboard::count(board_.rows(before.unsafe, here.unsafe, after.unsafe)),
    };
}

void TrivialRules::forget_news() {
    for (std::size_t word = 1; word <= board_.words(); ++word)
        told_[word] = {words_[word].open, words_[word].undecided(), exploded_[word]};
}

}  // namespace sapper

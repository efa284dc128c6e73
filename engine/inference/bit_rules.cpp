#include "inference/bit_rules.hpp"

namespace sapper {

namespace {

using Needs = BitPairs::Needs;

// The cells among `among` where `large` exceeds `small` by 1, by 2 and by 3. The difference must be from 1 to
// 7.
std::array<Bits, 3> differences(Bits among, const Bitboard::Numbers<Bits>& large,
                                const Bitboard::Numbers<Bits>& small) {
    const Bits ones = large[0] ^ small[0];
    const Bits borrow = ~large[0] & small[0];
    const Bits unequal = large[1] ^ small[1];
    const Bits twos = unequal ^ borrow;
    const Bits second_borrow = (~large[1] & small[1]) | (~unequal & borrow);
    const Bits below_four = among & ~(large[2] ^ small[2] ^ second_borrow);
    return {below_four & ones & ~twos, below_four & ~ones & twos, below_four & ones & twos};
}

// Applies `change` to every set of the needs.
template <typename Change>
Needs each(const Needs& needs, Change change) {
    Needs result;
    for (std::size_t i = 0; i < needs.mines.size(); ++i) {
        result.mines[i] = change(needs.mines[i]);
        result.safe[i] = change(needs.safe[i]);
    }
    return result;
}

Needs below(const Bitboard& board, const Needs& here, const Needs& after) {
    Needs below;
    for (std::size_t i = 0; i < here.mines.size(); ++i) {
        below.mines[i] = board.rows(Bits{0}, here.mines[i], after.mines[i]).below;
        below.safe[i] = board.rows(Bits{0}, here.safe[i], after.safe[i]).below;
    }
    return below;
}

// Shifts the sets so that each bit stands for the cell that many columns to the right.
Needs right(const Needs& needs, unsigned columns) {
    return each(needs, [columns](Bits bits) { return bits >> columns; });
}
Needs left(const Needs& needs, unsigned columns) {
    return each(needs, [columns](Bits bits) { return bits << columns; });
}

// The numbers that share two, three or four cells with another.
struct SharedCells {
    Bits two;
    Bits three;
    Bits four;
};

SharedCells shared_cells(Bits a, Bits b) {
    return {a & b, 0, 0};
}
SharedCells shared_cells(Bits a, Bits b, Bits c) {
    const Bits all = a & b & c;
    return {((a & b) | ((a | b) & c)) & ~all, all, 0};
}
SharedCells shared_cells(Bits a, Bits b, Bits c, Bits d) {
    const Bits one = a ^ b;
    const Bits both = a & b;
    const Bits other_one = c ^ d;
    const Bits other_both = c & d;
    const Bits two = (one & other_one) | ((both ^ other_both) & ~(one | other_one));
    return {two, (one & other_both) | (both & other_one), both & other_both};
}

// The numbers whose shared cells are as many as the safe cells and mines that are needed.
Bits equal(const SharedCells& cells, const std::array<Bits, 3>& safe, const std::array<Bits, 3>& mines) {
    return (cells.two & safe[0] & mines[0]) | (cells.three & ((safe[0] & mines[1]) | (safe[1] & mines[0]))) |
           (cells.four & ((safe[0] & mines[2]) | (safe[1] & mines[1]) | (safe[2] & mines[0])));
}

}  // namespace

BitPairs::Needs BitPairs::needs(Bits live, const Bitboard::Numbers<Bits>& number,
                                const Bitboard::Numbers<Bits>& mines_near,
                                const Bitboard::Numbers<Bits>& unsafe_near) {
    return {differences(live, number, mines_near), differences(live, unsafe_near, number)};
}

BitPairs::SafeByPair BitPairs::find(const Bitboard& board, const Bitboard::Rows<Bits>& undecided,
                                    std::span<const Needs, 3> needs) {
    const auto& [above, here, under] = undecided;
    const Needs& own = needs[0];
    const Needs next_row = below(board, needs[0], needs[1]);
    const Needs second_row = below(board, next_row, below(board, needs[1], needs[2]));
    SafeByPair result;
    Bits any = 0;
    std::size_t at = 0;
    const auto look = [&](const SharedCells& cells, const Needs& other) {
        result.other_safe[at] = equal(cells, own.safe, other.mines);
        result.own_safe[at] = equal(cells, other.safe, own.mines);
        any |= result.other_safe[at] | result.own_safe[at];
        ++at;
    };
    look(shared_cells(above, above >> 1, under, under >> 1), right(own, 1));
    look(shared_cells(here << 1, here >> 1, under << 1, under >> 1), next_row);
    look(shared_cells(above >> 1, here >> 1, under >> 1), right(own, 2));
    look(shared_cells(under << 1, under, under >> 1), second_row);
    look(shared_cells(here >> 1, under), right(next_row, 1));
    look(shared_cells(here << 1, under), left(next_row, 1));
    look(shared_cells(here >> 1, under >> 1), right(next_row, 2));
    look(shared_cells(here << 1, under << 1), left(next_row, 2));
    look(shared_cells(under, under >> 1), right(second_row, 1));
    look(shared_cells(under, under << 1), left(second_row, 1));
    result.any = any != 0;
    return result;
}

namespace {

TwoSets different(const Bitboard::Numbers<TwoSets>& counts, const Bitboard::Numbers<Bits>& numbers) {
    const auto differs = [&](std::size_t i) { return counts[i] ^ TwoSets { numbers[i], numbers[i] }; };
    return differs(0) | differs(1) | differs(2) | differs(3);
}

}  // namespace

TrivialRules::TrivialRules(const Topology& topology) : board_(*topology.bitboard()), safe_(topology.size()) {
    reset();
}

void TrivialRules::reset() {
    for (std::size_t word = 1; word <= board_.words(); ++word) {
        words_[word] = {};
        last_report_[word] = {};
        exploded_[word] = 0;
        needs_[word] = {};
        words_[word].unsafe_and_mines = TwoSets{board_.all(word), 0};
        last_report_[word].undecided = board_.all(word);
    }
    stale_ = with_safe_ = pair_words_ = 0;
}

bool TrivialRules::load(std::span<const Mark> marks, bool trust_flags, const std::vector<bool>* subset) {
    bytes_.resize(marks.size());
    for (std::size_t i = 0; i < marks.size(); ++i)
        bytes_[i] = static_cast<std::uint8_t>(marks[i]);
    if (subset != nullptr) {
        for (std::size_t i = 0; i < marks.size(); ++i)
            if (is_number(marks[i]) && !(*subset)[i]) bytes_[i] = static_cast<std::uint8_t>(kSafeMark);
    }
    // These bits of a byte are enough to tell all marks from each other. The last one is the sign.
    constexpr std::array<unsigned, 5> kDigits = {0, 1, 2, 3, 7};
    std::array<Cells, kDigits.size()> sets{};
    for (std::size_t i = 0; i < kDigits.size(); ++i)
        board_.add(bytes_, kDigits[i], sets[i]);
    reset();
    for (std::size_t word = 1; word <= board_.words(); ++word) {
        const auto cells_with = [&](Mark mark) {
            Bits cells = board_.all(word);
            for (std::size_t i = 0; i < kDigits.size(); ++i)
                cells &= (mark >> kDigits[i] & 1) != 0 ? sets[i][word] : ~sets[i][word];
            return cells;
        };
        Word& at = words_[word];
        at.open = board_.all(word) & ~sets.back()[word];
        for (std::size_t i = 0; i < at.number.size(); ++i)
            at.number[i] = at.open & sets[i][word];
        exploded_[word] = cells_with(kExploded);
        const Bits mines = exploded_[word] | (trust_flags ? cells_with(kFlag) : 0);
        at.unsafe_and_mines = TwoSets{board_.all(word) & ~(at.open | cells_with(kSafeMark)), mines};
    }
    stale_ = board_.all_words();
    close();
    return consistent();
}

void TrivialRules::follow(std::span<const Cell> cells, const Mark* marks) {
    // Cells mostly come word by word, so the loop collects those of one word before it stores them.
    for (auto cell = cells.begin(); cell != cells.end();) {
        const std::size_t word = board_.place(*cell).word;
        Bits open = 0;
        Bitboard::Numbers<Bits> number{};
        for (; cell != cells.end() && board_.place(*cell).word == word; ++cell) {
            const Mark mark = marks[*cell];
            if (!is_number(mark)) {
                if (mark == kExploded) explode(*cell);
                continue;
            }
            const Bits bit = Bits{1} << board_.place(*cell).bit;
            const Bitboard::Numbers<Bits>& digits = Bitboard::digits(static_cast<std::size_t>(mark));
            open |= bit;
            for (std::size_t i = 0; i < digits.size(); ++i)
                number[i] |= digits[i] & bit;
        }
        Word& at = words_[word];
        at.open |= open;
        for (std::size_t i = 0; i < number.size(); ++i)
            at.number[i] |= number[i];
        stale_ |= Bits{open != 0} << word;
    }
}

void TrivialRules::explode(Cell cell) {
    const Bitboard::Place place = board_.place(cell);
    const Bits bit = Bits{1} << place.bit;
    Word& at = words_[place.word];
    at.unsafe_and_mines = at.unsafe_and_mines | TwoSets{0, bit};
    exploded_[place.word] |= bit;
    stale_ |= board_.words_around(place.word, bit);
}

std::span<const Cell> TrivialRules::safe() {
    close();
    if (!knows_safe()) {
        search_pairs();
        close();
    }
    Cell* end = safe_.data();
    for_each_bit(with_safe_, [&](std::size_t word) {
        for_each_bit(words_[word].safe, [&](std::uint32_t at) { *end++ = board_.cell(word, at); });
    });
    return {safe_.data(), end};
}

namespace {

// The cells whose first number is larger.
Bits larger(const Bitboard::Numbers<Bits>& first, const Bitboard::Numbers<Bits>& second) {
    Bits larger = 0;
    for (std::size_t i = 0; i < first.size(); ++i)
        larger = (first[i] & ~second[i]) | (larger & ~(first[i] ^ second[i]));
    return larger;
}

}  // namespace

bool TrivialRules::consistent() const {
    Bits wrong = 0;
    for (std::size_t word = 1; word <= board_.words(); ++word) {
        const Word& at = words_[word];
        wrong |= at.open & (larger(at.near_of(1), at.number) | larger(at.number, at.near_of(0)));
    }
    return wrong == 0;
}

// Whether there is anything to open.
bool TrivialRules::knows_safe() {
    for_each_bit(with_safe_, [this](std::size_t word) {
        if (words_[word].safe == 0) with_safe_ ^= bit(word);
    });
    return with_safe_ != 0;
}

// Applies the rules to the newly opened cells until they find nothing.
void TrivialRules::close() {
    for_each_bit(stale_, [this](std::size_t word) {
        Word& at = words_[word];
        stale_ |= board_.words_around(word, at.unsafe() & at.open);
        at.unsafe_and_mines = at.unsafe_and_mines & TwoSets{~at.open, ~Bits{0}};
        at.safe &= ~at.open;
    });
    while (stale_ != 0) {
        const std::size_t word = lowest(stale_);
        stale_ &= stale_ - 1;
        apply(word);
    }
}

// Applies both rules to the numbers of a word: to those whose mines are all known, and to those that need all
// their undecided cells.
void TrivialRules::apply(std::size_t word) {
    Word& here = words_[word];
    const Bitboard::Numbers<TwoSets> near = Bitboard::count(board_.rows(
        words_[word - 1].unsafe_and_mines, here.unsafe_and_mines, words_[word + 1].unsafe_and_mines));
    const TwoSets other = different(near, here.number);
    here.near = near;
    const Bits needs_all = here.open & ~other[0];
    const Bits has_mines = here.open & ~other[1];
    pair_words_ |= Bits{1} << word;
    // Leaves out finished numbers, which satisfy both conditions.
    const Bits live = has_mines ^ needs_all;
    if (live == 0) return;
    const Bitboard::Spread safe = board_.spread(has_mines & live);
    const Bitboard::Spread mine_cells = board_.spread(needs_all & live);
    decide(word - 1, safe.before, mine_cells.before);
    decide(word, safe.here, mine_cells.here);
    decide(word + 1, safe.after, mine_cells.after);
}

// Decides those of the cells that are still undecided.
inline void TrivialRules::decide(std::size_t word, Bits safe, Bits mines) {
    Word& at = words_[word];
    const Bits undecided = at.undecided();
    safe &= undecided;
    mines &= undecided;
    if ((safe | mines) == 0) return;
    at.safe |= safe;
    at.unsafe_and_mines = at.unsafe_and_mines ^ TwoSets{safe, mines};
    stale_ |= board_.words_around(word, safe | mines);
    with_safe_ |= Bits{safe != 0} << word;
}

// Runs when the trivial rules find nothing. Looks at numbers that changed, and at those up to two words
// before.
void TrivialRules::search_pairs() {
    for_each_bit(pair_words_, [this](std::size_t word) {
        const Word& here = words_[word];
        const Bits live = here.open & different(here.near, here.number)[1];
        needs_[word] = BitPairs::needs(live, here.number, here.near_of(1), here.near_of(0));
    });
    // Decides the cells at the end, so that all pairs see the same state.
    Cells safe{};
    for_each_bit((pair_words_ | pair_words_ >> 1 | pair_words_ >> 2) & board_.all_words(),
                 [&](std::size_t word) { search_pairs(word, safe); });
    pair_words_ = 0;
    for (std::size_t word = 1; word <= board_.words(); ++word)
        decide(word, safe[word], 0);
}

void TrivialRules::search_pairs(std::size_t word, Cells& safe) const {
    const Bitboard::Rows<Bits> undecided =
        board_.rows(words_[word - 1].undecided(), words_[word].undecided(), words_[word + 1].undecided());
    const BitPairs::SafeByPair pairs =
        BitPairs::find(board_, undecided, std::span<const BitPairs::Needs, 3>(&needs_[word], 3));
    if (!pairs.any) return;
    for (std::size_t i = 0; i < BitPairs::kOffsets.size(); ++i) {
        const BitPairs::Offset offset = BitPairs::kOffsets[i];
        const auto other = [&](Cell cell) { return board_.beside(cell, offset.rows, offset.columns); };
        for_each_bit(pairs.own_safe[i], [&](std::uint32_t at) {
            const Cell cell = board_.cell(word, at);
            add_only(cell, other(cell), safe);
        });
        for_each_bit(pairs.other_safe[i], [&](std::uint32_t at) {
            const Cell cell = board_.cell(word, at);
            add_only(other(cell), cell, safe);
        });
    }
}

// Adds the cells around the first of two numbers that are not around the other.
void TrivialRules::add_only(Cell of, Cell without, Cells& cells) const {
    const auto around = [this](Cell cell, std::size_t word) {
        const Bitboard::Place place = board_.place(cell);
        const Bitboard::Spread spread = board_.spread(Bits{1} << place.bit);
        if (word == place.word) return spread.here;
        return word + 1 == place.word ? spread.before : word == place.word + 1U ? spread.after : Bits{0};
    };
    const std::size_t word = board_.place(of).word;
    for (std::size_t near = word - 1; near <= word + 1; ++near)
        cells[near] |= around(of, near) & ~around(without, near);
}

// The words with changes in them or beside them.
Bits TrivialRules::words_with_news() const {
    Bits words = 0;
    for (std::size_t word = 1; word <= board_.words(); ++word) {
        const Bits exploded = exploded_[word] & ~last_report_[word].exploded;
        words |= board_.words_around(word, newly_open(word) | new_decisions(word) | exploded);
    }
    return words;
}

RuleNews TrivialRules::news_of(std::size_t word) const {
    const Word& before = words_[word - 1];
    const Word& here = words_[word];
    const Word& after = words_[word + 1];
    const Bits near_decisions =
        board_.with_neighbours(new_decisions(word - 1), new_decisions(word), new_decisions(word + 1));
    const Bits near_open =
        board_.with_neighbours(newly_open(word - 1), newly_open(word), newly_open(word + 1));
    const Bits live =
        here.open & board_.with_neighbours(before.undecided(), here.undecided(), after.undecided());
    return {
        .open = newly_open(word),
        .decisions = new_decisions(word),
        .mines = new_decisions(word) & here.mines(),
        .safe = new_decisions(word) & here.safe,
        .unused = new_decisions(word) & ~(here.open | here.unsafe() | here.safe),
        .exploded = exploded_[word] & ~last_report_[word].exploded,
        .off_frontier =
            new_decisions(word) & board_.with_neighbours(last_report_[word - 1].open, last_report_[word].open,
                                                         last_report_[word + 1].open),
        .onto_frontier = here.undecided() & near_open,
        .live = live & (near_decisions | newly_open(word)),
        .complete = last_report_[word].open & ~live & near_decisions,
        .others = board_.all(word) & ~here.open & near_decisions,
        .mine = here.mines(),
        .unsafe = here.unsafe(),
        .number = here.number,
        .mines_near = here.near_of(1),
        .unsafe_near = here.near_of(0),
    };
}

void TrivialRules::forget_news() {
    for (std::size_t word = 1; word <= board_.words(); ++word)
        last_report_[word] = {words_[word].open, words_[word].undecided(), exploded_[word]};
}

}  // namespace sapper

#include "board/game.hpp"

#include <algorithm>
#include <utility>

#include "board/board_names.hpp"
#include "util/lists.hpp"

namespace sapper {

// Treats all rows as one line, then subtracts the mines that it counted across the edges. Compilers turn
// these plain loops over bytes into operations on sixteen bytes.
void NumberCounter::operator()(std::size_t columns, std::span<const std::uint8_t> mine_bytes,
                               std::vector<Mark>& numbers) {
    const std::size_t size = mine_bytes.size();
    numbers.resize(size);
    sums_.assign(size + 2, 0);
    const std::uint8_t* const mines = mine_bytes.data();
    std::uint8_t* const sums = sums_.data() + 1;
    for (std::size_t i = 0; i < size; ++i)
        sums[i] = mines[i];
    for (std::size_t i = columns; i < size; ++i)
        sums[i] = static_cast<std::uint8_t>(sums[i] + mines[i - columns]);
    for (std::size_t i = columns; i < size; ++i)
        sums[i - columns] = static_cast<std::uint8_t>(sums[i - columns] + mines[i]);
    const std::uint8_t* const left = sums - 1;
    const std::uint8_t* const right = sums + 1;
    for (std::size_t i = 0; i < size; ++i)
        numbers[i] = static_cast<Mark>(left[i] + sums[i] + right[i] - mines[i]);
    for (std::size_t first = 0; first < size; first += columns) {
        const std::size_t last = first + columns - 1;
        numbers[first] = static_cast<Mark>(numbers[first] - left[first]);
        numbers[last] = static_cast<Mark>(numbers[last] - right[last]);
    }
}

Cascade::Cascade(const Topology& topology)
    : board_(topology.bitboard()), zeros_left_(board_->words() + 2, 0), zeros_(board_->words() + 2, 0) {}

void Cascade::reset(std::span<const std::uint8_t> mine_bytes) {
    std::vector<Bits>& mines = zeros_;
    board_->add(mine_bytes, 0, mines);
    for (std::size_t word = 1; word <= board_->words(); ++word)
        zeros_left_[word] =
            board_->all(word) & ~board_->with_neighbours(mines[word - 1], mines[word], mines[word + 1]);
    std::ranges::fill(mines, 0);
}

void Cascade::stop_at(Cell zero) {
    const Bitboard::Place place = board_->place(zero);
    zeros_left_[place.word] &= ~(Bits{1} << place.bit);
}

void Cascade::pass(Cell zero) {
    const Bitboard::Place place = board_->place(zero);
    zeros_left_[place.word] |= Bits{1} << place.bit;
}

void Cascade::follow(Cell zero, const Mark* marks, CellList& cells) {
    for_each_bit(spread(zero), [&](std::size_t word) {
        const Bits around =
            board_->with_neighbours(zeros_[word - 1], zeros_[word], zeros_[word + 1]) & board_->all(word);
        Cell* end = cells.room(Bitboard::kBits);
        for_each_bit(around, [&](std::uint32_t at) {
            const Cell cell = board_->cell(word, at);
            *end = cell;
            end += may_open(marks[cell]);
        });
        cells.end_at(end);
    });
    std::ranges::fill(zeros_, 0);
}

// Spreads within a word as far as possible before it looks at the next one. Returns the words that hold the
// zeros that it reaches, or cells around them.
Bits Cascade::spread(Cell zero) {
    const Bitboard::Place place = board_->place(zero);
    zeros_[place.word] = Bits{1} << place.bit;
    zeros_left_[place.word] &= ~zeros_[place.word];
    Bits reach = board_->words_around(place.word, zeros_[place.word]);
    for (Bits stale = reach; stale != 0;) {
        const std::size_t word = lowest(stale);
        stale &= stale - 1;
        Bits left = zeros_left_[word];
        Bits fresh = board_->with_neighbours(zeros_[word - 1], zeros_[word], zeros_[word + 1]) & left;
        while (fresh != 0) {
            left ^= fresh;
            fresh = board_->with_neighbours(0, fresh, 0) & left;
        }
        const Bits news = zeros_left_[word] ^ left;
        zeros_[word] |= news;
        zeros_left_[word] = left;
        const Bits around = board_->words_around(word, news);
        reach |= around;
        stale |= around & ~(Bits{1} << word);
    }
    return reach;
}

namespace {

// Larger boards count each number when its cell is opened. Storing all numbers would take two bytes a cell
// for the whole game.
constexpr std::size_t kLargestToCount = std::size_t{1} << 16;

}  // namespace

Game::Game(std::shared_ptr<const Topology> topology, std::uint32_t mines, Rules rules, std::uint64_t seed,
           std::uint64_t game)
    : topology_(std::move(topology)), mines_(mines), rules_(rules) {
    check_board();
    restart(seed, game);
}

Game::Game(std::shared_ptr<const Topology> topology, Minefield minefield, Rules rules)
    : topology_(std::move(topology)),
      mines_(minefield.count()),
      rules_(rules),
      has_original_minefield_(true),
      minefield_(std::move(minefield)) {
    if (minefield_.size() != topology_->size()) {
        throw GameError("a minefield of " + std::to_string(minefield_.size()) +
                        " cells does not fit a board of " + std::to_string(topology_->size()));
    }
    check_board();
    count_numbers();
    restart();
}

Game::Game(const Position& position, Rules rules)
    : topology_(position.topology), mines_(position.mines), rules_(rules), is_from_position_(true) {
    check_board();
    restart();
    marks_ = position.marks;
    count_marks();
    set_status();
}

void Game::check_board() const {
    if (mines_ < topology_->size()) return;
    throw GameError("a game needs a safe cell: " + quantity(mines_, "mine") +
                    (mines_ == 1 ? " leaves" : " leave") + " none of " + quantity(topology_->size(), "cell"));
}

void Game::restart(std::uint64_t seed, std::uint64_t game) {
    has_original_minefield_ = false;
    seed_ = seed;
    game_ = game;
    restart();
}

void Game::restart() {
    if (before_moves_) {
        minefield_ = *std::exchange(before_moves_, std::nullopt);
        if (minefield_.size() > 0) count_numbers();
    }
    is_lost_by_guess_ = false;
    has_minefield_ = has_original_minefield_;
    marks_.assign(topology_->size(), kHidden);
    if (has_minefield_) begin_cascades();
    history_.clear();
    history_.reserve(topology_->size() - mines_);  // growth during play would cost more on large boards
    changes_.clear();
    status_ = Status::playing;
    flags_ = right_flags_ = exploded_ = 0;
    safe_left_ = static_cast<std::uint32_t>(topology_->size()) - mines_;
}

void Game::restart(const std::vector<Mark>& marks, Minefield minefield) {
    has_original_minefield_ = true;
    before_moves_.reset();
    minefield_ = std::move(minefield);
    count_numbers();
    restart();
    marks_ = marks;
    count_marks();
    begin_cascades();
    set_status();
}

void Game::count_marks() {
    for (Cell cell = 0; cell < marks_.size(); ++cell) {
        const Mark mark = marks_[cell];
        flags_ += mark == kFlag;
        right_flags_ += mark == kFlag && has_minefield_ && minefield_[cell];
        exploded_ += mark == kExploded;
        safe_left_ -= is_open(mark);
    }
}

inline Mark Game::number_of(Cell cell) const {
    if (numbers_.empty()) return static_cast<Mark>(minefield_.mines_around(cell, *topology_));
    return numbers_[cell];
}

inline void Game::uncover(Cell cell) {
    if (minefield_[cell]) {
        marks_[cell] = kExploded;
        ++exploded_;
    } else {
        marks_[cell] = number_of(cell);
        --safe_left_;
    }
}

inline void Game::set_status() {
    if (exploded_ > 0 && rules_.on_mine == OnMine::stop) {
        status_ = Status::lost;
    } else if (rules_.win == Win::cleared ? safe_left_ == 0 : is_flagged_out()) {
        status_ = exploded_ > 0 ? Status::drawn : Status::won;
    }
}

inline void Game::begin(Cell cell) {
    if (cell >= marks_.size() || status_ != Status::playing || is_from_position_) refuse(cell);
    changes_.clear();
}

void Game::refuse(Cell cell) const {
    if (cell >= marks_.size()) {
        throw GameError(
            "there is no cell " + std::to_string(cell) + " on a board of " + std::to_string(marks_.size()),
            cell);
    }
    if (status_ != Status::playing) throw GameError("the game is over", cell);
    throw GameError("this game only shows a position: its minefield is not known", cell);
}

inline std::size_t Game::finish(Action action) {
    if (changes_.empty()) return 0;
    history_.push_back(action);
    set_status();
    return changes_.size();
}

std::size_t Game::open(Cell cell, const std::function<void()>& poll) {
    begin(cell);
    if (may_open(marks_[cell])) {
        if (!has_minefield_) draw(cell, poll);
        changes_.add(cell);
        uncover(cell);
        if (marks_[cell] == 0) cascade();
    }
    return finish({Action::Kind::open, cell});
}

std::size_t Game::flag(Cell cell) {
    begin(cell);
    Mark& mark = marks_[cell];
    if (!is_hidden(mark)) return 0;
    const bool was_flag = mark == kFlag;
    if (was_flag) {
        mark = rules_.question_marks ? kQuestion : kHidden;
    } else {
        mark = mark == kHidden ? kFlag : kHidden;
    }
    const bool is_right = has_minefield_ && minefield_[cell];
    if (mark == kFlag) {
        ++flags_;
        right_flags_ += is_right;
    } else if (was_flag) {
        --flags_;
        right_flags_ -= is_right;
    }
    if (has_minefield_ && cascades_ && !minefield_[cell] && numbers_[cell] == 0) {
        if (mark == kFlag) cascades_->stop_at(cell);
        if (was_flag) cascades_->pass(cell);
    }
    changes_.add(cell);
    return finish({Action::Kind::flag, cell});
}

std::size_t Game::chord(Cell cell) {
    begin(cell);
    if (!is_number(marks_[cell])) return 0;
    if (visible_mines(*topology_, marks_, cell) != marks_[cell]) return 0;
    for (Cell other : topology_->neighbours(cell)) {
        if (!may_open(marks_[other])) continue;
        changes_.add(other);
        uncover(other);
    }
    cascade();
    return finish({Action::Kind::chord, cell});
}

std::size_t Game::act(Action action) {
    switch (action.kind) {
        case Action::Kind::open:
            return open(action.cell);
        case Action::Kind::flag:
            return flag(action.cell);
        case Action::Kind::chord:
            break;
    }
    return chord(action.cell);
}

void Game::lose_by_guess(Action action) {
    begin(action.cell);
    history_.push_back(action);
    is_lost_by_guess_ = true;
    status_ = Status::lost;
}

void Game::move_mines(Minefield minefield) {
    if (!before_moves_) before_moves_ = minefield_;
    minefield_ = std::move(minefield);
    has_minefield_ = true;
    count_numbers();
    begin_cascades();
    right_flags_ = 0;
    for (Cell cell = 0; cell < marks_.size(); ++cell)
        right_flags_ += marks_[cell] == kFlag && minefield_[cell];
}

Game Game::without_last_action() const {
    if (history_.empty()) throw GameError("there is nothing to undo: no action has changed anything");
    Game before = *this;
    before.restart();
    const auto history = std::span(history_).first(history_.size() - 1);
    std::optional<Minefield> new_minefield;
    if (before_moves_ && !history.empty()) new_minefield = minefield_;
    before.repeat(history, std::move(new_minefield), false);
    return before;
}

void Game::repeat(std::span<const Action> history, std::optional<Minefield> new_minefield,
                  bool lost_by_guess) {
    if (new_minefield) move_mines(*std::move(new_minefield));  // they fit what the player saw before, too
    for (const Action& action : history.first(history.size() - (lost_by_guess ? 1 : 0)))
        act(action);
    if (lost_by_guess) lose_by_guess(history.back());
}

void Game::draw(Cell first_click, const std::function<void()>& poll) {
    draw_minefield_(minefield_, *topology_, mines_, promise_of(rules_), first_click, seed_, game_, poll);
    has_minefield_ = true;
    count_numbers();
    begin_cascades();
    if (flags_ == 0) return;
    for (Cell cell = 0; cell < marks_.size(); ++cell)
        right_flags_ += marks_[cell] == kFlag && minefield_[cell];
}

// Cascades must not enter flags, and zeros that are already open or whose number is not known.
void Game::begin_cascades() {
    if (!cascades_ && topology_->bitboard() != nullptr) cascades_.emplace(*topology_);
    if (!cascades_) return;
    cascades_->reset(minefield_.bytes());
    if (flags_ == 0 && is_fresh()) return;
    for (Cell cell = 0; cell < marks_.size(); ++cell) {
        const Mark mark = marks_[cell];
        if (mark == kFlag || mark == 0 || mark == kSafeMark) cascades_->stop_at(cell);
    }
}

void Game::count_numbers() {
    if (topology_->is_square_board() && topology_->size() <= kLargestToCount)
        count_numbers_(topology_->shape()[1], minefield_.bytes(), numbers_);
}

void Game::cascade() {
    if (!cascades_) return cascade_by_cells();
    Mark* const marks = marks_.data();
    const Mark* const numbers = numbers_.data();
    const std::size_t count = changes_.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (marks[changes_[i]] != 0) continue;
        const std::size_t first = changes_.size();
        cascades_->follow(changes_[i], marks, changes_);
        for (const Cell* cell = changes_.begin() + first; cell != changes_.end(); ++cell)
            marks[*cell] = numbers[*cell];
        safe_left_ -= static_cast<std::uint32_t>(changes_.size() - first);
    }
}

// The list of changed cells is also the queue. Only zeros add cells, so no mine is added.
void Game::cascade_by_cells() {
    Mark* const marks = marks_.data();
    for (std::size_t next = 0; next < changes_.size(); ++next) {
        const Cell zero = changes_[next];
        if (marks[zero] != 0) continue;
        const std::size_t first = changes_.size();
        changes_.add_around(*topology_, zero, [marks](Cell other) { return may_open(marks[other]); });
        for (std::size_t i = first; i < changes_.size(); ++i)
            marks[changes_[i]] = number_of(changes_[i]);
        safe_left_ -= static_cast<std::uint32_t>(changes_.size() - first);
    }
}

bool Game::is_flagged_out() const {
    return has_minefield_ && right_flags_ == flags_ && right_flags_ + exploded_ == mines_;
}

bool Game::operator==(const Game& other) const {
    if (mines_ != other.mines_ || rules_ != other.rules_ ||
        has_original_minefield_ != other.has_original_minefield_)
        return false;
    if (history_ != other.history_ || !(*topology_ == *other.topology_)) return false;
    return has_original_minefield_ ? *original_minefield() == *other.original_minefield()
                                   : seed_ == other.seed_ && game_ == other.game_;
}

std::vector<Cell> cells_to_open(const Position& position, Action action) {
    check_cell(action.cell, *position.topology);
    const std::vector<Mark>& marks = position.marks;
    const Mark mark = marks[action.cell];
    if (action.kind == Action::Kind::open)
        return may_open(mark) ? std::vector<Cell>{action.cell} : std::vector<Cell>{};
    if (action.kind != Action::Kind::chord || !is_number(mark)) return {};
    if (visible_mines(*position.topology, marks, action.cell) != mark) return {};
    std::vector<Cell> cells;
    for (Cell other : position.topology->neighbours(action.cell)) {
        if (may_open(marks[other])) cells.push_back(other);
    }
    return cells;
}

}  // namespace sapper

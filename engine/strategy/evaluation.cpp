#include "strategy/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "util/bits.hpp"

namespace sapper {

namespace {

constexpr double kFewest = 128;  // games before the first estimate of the error
constexpr double kLargestRound = 1 << 16;

}  // namespace

void GameValues::add(std::span<const double> values) {
    games_ += values.size();
    for (double value : values) {
        sum_ += value;
        squares_ += value * value;
    }
}

double GameValues::mean() const {
    return sum_ / static_cast<double>(games_);
}

// The variance of one value. Adds a game that is off by 1, because equal values so far do not prove that all
// are equal.
double GameValues::variance() const {
    const auto games = static_cast<double>(games_);
    return std::max(squares_ - sum_ * mean(), 0.0) / games + 1 / games;
}

double GameValues::error() const {
    return std::sqrt(variance() / static_cast<double>(games_));
}

double GameValues::games_left(double error) const {
    if (games_ == 0) return kFewest;
    const auto games = static_cast<double>(games_);
    const double games_in_all = variance() / error / error;  // error * error may underflow
    return std::ceil(std::min({games_in_all - games, 3 * games, kLargestRound}));
}

void CachingPlayer::begin(const Game& game, Random random) {
    game_ = &game;
    random_ = random;
    follows_ = false;
    marks_.clear();
    for (const Mark mark : game.marks())
        marks_.push_back(static_cast<char16_t>(mark));
}

void CachingPlayer::follow(const Game& game) {
    for (const Cell cell : game.changes())
        marks_[cell] = static_cast<char16_t>(game.marks()[cell]);
    if (follows_) player_->follow(game);
}

Choice CachingPlayer::next() {
    auto entry = answers_.find(marks_);
    if (entry == answers_.end()) {
        if (!follows_) player_->begin(*game_, *random_);
        follows_ = true;
        const Choice choice = player_->next();
        const Answer answer{
            {choice.cells.begin(), choice.cells.end()}, choice.risk, choice.win_probability, choice.proven};
        entry = answers_.emplace(marks_, answer).first;
    }
    const Answer& answer = entry->second;
    return {.cells = answer.cells,
            .risk = answer.risk,
            .win_probability = answer.win_probability,
            .proven = answer.proven};
}

namespace {

// Up to this many configurations, exact() plays them all.
constexpr std::size_t kMostConfigurations = 400;
// Guesses of a greater risk keep their luck: it would take too many draws to find a minefield in which the
// cell is safe.
constexpr double kMostRisk = 0.99;

std::vector<Mark> without_opinions(std::vector<Mark> marks) {
    std::ranges::replace_if(marks, is_hidden, kHidden);
    return marks;
}

// Mines may have exploded before the game. Then a mine does not end the game by the rules, but goes_on() ends
// it.
Rules rules_with(FirstClick first_click, std::uint32_t exploded_before) {
    return {.first_click = first_click, .on_mine = exploded_before > 0 ? OnMine::resume : OnMine::stop};
}

}  // namespace

std::uint64_t position_number(const std::vector<Mark>& marks, std::uint32_t mines) {
    std::uint64_t number = mines;  // not hash_of(), which depends on the machine
    for (const Mark mark : marks)
        number = mix(number, static_cast<std::uint64_t>(mark));
    return number;
}

Evaluation::Evaluation(const Position& position, FirstClick first_click, std::shared_ptr<Player> player,
                       const Limits& limits)
    : marks_(without_opinions(position.marks)),
      exploded_before_(static_cast<std::uint32_t>(std::ranges::count(marks_, kExploded))),
      game_(position.topology, position.mines, rules_with(first_click, exploded_before_), 0, 0),
      player_(std::move(player)),
      limits_(limits),
      inference_(position.topology, position.mines, {limits.values, limits.poll, false}) {
    load(marks_);
    inference_.check_possible();
    const bool is_fresh = std::ranges::all_of(marks_, is_hidden);
    if (!is_fresh || first_click == FirstClick::any) first_.emplace(inference_);
    set_poll(limits.poll);
}

void Evaluation::set_poll(const std::function<void()>& poll) {
    limits_.poll = poll;
    inference_.set_poll(poll);
    player_->set_poll(poll);
}

std::optional<double> Evaluation::exact(std::span<const Cell> first) {
    load(marks_);
    const Constraints& constraints = inference_.constraints();
    std::vector<std::uint8_t> mine_bytes(marks_.size());
    std::vector<Cell> undecided;
    std::int64_t mines = inference_.mines_for_undecided();
    if (!first_) {
        mines = spread(first.empty() ? first_choice() : first[0], mine_bytes, undecided);
        if (undecided.size() > Listing::kMaxCells) return std::nullopt;
    } else if (Endgame::reaches(inference_, kMostConfigurations)) {
        for (Cell cell = 0; cell < mine_bytes.size(); ++cell) {
            mine_bytes[cell] = constraints.known_mine(cell);
            if (constraints.undecided(cell)) undecided.push_back(cell);
        }
    } else {
        return std::nullopt;
    }
    if (!listing_.find(constraints, undecided, mines, kMostConfigurations)) return std::nullopt;
    double wins = 0;
    for (const std::uint64_t configuration : listing_.configurations()) {
        for (std::size_t i = 0; i < listing_.cells().size(); ++i)
            mine_bytes[listing_.cells()[i]] = configuration >> i & 1;
        begin(mine_bytes, Random(0, 0, Stream::strategy));
        for (const Cell cell : first) {
            if (goes_on() && is_hidden(game_.marks()[cell])) open(cell);
        }
        wins += play(nullptr);
    }
    return wins / static_cast<double>(listing_.configurations().size());
}

Cell Evaluation::first_choice() {
    game_.restart(0, 0);
    player_->begin(game_, Random(0, 0, Stream::strategy));
    return player_->next().cells.front();
}

// The places of the mines of a fresh board after a click on this cell, as MinefieldDraw draws them. Sets the
// cells that are certainly mines, and returns the number of mines among the undecided cells.
std::int64_t Evaluation::spread(Cell first_cell, std::vector<std::uint8_t>& mine_bytes,
                                std::vector<Cell>& undecided) const {
    const Topology::Neighbours around = game_.topology()->neighbours(first_cell);
    const bool opens = game_.rules().first_click == FirstClick::opening;
    for (Cell cell = 0; cell < mine_bytes.size(); ++cell) {
        if (cell != first_cell && !(opens && std::ranges::find(around, cell) != around.end()))
            undecided.push_back(cell);
    }
    if (game_.mines() <= undecided.size()) return game_.mines();
    for (const Cell cell : undecided)
        mine_bytes[cell] = 1;
    const auto left = static_cast<std::int64_t>(game_.mines() - undecided.size());
    undecided.assign(around.begin(), around.end());
    return left;
}

std::uint64_t Evaluation::seed_here(std::uint64_t seed) const {
    return mix(position_number(marks_, game_.mines()), seed);
}

double Evaluation::value(std::uint64_t seed, std::uint64_t game, std::span<const Cell> first) {
    Random luck(seed, game, Stream::evaluation);
    const Random random(seed, game, Stream::strategy);
    if (first_) {
        begin(first_->draw(luck), random);
    } else {
        game_.restart(seed, game);
        player_->begin(game_, random);
    }
    double are_safe = 1;
    for (const Cell cell : first) {
        if (!goes_on()) break;
        if (is_hidden(game_.marks()[cell])) are_safe *= guess(cell, exact_risk(cell), &luck);
    }
    return are_safe * play(&luck);
}

void Evaluation::begin(const std::vector<std::uint8_t>& mine_bytes, const Random& random) {
    game_.restart(marks_, Minefield(mine_bytes));
    player_->begin(game_, random);
}

// Plays to the end. Returns the chance that all guesses are safe, or 0 after a loss. Without `luck`, guesses
// can fail.
double Evaluation::play(Random* luck) {
    double value = 1;
    while (goes_on()) {
        if (limits_.poll) limits_.poll();
        const Choice choice = player_->next();
        guesses_ += !choice.certain();
        if (!std::isnan(choice.proven.win_probability)) return value * choice.proven.win_probability;
        if (choice.cells.empty() && choice.flags.empty())
            throw std::logic_error("The strategy named no hidden cell to open.");
        value *= follow_choice(choice, luck);
    }
    const bool is_won = game_.status() == Status::won || game_.status() == Status::drawn;
    return is_won && game_.exploded() == exploded_before_ ? value : 0;
}

// Plays a choice as a real game does. Returns the chance that its guesses are safe. Opens cells that the
// player calls certain: if one is a mine, the game is lost.
double Evaluation::follow_choice(const Choice& choice, Random* luck) {
    double are_safe = 1;
    const bool certain = choice.certain();
    double risk = choice.proven.risk;
    // Copies the cells, because the choice becomes invalid when the player learns the number of the first
    // one.
    cells_.assign(choice.cells.begin(), choice.cells.end());
    flags_.assign(choice.flags.begin(), choice.flags.end());
    for (const Cell cell : cells_) {
        if (!goes_on()) return are_safe;
        if (game_.marks()[cell] == kFlag) flag(cell);
        if (!is_hidden(game_.marks()[cell])) continue;
        if (certain) {
            open(cell);
        } else {
            are_safe *= guess(cell, std::isnan(risk) ? exact_risk(cell) : risk, luck);
        }
        risk = kNotKnown;
    }
    for (const Cell cell : flags_) {
        if (goes_on() && game_.marks()[cell] == kHidden) flag(cell);
    }
    return are_safe;
}

void Evaluation::open(Cell cell) {
    game_.open(cell, limits_.poll);
    if (goes_on()) player_->follow(game_);
}

void Evaluation::flag(Cell cell) {
    game_.flag(cell);
    player_->follow(game_);
}

// Opens a cell and returns its chance to be safe. If it has a mine, first changes to a minefield in which it
// has none. Keeps the minefield and returns 1 if there is no `luck`, if the risk is unknown, or if hardly any
// minefield would do. That depends on the position alone, so it favours no minefield.
double Evaluation::guess(Cell cell, double risk, Random* luck) {
    const bool luck_counts = luck == nullptr || !(risk <= kMostRisk);
    if (!luck_counts && game_.minefield() != nullptr && (*game_.minefield())[cell]) {
        load(game_.marks());
        MinefieldSampler sampler(inference_);
        const std::vector<std::uint8_t>* mines = &sampler.draw(*luck);
        while ((*mines)[cell] != 0) {
            if (limits_.poll) limits_.poll();
            mines = &sampler.draw(*luck);
        }
        const std::vector<Mark> marks = game_.marks();
        game_.restart(marks, Minefield(*mines));
    }
    open(cell);
    return luck_counts ? 1 : 1 - risk;
}

// The mine probability of a cell, whatever the player says of it. NaN if the position is too entangled.
double Evaluation::exact_risk(Cell cell) {
    if (game_.minefield() == nullptr) return 0;  // the game draws it around the first click
    load(game_.marks());
    return inference_.exact() ? inference_.about(cell).mine_probability : kNotKnown;
}

void Evaluation::load(const std::vector<Mark>& marks) {
    inference_.load(Position(game_.topology(), game_.mines(), marks));
}

}  // namespace sapper

#include "simulation/series.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "util/lists.hpp"
#include "variants/referee.hpp"

namespace sapper {

std::uint64_t steady_clock() {
    using std::chrono::nanoseconds;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<nanoseconds>(now).count());
}

Series::Series(const Setup& setup, std::shared_ptr<Player> player)
    : setup_(setup),
      player_(std::move(player), setup.first_cell),
      game_(setup.topology, setup.mines, setup.rules, 0, 0),
      inference_(setup.topology, setup.mines) {}

void Series::set_poll(std::function<void()> poll) {
    player_.set_poll(poll);
    inference_.set_poll(poll);
    poll_ = std::move(poll);
}

void Series::play(std::uint64_t seed, std::uint64_t game, Records& records, const Watch& watch) {
    const std::uint64_t start = setup_.clock();
    notes_.cells.clear();
    notes_.risks.clear();
    notes_.exploded.clear();
    notes_.lost_at = kNoCell;
    notes_.luck.begin();
    notes_.measuring = 0;
    follows_ = false;
    game_.restart(seed, game);
    player_.begin(game_, Random(seed, game, Stream::strategy));
    while (game_.status() == Status::playing) {
        poll_();
        move(watch);
    }
    records.nanoseconds.push_back(setup_.clock() - start - notes_.measuring);
    measure(records);
}

void Series::move(const Watch& watch) {
    const std::size_t before = game_.history().size();
    const Choice choice = player_.next();
    if (watch) watch(game_, choice);
    follow_choice(choice);
    if (game_.history().size() == before)
        throw std::logic_error("The strategy named no hidden cell to open.");
}

void Series::follow_choice(const Choice& choice) {
    const double risk = choice.certain() ? 0 : choice.risk, proven = choice.proven.risk;
    const bool is_usual = setup_.rules.guessing == Guessing::free;  // which the proven figures assume
    if (is_usual && !std::isnan(choice.proven.win_probability))
        notes_.luck.promise(choice.proven.win_probability);
    // Copies the cells, because the choice becomes invalid when the player learns the number of the first
    // one.
    cells_.assign(choice.cells.begin(), choice.cells.end());
    flags_.assign(choice.flags.begin(), choice.flags.end());
    const std::size_t safe = setup_.topology->size() - setup_.mines;
    for (Cell cell : cells_) {
        if (game_.status() == Status::playing && game_.marks()[cell] == kFlag) flag(cell);
        if (game_.status() != Status::playing || !is_hidden(game_.marks()[cell])) continue;
        double at_risk = risk, exact = proven;
        if (game_.is_fresh() && promise_of(setup_.rules) != FirstClick::any) {
            exact = 0;
        } else if (std::isnan(risk)) {
            at_risk = exact_risk(cell);
            exact = inference_.exact() ? at_risk : kNotKnown;
        } else if (std::isnan(proven)) {
            exact = risk_for_luck(cell);
        }
        const std::uint32_t safe_left = game_.safe_left();
        const bool exploded = open(cell);
        if (exact > 0 || exploded) notes_.luck.guess(true_risk(exact), safe_left, safe, exploded);
        // A certain cell that was a mine is a guess that went wrong.
        if (at_risk > 0 || exploded) note_guess(cell, true_risk(at_risk), exploded);
    }
    for (Cell cell : flags_) {
        while (game_.status() == Status::playing && is_hidden(game_.marks()[cell]) &&
               game_.marks()[cell] != kFlag)
            flag(cell);
    }
}

// Opens a cell. Returns whether it was a mine.
bool Series::open(Cell cell) {
    const std::uint32_t exploded = game_.exploded();
    if (setup_.rules.guessing == Guessing::free) {
        game_.open(cell, poll_);
    } else {
        act_by_rules(game_, {Action::Kind::open, cell}, {.poll = poll_});
    }
    tell();
    return game_.exploded() != exploded || game_.is_lost_by_guess();
}

// The risk of the last guess under the rule of guessing.
double Series::true_risk(double risk) const {
    if (game_.is_lost_by_guess()) return 1;
    return risk_by_rule(setup_.rules.guessing, risk);
}

void Series::flag(Cell cell) {
    game_.flag(cell);
    tell();
}

void Series::tell() {
    if (follows_) {
        for (const Cell cell : game_.changes()) {
            if (const Mark mark = game_.marks()[cell]; is_number(mark) || mark == kExploded)
                changes_.push_back(cell);
        }
    }
    if (game_.status() == Status::playing) {
        player_.follow(game_);
    } else {
        player_.end(game_);
    }
}

void Series::note_guess(Cell cell, double risk, bool exploded) {
    notes_.cells.push_back(cell);
    notes_.risks.push_back(risk);
    notes_.exploded.push_back(exploded);
    if (exploded && notes_.lost_at == kNoCell) notes_.lost_at = cell;
}

void Series::measure(Records& records) {
    const Topology& topology = *setup_.topology;
    const Minefield& minefield = *game_.minefield();
    const BoardCounts counts = counter_.count(topology, minefield.bytes());
    const bool is_lost = game_.status() == Status::lost;
    double survival = 1;
    for (double risk : notes_.risks)
        survival *= 1 - risk;

    records.outcome.push_back(static_cast<std::uint8_t>(game_.status()));
    records.clicks.push_back(static_cast<std::uint32_t>(game_.history().size()));
    records.opened.push_back(static_cast<std::uint32_t>(topology.size()) - setup_.mines - game_.safe_left());
    records.known_mines.push_back(is_lost ? certain_mines() : setup_.mines - game_.exploded());
    records.exploded.push_back(game_.exploded());
    records.three_bv.push_back(counts.three_bv);
    records.openings.push_back(counts.openings);
    records.solved.push_back(counter_.solved_three_bv(topology, minefield.bytes(), game_.marks()));
    records.guesses.push_back(static_cast<std::uint32_t>(notes_.cells.size()));
    records.risk.push_back(1 - survival);
    records.lost_at.push_back(notes_.lost_at);
    notes_.luck.end(game_.status() == Status::won);
    append(records.luck, notes_.luck.values());
    append(records.guess_cell, notes_.cells);
    append(records.guess_risk, notes_.risks);
    append(records.guess_exploded, notes_.exploded);
}

// The risk, for players that do not know it. The time for this does not count as theirs.
double Series::exact_risk(Cell cell) {
    const std::uint64_t start = setup_.clock();
    catch_up();
    const double risk = inference_.about(cell).mine_probability;
    notes_.measuring += setup_.clock() - start;
    return risk;
}

// The risk, for players that state one without proof. NaN leaves the guess out of the luck: it has no more
// effect, or counting would take too long.
double Series::risk_for_luck(Cell cell) {
    constexpr std::size_t kMostCells = 1 << 14;
    if (!notes_.luck.counts() || setup_.topology->size() > kMostCells) return kNotKnown;
    try {
        const double risk = exact_risk(cell);
        return inference_.exact() ? risk : kNotKnown;
    } catch (const BudgetExceeded&) {
        return kNotKnown;
    }
}

// Tells the inference what the game shows.
void Series::catch_up() {
    if (!follows_) {
        inference_.load(game_.position());
        follows_ = true;
    } else {
        inference_.follow(changes_, game_.marks());
    }
    changes_.clear();
}

// The number of mines that were certain just before the last action of a lost game.
std::uint32_t Series::certain_mines() {
    std::vector<Mark> marks = game_.marks();
    std::replace(marks.begin(), marks.end(), kExploded, kHidden);
    inference_.load(Position(setup_.topology, setup_.mines, marks));
    std::uint32_t certain = 0;
    for (Cell cell = 0; cell < marks.size(); ++cell)
        certain += inference_.about(cell).verdict == Verdict::mine;
    return certain;
}

}  // namespace sapper

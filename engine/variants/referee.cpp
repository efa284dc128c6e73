#include "variants/referee.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "inference/analysis.hpp"
#include "inference/inference.hpp"
#include "util/random.hpp"

namespace sapper {

namespace {

// The verdicts on all cells of a position. Empty if it is too hard to count: then some may not be found.
std::vector<Verdict> full_verdicts(const Position& position, const Limits& limits) {
    try {
        Limits exact = limits;
        exact.estimate = false;
        return analyse(position, false, exact).verdicts;
    } catch (const BudgetExceeded&) {
        return {};
    }
}

// Whether one of these cells is not certainly safe while some other cell is.
bool is_needless(const std::vector<Verdict>& verdicts, std::span<const Cell> cells) {
    return std::ranges::find(verdicts, Verdict::safe) != verdicts.end() &&
           !std::ranges::all_of(cells, [&](Cell cell) { return verdicts[cell] == Verdict::safe; });
}

// Gives the cells numbers that are possible together, the likeliest first. Returns whether there are any.
bool give_numbers(Inference& inference, std::span<const Cell> safe_cells, const Limits& limits) {
    if (safe_cells.empty()) return true;
    const Cell cell = safe_cells.front();
    std::vector<std::pair<double, Mark>> by_weight;
    const auto most = static_cast<Mark>(inference.constraints().topology().degree(cell));
    for (Mark number = 0; number <= most; ++number) {
        if (limits.poll) limits.poll();
        inference.push();
        inference.reveal(cell, number);
        if (inference.possible()) by_weight.emplace_back(inference.log_configurations(), number);
        inference.pop();
    }
    std::ranges::sort(by_weight, std::greater());
    for (const auto& [weight, number] : by_weight) {
        inference.push();
        inference.reveal(cell, number);
        if (give_numbers(inference, safe_cells.subspan(1), limits)) return true;
        inference.pop();
    }
    return false;
}

// The hidden cells that touch a number.
std::vector<Cell> cells_near_numbers(const Constraints& constraints) {
    using CellState = Constraints::CellState;
    const Topology& topology = constraints.topology();
    std::vector<Cell> near;
    for (Cell cell = 0; cell < topology.size(); ++cell) {
        const CellState state = constraints.state(cell);
        if (state == CellState::number || state == CellState::unused || state == CellState::exploded)
            continue;
        const Topology::Neighbours around = topology.neighbours(cell);
        const auto is_number = [&](Cell other) { return constraints.state(other) == CellState::number; };
        if (std::any_of(around.begin(), around.end(), is_number)) near.push_back(cell);
    }
    return near;
}

// The minefield of a position whose frontier is certain. Places the other mines at random.
std::vector<std::uint8_t> fill(Inference& inference, std::uint32_t mines, Random& random) {
    const Constraints& constraints = inference.constraints();
    std::vector<std::uint8_t> mine_bytes(constraints.topology().size());
    std::vector<Cell> anywhere;
    std::uint32_t mines_so_far = 0;
    for (Cell cell = 0; cell < mine_bytes.size(); ++cell) {
        const Verdict verdict = inference.about(cell).verdict;
        const bool is_exploded = constraints.state(cell) == Constraints::CellState::exploded;
        mine_bytes[cell] = is_exploded || verdict == Verdict::mine;
        mines_so_far += mine_bytes[cell];
        if (verdict == Verdict::uncertain) anywhere.push_back(cell);
    }
    random.shuffle(anywhere);
    anywhere.resize(mines - mines_so_far);
    for (Cell cell : anywhere)
        mine_bytes[cell] = 1;
    return mine_bytes;
}

}  // namespace

bool is_judged(const Position& position, Guessing guessing, const Limits& limits) {
    return guessing == Guessing::free || !full_verdicts(position, limits).empty();
}

Ruling rule_on(const Game& game, Guessing guessing, Action action, const Limits& limits) {
    if (guessing == Guessing::free || game.minefield() == nullptr) return {};
    const Position position = game.position();
    std::vector<Cell> cells = cells_to_open(position, action);
    if (cells.empty()) return {};
    const Minefield& minefield = *game.minefield();
    const bool is_hit = std::ranges::any_of(cells, [&](Cell cell) { return minefield[cell]; });
    if (guessing == Guessing::lucky && !is_hit) return {};
    const std::vector<Verdict> verdicts = full_verdicts(position, limits);
    if (verdicts.empty()) return {};
    if (guessing != Guessing::lucky && is_needless(verdicts, cells)) return {std::move(cells), {}};
    if (!moves_mines(guessing) || !is_hit) return {};
    // Each history of each game has numbers of its own.
    Random random(game.seed(), game.number(), Stream::rearrangement);
    const std::uint64_t seed = std::uint64_t{random.next()} << 32 | random.next();
    try {
        auto mine_bytes =
            rearrange(position, cells, Random(seed, game.history().size(), Stream::rearrangement), limits);
        return {{}, std::move(mine_bytes).value_or(std::vector<std::uint8_t>{})};
    } catch (const BudgetExceeded&) {
        return {};
    }
}

std::size_t act_by_rules(Game& game, Action action, const Limits& limits) {
    Ruling ruling;
    if (game.status() == Status::playing && action.cell < game.marks().size() &&
        action.kind != Action::Kind::flag)
        ruling = rule_on(game, game.rules().guessing, action, limits);
    if (!ruling.guess.empty()) {
        game.lose_by_guess(action);
        return 0;
    }
    if (!ruling.mine_bytes.empty()) game.move_mines(Minefield(std::move(ruling.mine_bytes)));
    return action.kind == Action::Kind::open ? game.open(action.cell, limits.poll) : game.act(action);
}

std::optional<std::vector<std::uint8_t>> rearrange(const Position& position, std::span<const Cell> safe_cells,
                                                   Random random, const Limits& limits) {
    Inference inference(position.topology, position.mines, limits);
    inference.load(position);
    if (!give_numbers(inference, safe_cells, limits)) return std::nullopt;
    const std::vector<Cell> frontier = cells_near_numbers(inference.constraints());
    WeightedChoice<Cell> open_questions;
    for (;;) {
        if (limits.poll) limits.poll();
        open_questions.clear();
        bool is_certain = true;
        for (Cell cell : frontier) {
            const Inference::Answer answer = inference.about(cell);
            if (answer.verdict != Verdict::uncertain) continue;
            open_questions.add(cell, answer.mine_probability);
            is_certain = false;
        }
        if (is_certain) return fill(inference, position.mines, random);
        inference.explode(open_questions.draw(random));
    }
}

}  // namespace sapper

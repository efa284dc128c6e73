#include "deduction/prover.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "inference/conflict.hpp"
#include "inference/constraints.hpp"
#include "inference/frontier.hpp"
#include "inference/inference.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

// The claims about hidden cells of a board that `test` confirms.
template <typename Board, typename Test>
std::vector<Claim> claims_of(const Board& board, Test certain) {
    std::vector<Claim> claims;
    for (Cell place = 0; place < board.hidden.size(); ++place) {
        for (const bool mine : {false, true}) {
            if (certain(place, mine)) claims.push_back({board.hidden[place], mine});
        }
    }
    return claims;
}

}  // namespace

// A small board: a graph of the used numbers and the hidden cells that matter.
struct Prover::Board {
    std::vector<Cell> hidden;
    Position position;

    // The place of a hidden cell of the whole board, or kNoCell.
    Cell place_of(Cell cell) const {
        const auto place = std::ranges::lower_bound(hidden, cell);
        if (place == hidden.end() || *place != cell) return kNoCell;
        return static_cast<Cell>(place - hidden.begin());
    }
};

// The components of a small board, counted one by one.
class Prover::Components {
  public:
    Components(const Board& board, const Limits& limits)
        : constraints_(board.position.topology), frontier_(*board.position.topology) {
        constraints_.load(board.position, false);
        if (!constraints_.consistent()) return;
        frontier_.update(constraints_, limits);
    }

    bool possible() const { return constraints_.consistent() && frontier_.possible(); }
    // Whether all components were counted.
    bool all() {
        return std::ranges::all_of(
            frontier_.parts(), [this](std::uint32_t id) { return frontier_.part(id).sweep->is_counted(); });
    }
    // Whether a hidden cell of the board is certainly a mine, or certainly safe, whatever the mine count.
    bool certain(Cell place, bool mine) const {
        const Constraints::CellState state = constraints_.state(place);
        if (state != Constraints::CellState::undecided)
            return state == (mine ? Constraints::CellState::mine : Constraints::CellState::safe);
        const Sweep& sweep = *frontier_.part(frontier_.part_of(place)).sweep;
        const Possibilities possible = sweep.possibilities()[frontier_.group_of(place)];
        return mine ? !possible.safe : !possible.mine;
    }

  private:
    Constraints constraints_;
    Frontier frontier_;
};

Prover::Prover(const Facts& facts, const Position& position, const Limits& limits)
    : facts_(facts),
      position_(position),
      limits_{std::max(limits.values, kProofValues), limits.poll, false},
      local_(facts.marks().size(), 0),
      is_known_(facts.marks().size(), false) {}

Prover::Board Prover::board_of(const Premises& premises) {
    for (Cell cell : premises.known_cells)
        is_known_[cell] = true;
    std::vector<Cell> hidden;
    const auto take = [&](Cell cell) {
        if (!is_hidden(facts_.marks()[cell]) || is_known_[cell] || local_[cell] != 0) return;
        local_[cell] = 1;
        hidden.push_back(cell);
    };
    if (premises.mine_count) {
        for (Cell cell = 0; cell < facts_.marks().size(); ++cell)
            take(cell);
    } else {
        for (Cell number : premises.numbers) {
            for (Cell cell : facts_.topology().neighbours(number))
                take(cell);
        }
        std::ranges::sort(hidden);
    }
    for (std::size_t i = 0; i < hidden.size(); ++i)
        local_[hidden[i]] = static_cast<std::uint32_t>(i + 1);

    std::vector<std::vector<std::int64_t>> adjacency(hidden.size() + premises.numbers.size());
    std::vector<Mark> marks(adjacency.size(), kHidden);
    for (std::size_t i = 0; i < premises.numbers.size(); ++i) {
        const Cell number = premises.numbers[i];
        const std::size_t place = hidden.size() + i;
        Mark need = facts_.marks()[number];
        for (Cell cell : facts_.topology().neighbours(number)) {
            const bool mine =
                facts_.marks()[cell] == kExploded || (is_known_[cell] && facts_.deduced_mine(cell));
            need = static_cast<Mark>(need - mine);
            if (local_[cell] == 0) continue;
            adjacency[place].push_back(local_[cell] - 1);
            adjacency[local_[cell] - 1].push_back(static_cast<std::int64_t>(place));
        }
        marks[place] = need;
    }
    std::uint32_t mines = position_.mines;
    for (Cell cell : premises.known_cells)
        mines -= facts_.deduced_mine(cell);
    if (premises.mine_count) {
        for (Mark mark : facts_.marks())
            mines -= mark == kExploded;
    } else {
        mines = static_cast<std::uint32_t>(hidden.size());
    }
    for (Cell cell : hidden)
        local_[cell] = 0;
    for (Cell cell : premises.known_cells)
        is_known_[cell] = false;
    return {std::move(hidden), Position(Topology::graph(adjacency), mines, std::move(marks))};
}

bool Prover::proves(const Premises& premises, std::span<const Claim> claims) {
    return proven_among(premises, claims).size() == claims.size();
}

std::vector<Claim> Prover::proven_among(const Premises& premises, std::span<const Claim> claims) {
    return try_to_prove(premises, claims).value_or(std::vector<Claim>{});
}

std::optional<std::vector<Claim>> Prover::try_to_prove(const Premises& premises,
                                                       std::span<const Claim> claims) {
    if (limits_.poll) limits_.poll();
    if (premises.numbers.empty() && !premises.mine_count) return std::vector<Claim>{};
    const Board board = board_of(premises);
    if (board.hidden.empty()) return std::vector<Claim>{};
    looks_ += kLooksByCell * board.position.marks.size();
    try {
        return premises.mine_count ? prove_with_count(board, claims)
                                   : prove_without_count(board, premises, claims);
    } catch (const BudgetExceeded&) {
        return std::nullopt;
    }
}

std::vector<Claim> Prover::prove_without_count(const Board& board, const Premises& premises,
                                               std::span<const Claim> claims) {
    const Components components(board, limits_);
    if (!components.possible()) contradict(premises.numbers);
    std::vector<Claim> proofs;
    std::ranges::copy_if(claims, std::back_inserter(proofs), [&](Claim claim) {
        const Cell place = board.place_of(claim.cell);
        return place != kNoCell && components.certain(place, claim.mine);
    });
    return proofs;
}

std::vector<Claim> Prover::prove_with_count(const Board& board, std::span<const Claim> claims) {
    Inference inference(board.position.topology, board.position.mines, limits_);
    inference.load(board.position);
    if (!inference.possible()) contradict({});
    std::vector<Claim> proofs;
    std::ranges::copy_if(claims, std::back_inserter(proofs), [&](Claim claim) {
        const Cell cell = board.place_of(claim.cell);
        if (cell == kNoCell) return false;
        return inference.about(cell).verdict == (claim.mine ? Verdict::mine : Verdict::safe);
    });
    return proofs;
}

Prover::Certainty Prover::certain(const std::vector<Cell>& numbers, const Limits& limits, bool mine_count) {
    try {
        return count_all(numbers, limits, mine_count);
    } catch (const BudgetExceeded&) {
        return {};
    }
}

Prover::Certainty Prover::count_all(const std::vector<Cell>& numbers, const Limits& limits, bool mine_count) {
    if (facts_.undecided_cells() == 0) return {true, {}};
    if (!numbers.empty()) {
        const Board board = board_of(with_known_cells(numbers));
        Components components(board, {limits.values, limits.poll, true});
        if (!components.possible()) contradict(numbers);
        if (!mine_count || !components.all()) {
            return {components.all(),
                    claims_of(board, [&](Cell place, bool mine) { return components.certain(place, mine); })};
        }
    }
    if (!mine_count) return {true, {}};
    const Board whole = board_of(with_count(numbers));
    Inference inference(whole.position.topology, whole.position.mines, {limits.values, limits.poll, false});
    inference.load(whole.position);
    if (!inference.possible()) contradict({});
    return {true, claims_of(whole, [&](Cell place, bool mine) {
                return inference.about(place).verdict == (mine ? Verdict::mine : Verdict::safe);
            })};
}

void Prover::contradict(const std::vector<Cell>& numbers) const {
    throw_contradiction(position_, false, numbers, {Limits{}.values, limits_.poll, false});
}

void Prover::add_next(std::vector<Cell>& numbers, std::vector<bool>& is_listed, Cell cell) const {
    if (!facts_.undecided(cell)) return;
    for (Cell number : facts_.topology().neighbours(cell)) {
        if (!facts_.number(number) || is_listed[number]) continue;
        is_listed[number] = true;
        numbers.push_back(number);
    }
}

std::optional<Premises> Prover::nearest_premises(Claim claim) {
    std::vector<bool> is_listed(facts_.marks().size(), false);
    std::vector<Cell> numbers;
    add_next(numbers, is_listed, claim.cell);
    std::size_t next = 0;
    while (next < numbers.size()) {
        Premises premises = with_known_cells(numbers);
        const auto proofs = try_to_prove(premises, {&claim, 1});
        if (!proofs) return std::nullopt;  // with more numbers it would take even more
        if (!proofs->empty()) return premises;
        const std::size_t ring_end = numbers.size();
        for (; next < ring_end; ++next) {
            for (Cell cell : facts_.topology().neighbours(numbers[next]))
                add_next(numbers, is_listed, cell);
        }
    }
    return std::nullopt;
}

Premises Prover::with_known_cells(std::vector<Cell> numbers) const {
    Premises premises{std::move(numbers), {}, false};
    for (Cell number : premises.numbers) {
        for (Cell cell : facts_.topology().neighbours(number)) {
            if (facts_.is_deduced(cell)) premises.known_cells.push_back(cell);
        }
    }
    sort_and_drop_repeats(premises.known_cells);
    return premises;
}

Premises Prover::with_count(std::vector<Cell> numbers) const {
    Premises premises{std::move(numbers), {}, true};
    for (Cell cell = 0; cell < facts_.marks().size(); ++cell) {
        if (facts_.is_deduced(cell)) premises.known_cells.push_back(cell);
    }
    return premises;
}

void Prover::minimise(Premises& premises, std::span<const Claim> claims) {
    shorten(premises, &Premises::numbers, claims);
    if (!premises.mine_count) drop_far(premises);
    shorten(premises, &Premises::known_cells, claims);
}

void Prover::shorten(Premises& premises, std::vector<Cell> Premises::* part, std::span<const Claim> claims) {
    Premises fewer = premises;
    leave_out_runs(premises.*part, [&](const std::vector<Cell>& rest) {
        fewer.*part = rest;
        return proves(fewer, claims);
    });
}

// Drops given cells that touch none of the numbers: they prove nothing.
void Prover::drop_far(Premises& premises) const {
    std::vector<Cell> near;
    for (Cell cell : premises.known_cells) {
        for (Cell other : facts_.topology().neighbours(cell)) {
            if (std::ranges::find(premises.numbers, other) == premises.numbers.end()) continue;
            near.push_back(cell);
            break;
        }
    }
    premises.known_cells = std::move(near);
}

}  // namespace sapper

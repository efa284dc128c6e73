#include "deduction/explainer.hpp"

#include <array>
#include <deque>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "deduction/known_sets.hpp"
#include "deduction/levels.hpp"
#include "deduction/number_facts.hpp"
#include "inference/conflict.hpp"

namespace sapper {

namespace {

// A queue of numbers to examine, each in it at most once.
class NumberQueue {
  public:
    explicit NumberQueue(std::size_t cells) : is_queued_(cells, false) {}

    void add(Cell number) {
        if (is_queued_[number]) return;
        is_queued_[number] = true;
        queue_.push_back(number);
    }

    // Removes and returns the first, or kNoCell if there is none.
    Cell next() {
        if (queue_.empty()) return kNoCell;
        const Cell number = queue_.front();
        queue_.pop_front();
        is_queued_[number] = false;
        return number;
    }

  private:
    std::deque<Cell> queue_;
    std::vector<bool> is_queued_;
};

class Explainer {
  public:
    Explainer(const Position& position, const Limits& limits, std::uint64_t most_looks, bool mine_count)
        : position_(position),
          limits_(limits),
          most_looks_(most_looks),
          mine_count_(mine_count),
          facts_(facts_of(position)),
          prover_(facts_, position, limits_),
          chains_(position.topology, position.mines, {.rule = bounds_rule, .mine_count = false}),
          trial_(cells()),
          pairs_(cells()),
          queues_{NumberQueue(cells()), NumberQueue(cells()), NumberQueue(cells())} {}

    Explanation run() {
        find_truth();
        chains_.begin(position_.marks);
        for (Cell cell = 0; cell < cells(); ++cell)
            wake(cell);
        while (!complete_ || left_ > 0) {
            if (limits_.poll) limits_.poll();
            if (by_single() || by_subset() || by_overlap()) continue;
            if (too_long()) break;
            if (by_chain() || by_case() || by_mine_count()) continue;
            if (!by_counting()) break;
        }
        return {std::move(deductions_), complete_};
    }

  private:
    // Adds a look at the whole board. Returns whether there were too many looks.
    bool too_long() {
        looks_ += cells();
        if (looks_ + prover_.looks() < most_looks_) return false;
        complete_ = false;
        return true;
    }

    struct Case {
        Claim claim;
        std::vector<Cell> numbers;
    };

    static Facts facts_of(const Position& position) {
        Facts facts(position.topology);
        facts.load(position.marks);
        return facts;
    }

    Cell cells() const { return static_cast<Cell>(position_.marks.size()); }

    void find_truth() {
        if (!mine_count_) {
            for (Cell cell = 0; cell < cells(); ++cell)
                check(cell);
            take(prover_.certain(live_numbers(), limits_, false));
            if (!complete_) prover_.limit_proofs();
            return;
        }
        ExactLevel exact(position_.topology, position_.mines, {limits_.values, limits_.poll, false});
        exact.begin(position_.marks);
        try {
            certain_ = claims_of(exact);
        } catch (const BudgetExceeded&) {
            complete_ = false;
            prover_.limit_proofs();
            for (Cell cell = 0; cell < cells(); ++cell)
                check(cell);
            return;
        }
        if (!exact.inference().possible())
            throw_contradiction(position_, false, exact.inference().suspects(), limits_);
        left_ = certain_.size();
    }

    std::vector<Claim> claims_of(ExactLevel& exact) const {
        std::vector<Claim> claims;
        for (Cell cell : exact.safe())
            claims.push_back({cell, false});
        for (Cell cell = 0; cell < cells(); ++cell) {
            if (exact.is_mine(cell)) claims.push_back({cell, true});
        }
        std::ranges::sort(claims, {}, &Claim::cell);
        return claims;
    }

    void take(Prover::Certainty certainty) {
        complete_ = certainty.complete;
        certain_ = std::move(certainty.claims);
        left_ = certain_.size();
    }

    // Counts the remaining cells, when the rules without counting find nothing more.
    void count_rest() {
        if (deductions_at_last_count_ == deductions_.size()) return;
        deductions_at_last_count_ = deductions_.size();
        take(prover_.certain(live_numbers(), limits_, mine_count_));
        std::erase_if(proofs_, [](const auto& entry) { return !entry.second; });
    }

    // In a position too large to count, only this check may find a contradiction.
    void check(Cell number) const {
        if (!facts_.number(number)) return;
        if (facts_.need(number) < 0 || facts_.need(number) > facts_.undecided_around(number))
            throw_contradiction(position_, false, {number}, limits_);
    }

    std::vector<Cell> live_numbers() const {
        std::vector<Cell> numbers;
        for (Cell cell = 0; cell < cells(); ++cell) {
            if (facts_.live(cell)) numbers.push_back(cell);
        }
        return numbers;
    }

    void wake(Cell number) {
        if (!facts_.live(number)) return;
        for (NumberQueue& queue : queues_)
            queue.add(number);
    }

    Cell next_in_queue(Difficulty rule) {
        Cell number = kNoCell;
        do {
            number = queues_[static_cast<std::size_t>(rule)].next();
        } while (number != kNoCell && !facts_.live(number));
        return number;
    }

    bool by_single() {
        Cell number = next_in_queue(Difficulty::single);
        while (number != kNoCell && facts_.need(number) > 0 &&
               facts_.need(number) < facts_.undecided_around(number))
            number = next_in_queue(Difficulty::single);
        if (number == kNoCell) return false;
        const bool are_mines = facts_.need(number) > 0;
        Deduction deduction{Difficulty::single, {}, {}, {{number}, {}}, {}};
        // Safe cells follow from the mines around the number, mines from its safe cells.
        for (Cell cell : facts_.topology().neighbours(number)) {
            if (facts_.undecided(cell)) deduction.claims.push_back({cell, are_mines});
            if (facts_.is_deduced(cell) && facts_.deduced_mine(cell) != are_mines)
                deduction.premises.known_cells.push_back(cell);
        }
        emit(std::move(deduction));
        return true;
    }

    // The premises are the known cells that make one number's cells a subset of the other's. Logic may not
    // need some known mine among them, but without it nobody could see the subset.
    bool by_subset() {
        std::optional<Pair> pair = next_pair(Difficulty::subset, subset_rule);
        if (!pair) return false;
        Premises premises{
            {pair->first, pair->second}, PairFinder::needed_cells(facts_, *pair, subset_rule), false};
        emit({Difficulty::subset, {}, std::move(pair->claims), std::move(premises), {}});
        wake(pair->first);  // there may be more
        return true;
    }

    bool by_overlap() {
        std::optional<Pair> pair = next_pair(Difficulty::overlap, bounds_rule);
        if (!pair) return false;
        prove(Difficulty::overlap, prover_.with_known_cells({pair->first, pair->second}),
              std::move(pair->claims));
        wake(pair->first);  // there may be more
        return true;
    }

    std::optional<Pair> next_pair(Difficulty difficulty, OverlapRule rule) {
        for (Cell number = next_in_queue(difficulty); number != kNoCell; number = next_in_queue(difficulty)) {
            if (std::optional<Pair> pair = pairs_.find(facts_, number, rule)) return pair;
        }
        return std::nullopt;
    }

    bool by_chain() {
        std::vector<Claim> candidates;
        for (Cell cell : chains_.safe()) {
            if (facts_.undecided(cell)) candidates.push_back({cell, false});
        }
        for (Cell cell = 0; cell < cells(); ++cell) {
            if (facts_.undecided(cell) && chains_.is_mine(cell)) candidates.push_back({cell, true});
        }
        return prove_simplest(Difficulty::chain, candidates);
    }

    bool by_case() {
        for (;;) {
            while (!cases_.empty()) {
                Case shortest = std::move(cases_.back());
                cases_.pop_back();
                if (!facts_.undecided(shortest.claim.cell)) continue;
                prove(Difficulty::cases, prover_.with_known_cells(std::move(shortest.numbers)),
                      {shortest.claim});
                return true;
            }
            if (cases_current_) return false;
            find_cases();
        }
    }

    // Sorts the cases by length, the shortest last. Of equally short cases, the one of the first cell is
    // last.
    void find_cases() {
        constexpr Cell kInterval = 1024;
        for (Cell cell = cells(); cell-- > 0;) {
            if (limits_.poll && cell % kInterval == 0) limits_.poll();
            for (const bool mine : {false, true}) {
                if (facts_.undecided(cell) && trial_.refutes(facts_, {cell, mine}))
                    cases_.push_back({{cell, !mine}, trial_.numbers()});
            }
        }
        std::ranges::stable_sort(cases_, std::ranges::greater{},
                                 [](const Case& one) { return one.numbers.size(); });
        cases_current_ = true;
    }

    bool by_mine_count() {
        if (!mine_count_) return false;
        std::optional<SeparateNumbers> separate = find_separate_numbers(facts_, position_.mines);
        if (!separate) return false;
        std::vector<Claim> claims;
        for (Cell cell : separate->rest)
            claims.push_back({cell, separate->rest_is_mines});
        prove(Difficulty::mine_count, prover_.with_count(std::move(separate->numbers)), std::move(claims));
        return true;
    }

    bool by_counting() {
        std::vector<Claim> candidates = claims_left();
        if (candidates.empty() && !complete_) {
            count_rest();
            candidates = claims_left();
        }
        if (candidates.empty()) return false;
        std::vector<Cell> numbers = live_numbers();
        const std::vector<Claim> without_count =
            complete_ ? prover_.proven_among(prover_.with_known_cells(numbers), candidates) : candidates;
        if (prove_simplest(Difficulty::counting, without_count)) return true;
        const bool by_count = complete_ && mine_count_;
        Premises premises =
            by_count ? prover_.with_count(std::move(numbers)) : prover_.with_known_cells(std::move(numbers));
        if (complete_) minimise(premises, {candidates.data(), 1});
        std::vector<Claim> claims = prover_.proven_among(premises, candidates);
        emit({Difficulty::counting,
              {},
              claims.empty() ? candidates : std::move(claims),
              std::move(premises),
              {}});
        return true;
    }

    std::vector<Claim> claims_left() const {
        std::vector<Claim> claims;
        std::ranges::copy_if(certain_, std::back_inserter(claims),
                             [this](Claim claim) { return facts_.undecided(claim.cell); });
        return claims;
    }

    // Makes one deduction of the claim with the fewest premises and of all other claims that the same
    // premises prove.
    bool prove_simplest(Difficulty rule, std::span<const Claim> candidates) {
        const Premises* simplest = nullptr;
        for (Claim claim : candidates) {
            const std::optional<Premises>& proof = proof_of(claim);
            const auto size = [](const Premises& one) {
                return std::pair(one.numbers.size(), one.known_cells.size());
            };
            if (proof && (simplest == nullptr || size(*proof) < size(*simplest))) simplest = &*proof;
        }
        if (simplest == nullptr) return false;
        emit({rule, {}, prover_.proven_among(*simplest, candidates), *simplest, {}});
        return true;
    }

    // The proof of a claim, which stays valid and minimal after later deductions. Nothing if the proof takes
    // too much.
    const std::optional<Premises>& proof_of(Claim claim) {
        const auto [entry, is_new] = proofs_.try_emplace(claim.cell);
        if (is_new) {
            entry->second = prover_.nearest_premises(claim);
            if (entry->second) prover_.minimise(*entry->second, {&claim, 1});
        }
        return entry->second;
    }

    void prove(Difficulty rule, Premises premises, std::vector<Claim> claims) {
        minimise(premises, claims);
        Deduction deduction{rule, {}, std::move(claims), std::move(premises), {}};
        if (rule == Difficulty::cases) add_steps_of_case(deduction);
        emit(std::move(deduction));
    }

    void minimise(Premises& premises, std::span<const Claim> claims) {
        const std::size_t size = premises.numbers.size() + premises.known_cells.size();
        if (!premises.mine_count || size * cells() <= kMostPremisesByCells)
            prover_.minimise(premises, claims);
    }

    void add_steps_of_case(Deduction& deduction) {
        std::vector<bool> subset(cells(), false);
        for (Cell number : deduction.premises.numbers)
            subset[number] = true;
        const Claim claim = deduction.claims.front();
        if (!trial_.refutes(facts_, {claim.cell, !claim.mine}, &subset)) return;
        deduction.steps = trial_.steps();
        deduction.conflict = trial_.conflict();
    }

    void emit(Deduction deduction) {
        std::ranges::sort(deduction.claims, {}, &Claim::cell);
        std::ranges::sort(deduction.premises.numbers);
        std::ranges::sort(deduction.premises.known_cells);
        hardest_ = std::max(hardest_, deduction.rule);
        deduction.difficulty = hardest_;
        for (Claim claim : deduction.claims) {
            facts_.learn(claim);
            chains_.learn(claim.cell, claim.mine);
        }
        for (Claim claim : deduction.claims) {
            for (Cell number : facts_.topology().neighbours(claim.cell)) {
                check(number);
                wake(number);
            }
        }
        if (mine_count_ && facts_.known_mines() > position_.mines)
            throw_contradiction(position_, false, {}, limits_);
        if (complete_) left_ -= deduction.claims.size();
        cases_current_ = false;
        deductions_.push_back(std::move(deduction));
    }

    const Position& position_;
    Limits limits_;
    std::uint64_t most_looks_;
    bool mine_count_;
    Facts facts_;
    Prover prover_;
    RuleLevel chains_;
    Trial trial_;
    PairFinder pairs_;
    std::array<NumberQueue, 3> queues_;  // one for each rule up to overlap
    std::vector<Case> cases_;
    bool cases_current_ = false;  // whether cases_ holds all cases of the current facts
    std::unordered_map<Cell, std::optional<Premises>> proofs_;
    std::vector<Deduction> deductions_;
    Difficulty hardest_ = Difficulty::single;
    bool complete_ = true;
    std::vector<Claim> certain_;  // by counting; everything that is certain, if complete
    std::size_t left_ = 0;        // claims of certain_ not yet explained, if complete
    std::uint64_t looks_ = 0;     // looks at cells by the rules that examine the whole board
    std::optional<std::size_t> deductions_at_last_count_;  // the number of deductions at the last count
};

}  // namespace

Explanation explain(const Position& position, const Limits& limits, std::uint64_t most_looks,
                    bool mine_count) {
    return Explainer(position, limits, most_looks, mine_count).run();
}

}  // namespace sapper

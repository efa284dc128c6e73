// Proves claims exactly from a few premises: some numbers, some deduced cells, and perhaps the mine count.
// Ignores all other numbers and assumes nothing about other hidden cells. Also finds minimal premises for a
// claim. A claim that takes too much to count within the limits counts as unproven.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "deduction/number_facts.hpp"
#include "util/limits.hpp"

namespace sapper {

struct Premises {
    std::vector<Cell> numbers;
    std::vector<Cell> known_cells;  // deduced cells
    bool mine_count = false;
};

class Prover {
  public:
    // The stored values that one proof may take in a position that is too large to count: about a
    // millisecond.
    static constexpr std::size_t kProofValues = std::size_t{1} << 16;

    // The facts and the position must outlive the prover. Premises are cells of these facts.
    Prover(const Facts& facts, const Position& position, const Limits& limits);

    // From now on each proof takes at most kProofValues.
    void limit_proofs() { limits_.values = kProofValues; }

    // The claims that the premises prove. This and everything below throws Contradiction if no configuration
    // fits the premises, and whatever the limits' poll throws.
    std::vector<Claim> proven_among(const Premises& premises, std::span<const Claim> claims);

    // What all live numbers, and perhaps the mine count, prove about the undecided cells. If to count them
    // takes more than `limits`, returns what each neighbourhood of a few numbers proves by itself, or nothing
    // if these are too many.
    struct Certainty {
        bool complete = false;
        std::vector<Claim> claims;
    };
    Certainty certain(const std::vector<Cell>& numbers, const Limits& limits, bool mine_count);

    // Premises that prove the claim without the mine count: as many of the nearest numbers with undecided
    // cells as it needs, with the deduced cells around them. Nothing if no numbers prove it, or if the proof
    // takes too much.
    std::optional<Premises> nearest_premises(Claim claim);
    // The work so far, in looks at cells.
    std::uint64_t looks() const { return looks_; }

    // These numbers as premises: with the deduced cells around them, or with all deduced cells and the mine
    // count.
    Premises with_known_cells(std::vector<Cell> numbers) const;
    Premises with_count(std::vector<Cell> numbers) const;

    // Drops premises, the last first, until some claim needs each that is left. Keeps the mine count. Costs
    // several proofs for each premise that stays, and fewer for those that go.
    void minimise(Premises& premises, std::span<const Claim> claims);

  private:
    // The looks that a proof counts for each of its cells and numbers.
    static constexpr std::uint64_t kLooksByCell = 64;

    struct Board;
    class Components;

    // Nothing if the limits are too tight.
    std::optional<std::vector<Claim>> try_to_prove(const Premises& premises, std::span<const Claim> claims);
    bool proves(const Premises& premises, std::span<const Claim> claims);
    Board board_of(const Premises& premises);
    std::vector<Claim> prove_without_count(const Board& board, const Premises& premises,
                                           std::span<const Claim> claims);
    Certainty count_all(const std::vector<Cell>& numbers, const Limits& limits, bool mine_count);
    [[noreturn]] void contradict(const std::vector<Cell>& numbers) const;
    std::vector<Claim> prove_with_count(const Board& board, std::span<const Claim> claims);
    void shorten(Premises& premises, std::vector<Cell> Premises::* part, std::span<const Claim> claims);
    void drop_far(Premises& premises) const;
    void add_next(std::vector<Cell>& numbers, std::vector<bool>& is_listed, Cell cell) const;

    const Facts& facts_;
    const Position& position_;
    Limits limits_;
    std::vector<std::uint32_t> local_;  // per cell: 1 + its place on the small board, or 0
    std::vector<bool> is_known_;
    std::uint64_t looks_ = 0;
};

}  // namespace sapper

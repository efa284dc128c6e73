// Proves claims exactly from a few premises: some numbers, some deduced cells taken as given, and perhaps the
// mine count. Ignores all other numbers and assumes nothing about other hidden cells. Also finds minimal
// premises for a claim. A claim that takes too much to count within the limits counts as unproven.
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
    std::vector<Cell> given;  // deduced cells
    bool mine_count = false;
};

class Prover {
  public:
    // The stored values that one proof may take in a position that is too large to count, in about a
    // millisecond.
    static constexpr std::size_t kProofValues = std::size_t{1} << 16;

    // The facts and the position must outlive the prover. Premises are cells of these facts.
    Prover(const Facts& facts, const Position& position, const Limits& limits);

    // From now on each proof takes at most kProofValues.
    void limit_proofs() { limits_.values = kProofValues; }

    // The claims that the premises prove. Throws Contradiction if no configuration fits the premises, and
    // whatever the limits' poll throws. So does everything below.
    std::vector<Claim> proven(const Premises& premises, std::span<const Claim> claims);

    // What these numbers, and perhaps the mine count, prove about the undecided cells. Expects all live
    // numbers. If counting them takes more than `limits`, returns what each neighbourhood of a few numbers
    // proves by itself, or nothing if these are too many.
    struct Certainty {
        bool complete = false;
        std::vector<Claim> claims;
    };
    Certainty certain(const std::vector<Cell>& numbers, const Limits& limits, bool mine_count);

    // Premises that prove the claim without the mine count: the nearest numbers with undecided cells, as many
    // as needed, with the deduced cells around them. Nothing if no numbers prove it, or if that takes too
    // much.
    std::optional<Premises> nearest_premises(Claim claim);
    // The work so far, in looks at cells.
    std::uint64_t looks() const { return looks_; }

    // These numbers as premises, with the deduced cells around them; or with all deduced cells and the mine
    // count.
    Premises with_given(std::vector<Cell> numbers) const;
    Premises with_count(std::vector<Cell> numbers) const;

    // Drops premises, the last first, until each is needed for some claim. Keeps the mine count. Costs
    // several proofs for each premise kept, and fewer for those dropped.
    void minimise(Premises& premises, std::span<const Claim> claims);

  private:
    // How many looks a proof counts, for each of its cells and numbers.
    static constexpr std::uint64_t kLooksByCell = 64;

    struct Board;
    class Counted;

    // Nothing if the limits are too tight.
    std::optional<std::vector<Claim>> try_to_prove(const Premises& premises, std::span<const Claim> claims);
    bool proves(const Premises& premises, std::span<const Claim> claims);
    Board board_of(const Premises& premises);
    std::vector<Claim> proven_locally(const Board& board, const Premises& premises,
                                      std::span<const Claim> claims);
    Certainty counted(const std::vector<Cell>& numbers, const Limits& limits, bool mine_count);
    [[noreturn]] void contradict(const std::vector<Cell>& numbers) const;
    std::vector<Claim> proven_with_count(const Board& board, std::span<const Claim> claims);
    void shorten(Premises& premises, std::vector<Cell> Premises::* part, std::span<const Claim> claims);
    void drop_far(Premises& premises) const;
    void add_next(std::vector<Cell>& numbers, std::vector<bool>& seen, Cell cell) const;

    const Facts& facts_;
    const Position& position_;
    Limits limits_;
    std::vector<std::uint32_t> local_;  // per cell: 1 + its place on the small board, or 0
    std::vector<bool> given_;
    std::uint64_t looks_ = 0;
};

}  // namespace sapper

// What follows from a few premises alone, exactly: some numbers, some deduced cells taken as given, perhaps
// the mine count of the board; and the smallest premises that prove a claim. All other numbers are not used,
// and all other hidden cells may be anything. What is too large to count within the limits counts as
// unproven.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "knowledge/facts.hpp"
#include "util/limits.hpp"

namespace sapper {

struct Premises {
    std::vector<Cell> numbers;
    std::vector<Cell> given;  // deduced cells
    bool mine_count = false;
};

class Prover {
  public:
    // Stored values that one proof may take where the whole position is too large to count: thousandths of a
    // second.
    static constexpr std::size_t kProofValues = std::size_t{1} << 16;

    // Both must outlive the prover. Premises are cells of these facts.
    Prover(const Facts& facts, const Position& position, const Limits& limits);

    // From now on a proof takes kProofValues at most.
    void limit_proofs() { limits_.values = kProofValues; }

    // Those of the claims that the premises prove. Throws Contradiction where no configuration fits the
    // premises, and what the limits' poll throws, as may all below.
    std::vector<Claim> proven(const Premises& premises, std::span<const Claim> claims);

    // All that is certain of the undecided cells, by these numbers, which should be all that are live, and
    // the mine count. Where they are too many to count within `limits`: what every neighbourhood of a few
    // numbers proves by itself, if at least those are not too many.
    struct Certainty {
        bool complete = false;
        std::vector<Claim> claims;
    };
    Certainty certain(const std::vector<Cell>& numbers, const Limits& limits);

    // Numbers with undecided cells, the nearest first and as far as needed, with what is deduced around them:
    // they prove the claim without the mine count. Nothing if no numbers do.
    std::optional<Premises> nearest_premises(Claim claim);
    // The numbers, with what is deduced around them; or with all that is deduced, and the mine count.
    Premises with_given(std::vector<Cell> numbers) const;
    Premises with_count(std::vector<Cell> numbers) const;

    // Leaves out what can be left out, the last first, until each premise is needed for some claim. The mine
    // count stays. Takes some checks for each premise kept, and fewer for those that are not.
    void minimise(Premises& premises, std::span<const Claim> claims);

  private:
    struct Board;
    class Counted;

    // Nothing where the limits do not suffice.
    std::optional<std::vector<Claim>> try_to_prove(const Premises& premises, std::span<const Claim> claims);
    bool proves(const Premises& premises, std::span<const Claim> claims);
    Board board_of(const Premises& premises);
    std::vector<Claim> proven_locally(const Board& board, const Premises& premises,
                                      std::span<const Claim> claims);
    Certainty counted(const std::vector<Cell>& numbers, const Limits& limits);
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
};

}  // namespace sapper

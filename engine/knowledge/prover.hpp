// What follows from a few premises alone, exactly: some numbers, some deduced cells taken as given, perhaps
// the mine count of the board; and the smallest premises that prove a claim. All other numbers are not heard,
// and all other hidden cells may be anything.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "inference/limits.hpp"
#include "knowledge/facts.hpp"

namespace sapper {

struct Premises {
    std::vector<Cell> numbers;
    std::vector<Cell> given;  // deduced cells
    bool mine_count = false;
};

class Prover {
  public:
    // Both must outlive the prover. Premises are cells of these facts.
    Prover(const Facts& facts, std::uint32_t mines, const Limits& limits);

    // Those of the claims that the premises prove. May throw what exact inference throws, as may all below.
    std::vector<Claim> proven(const Premises& premises, std::span<const Claim> claims);

    // Numbers with undecided cells, the nearest first and as far as needed, with what is deduced around them:
    // they prove the claim without the mine count. Nothing if no numbers do.
    std::optional<Premises> gather(Claim claim);
    // The numbers, with what is deduced around them; or with all that is deduced, and the mine count.
    Premises with_given(std::vector<Cell> numbers) const;
    Premises with_count(std::vector<Cell> numbers) const;

    // Leaves out what can be left out, the last first, until each premise is needed for some claim. The mine
    // count stays. Takes some checks for each premise kept, and fewer for those that are not.
    void minimise(Premises& premises, std::span<const Claim> claims);

  private:
    struct Board;

    bool proves(const Premises& premises, std::span<const Claim> claims);
    Board board_of(const Premises& premises);
    std::vector<Claim> proven_locally(const Board& board, std::span<const Claim> claims);
    std::vector<Claim> proven_with_count(const Board& board, std::span<const Claim> claims);
    void shorten(Premises& premises, std::vector<Cell> Premises::* part, std::span<const Claim> claims);
    void drop_far(Premises& premises) const;
    void add_next(std::vector<Cell>& numbers, std::vector<bool>& seen, Cell cell) const;

    const Facts& facts_;
    std::uint32_t mines_;
    const Limits& limits_;
    std::vector<std::uint32_t> local_;  // per cell: 1 + its place on the small board, or 0
    std::vector<bool> given_;
};

}  // namespace sapper

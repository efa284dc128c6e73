// Finds numbers that account for the mine count. The numbers are apart: no two share an undecided cell.
// Either they need all remaining mines, so every other cell is safe, or they need all remaining safe cells,
// so every other cell is a mine.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "knowledge/facts.hpp"

namespace sapper {

struct Apart {
    std::vector<Cell> numbers;
    bool rest_mined;
    std::vector<Cell> rest;  // the other undecided cells, at least one
};

// Searches within a limit. Expects that no single number decides a cell.
std::optional<Apart> find_apart(const Facts& facts, std::uint32_t mines);

}  // namespace sapper

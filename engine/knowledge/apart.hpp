// Numbers apart from each other, no two of which share an undecided cell, that account for the mine count:
// together they need all the mines that are left, and no other cell holds one; or they leave safe as many
// cells as are left to be safe, and every other cell is a mine.
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

// The first found in a bounded search, if any. No number may be decided by itself.
std::optional<Apart> find_apart(const Facts& facts, std::uint32_t mines);

}  // namespace sapper

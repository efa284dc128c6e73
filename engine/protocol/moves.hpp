// Writes deductions, guesses and moves as JSON. Without a topology, cells are indices.
#pragma once

#include <string_view>

#include "deduction/difficulty.hpp"
#include "deduction/hint_order.hpp"
#include "hints/advised_guess.hpp"
#include "hints/ranking.hpp"
#include "protocol/json.hpp"

namespace sapper {

std::string_view name_of(Difficulty rule);
void write_deduction(Json& json, const ExplanationInWords& explanation, std::size_t place,
                     const Topology& topology);
void write_guess(Json& json, const AdvisedGuess& guess, const Topology& topology);
void write_move(Json& json, const RankedMove& move, const Topology* topology);

}  // namespace sapper

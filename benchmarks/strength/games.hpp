// Reads which games a program should play: ROWS COLUMNS MINES RULE FIRST_CELL SEED FROM GAMES. That means
// GAMES games of a seed, from number FROM on, each begun at FIRST_CELL. RULE is safe or opening. Numbers are
// not checked.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "board/game.hpp"

namespace sapper {

struct GamesToPlay {
    static constexpr int kArguments = 8;

    explicit GamesToPlay(char** arguments)
        : topology(Topology::grid({number(arguments[0]), number(arguments[1])})),
          mines(static_cast<std::uint32_t>(number(arguments[2]))),
          first_cell(static_cast<Cell>(number(arguments[4]))),
          seed(number(arguments[5])),
          from(number(arguments[6])),
          end(from + number(arguments[7])) {
        rules.first_click = std::string_view(arguments[3]) == "safe" ? FirstClick::safe : FirstClick::opening;
    }

    static std::uint64_t number(const char* argument) { return std::strtoull(argument, nullptr, 10); }

    std::shared_ptr<const Topology> topology;
    std::uint32_t mines;
    Rules rules;
    Cell first_cell;
    std::uint64_t seed;
    std::uint64_t from;
    std::uint64_t end;
};

}  // namespace sapper

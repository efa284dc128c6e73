#include "board/levels.hpp"

#include <algorithm>

namespace sapper {

std::string_view level_of(const Topology& topology, std::size_t mines) {
    constexpr std::size_t kSmallSide = 8;
    if (!topology.is_square_board()) return "custom";
    const std::size_t rows = topology.shape()[0];
    const std::size_t columns = topology.shape()[1];
    if (rows == kSmallSide && columns == kSmallSide && mines == kBoardLevels[0].mines)
        return kBoardLevels[0].name;
    const auto level = std::ranges::find_if(kBoardLevels, [&](const LevelBoard& each) {
        return each.rows == rows && each.columns == columns && each.mines == mines;
    });
    return level == kBoardLevels.end() ? "custom" : level->name;
}

}  // namespace sapper

// Inner loops over the cells of a board, without branches that depend on where the mines are. Processors
// cannot predict such branches, and their misses would cost more than everything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

// Lists the cells whose byte is `value`, in order.
inline void list_where(std::span<const std::uint8_t> bytes, std::uint8_t value, std::vector<Cell>& cells) {
    cells.resize(bytes.size() + 1);  // room for a last write that is not in the list
    Cell* const out = cells.data();
    std::size_t end = 0;
    const auto look_at = [&](std::size_t cell) {
        out[end] = static_cast<Cell>(cell);
        end += bytes[cell] == value;
    };
    std::size_t cell = 0;
    for (; cell + 8 <= bytes.size(); cell += 8) {
        for (std::size_t i = 0; i < 8; ++i)
            look_at(cell + i);
    }
    for (; cell < bytes.size(); ++cell)
        look_at(cell);
    cells.resize(end);
}

// The first place at or after `from` that holds `value`, or the number of bytes.
inline std::size_t find_byte(std::span<const std::uint8_t> bytes, std::uint8_t value, std::size_t from) {
    if (from == bytes.size()) return from;
    const void* place = std::memchr(bytes.data() + from, value, bytes.size() - from);
    if (place == nullptr) return bytes.size();
    return static_cast<std::size_t>(static_cast<const std::uint8_t*>(place) - bytes.data());
}

}  // namespace sapper

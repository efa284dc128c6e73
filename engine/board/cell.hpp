// The place of a cell in row-major order.
#pragma once

#include <cstdint>

namespace sapper {

using Cell = std::uint32_t;
inline constexpr Cell kNoCell = UINT32_MAX;

}  // namespace sapper

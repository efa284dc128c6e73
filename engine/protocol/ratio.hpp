// Ratios of figures that may not be known.
#pragma once

#include <optional>

namespace sapper {

// Nothing if the amount is not known, or if this would divide by zero.
inline std::optional<double> ratio(std::optional<double> much, double of) {
    return of == 0 ? std::nullopt : much ? std::optional(*much / of) : much;
}

}  // namespace sapper

// The signs of boards in chats and terminals, as rows or lines of characters.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace sapper {

using Signs = std::vector<std::u32string>;  // rows, or lines

inline constexpr std::u32string_view kBars = U"|\u2502\u2503\u2551";
inline constexpr std::u32string_view kFlagSigns = U"FfPp\u2691\U0001f6a9\u00de";
inline constexpr std::u32string_view kMineSigns = U"\U0001f4a3\U0001f4a5";
inline constexpr std::u32string_view kHiddenSigns = U"#?xX";  // as in plain text
inline constexpr std::size_t kFewestInFrame = 4;              // rows and columns

inline bool is_one_of(char32_t sign, std::u32string_view signs) {
    return signs.find(sign) != std::u32string_view::npos;
}

inline bool is_space(char32_t sign) {
    return sign == U' ' || (0x09 <= sign && sign <= 0x0d);
}

inline bool is_number_sign(char32_t sign) {
    return U'0' <= sign && sign <= U'8';
}

// Whether a sign means the same on all boards.
inline bool has_one_meaning(char32_t sign) {
    return is_number_sign(sign) || is_one_of(sign, kFlagSigns) || is_one_of(sign, kMineSigns) ||
           is_one_of(sign, kHiddenSigns);
}

inline std::u32string_view without_spaces_at_ends(std::u32string_view line) {
    while (!line.empty() && is_space(line.front()))
        line.remove_prefix(1);
    while (!line.empty() && is_space(line.back()))
        line.remove_suffix(1);
    return line;
}

}  // namespace sapper

// What is odd about a recorded game: where its file contradicts the events in it, and where the events are
// unlike those of a hand. It says what was seen, never why. `docs/review.md` lists all kinds and their
// limits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reviews/game_line.hpp"

namespace sapper {

enum class DoubtGrade : std::uint8_t {
    note,          // good to know, and common in honest games
    doubt,         // unlike the games of a hand, or of a program without faults
    contradiction  // the file says one thing, and its events another
};
inline constexpr std::string_view kDoubtGrades[] = {"note", "doubt", "contradiction"};

// What the file says of its game; empty where it says nothing.
struct Claims {
    std::string_view time;  // in seconds
    std::string_view three_bv;
    std::string_view status;
    std::string_view level;
    std::string_view mode;
};

struct Doubt {
    std::string_view kind;
    DoubtGrade grade;
    std::string text;  // a sentence
};

// The doubts, the gravest first.
std::vector<Doubt> doubts_of(const RecordedGame& record, const GameLine& line, const Claims& claims);

}  // namespace sapper

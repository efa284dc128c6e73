// The chunks of a run: ranges of games that are played and counted as one. The first ones are short, so a
// short run has chunks for every thread, and a test may stop early. Later ones have the usual size, which
// takes no more than some seconds. The sizes do not depend on how many games are asked for, so a run can be
// continued with more games.
#pragma once

#include <cstdint>

namespace sapper {

struct ChunkRange {
    std::uint64_t before;  // the games in all chunks before it
    std::uint64_t count;
};

// The chunk with this number of a run on a board of so many cells, which are not zero.
ChunkRange usual_chunk(std::uint64_t cells, std::uint64_t number);

}  // namespace sapper

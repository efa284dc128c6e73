// The chunks of a run: ranges of games that are played and counted together. The first are short, so that a
// short run has chunks for every thread and a test may stop early. Later ones have the usual size, which
// takes at most some seconds. The sizes do not depend on how many games are wanted, so a run can be continued
// with more games.
#pragma once

#include <cstdint>

namespace sapper {

struct ChunkRange {
    std::uint64_t before;  // the games in all chunks before it
    std::uint64_t count;
};

// The chunk with this number, on a board of this many cells, at least one.
ChunkRange usual_chunk(std::uint64_t cells, std::uint64_t number);

}  // namespace sapper

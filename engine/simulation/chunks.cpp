#include "simulation/chunks.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr std::uint64_t kCellsAChunk = 960'000;  // `best` takes a second or two for them, on any board
constexpr std::uint64_t kDoublings = 10;
constexpr std::uint64_t kChunksADoubling = 8;

// Rounded down to 1, 2 or 5 times a power of 10.
std::uint64_t usual_size(std::uint64_t cells) {
    const std::uint64_t most = std::max<std::uint64_t>(1, kCellsAChunk / cells);
    std::uint64_t power = 1;
    while (power * 10 <= most)
        power *= 10;
    return power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1);
}

}  // namespace

ChunkRange usual_chunk(std::uint64_t cells, std::uint64_t number) {
    const std::uint64_t size = usual_size(cells);
    const auto size_at = [size](std::uint64_t step) {
        return std::max<std::uint64_t>(1, size >> (kDoublings - step));
    };
    const std::uint64_t last = std::min(number / kChunksADoubling, kDoublings);
    std::uint64_t before = (number - last * kChunksADoubling) * size_at(last);
    for (std::uint64_t step = 0; step < last; ++step)
        before += kChunksADoubling * size_at(step);
    return {before, size_at(last)};
}

}  // namespace sapper

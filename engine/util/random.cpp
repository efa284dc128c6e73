#include "util/random.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t low(std::uint64_t x) {
    return static_cast<std::uint32_t>(x);
}

constexpr std::uint32_t high(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
}

}  // namespace

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
    constexpr int kRounds = 10;
    constexpr std::uint64_t kMultiplier0 = 0xD2511F53;
    constexpr std::uint64_t kMultiplier1 = 0xCD9E8D57;
    constexpr std::uint32_t kWeyl0 = 0x9E3779B9;  // the golden ratio
    constexpr std::uint32_t kWeyl1 = 0xBB67AE85;  // the square root of 3, less 1
    for (int round = 0; round < kRounds; ++round) {
        const std::uint64_t product0 = kMultiplier0 * counter[0];
        const std::uint64_t product1 = kMultiplier1 * counter[2];
        counter = {high(product1) ^ counter[1] ^ key[0], low(product1), high(product0) ^ counter[3] ^ key[1],
                   low(product0)};
        key[0] += kWeyl0;
        key[1] += kWeyl1;
    }
    return counter;
}

Random::Random(std::uint64_t seed, std::uint64_t game, Stream stream)
    : key_{low(seed), high(seed)}, counter_{0, static_cast<std::uint32_t>(stream), low(game), high(game)} {}

void Random::refill() {
    block_ = philox(counter_, key_);
    ++counter_[0];
    next_ = 0;
}

}  // namespace sapper

#include "formats/sha1.hpp"

#include <bit>

namespace sapper {

void Sha1::add(std::string_view bytes) {
    for (char byte : bytes) {
        block_[size_++ % block_.size()] = static_cast<std::uint8_t>(byte);
        if (size_ % block_.size() == 0) mix_block();
    }
}

std::string Sha1::digest() const {
    constexpr std::size_t kLengthBytes = 8;
    Sha1 last = *this;
    last.add("\x80");
    while (last.size_ % block_.size() != block_.size() - kLengthBytes)
        last.add(std::string_view("\0", 1));
    const std::uint64_t bits = std::uint64_t{8} * size_;
    for (int shift = 56; shift >= 0; shift -= 8) {
        const auto byte = static_cast<char>(bits >> shift & 255);
        last.add({&byte, 1});
    }
    std::string digest;
    for (std::uint32_t word : last.state_)
        for (int shift = 24; shift >= 0; shift -= 8)
            digest += static_cast<char>(word >> shift & 255);
    return digest;
}

void Sha1::mix_block() {
    std::array<std::uint32_t, 80> words;
    for (std::size_t i = 0; i < 16; ++i) {
        words[i] = 0;
        for (std::size_t byte = 4 * i; byte < 4 * i + 4; ++byte)
            words[i] = words[i] << 8 | block_[byte];
    }
    for (std::size_t i = 16; i < words.size(); ++i)
        words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    auto [a, b, c, d, e] = state_;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::uint32_t mixed = 0;
        if (i < 20) {
            mixed = ((b & c) | (~b & d)) + 0x5a827999;
        } else if (i < 40) {
            mixed = (b ^ c ^ d) + 0x6ed9eba1;
        } else if (i < 60) {
            mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
        } else {
            mixed = (b ^ c ^ d) + 0xca62c1d6;
        }
        mixed += std::rotl(a, 5) + e + words[i];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = mixed;
    }
    state_[0] += a;
    state_[1] += b;
    state_[2] += c;
    state_[3] += d;
    state_[4] += e;
}

}  // namespace sapper

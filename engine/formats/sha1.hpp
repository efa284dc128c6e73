// SHA-1 (FIPS 180-4). It is no longer secure; game IDs of Simon Tatham's Mines are masked with it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sapper {

class Sha1 {
  public:
    void add(std::string_view bytes);
    // The 20 bytes of the digest of everything added.
    std::string digest() const;

  private:
    void mix_block();

    std::array<std::uint32_t, 5> state_ = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    std::array<std::uint8_t, 64> block_ = {};  // what is not mixed yet
    std::size_t size_ = 0;                     // of all that was added
};

}  // namespace sapper

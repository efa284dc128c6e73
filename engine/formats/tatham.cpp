// The game IDs of Simon Tatham's Mines: `WxH:x,y,m<hex>`, such as `9x9:5,1,mec0f712b5982f397a0180`.
//
// The hexadecimal digits are a bitmap of the mines with one bit per cell in row-major order, the highest bit
// first. After `u` the bitmap is clear. After `m` it is masked, so that nobody sees the mines by accident.
// (x, y) is the column and row of the first cell, from which the board needs no guess. It may be missing.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/registry.hpp"
#include "formats/square_boards.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

namespace {

// SHA-1 (FIPS 180-4). It is no longer secure, but it masks the game IDs of Simon Tatham's Mines.
class Sha1 {
  public:
    void add(std::string_view bytes);
    // The digest of all bytes added so far: 20 bytes.
    std::string digest() const;

  private:
    void mix_block();

    std::array<std::uint32_t, 5> state_ = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    std::array<std::uint8_t, 64> block_ = {};  // the bytes since the last whole block
    std::size_t size_ = 0;                     // of all bytes added so far
};

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
        std::uint32_t word = 0;
        if (i < 20) {
            word = ((b & c) | (~b & d)) + 0x5a827999;
        } else if (i < 40) {
            word = (b ^ c ^ d) + 0x6ed9eba1;
        } else if (i < 60) {
            word = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
        } else {
            word = (b ^ c ^ d) + 0xca62c1d6;
        }
        word += std::rotl(a, 5) + e + words[i];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = word;
    }
    state_[0] += a;
    state_[1] += b;
    state_[2] += c;
    state_[3] += d;
    state_[4] += e;
}

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::size_t kMostIdDigits = 7;  // of a number

// A number in a game ID, and where it is.
struct NumberInId {
    std::size_t value;
    std::size_t place;
};

struct GameId {
    Size size{};
    std::optional<NumberInId> mines = {};
    std::optional<NumberInId> column = {};  // of the first cell
    std::size_t row = 0;
    bool is_masked = false;
    std::size_t digits = 0;  // where they begin
};

std::optional<NumberInId> number_of(Scanner& scanner) {
    const std::size_t place = scanner.place();
    const std::optional<std::size_t> value = scanner.number(kMostIdDigits);
    return value ? std::optional(NumberInId{*value, place}) : std::nullopt;
}

// Reads the part before the colon or, in an ID that holds a random seed, before `#`.
std::optional<GameId> beginning_of(Scanner& scanner) {
    GameId id;
    const std::optional<NumberInId> columns = number_of(scanner);
    if (!columns || !scanner.take("x")) return std::nullopt;
    const std::optional<NumberInId> rows = number_of(scanner);
    if (!rows) return std::nullopt;
    id.size = {rows->value, columns->value, 0};
    if (scanner.take("n") && !(id.mines = number_of(scanner))) return std::nullopt;
    scanner.take("a");
    return id;
}

// The game ID in a line. Nothing if the line is no game ID.
std::optional<GameId> game_id(std::string_view line) {
    Scanner scanner(line);
    std::optional<GameId> id = beginning_of(scanner);
    if (!id || !scanner.take(":")) return std::nullopt;
    if ((id->column = number_of(scanner))) {
        if (!scanner.take(",")) return std::nullopt;
        const std::optional<NumberInId> row = number_of(scanner);
        if (!row || !scanner.take(",")) return std::nullopt;
        id->row = row->value;
    }
    id->is_masked = scanner.take("m");
    if (!id->is_masked && !scanner.take("u")) return std::nullopt;
    id->digits = scanner.place();
    const std::string digits = lower(scanner.rest());
    return digits.find_first_not_of(kHexDigits) == std::string::npos ? id : std::nullopt;
}

// The error that says why a line is not a game ID.
FormatError refusal(std::string_view line) {
    const auto error = [](const char* text) {
        return FormatError(std::string("tatham: ") + text, {.line = 1});
    };
    if (line.find('#') != std::string_view::npos) {
        return error(
            "this is a random seed, which only Mines itself can turn into a board: "
            "copy the game ID after the first click");
    }
    for (std::size_t at = line.find(":r"); at != std::string_view::npos; at = line.find(":r", at + 1)) {
        if (at + 2 < line.size() && is_digit(line[at + 2])) {
            return error(
                "this game has no mines before the first click: "
                "copy the game ID after the first click");
        }
    }
    return error("expected a game ID, such as 9x9:5,1,mec0f712b5982f397a0180");
}

std::string bytes_of_digits(std::string_view digits) {
    std::string bytes((digits.size() + 1) / 2, '\0');
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const std::size_t value = kHexDigits.find(lower(digits.substr(i, 1)));
        bytes[i / 2] = static_cast<char>(bytes[i / 2] | static_cast<char>(value << (i % 2 == 0 ? 4 : 0)));
    }
    return bytes;
}

// Sets the bits after the last cell to zero.
std::string cut(std::string bitmap, std::size_t cells) {
    const std::size_t over = 8 * bitmap.size() - cells;
    bitmap.back() = static_cast<char>(static_cast<std::uint8_t>(bitmap.back()) >> over << over);
    return bitmap;
}

// The data XORed with the stream of the seed: the SHA-1 digests of the seed followed by 0, 1, 2, ... To mix
// twice gives the data again.
std::string xor_with_stream(std::string data, std::string_view seed) {
    Sha1 hash;
    hash.add(seed);  // once for all blocks, because it is long
    std::string block;
    for (std::size_t i = 0; i < data.size(); ++i) {
        const std::size_t place = i % 20;
        if (place == 0) {
            Sha1 next = hash;
            next.add(std::to_string(i / 20));
            block = next.digest();
        }
        data[i] = static_cast<char>(data[i] ^ block[place]);
    }
    return data;
}

std::string mask_bitmap(const std::string& bitmap, std::size_t cells) {
    const std::size_t half = bitmap.size() / 2;
    const std::string first = xor_with_stream(bitmap.substr(0, half), bitmap.substr(half));
    return cut(first + xor_with_stream(bitmap.substr(half), first), cells);
}

std::string unmask_bitmap(const std::string& bitmap, std::size_t cells) {
    const std::size_t half = bitmap.size() / 2;
    const std::string first = bitmap.substr(0, half);
    const std::string second = cut(first + xor_with_stream(bitmap.substr(half), first), cells).substr(half);
    return xor_with_stream(first, second) + second;
}

std::string write_id(const Contents& contents, char mode) {
    const auto& [topology, mine_bytes, start] = std::get<FileMinefield>(contents);
    check_square(*topology, "tatham");
    const std::size_t cells = mine_bytes.size();
    if (cells > kMostCellsInLine) {
        throw FormatError("tatham holds boards of at most " + std::to_string(kMostCellsInLine) +
                          " cells, not " + std::to_string(cells));
    }
    std::string bitmap = bitmap_of(mine_bytes);
    if (mode == 'm') bitmap = mask_bitmap(bitmap, cells);
    const std::size_t columns = topology->shape()[1];
    std::string id = std::to_string(columns) + "x" + std::to_string(topology->shape()[0]) + ":";
    if (start != kNoCell) id += std::to_string(start % columns) + "," + std::to_string(start / columns) + ",";
    id += mode;
    for (std::size_t digit = 0; digit < (cells + 3) / 4; ++digit) {
        const auto byte = static_cast<std::uint8_t>(bitmap[digit / 2]);
        id += kHexDigits[digit % 2 == 0 ? byte >> 4 : byte & 15];
    }
    return id;
}

}  // namespace

bool is_tatham(std::string_view data) {
    Scanner scanner(first_line(without_mark(data)));
    return beginning_of(scanner) && (scanner.take(":") || scanner.take("#"));
}

bool is_tatham_clear(std::string_view data) {
    const std::optional<GameId> id = game_id(first_line(without_mark(data)));
    return id && !id->is_masked;
}

Contents read_tatham(std::string_view data, const Hints&) {
    const std::string_view text = text_of(data);
    const std::string_view line = first_line(text);
    const std::optional<GameId> id = game_id(line);
    if (!id) throw refusal(line);
    check_one_line("tatham", "one game ID", text);
    const auto error = [&](const std::string& what, std::size_t at) {
        return one_line_error("tatham", text, static_cast<std::size_t>(line.data() - text.data()) + at, what);
    };
    const Size& size = id->size;
    check_cells(size, [&](const std::string& what) { return error(what, 0); });
    const std::size_t cells = size.cells();
    const std::string_view digits = line.substr(id->digits);
    if (const std::size_t needs = (cells + 3) / 4; digits.size() != needs) {
        throw error("expected " + std::to_string(needs) + " hexadecimal digits for " + std::to_string(cells) +
                        " cells, not " + std::to_string(digits.size()),
                    id->digits);
    }
    const std::string bitmap = bytes_of_digits(digits);
    FileMinefield minefield{Topology::grid({size.rows, size.columns}),
                            bits_of(id->is_masked ? unmask_bitmap(bitmap, cells) : bitmap, cells)};
    if (id->column) {
        const auto [column, place] = *id->column;
        if (id->row >= size.rows || column >= size.columns) {
            throw error("the first cell " + std::to_string(column) + "," + std::to_string(id->row) +
                            " is not on the board",
                        place);
        }
        minefield.start = static_cast<Cell>(id->row * size.columns + column);
    }
    if (id->mines && id->mines->value != minefield.mines()) {
        throw error("the ID says " + std::to_string(id->mines->value) + " mines, but its bitmap has " +
                        std::to_string(minefield.mines()),
                    id->mines->place);
    }
    return minefield;
}

std::string write_tatham(const Contents& contents, const FileOrigin&) {
    return write_id(contents, 'm');
}

std::string write_tatham_clear(const Contents& contents, const FileOrigin&) {
    return write_id(contents, 'u');
}

}  // namespace sapper

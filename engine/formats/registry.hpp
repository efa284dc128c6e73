// All formats of positions, minefields and replays, and the detection of the format of a file. Whatever the
// bytes, a reader returns contents or throws FormatError or MalformedPosition, in time and memory linear in
// the number of bytes. It also throws whatever the limits' poll throws. `is_...` looks quickly whether bytes
// may be in the format. A writer gets only contents of the kinds that the format holds. It throws FormatError
// if the format cannot hold them, and MalformedPosition if it needs the mine count of a position and there is
// none.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/contents.hpp"

namespace sapper {

inline constexpr std::size_t kLargestFile = std::size_t{16} << 20;

struct FileFormat {
    std::string_view name;
    std::string_view title;     // short, for a list
    std::array<bool, 3> kinds;  // whether it holds each `Kind`; the first of them is the usual one
    bool is_text;
    bool (*may_be)(std::string_view data);
    Contents (*read)(std::string_view data, const Hints& hints);
    std::string (*write)(const Contents& contents,
                         const FileOrigin& origin) = nullptr;  // null if it can only be read
    std::array<std::string_view, 2> endings = {};              // of file names; empty if there are fewer

    bool holds(Kind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
    // These two also take a text that in_usual_bytes() changes.
    bool recognises(std::string_view data) const;
    // The contents of data in this format. Throws FormatError if they contradict the hints.
    Contents contents_of(std::string_view data, const Hints& hints) const;
    // The bytes of a file with these contents. Also throws FormatError if the format does not hold their
    // kind, or can only be read.
    std::string file_of(const Contents& contents, const FileOrigin& origin) const;
};

std::span<const FileFormat> file_formats();

// What to say of bytes that people take for a board or a replay but that are something else, such as an
// archive or a link. Empty if they are not known.
std::string_view answer_to_others(std::string_view data);

struct Reading {
    const FileFormat* format;
    Contents contents;
};

// Reads data in a format. Without a format, tries all formats that recognise the data. If the hints have a
// kind, tries only those that can hold it. If none can read a text, tries it without its surroundings, such
// as quotes and frames. Also throws FormatError if the data are too long, in no format, or have different
// meanings in several formats.
Reading identify(std::string_view data, const Hints& hints, const FileFormat* format = nullptr);

// Rows of cells, as in messages.
bool is_plain(std::string_view data);
Contents read_plain(std::string_view data, const Hints& hints);
std::string write_plain(const Contents& contents, const FileOrigin& origin);

// JSMinesweeper.
bool is_jsminesweeper(std::string_view data);
Contents read_jsminesweeper(std::string_view data, const Hints& hints);
std::string write_jsminesweeper(const Contents& contents, const FileOrigin& origin);

// zig-minesolver.
bool is_zig(std::string_view data);
Contents read_zig(std::string_view data, const Hints& hints);
std::string write_zig(const Contents& contents, const FileOrigin& origin);

// Rows of cells in which '.' is a zero.
bool is_zeros(std::string_view data);
Contents read_zeros(std::string_view data, const Hints& hints);

// The mine count, and rows of cells below it.
bool is_counted(std::string_view data);
Contents read_counted(std::string_view data, const Hints& hints);

// ms_toollib.
bool is_board(std::string_view data);
Contents read_board(std::string_view data, const Hints& hints);
std::string write_board(const Contents& contents, const FileOrigin& origin);

// Rows of mines and safe cells.
bool is_drawing(std::string_view data);
Contents read_drawing(std::string_view data, const Hints& hints);
std::string write_drawing(const Contents& contents, const FileOrigin& origin);

// Minesweeper X, Arbiter.
bool is_mbf(std::string_view data);
Contents read_mbf(std::string_view data, const Hints& hints);
std::string write_mbf(const Contents& contents, const FileOrigin& origin);

// Simon Tatham's Mines.
bool is_tatham(std::string_view data);
Contents read_tatham(std::string_view data, const Hints& hints);
std::string write_tatham(const Contents& contents, const FileOrigin& origin);

// Simon Tatham's Mines, with digits that show the mines.
bool is_tatham_clear(std::string_view data);
std::string write_tatham_clear(const Contents& contents, const FileOrigin& origin);

// ZiNi calculators.
bool is_address(std::string_view data);
Contents read_address(std::string_view data, const Hints& hints);
std::string write_address(const Contents& contents, const FileOrigin& origin);

// RawVF, a text that can hold every replay.
bool is_rawvf(std::string_view data);
Recording read_rawvf(std::string_view data, const ReadingLimits& reading);
// Writes revision 6.
std::string write_rawvf(const Recording& recording, const FileOrigin& origin);

// Minesweeper Arbiter.
bool is_avf(std::string_view data);
Recording read_avf(std::string_view data, const ReadingLimits& reading);

// Viennasweeper, versions 1 and 2.
bool is_rmv(std::string_view data);
Recording read_rmv(std::string_view data, const ReadingLimits& reading);

// Minesweeper Clone, all versions.
bool is_mvf(std::string_view data);
Recording read_mvf(std::string_view data, const ReadingLimits& reading);

// Metasweeper, versions 0.2 to 0.4.
bool is_evf(std::string_view data);
Recording read_evf(std::string_view data, const ReadingLimits& reading);
// Writes version 0.4.
std::string write_evf(const Recording& recording, const FileOrigin& origin);

// The replays of a session of Metasweeper: a file with one replay.
bool is_evfs(std::string_view data);
Recording read_evfs(std::string_view data, const ReadingLimits& reading);

}  // namespace sapper

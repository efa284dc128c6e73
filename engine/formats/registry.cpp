#include "formats/registry.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "formats/pasted_text.hpp"
#include "formats/rows.hpp"
#include "formats/signs_by_rules.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

namespace {

constexpr std::array<bool, 3> kPositions = {true, false, false};
constexpr std::array<bool, 3> kMinefields = {false, true, false};
constexpr std::array<bool, 3> kBoth = {true, true, false};
constexpr std::array<bool, 3> kReplays = {false, false, true};

template <Recording (*reader)(std::string_view, const ReadingLimits&)>
Contents replay_in(std::string_view data, const Hints& hints) {
    return reader(data, hints.reading);
}

template <std::string (*writer)(const Recording&, const FileOrigin&)>
std::string replay_file(const Contents& contents, const FileOrigin& origin) {
    return writer(std::get<Recording>(contents), origin);
}

constexpr FileFormat kFormats[] = {
    {"plain", "rows of numbers, '.' hidden, '*' mine, 'F' flag", kPositions, true, is_plain, read_plain,
     write_plain},
    {"jsminesweeper", "JSMinesweeper: a header 'WxHxM', 'H' hidden, 'F' flag", kPositions, true,
     is_jsminesweeper, read_jsminesweeper, write_jsminesweeper},
    {"zig", "zig-minesolver: '#' hidden, '.' zero, '*' flag", kPositions, true, is_zig, read_zig, write_zig},
    {"zeros", "minesweepr, CodinGame: rows of numbers, '.' zero, '*' mine", kPositions, true, is_zeros,
     read_zeros},
    {"counted", "code golf: the mine count, then rows, '.' hidden, '*' mine, '!' flag", kPositions, true,
     is_counted, read_counted},
    {"board", ".board text of ms_toollib", kBoth, true, is_board, read_board, write_board, {".board"}},
    {"drawing", "rows of '*' mine and '.' safe", kMinefields, true, is_drawing, read_drawing, write_drawing},
    {"mbf",
     "MBF, a list of mines (Minesweeper X, Arbiter)",
     kMinefields,
     false,
     is_mbf,
     read_mbf,
     write_mbf,
     {".mbf", ".abf"}},
    {"tatham", "game ID of Simon Tatham's Mines", kMinefields, true, is_tatham, read_tatham, write_tatham},
    {"tatham-clear", "game ID of Simon Tatham's Mines that shows the mines", kMinefields, true,
     is_tatham_clear, read_tatham, write_tatham_clear},
    {"address", "end of the address of a ZiNi calculator", kMinefields, true, is_address, read_address,
     write_address},
    {"rawvf",
     "RawVF, a replay as text",
     kReplays,
     true,
     is_rawvf,
     replay_in<read_rawvf>,
     replay_file<write_rawvf>,
     {".rawvf"}},
    {"avf",
     "AVF, a replay of Minesweeper Arbiter",
     kReplays,
     false,
     is_avf,
     replay_in<read_avf>,
     nullptr,
     {".avf"}},
    {"rmv",
     "RMV, a replay of Viennasweeper",
     kReplays,
     false,
     is_rmv,
     replay_in<read_rmv>,
     nullptr,
     {".rmv"}},
    {"mvf",
     "MVF, a replay of Minesweeper Clone",
     kReplays,
     false,
     is_mvf,
     replay_in<read_mvf>,
     nullptr,
     {".mvf"}},
    {"evf",
     "EVF, a replay of Metasweeper",
     kReplays,
     false,
     is_evf,
     replay_in<read_evf>,
     replay_file<write_evf>,
     {".evf"}},
    {"evfs",
     "EVFS, the replays of a session of Metasweeper",
     kReplays,
     false,
     is_evfs,
     replay_in<read_evfs>,
     nullptr,
     {".evfs"}},
};

std::string a_kind(Kind kind) {
    return "a " + std::string(name_of(kind));
}

std::string with_title(const FileFormat& format) {
    return std::string(format.name) + " (" + std::string(format.title) + ")";
}

std::string name_kinds(const FileFormat& format) {
    std::string names;
    for (const Kind kind : {Kind::position, Kind::minefield, Kind::replay})
        if (format.holds(kind)) names += (names.empty() ? "" : " or ") + a_kind(kind);
    return names;
}

bool may_hold(const FileFormat& format, const Hints& hints) {
    return !hints.kind || format.holds(*hints.kind);
}

void check_kind(const FileFormat& format, const Hints& hints) {
    if (may_hold(format, hints)) return;
    throw FormatError("expected " + a_kind(*hints.kind) + ", but " + with_title(format) + " holds " +
                      name_kinds(format));
}

// Data as they are, and for the formats of text in the usual bytes.
struct Source {
    std::string_view data;
    std::string_view text;

    std::string_view for_format(const FileFormat& format) const { return format.is_text ? text : data; }
};

// The reading on which all formats that can read the data agree.
Reading only_reading(const std::vector<const FileFormat*>& formats, const Source& source,
                     const Hints& hints) {
    std::vector<Reading> readings;
    std::exception_ptr failure;  // the first error, or that of a format that fits except for the mine count
    for (const FileFormat* format : formats) {
        try {
            Contents contents = format->contents_of(source.for_format(*format), hints);
            if (std::ranges::find(readings, contents, &Reading::contents) == readings.end())
                readings.push_back({format, std::move(contents)});
        } catch (const OtherMineCount&) {
            failure = std::current_exception();
        } catch (const FormatError&) {
            if (!failure) failure = std::current_exception();
        } catch (const MalformedPosition&) {
            if (!failure) failure = std::current_exception();
        }
    }
    if (readings.empty()) std::rethrow_exception(failure);
    if (readings.size() == 1) return std::move(readings[0]);
    std::string names;
    std::vector<std::string_view> format_names;
    for (const Reading& reading : readings) {
        format_names.push_back(reading.format->name);
        if (!names.empty()) names += &reading == &readings.back() ? " and as " : ", as ";
        names += in_quotes(reading.format->name) + " (" + std::string(reading.format->title) + ")";
    }
    throw FormatError("this has different meanings as " + names + ": choose with `format`", {},
                      std::move(format_names));
}

// The error of a format that cannot read the data.
std::optional<FormatError> error_of(const FileFormat& format, const Source& source, const Hints& hints) {
    try {
        format.contents_of(source.for_format(format), hints);
    } catch (const FormatError& error) {
        return error;
    } catch (const MalformedPosition&) {  // of a text that the format does not recognise
        return std::nullopt;
    }
    return std::nullopt;
}

// The errors of the binary formats that can read at least the first byte.
std::string errors_of_binaries(const Source& source, const Hints& hints) {
    std::string errors_text;
    for (const FileFormat& format : kFormats) {
        if (format.is_text || !may_hold(format, hints)) continue;
        const std::optional<FormatError> error = error_of(format, source, hints);
        if (error && error->place.offset.value_or(0) > 0)
            errors_text += (errors_text.empty() ? " (" : "; ") + std::string(error->what());
    }
    return errors_text.empty() ? errors_text : errors_text + ")";
}

// The error of the text format that gets furthest.
FormatError furthest_error(const Source& source, const Hints& hints) {
    std::optional<FormatError> furthest;
    const FileFormat* likeliest = nullptr;
    const auto place = [](const FormatError& error) {
        return std::pair(error.place.line.value_or(0), error.place.column.value_or(0));
    };
    for (const FileFormat& format : kFormats) {
        if (!format.is_text || !may_hold(format, hints)) continue;
        const std::optional<FormatError> error = error_of(format, source, hints);
        if (!error || (furthest && place(*error) <= place(*furthest))) continue;
        furthest.emplace(*error);
        likeliest = &format;
    }
    return {std::string(furthest->what()) + "; this looks most like " + with_title(*likeliest),
            furthest->place};
}

// What people take for a board or a replay, by its beginning, and what to do.
struct OtherFile {
    std::string_view beginning;  // in small letters
    std::string_view answer;
};

constexpr std::string_view kVideo = "this is a video: replays are read from the files of their programs";

constexpr OtherFile kOtherFiles[] = {
    {"savefile:",
     "this is a save file of Simon Tatham's puzzles: in the game, copy the ID under Game, Specific, and "
     "read that"},
    {"<!doctype html", "this is a web page: save the board or the replay itself as a file, and read that"},
    {"<html", "this is a web page: save the board or the replay itself as a file, and read that"},
    {"pk\x03\x04", "this is a ZIP archive: unpack it, and read the files in it"},
    {"rar!", "this is a RAR archive: unpack it, and read the files in it"},
    {"7z\xbc\xaf", "this is a 7z archive: unpack it, and read the files in it"},
    {"\x1f\x8b", "this is compressed by gzip: unpack it, and read the file in it"},
    {"\xfd"
     "7zxz",
     "this is compressed by xz: unpack it, and read the file in it"},
    {"bzh", "this is compressed by bzip2: unpack it, and read the file in it"},
    {"\x28\xb5\x2f\xfd", "this is compressed by Zstandard: unpack it, and read the file in it"},
    {"\x1a\x65\xdf\xa3", kVideo},
    {"mz\x90", "this is a program: read the files that it writes"},
    {"sqlite format 3", "this is a database, such as a run file: 'sapper report' reads run files"},
    {"{|", "this is a table of a wiki: copy the rows of its cells alone"},
    {"{", "this is JSON: boards are read as rows of text, and replays from the files of their programs"},
    {"%pdf", "this is a PDF: take a screenshot of the board in it"},
    {"\x89png", "this is a picture: a position can be read from it, but no minefield and no replay"},
    {"gif8", "this is a picture: a position can be read from it, but no minefield and no replay"},
    {"\xff\xd8\xff", "this is a picture: a position can be read from it, but no minefield and no replay"},
};

constexpr std::string_view kLinkToVideo = "this is a link to a video: take a screenshot of a board in it";

// Links by what follows the scheme and `www.`; the last is any other.
constexpr OtherFile kLinks[] = {
    {"minesweeper.online",
     "this is a link to minesweeper.online, which does not have the game in it: take a "
     "screenshot of the board, or save the replay as a file"},
    {"youtube.com/", kLinkToVideo},
    {"youtu.be/", kLinkToVideo},
    {"bilibili.com/", kLinkToVideo},
    {"b23.tv/", kLinkToVideo},
    {"twitch.tv/", kLinkToVideo},
    {"", "this is a link without a board in it: save what it leads to as a file, and read that"}};

// The answer to a file of the family of MP4, by its brand.
std::string_view answer_to_media(std::string_view brand) {
    if (brand.starts_with("avi")) return "this is an AVIF picture: save it as PNG or JPEG, and read that";
    constexpr std::string_view kHeic[] = {"heic", "heix", "heim", "heis", "hevc",
                                          "hevx", "hevm", "hevs", "mif1", "msf1"};
    if (std::ranges::find(kHeic, brand) != std::end(kHeic))
        return "this is a HEIC picture: save it as PNG or JPEG, and read that";
    return kVideo;
}

// The answer to a link. Empty if the text, in small letters, is no link.
std::string_view answer_to_link(std::string_view text) {
    std::string_view rest = text;
    for (const std::string_view part : {"https://", "http://", "www."})
        if (rest.starts_with(part)) rest.remove_prefix(part.size());
    if (rest.size() < text.size() && rest.starts_with("m.")) rest.remove_prefix(2);
    const auto& [site, answer] = *std::ranges::find_if(
        kLinks, [rest](const OtherFile& link) { return rest.starts_with(link.beginning); });
    return rest.size() == text.size() && site.empty() ? "" : answer;
}

// The error about a zero among the bytes of a text, which UTF-16 has in every second byte of a board.
FormatError zero_in_text(std::string_view data, std::size_t zero) {
    constexpr std::size_t kFewestBytes = 8;  // bytes that tell
    bool is_half = data.size() >= kFewestBytes;
    for (std::size_t i = 0; i < data.size() && is_half; ++i)
        is_half = (data[i] == '\0') == (i % 2 == zero % 2);
    if (!is_half) return not_text(zero);
    return {"this looks like UTF-16 without a byte order mark: save it as UTF-8", {.offset = zero}};
}

FormatError in_no_format(const Source& source, const Hints& hints) {
    if (const std::string_view answer = answer_to_others(source.data); !answer.empty())
        return FormatError(std::string(answer));
    try {
        text_of(source.text);
        const std::size_t zero = source.text.find('\0');
        if (zero == std::string_view::npos) return furthest_error(source, hints);
        throw zero_in_text(source.text, zero);
    } catch (const FormatError& error) {
        return {std::string(error.what()) + "; and no other format fits" + errors_of_binaries(source, hints),
                error.place};
    }
}

}  // namespace

std::string_view answer_to_others(std::string_view data) {
    constexpr std::size_t kBytesOfBeginning = 400;  // bytes of a beginning
    constexpr std::size_t kMarkOfTar = 257;         // its offset
    const std::optional<std::string> usual = in_usual_bytes(data.substr(0, kBytesOfBeginning));
    const std::string start = lower(usual ? *usual : data.substr(0, kBytesOfBeginning));
    const std::string_view text = trim(start);
    for (const auto& [beginning, answer] : kOtherFiles)
        if (start.starts_with(beginning) || text.starts_with(beginning)) return answer;
    if (data.size() > kMarkOfTar + 5 && data.substr(kMarkOfTar, 5) == "ustar")
        return "this is a tar archive: unpack it, and read the files in it";
    if (data.size() > 12 && data.substr(4, 4) == "ftyp") return answer_to_media(data.substr(8, 4));
    return answer_to_link(text);
}

bool FileFormat::recognises(std::string_view data) const {
    if (const auto usual = is_text ? in_usual_bytes(data) : std::nullopt) return recognises(*usual);
    // Names in replays may have other encodings.
    const bool is_utf8 = is_text && !holds(Kind::replay);
    return (!is_utf8 || utf8_length(data) == data.size()) && may_be(data);
}

Contents FileFormat::contents_of(std::string_view data, const Hints& hints) const {
    if (const auto usual = is_text ? in_usual_bytes(data) : std::nullopt) return contents_of(*usual, hints);
    Contents contents = read(data, hints);
    if (const auto* minefield = std::get_if<FileMinefield>(&contents)) {
        check_hints(*minefield->topology, minefield->mines(), hints, name);
    } else if (const auto* replay = std::get_if<Recording>(&contents)) {
        const auto mines = std::ranges::count(replay->mine_bytes, 1);
        check_hints(*replay->topology, static_cast<std::size_t>(mines), hints, name);
    }
    return contents;
}

std::string FileFormat::file_of(const Contents& contents, const FileOrigin& origin) const {
    if (write == nullptr) throw FormatError(with_title(*this) + " can be read but not written");
    const Kind kind = kind_of(contents);
    if (holds(kind)) return write(contents, origin);
    throw FormatError(std::string(name) + " holds " + name_kinds(*this) + ", not " + a_kind(kind));
}

std::span<const FileFormat> file_formats() {
    return kFormats;
}

namespace {

// Reads data as they stand.
Reading reading_of(const Source& source, const Hints& hints, const FileFormat* format) {
    if (format != nullptr) {
        check_kind(*format, hints);
        Hints narrower_hints = hints;
        if (std::ranges::count(format->kinds, true) == 1) {
            const auto only = std::ranges::find(format->kinds, true) - format->kinds.begin();
            narrower_hints.kind = static_cast<Kind>(only);
        }
        return {format, format->contents_of(source.for_format(*format), narrower_hints)};
    }
    if (trim(without_mark(source.text)).empty())
        throw FormatError("the text is empty: there is nothing to read");
    std::vector<const FileFormat*> matches;
    for (const FileFormat& each : kFormats)
        if (each.recognises(source.for_format(each))) matches.push_back(&each);
    std::vector<const FileFormat*> candidates;
    for (const FileFormat* each : matches)
        if (may_hold(*each, hints)) candidates.push_back(each);
    if (!candidates.empty()) return only_reading(candidates, source, hints);
    if (!matches.empty()) check_kind(*matches[0], hints);
    throw in_no_format(source, hints);
}

// Throws FormatError unless the mine count of a pasted text is that of the whole board, which the caller may
// have said. Where there are flags, it may be what a counter shows.
void check_count(const PastedText::Count& count, const Hints& hints, const Contents& contents) {
    const auto* position = std::get_if<FilePosition>(&contents);
    const std::int64_t flags = position ? std::ranges::count(position->position.marks, kFlag) : 0;
    const std::string line = "line " + std::to_string(count.number) + ": ";
    if (hints.mines == count.mines + flags) return;
    check_mine_count(line + "it says ", static_cast<std::size_t>(count.mines), hints, {.line = count.number});
    if (flags == 0 || hints.mines) return;
    throw FormatError(line + in_quotes(count.line, kMostOfValue) +
                          " can be the number of all mines, or of those without a flag: give `mines`",
                      {.line = count.number});
}

// Whether a board of signs may be what the caller wants.
bool may_be_signs(const Hints& hints, const FileFormat* format) {
    const bool is_grid = hints.topology ? hints.topology->kind() == Topology::Kind::grid
                                        : hints.topology_name.empty() || hints.topology_name == "square";
    return is_grid && (!hints.kind || *hints.kind == Kind::position) &&
           (format == nullptr || format->read == read_plain);
}

// Whether a format is nothing but rows of cells, so that it cannot tell other texts from damaged ones.
bool is_of_rows(const FileFormat& format) {
    constexpr std::array kOfRows = {is_plain, is_zig, is_zeros, is_counted, is_drawing};
    return std::ranges::find(kOfRows, format.may_be) != kOfRows.end();
}

// Whether a text may have something around its rows of cells.
bool may_be_pasted(const Source& source, const FileFormat* format) {
    if (format != nullptr) return is_of_rows(*format);
    return std::ranges::none_of(kFormats, [&source](const FileFormat& each) {
        return !is_of_rows(each) && each.recognises(source.for_format(each));
    });
}

// Whether bytes are text, and no more than people paste.
bool is_short_text(std::string_view text) {
    constexpr std::size_t kMostBytes = std::size_t{1} << 20;
    return text.size() <= kMostBytes &&
           std::ranges::count(text, '\n') <= static_cast<std::ptrdiff_t>(kMostLines) &&
           utf8_length(text) == text.size() && text.find('\0') == std::string_view::npos;
}

// Reads a text without what chats, tables and terminals put around it. Nothing if it is no such text. Else
// throws the error about the text without that, which gets further than the one about the text as it stands.
std::optional<Reading> reading_of_pasted(std::string_view text, const Hints& hints,
                                         const FileFormat* format) {
    if (!is_short_text(text) || !answer_to_others(text).empty()) return std::nullopt;
    const PastedText pasted = without_surroundings(text);
    Hints narrower = hints;
    if (pasted.count && !hints.mines) narrower.mines = pasted.count->mines;
    std::optional<Reading> reading;
    std::optional<FormatError> failure;
    const auto read_with = [&](char mine) {
        const TracedText letters = pasted.in_letters(mine);
        if (trim(letters.text()) == trim(text)) return;
        try {
            reading = reading_of({letters.text(), letters.text()}, narrower, format);
        } catch (const FormatError& error) {
            failure = letters.about_original(error);
            if (!error.formats.empty()) throw FormatError(*failure);
        }
    };
    read_with(hints.kind == Kind::position ? '!' : '*');
    if (reading && reading->format->may_be == is_counted) read_with('*');  // there ! is a flag
    if (!reading && may_be_signs(hints, format)) {
        std::optional<RowMarks> cells;
        try {
            cells = marks_of_signs(pasted.text.text());
            if (!cells) cells = marks_in_frame(pasted.text.text());
        } catch (const FormatError& error) {
            throw pasted.text.about_original(error);
        }
        if (cells)
            reading = {&kFormats[0],
                       position_of(hints, cells->shape, std::move(cells->marks), narrower.mines)};
    }
    if (reading && pasted.count) check_count(*pasted.count, hints, reading->contents);
    if (!reading && failure) throw FormatError(*failure);
    return reading;
}

}  // namespace

Reading identify(std::string_view data, const Hints& hints, const FileFormat* format) {
    if (data.size() > kLargestFile) {
        throw FormatError("a file has at most " + std::to_string(kLargestFile) + " bytes, not " +
                          std::to_string(data.size()));
    }
    const std::optional<std::string> usual = in_usual_bytes(data);
    const Source source{data, usual ? *usual : data};
    try {
        return reading_of(source, hints, format);
    } catch (const OtherMineCount&) {
        throw;
    } catch (const FormatError& error) {
        if (!error.formats.empty() || !may_be_pasted(source, format)) throw;
        if (auto reading = reading_of_pasted(without_mark(source.text), hints, format)) return *reading;
        throw;
    }
}

}  // namespace sapper

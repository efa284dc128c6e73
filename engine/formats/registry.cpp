#include "formats/registry.hpp"

#include <algorithm>
#include <exception>
#include <utility>

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

// The reading on which all formats that can read the data agree.
Reading only_reading(const std::vector<const FileFormat*>& formats, std::string_view data,
                     const Hints& hints) {
    std::vector<Reading> readings;
    std::exception_ptr failure;  // the first error, or that of a format that fits except for the mine count
    for (const FileFormat* format : formats) {
        try {
            Contents contents = format->contents_of(data, hints);
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
    throw FormatError("this has different meanings as " + names + ": choose with format=", {},
                      std::move(format_names));
}

// The error of a format that cannot read the data.
std::optional<FormatError> error_of(const FileFormat& format, std::string_view data, const Hints& hints) {
    try {
        format.contents_of(data, hints);
    } catch (const FormatError& error) {
        return error;
    }
    return std::nullopt;
}

// The errors of the binary formats that can read at least the first byte.
std::string errors_of_binaries(std::string_view data, const Hints& hints) {
    std::string errors_text;
    for (const FileFormat& format : kFormats) {
        if (format.is_text || !may_hold(format, hints)) continue;
        const std::optional<FormatError> error = error_of(format, data, hints);
        if (error && error->place.offset.value_or(0) > 0)
            errors_text += (errors_text.empty() ? " (" : "; ") + std::string(error->what());
    }
    return errors_text.empty() ? errors_text : errors_text + ")";
}

// The error of the text format that gets furthest.
FormatError furthest_error(std::string_view data, const Hints& hints) {
    std::optional<FormatError> furthest;
    const FileFormat* likeliest = nullptr;
    const auto place = [](const FormatError& error) {
        return std::pair(error.place.line.value_or(0), error.place.column.value_or(0));
    };
    for (const FileFormat& format : kFormats) {
        if (!format.is_text || !may_hold(format, hints)) continue;
        const std::optional<FormatError> error = error_of(format, data, hints);
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
    {"\x1a\x65\xdf\xa3", kVideo},
    {"mz\x90", "this is a program: read the files that it writes"},
    {"sqlite format 3", "this is a database, such as a run file: 'sapper report' reads run files"},
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

FormatError in_no_format(std::string_view data, const Hints& hints) {
    if (const std::string_view answer = answer_to_others(data); !answer.empty())
        return FormatError(std::string(answer));
    try {
        text_of(data);
        const std::size_t zero = data.find('\0');
        if (zero == std::string_view::npos) return furthest_error(data, hints);
        throw not_text(zero);
    } catch (const FormatError& error) {
        return {std::string(error.what()) + "; and no other format fits" + errors_of_binaries(data, hints),
                error.place};
    }
}

}  // namespace

std::string_view answer_to_others(std::string_view data) {
    const std::string start = lower(data.substr(0, 200));
    const std::string_view text = trim(start);
    for (const auto& [beginning, answer] : kOtherFiles)
        if (start.starts_with(beginning) || text.starts_with(beginning)) return answer;
    if (data.size() > 12 && data.substr(4, 4) == "ftyp") return kVideo;
    return answer_to_link(text);
}

bool FileFormat::recognises(std::string_view data) const {
    // Names in replays may have other encodings.
    const bool is_utf8 = is_text && !holds(Kind::replay);
    return (!is_utf8 || utf8_length(data) == data.size()) && may_be(data);
}

Contents FileFormat::contents_of(std::string_view data, const Hints& hints) const {
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

Reading identify(std::string_view data, const Hints& hints, const FileFormat* format) {
    if (data.size() > kLargestFile) {
        throw FormatError("a file has at most " + std::to_string(kLargestFile) + " bytes, not " +
                          std::to_string(data.size()));
    }
    if (format != nullptr) {
        check_kind(*format, hints);
        Hints narrower_hints = hints;
        if (std::ranges::count(format->kinds, true) == 1) {
            const auto only = std::ranges::find(format->kinds, true) - format->kinds.begin();
            narrower_hints.kind = static_cast<Kind>(only);
        }
        return {format, format->contents_of(data, narrower_hints)};
    }
    if (trim(data).empty()) throw FormatError("the text is empty: there is nothing to read");
    std::vector<const FileFormat*> matches;
    for (const FileFormat& each : kFormats)
        if (each.recognises(data)) matches.push_back(&each);
    std::vector<const FileFormat*> candidates;
    for (const FileFormat* each : matches)
        if (may_hold(*each, hints)) candidates.push_back(each);
    if (!candidates.empty()) return only_reading(candidates, data, hints);
    if (!matches.empty()) check_kind(*matches[0], hints);
    throw in_no_format(data, hints);
}

}  // namespace sapper

#include "formats/evfs.hpp"

#include <string>

#include "formats/file_formats.hpp"
#include "formats/texts.hpp"
#include "util/texts.hpp"

namespace sapper {

namespace {

std::size_t read_checksum_size(Cursor& cursor) {
    const std::uint8_t version = cursor.byte("version");
    if (version != 0) throw cursor.error("expected version 0, not " + std::to_string(version), 0);
    return cursor.unsigned_number(2, "the length of a checksum");
}

}  // namespace

Evfs::Evfs(std::string_view data) : cursor_(data, "evfs"), checksum_(read_checksum_size(cursor_)) {}

std::optional<std::string_view> Evfs::next_file() {
    if (cursor_.left() == 0) return std::nullopt;
    name_ = cursor_.until({"\0", 1}, "the name of a file");
    const std::uint64_t size = cursor_.unsigned_number(4, "the size of a replay");
    start_ = cursor_.offset();
    const std::string_view evf = cursor_.take(size, "a replay");
    cursor_.take(checksum_, "a checksum");
    return evf;
}

std::optional<Recording> Evfs::next(const ReadingLimits& reading) {
    const std::optional<std::string_view> evf = next_file();
    if (!evf) return std::nullopt;
    try {
        return read_evf(*evf, reading);
    } catch (const FormatError& error) {
        const std::size_t at = start_ + error.place.offset.value_or(0);
        throw FormatError(
            "evfs: at offset " + std::to_string(at) + ": in " + quoted(one_line(name_)) + ": " + error.what(),
            {.offset = at});
    }
}

bool is_evfs(std::string_view data) {
    try {
        const std::optional<std::string_view> first = Evfs(data).next_file();
        return first && is_evf(*first);
    } catch (const FormatError&) {
        return false;
    }
}

Recording read_evfs(std::string_view data, const ReadingLimits& reading) {
    std::size_t count = 0;
    for (Evfs evfs(data); evfs.next_file();)
        if (count++ % 1024 == 0 && reading.limits.poll) reading.limits.poll();
    if (count == 0) throw FormatError("evfs: this file holds no replay");
    if (count > 1) {
        throw FormatError("evfs: this file holds " + quantity(count, "replay") +
                          ", and only one can be read here: review its folder, or read all with "
                          "sapper.formats.read_all");
    }
    return *Evfs(data).next(reading);
}

}  // namespace sapper

// Values and names in messages, in the words of the Python package.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json.hpp"

namespace sapper {

// The beginning of a value as JSON: at most 40 characters.
std::string short_json(const JsonValue& value);
// A whole number, or an array of these as a cell: at most 80 characters.
std::string short_cell(const JsonValue& value);
// A count of any size with its noun: "1 mine", "10 mines".
std::string quantity_of(const JsonValue& count, const std::string& noun);
// A text in quotes: at most 80 characters.
std::string short_text(std::string_view text);

using KnownNames = std::span<const std::string_view>;

// The text of an error about an unknown name. It suggests the nearest known name. It lists all names, or says
// what lists them.
std::string unknown_name(std::string_view what, std::string_view name, KnownNames known,
                         std::string_view listed_by = {});
// The text of such an error, for a name or another value that the caller has put into words.
std::string unknown_name(std::string_view what, std::string_view name, std::string_view words,
                         KnownNames known, std::string_view listed_by);

// The text with `mines=` and the like, which are arguments in Python, as fields.
std::string with_fields(std::string_view text);

}  // namespace sapper

// What is wrong with a file, and where, as far as known: the offset of a byte, or a line and a column from 1.
// If it can be read in several formats, their names.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sapper {

class FormatError : public std::runtime_error {
  public:
    struct Place {
        std::optional<std::size_t> offset = {};
        std::optional<std::size_t> line = {};
        std::optional<std::size_t> column = {};
    };

    explicit FormatError(const std::string& text) : std::runtime_error(text) {}
    FormatError(const std::string& text, Place place, std::vector<std::string_view> formats = {})
        : std::runtime_error(text), place(place), formats(std::move(formats)) {}

    Place place;
    std::vector<std::string_view> formats;
};

}  // namespace sapper

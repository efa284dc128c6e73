// Calls of the engine from JavaScript: plain functions of numbers. JavaScript passes arrays and texts as
// numbered arguments, which it fills before the call. It gets them as numbered results, which stay in place
// until the next call. Every call returns a Status. After an error the first result is its text.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "board/game.hpp"
#include "board/position.hpp"
#include "board/topology.hpp"
#include "util/limits.hpp"

#define SAPPER_CALL(name) extern "C" __attribute__((export_name(#name))) browser::Status name

namespace browser {

// JavaScript knows these by their numbers (js/engine.js).
enum class Status : std::uint32_t {
    done,
    contradiction,  // further results: the numbers, and whether the mine count takes part
    position,       // further results: the cell, if it is known; in a file its coordinates
    game,           // further results: the cell, if it is known
    budget,
    time_is_up,
    no_memory,
    argument,
    bug,
    format,  // further results: the offset, the line and the column; NaN if unknown
    refused  // further results: the type of the error, and its further fields as JSON
};

// A topology that JavaScript holds until it calls `release_topology`.
using TopologyHandle = const std::shared_ptr<const sapper::Topology>*;

// The values of an argument.
std::span<const std::uint8_t> argument_bytes(std::uint32_t number);

template <typename T>
std::span<const T> argument(std::uint32_t number) {
    const std::span<const std::uint8_t> bytes = argument_bytes(number);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}
inline std::string_view text_argument(std::uint32_t number) {
    const std::span<const char> text = argument<char>(number);
    return {text.data(), text.size()};
}

// Takes the lines of a text one after the other.
class Lines {
  public:
    explicit Lines(std::string_view text) : rest_(text) {}

    bool is_at_end() const { return rest_.empty(); }
    // An empty text after the last line.
    std::string_view next() {
        const std::string_view line = rest_.substr(0, rest_.find('\n'));
        rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
        return line;
    }

  private:
    std::string_view rest_;
};

// Adds a result.
void give_bytes(const void* data, std::size_t size);

template <typename T>
void give(std::span<const T> values) {
    give_bytes(values.data(), values.size_bytes());
}
template <typename T>
void give(const std::vector<T>& values) {
    give(std::span<const T>(values));
}
inline void give_text(std::string_view text) {
    give_bytes(text.data(), text.size());
}
void give_numbers(const auto&... values) {
    const std::array numbers{static_cast<double>(values)...};
    give(std::span<const double>(numbers));
}

// Adds two results: cells of a game, and their marks.
void give_marks_of(std::span<const sapper::Cell> cells, const sapper::Game& game);

// Calls `work`, and turns an exception into a status and a text.
Status answer(const std::function<void()>& work);

// The usual limits with a poll that throws sapper::TimeIsUp after these seconds, or never if they are not
// finite.
sapper::Limits limits_of(double seconds);
// The seconds, or nothing if they are not finite.
inline std::optional<double> limit_of(double seconds) {
    return std::isfinite(seconds) ? std::optional(seconds) : std::nullopt;
}

// The guarantee of the first click; nothing for a negative number.
inline std::optional<sapper::FirstClick> first_click_of(std::int32_t number) {
    return number < 0 ? std::nullopt : std::optional(static_cast<sapper::FirstClick>(number));
}

// The position whose marks are argument 0.
sapper::Position position_of(TopologyHandle topology, std::uint32_t mines);
// The same, but argument 1 may have what is claimed of the mines, as mine_claim() reads it. `mines` counts if
// it is empty.
sapper::Position position_by_claim(TopologyHandle topology, std::uint32_t mines);

}  // namespace browser

// The time limit of one request, and how the caller stops the work on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "board/position.hpp"
#include "util/limits.hpp"

namespace sapper {

// What the caller of a session provides.
struct Caller {
    // Called now and then during long work. It stops the work if it throws Cancelled.
    std::function<void()> poll = {};
    // Gives a random number, for a search whose seed the request leaves open.
    std::function<std::uint64_t()> random = {};
};

// Runs the steps of a request within its time limit.
class Turn {
  public:
    // `seconds` is nothing without a limit.
    Turn(const Caller& caller, std::optional<double> seconds);

    // Whether the time is up.
    bool is_over() const;
    double milliseconds() const;  // since the begin
    const std::optional<double>& seconds() const { return seconds_; }
    // Calls `work` with limits. Throws a Refusal if it fails; `what` says what it does, and a contradiction
    // names the numbers of the position.
    auto run(std::string_view what, const Position* position, const auto& work) const {
        try {
            return work(limits());
        } catch (...) {
            refuse(what, position);
        }
    }

  private:
    using Clock = std::chrono::steady_clock;

    // The usual limits. They hold until the turn ends.
    Limits limits() const;
    // Throws the error that is caught at the moment as a Refusal.
    [[noreturn]] void refuse(std::string_view what, const Position* position) const;

    const Caller& caller_;
    std::optional<double> seconds_;
    Clock::time_point begin_ = Clock::now();
};

}  // namespace sapper

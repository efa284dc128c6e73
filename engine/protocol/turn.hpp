// The time limit of one request, the way to stop the work on it, and the moves that it answers with.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "board/position.hpp"
#include "deduction/explanation_in_words.hpp"
#include "deduction/levels.hpp"
#include "hints/advised_guess.hpp"
#include "hints/ranking.hpp"
#include "protocol/json.hpp"
#include "util/limits.hpp"

namespace sapper {

// What the caller of a session provides.
struct Caller {
    // The session calls it now and then during long work. It may throw Cancellation to stop the work.
    std::function<void()> poll = {};
    // A random number, for a search whose request has no seed.
    std::function<std::uint64_t()> random = {};
};

// Runs the steps of a request within its time limit.
class Turn {
  public:
    // Without `seconds` there is no limit.
    Turn(const Caller& caller, std::optional<double> seconds);

    // Whether the time is up.
    bool is_over() const;
    double milliseconds() const;  // since the begin
    const std::optional<double>& seconds() const { return seconds_; }
    // Calls `work` with limits. Throws a Refusal if the work fails: `what` says what it does, and a
    // contradiction names the numbers of the position.
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
    // Turns the error that the caller has just caught into a Refusal.
    [[noreturn]] void refuse(std::string_view what, const Position* position) const;

    const Caller& caller_;
    std::optional<double> seconds_;
    Clock::time_point begin_ = Clock::now();
};

// Writes deductions, guesses and moves as JSON. Without a topology, cells are indices.

std::string_view name_of(Difficulty rule);
void write_deduction(Json& json, const ExplanationInWords& explanation, std::size_t place,
                     const Topology& topology);
void write_guess(Json& json, const AdvisedGuess& guess, const Topology& topology);
void write_move(Json& json, const RankedMove& move, const Topology* topology);

}  // namespace sapper

// Lets people and other threads stop the engine: a poll for `Limits` that ends a computation at Ctrl-C, when
// its time is up, or when a `Cancel` is set.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>

#include "util/limits.hpp"

class TimeIsUp : public std::exception {
  public:
    const char* what() const noexcept override { return "the time limit was reached"; }
};

class Cancelled : public std::exception {
  public:
    const char* what() const noexcept override { return "the work was cancelled"; }
};

// Set by one thread, seen by the computation of another; stays set.
class Cancel {
  public:
    void set() { flag_.store(true, std::memory_order_relaxed); }
    bool is_set() const { return flag_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> flag_ = false;
};

// Expects the GIL to be released when called. Looks for signals every 10 ms, as the interpreter would.
// `cancel` may be null and must outlive the poll.
inline std::function<void()> make_poll(std::optional<double> seconds, const Cancel* cancel) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    if (seconds && !(*seconds == *seconds))
        throw std::invalid_argument("time_limit is a number of seconds, not nan");
    const Clock::time_point start = Clock::now();
    return [=, signals_at = start]() mutable {
        if (cancel != nullptr && cancel->is_set()) throw Cancelled();
        const Clock::time_point now = Clock::now();
        if (seconds && Seconds(now - start).count() >= *seconds) throw TimeIsUp();
        if (now - signals_at < std::chrono::milliseconds(10)) return;
        signals_at = now;
        nanobind::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    };
}

// The engine's own budget, watched.
inline sapper::Limits limits_of(std::optional<double> time_limit, const Cancel* cancel) {
    sapper::Limits limits;
    limits.poll = make_poll(time_limit, cancel);
    limits.poll();  // little work never polls, but heeds a limit that is already passed
    return limits;
}

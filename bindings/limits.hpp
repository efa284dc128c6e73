// The limits of a computation that Python began: it stops at Ctrl-C, when its time is up, or when a `Cancel`
// is set. And the clock that measures games.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>

#include "lock.hpp"
#include "util/limits.hpp"

// Stops computations of other threads. It stays set for good.
class Cancel {
  public:
    void set() { flag_.store(true, std::memory_order_relaxed); }
    bool is_set() const { return flag_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> flag_ = false;
};

// A poll to call without the GIL. Checks for signals every 10 ms, like the interpreter. `cancel` may be null
// and must outlive the poll.
inline std::function<void()> make_poll(std::optional<double> seconds, const Cancel* cancel) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    if (seconds && !(*seconds == *seconds))
        throw std::invalid_argument("time_limit is a number of seconds, not nan");
    const Clock::time_point start = Clock::now();
    return [=, signals_at = start]() mutable {
        if (cancel != nullptr && cancel->is_set()) throw sapper::Cancellation();
        const Clock::time_point now = Clock::now();
        if (seconds && Seconds(now - start).count() >= *seconds) throw sapper::TimeIsUp();
        if (now - signals_at < std::chrono::milliseconds(10)) return;
        signals_at = now;
        with_lock([] {
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        });
    };
}

// The default limits with such a poll.
inline sapper::Limits limits_of(std::optional<double> time_limit, const Cancel* cancel) {
    sapper::Limits limits;
    limits.poll = make_poll(time_limit, cancel);
    limits.poll();  // short computations never poll by themselves, so they poll here
    return limits;
}

// The processor time of the calling thread in nanoseconds. On systems without it, the time of the steady
// clock. The engine makes no platform calls, so it gets this function.
std::uint64_t thread_clock();

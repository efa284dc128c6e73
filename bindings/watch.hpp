// Lets a person stop the engine: a poll for `Limits` that ends a computation at Ctrl-C or when its time is
// up.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <functional>
#include <optional>

class TimeIsUp : public std::exception {
  public:
    const char* what() const noexcept override { return "the time limit was reached"; }
};

// Expects the GIL to be released when called. Looks for signals every 10 ms, as the interpreter would.
inline std::function<void()> watch(std::optional<double> seconds) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    const Clock::time_point start = Clock::now();
    return [=, signals_at = start]() mutable {
        const Clock::time_point now = Clock::now();
        if (seconds && Seconds(now - start).count() >= *seconds) throw TimeIsUp();
        if (now - signals_at < std::chrono::milliseconds(10)) return;
        signals_at = now;
        nanobind::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    };
}

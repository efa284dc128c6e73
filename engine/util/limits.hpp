// The limits of a long computation, and the way to stop it. The computation calls `poll` every few thousand
// steps. A poll that throws stops it, and the engine's objects stay valid. `values` limits the memory for
// counting one component. The engine estimates a component that needs more. If an estimate is not allowed or
// not possible, it throws BudgetExceeded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>

namespace sapper {

class BudgetExceeded : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// A poll throws this when the time limit is reached.
class TimeIsUp : public std::exception {
  public:
    const char* what() const noexcept override { return "the time limit was reached"; }
};

// A poll throws this when the caller no longer wants the result.
class Cancellation : public std::exception {
  public:
    const char* what() const noexcept override { return "the work was cancelled"; }
};

struct Limits {
    // The most values stored for one component. The default takes 256 MB, or a few seconds of counting.
    std::size_t values = std::size_t{1} << 25;
    std::function<void()> poll;
    bool estimate = true;
};

// Polls once in many calls, for work that is too quick to poll each time.
class SeldomPoll {
  public:
    void operator()(const Limits& limits) {
        constexpr std::uint32_t kInterval = 256;
        if (++calls_ % kInterval == 0 && limits.poll) limits.poll();
    }

  private:
    std::uint32_t calls_ = 0;
};

// Polls once in `kInterval` units of work.
class Poller {
  public:
    explicit Poller(const Limits& limits) : limits_(limits) {}

    void work(std::size_t units) {
        units_ += units;
        if (units_ < kInterval) return;
        units_ = 0;
        if (limits_.poll) limits_.poll();
    }

    // Splits the numbers below `end` into short ranges and calls visit(first, last) for each.
    template <typename Number, typename Visit>
    void in_stretches(Number end, Visit visit) {
        constexpr Number kLongestStretch = 4096;
        for (Number first = 0; first < end;) {
            const Number last = first + std::min(kLongestStretch, end - first);
            visit(first, last);
            work(last - first);
            first = last;
        }
    }

  private:
    static constexpr std::size_t kInterval = std::size_t{1} << 16;

    const Limits& limits_;
    std::size_t units_ = 0;
};

}  // namespace sapper

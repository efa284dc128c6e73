// Plays ranges of games on threads. Every thread has its own players and plays a range from its first game to
// its last. Several strategies play the range one after another, on the same minefields. The result of a
// range depends only on the range. Ranges come back in the order in which they finish. Memory grows with the
// pending ranges, so submit few at a time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "simulation/series.hpp"

namespace sapper {

// The games first, first + 1, ... of a seed. After 2^64 - 1 comes 0.
struct Range {
    std::uint64_t seed;
    std::uint64_t first;
    std::uint32_t count;
};

struct RangeResult {
    Range range;
    std::vector<Records> records;  // one for each strategy, in the order of the games
};

class Pool {
  public:
    // Throws std::invalid_argument for an unknown strategy, and GameError if the board has no safe cell.
    Pool(const Setup& setup, const std::vector<std::string>& strategies, unsigned threads);
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    // Waits for the games in play and drops the rest.
    ~Pool();

    // Several threads may call these at once.
    void submit(Range range);
    // The number of ranges that submit() got and take() has not returned.
    std::size_t pending() const { return pending_; }
    // Waits for a range. Throws std::logic_error if none is pending. Calls `poll` every few milliseconds. A
    // poll that throws ends the wait. Throws what a game threw; the pool is of no use after that.
    RangeResult take(const std::function<void()>& poll);

  private:
    using Players = std::vector<std::unique_ptr<Series>>;

    void work(Players& players);
    RangeResult play(Players& players, Range range);

    std::vector<Players> players_;  // for each thread
    std::atomic<std::size_t> pending_ = 0;
    std::mutex mutex_;
    std::condition_variable work_ready_;
    std::condition_variable result_ready_;
    std::deque<Range> queue_;
    std::deque<RangeResult> results_;
    std::exception_ptr failure_;
    std::atomic<bool> is_stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace sapper

// Plays ranges of games on threads. Every thread has players of its own and plays a range from its first game
// to its last, with one strategy after the other where there are several, so that all meet the same
// minefields. What comes back for a range depends on the range alone; the ranges come back in the order in
// which they are done. A range holds all that memory grows with: keep few of them waiting and they may be of
// any number.
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

#include "simulation/records.hpp"
#include "simulation/series.hpp"

namespace sapper {

// The games first, first + 1, ... of a seed; after 2^64 - 1 comes 0.
struct Range {
    std::uint64_t seed;
    std::uint64_t first;
    std::uint32_t count;
};

struct Played {
    Range range;
    std::vector<Records> records;  // one for each strategy, in the order of the games
};

class Pool {
  public:
    // Throws std::invalid_argument for an unknown strategy, GameError for a board without a safe cell.
    Pool(const Setup& setup, const std::vector<std::string>& strategies, unsigned threads);
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    // Waits for the games being played, forgets the rest.
    ~Pool();

    // These may be called by several threads at once.
    void submit(Range range);
    // How many ranges are still to be taken.
    std::size_t pending() const { return pending_; }
    // Waits for a range; throws std::logic_error when none is pending. `poll` is called every few
    // milliseconds while it waits and may end the waiting by throwing. Throws what went wrong in a game; then
    // the pool is of no more use.
    Played take(const std::function<void()>& poll);

  private:
    using Players = std::vector<std::unique_ptr<Series>>;

    void work(Players& players);
    Played play(Players& players, Range range);

    std::vector<Players> players_;  // for each thread
    std::atomic<std::size_t> pending_ = 0;
    std::mutex mutex_;
    std::condition_variable wanted_;
    std::condition_variable done_;
    std::deque<Range> waiting_;
    std::deque<Played> played_;
    std::exception_ptr failure_;
    std::atomic<bool> stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace sapper

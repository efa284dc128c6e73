#include "simulation/game_pool.hpp"

#include <chrono>
#include <stdexcept>

#include "strategy/strategies.hpp"

namespace sapper {

namespace {

constexpr std::chrono::milliseconds kPollInterval{20};

struct StopPlaying {};

}  // namespace

Pool::Pool(const Setup& setup, const std::vector<std::string>& strategies, unsigned threads)
    : players_(threads) {
    for (Players& players : players_) {
        for (const std::string& strategy : strategies)
            players.push_back(std::make_unique<Series>(
                setup, make_player(strategy, setup.topology, setup.mines, setup.rules)));
        for (const std::unique_ptr<Series>& series : players)
            series->set_poll([this] {
                if (is_stopping_) throw StopPlaying();
            });
    }
    for (Players& players : players_)
        threads_.emplace_back([this, &players] { work(players); });
}

Pool::~Pool() {
    {
        const std::scoped_lock lock(mutex_);
        is_stopping_ = true;
    }
    work_ready_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
}

void Pool::submit(Range range) {
    {
        const std::scoped_lock lock(mutex_);
        ++pending_;
        queue_.push_back(range);
    }
    work_ready_.notify_one();
}

RangeResult Pool::take(const std::function<void()>& poll) {
    std::unique_lock lock(mutex_);
    while (results_.empty() && !failure_) {
        if (pending_ == 0) throw std::logic_error("There is no range of games to wait for.");
        result_ready_.wait_for(lock, kPollInterval);
        lock.unlock();
        poll();
        lock.lock();
    }
    if (failure_) std::rethrow_exception(failure_);
    RangeResult first = std::move(results_.front());
    results_.pop_front();
    --pending_;
    return first;
}

void Pool::work(Players& players) {
    std::unique_lock lock(mutex_);
    while (true) {
        work_ready_.wait(lock, [this] { return is_stopping_ || !queue_.empty(); });
        if (is_stopping_) return;
        const Range range = queue_.front();
        queue_.pop_front();
        lock.unlock();
        try {
            RangeResult result = play(players, range);
            lock.lock();
            results_.push_back(std::move(result));
        } catch (const StopPlaying&) {
            return;
        } catch (...) {
            lock.lock();
            if (!failure_) failure_ = std::current_exception();
        }
        result_ready_.notify_one();
    }
}

RangeResult Pool::play(Players& players, Range range) {
    RangeResult result{range, {}};
    for (const std::unique_ptr<Series>& series : players) {
        Records& records = result.records.emplace_back();
        for (std::uint32_t i = 0; i < range.count; ++i) {
            series->play(range.seed, range.first + i, records);
        }
    }
    return result;
}

}  // namespace sapper

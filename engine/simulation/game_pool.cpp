#include "simulation/game_pool.hpp"

#include <chrono>
#include <stdexcept>

#include "strategy/strategies.hpp"

namespace sapper {

namespace {

constexpr std::chrono::milliseconds kPollInterval{20};

struct Stopped {};

}  // namespace

Pool::Pool(const Setup& setup, const std::vector<std::string>& strategies, unsigned threads)
    : players_(threads) {
    for (Players& players : players_) {
        for (const std::string& strategy : strategies)
            players.push_back(std::make_unique<Series>(
                setup, make_player(strategy, setup.topology, setup.mines, setup.rules)));
        for (const std::unique_ptr<Series>& series : players)
            series->set_poll([this] {
                if (stopping_) throw Stopped();
            });
    }
    for (Players& players : players_)
        threads_.emplace_back([this, &players] { work(players); });
}

Pool::~Pool() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wanted_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
}

void Pool::submit(Range range) {
    {
        const std::scoped_lock lock(mutex_);
        ++pending_;
        waiting_.push_back(range);
    }
    wanted_.notify_one();
}

Played Pool::take(const std::function<void()>& poll) {
    std::unique_lock lock(mutex_);
    while (played_.empty() && !failure_) {
        if (pending_ == 0) throw std::logic_error("There is no range of games to wait for.");
        done_.wait_for(lock, kPollInterval);
        lock.unlock();
        poll();
        lock.lock();
    }
    if (failure_) std::rethrow_exception(failure_);
    Played first = std::move(played_.front());
    played_.pop_front();
    --pending_;
    return first;
}

void Pool::work(Players& players) {
    std::unique_lock lock(mutex_);
    while (true) {
        wanted_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
        if (stopping_) return;
        const Range range = waiting_.front();
        waiting_.pop_front();
        lock.unlock();
        try {
            Played played = play(players, range);
            lock.lock();
            played_.push_back(std::move(played));
        } catch (const Stopped&) {
            return;
        } catch (...) {
            lock.lock();
            if (!failure_) failure_ = std::current_exception();
        }
        done_.notify_one();
    }
}

Played Pool::play(Players& players, Range range) {
    Played played{range, {}};
    for (const std::unique_ptr<Series>& series : players) {
        Records& records = played.records.emplace_back();
        for (std::uint32_t i = 0; i < range.count; ++i) {
            series->play(range.seed, range.first + i, records);
        }
    }
    return played;
}

}  // namespace sapper

#include "minefields/search.hpp"

#include <deque>
#include <mutex>
#include <optional>

#include "minefields/adjust.hpp"
#include "minefields/metrics.hpp"
#include "minefields/twins.hpp"
#include "minefields/zini.hpp"
#include "util/shared_work.hpp"

namespace sapper {

namespace {

// A candidate that is not fair after this many rounds seldom becomes fair. Most others need a few dozen.
constexpr std::uint32_t kAdjustRounds = 400;

// Gives candidates to threads and puts their answers back in order.
class CandidateQueue {
  public:
    explicit CandidateQueue(std::size_t count) : wanted_(count) {}

    // The next candidate, or nothing if the search is over.
    std::optional<std::uint64_t> take() {
        const std::scoped_lock lock(mutex_);
        if (found_.size() >= wanted_) return std::nullopt;
        waiting_.emplace_back();
        return first_waiting_ + waiting_.size() - 1;
    }

    void put(std::uint64_t candidate, std::optional<FoundBoard> board) {
        const std::scoped_lock lock(mutex_);
        Answer& answer = waiting_[static_cast<std::size_t>(candidate - first_waiting_)];
        answer.given = true;
        answer.board = std::move(board);
        for (; !waiting_.empty() && waiting_.front().given; ++first_waiting_) {
            if (waiting_.front().board) found_.push_back(std::move(*waiting_.front().board));
            waiting_.pop_front();
        }
    }

    std::vector<FoundBoard> finish() {
        found_.resize(std::min(found_.size(), wanted_));
        return std::move(found_);
    }

  private:
    struct Answer {
        bool given = false;
        std::optional<FoundBoard> board;
    };

    std::mutex mutex_;
    std::size_t wanted_;
    std::uint64_t first_waiting_ = 0;
    std::deque<Answer> waiting_;  // candidates from first_waiting_ on that threads have taken
    std::vector<FoundBoard> found_;
};

}  // namespace

// The tools of one thread.
class BoardSearch::Worker {
  public:
    Worker(BoardSearch& search, const Limits& limits)
        : search_(search), order_(search.order_), limits_(limits), play_(order_.topology) {
        if (order_.making == Making::drawn && TwinFinder::pays(*order_.topology))
            twins_.emplace(order_.topology);
    }

    void work(CandidateQueue& queue, const SharedWork& shared) {
        while (const std::optional<std::uint64_t> candidate = queue.take()) {
            if (shared.failed()) return;
            if (limits_.poll) limits_.poll();
            queue.put(*candidate, look_at(order_.first_game + *candidate));
        }
    }

  private:
    std::optional<FoundBoard> look_at(std::uint64_t game) {
        ++search_.tried_;
        draw_(minefield_, *order_.topology, order_.mines, order_.first_click, order_.start, order_.seed,
              game);
        std::vector<std::uint8_t> mined = minefield_.bytes();
        if (mined[order_.start] != 0) return std::nullopt;
        // The cheapest tests come first. Adjusting changes what they measure, so adjusted boards are tested
        // afterwards.
        if (order_.making != Making::adjusted && !has_its_numbers(mined)) return std::nullopt;
        try {
            if (!is_or_becomes_fair(mined, game)) {
                ++search_.with_guesses_;
                return std::nullopt;
            }
        } catch (const BudgetExceeded&) {
            ++search_.undecided_;
            return std::nullopt;
        }
        if (order_.making == Making::adjusted && !has_its_numbers(mined)) return std::nullopt;
        ++search_.found_;
        return FoundBoard{game, std::move(mined)};
    }

    bool is_or_becomes_fair(std::vector<std::uint8_t>& mined, std::uint64_t game) {
        if (order_.making == Making::any) return true;
        if (order_.making == Making::adjusted) {
            Random random(order_.seed, game, Stream::adjustment);
            return make_fair(mined, order_.start, order_.terms, kAdjustRounds, random, play_, limits_);
        }
        play_.load(mined, order_.start);
        if (twins_ && twins_->find(mined, play_.mines_around(), order_.start)) return false;
        return play_.clears(order_.terms, limits_);
    }

    bool has_its_numbers(const std::vector<std::uint8_t>& mined) {
        return has_three_bv(mined) && has_efficiency(mined);
    }

    bool has_three_bv(const std::vector<std::uint8_t>& mined) {
        if (order_.least_three_bv == 0 && order_.most_three_bv == UINT32_MAX) return true;
        const std::uint32_t three_bv = counter_.three_bv(*order_.topology, mined);
        if (order_.least_three_bv <= three_bv && three_bv <= order_.most_three_bv) return true;
        ++search_.of_other_three_bv_;
        return false;
    }

    bool has_efficiency(const std::vector<std::uint8_t>& mined) {
        if (order_.least_efficiency == 0 && order_.most_efficiency == std::numeric_limits<double>::infinity())
            return true;
        zini_.load(*order_.topology, mined);
        const auto clicks = static_cast<double>(zini_.clicks(ZiniRule::greedy).size());
        const double efficiency = counter_.three_bv(*order_.topology, mined) / clicks;
        double greatest = search_.greatest_efficiency_;
        while (greatest < efficiency &&
               !search_.greatest_efficiency_.compare_exchange_weak(greatest, efficiency)) {
        }
        if (order_.least_efficiency <= efficiency && efficiency <= order_.most_efficiency) return true;
        ++search_.of_other_efficiency_;
        return false;
    }

    BoardSearch& search_;
    const BoardOrder& order_;
    Limits limits_;
    MinefieldDraw draw_;
    Minefield minefield_;
    BoardCounter counter_;
    Zini zini_;
    std::optional<TwinFinder> twins_;
    CertainPlay play_;
};

std::vector<FoundBoard> BoardSearch::run(std::size_t count, unsigned threads, const Limits& limits) {
    CandidateQueue queue(count);
    SharedWork shared;
    // Each thread polls its own copy, because a poll may have state.
    shared.run(threads, [this, &queue, &shared, limits] { Worker(*this, limits).work(queue, shared); });
    return queue.finish();
}

}  // namespace sapper

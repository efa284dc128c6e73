#include "minefields/search.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "minefields/adjust.hpp"
#include "minefields/cell_scans.hpp"
#include "minefields/three_bv.hpp"
#include "minefields/zini.hpp"
#include "util/decimals.hpp"
#include "util/shared_work.hpp"
#include "util/texts.hpp"

namespace sapper {

namespace {

// How many cells touch `of` and neither are nor touch `other`.
std::uint16_t count_only(const Topology& topology, Cell of, Cell other) {
    std::uint16_t count = 0;
    for (Cell cell : topology.neighbours(of))
        count += cell != other && !topology.touch(cell, other);
    return count;
}

}  // namespace

bool TwinFinder::pays(const Topology& topology) {
    constexpr std::size_t kMostCells = std::size_t{1} << 14;
    constexpr std::size_t kMostNeighbours = 8;
    return topology.size() <= kMostCells && topology.max_degree() <= kMostNeighbours;
}

TwinFinder::TwinFinder(std::shared_ptr<const Topology> topology) : topology_(std::move(topology)) {
    const auto size = static_cast<Cell>(topology_->size());
    for (Cell cell = 0; cell < size; ++cell) {
        first_.push_back(neighbours_.size());
        std::uint16_t least = UINT16_MAX;
        for (Cell other : topology_->neighbours(cell)) {
            neighbours_.push_back(other);
            only_.push_back(count_only(*topology_, cell, other));
            reverse_.push_back(count_only(*topology_, other, cell));
            least = std::min(least, only_.back());
        }
        least_.push_back(least);
    }
    first_.push_back(neighbours_.size());
}

bool TwinFinder::find(std::span<const std::uint8_t> mined, std::span<const Mark> around, Cell start) const {
    for (std::size_t at = 0; (at = find_byte(mined, 1, at)) < mined.size(); ++at) {
        if (around[at] < least_[at]) continue;
        for (std::size_t place = first_[at]; place < first_[at + 1]; ++place) {
            const Cell other = neighbours_[place];
            if (other != start && is_twin(mined, around, static_cast<Cell>(at), place)) return true;
        }
    }
    return false;
}

// The number of mines around rules out nearly all pairs before any cell is examined.
bool TwinFinder::is_twin(std::span<const std::uint8_t> mined, std::span<const Mark> around, Cell mine,
                         std::size_t place) const {
    const Cell other = neighbours_[place];
    if (mined[other] != 0 || around[mine] < only_[place] || around[other] <= reverse_[place]) return false;
    return all_mined_but_near(mined, mine, other) && all_mined_but_near(mined, other, mine);
}

bool TwinFinder::all_mined_but_near(std::span<const std::uint8_t> mined, Cell of, Cell other) const {
    for (Cell cell : topology_->neighbours(of)) {
        if (mined[cell] == 0 && cell != other && !topology_->touch(cell, other)) return false;
    }
    return true;
}

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

std::string shortfall_text(const BoardOrder& order, const SearchCounts& counts, std::size_t wanted,
                           double seconds) {
    const std::string found = counts.found > 0
                                  ? "only " + std::to_string(counts.found) + " of " + std::to_string(wanted)
                                  : "no such minefield";
    std::string text = "found " + found + " within " + general_text(seconds, 6) + " seconds among " +
                       quantity(counts.tried, "candidate");
    std::string reasons;
    const auto add = [&reasons](std::uint64_t number, const std::string& what) {
        if (number == 0) return;
        reasons.append(reasons.empty() ? "; " : ", ").append(std::to_string(number)).append(" ").append(what);
    };
    add(counts.with_guesses, "needed a guess");
    add(counts.of_other_three_bv, "had another 3BV");
    add(counts.of_other_efficiency,
        "had another efficiency (at most " + fixed_text(counts.greatest_efficiency, 2) + ")");
    add(counts.undecided, "were too hard to decide");
    text += reasons;
    if (order.first_click == FirstClick::opening &&
        !has_room_for_opening(*order.topology, order.mines, order.start)) {
        text += "; " + quantity(order.mines, "mine") + (order.mines == 1 ? " leaves" : " leave") +
                " no room for an opening at the first cell";
    } else if (order.making == Making::drawn && counts.with_guesses > counts.of_other_three_bv) {
        text += "; method='adjusted' makes fair minefields where they are rare";
    }
    return text;
}

}  // namespace sapper

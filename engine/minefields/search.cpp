#include "minefields/search.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "minefields/three_bv.hpp"
#include "minefields/zini.hpp"
#include "util/decimals.hpp"
#include "util/lists.hpp"
#include "util/random.hpp"
#include "util/shared_work.hpp"

namespace sapper {

namespace {

// The number of cells that touch `of` and neither are nor touch `other`.
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

bool TwinFinder::find(std::span<const std::uint8_t> mine_bytes, std::span<const Mark> around,
                      Cell start) const {
    for (std::size_t at = 0; (at = find_byte(mine_bytes, 1, at)) < mine_bytes.size(); ++at) {
        if (around[at] < least_[at]) continue;
        for (std::size_t place = first_[at]; place < first_[at + 1]; ++place) {
            const Cell other = neighbours_[place];
            if (other != start && is_twin(mine_bytes, around, static_cast<Cell>(at), place)) return true;
        }
    }
    return false;
}

// The number of mines around rules out nearly all pairs before the loop examines a cell.
bool TwinFinder::is_twin(std::span<const std::uint8_t> mine_bytes, std::span<const Mark> around, Cell mine,
                         std::size_t place) const {
    const Cell other = neighbours_[place];
    if (mine_bytes[other] != 0 || around[mine] < only_[place] || around[other] <= reverse_[place])
        return false;
    return are_all_mines_but_near(mine_bytes, mine, other) && are_all_mines_but_near(mine_bytes, other, mine);
}

bool TwinFinder::are_all_mines_but_near(std::span<const std::uint8_t> mine_bytes, Cell of, Cell other) const {
    for (Cell cell : topology_->neighbours(of)) {
        if (mine_bytes[cell] == 0 && cell != other && !topology_->touch(cell, other)) return false;
    }
    return true;
}

namespace {

// Moves mines where certain moves get stuck, until a minefield needs no guess. Chooses a number that blocks
// the play and settles the hidden cells around it: all lose their mines or all get one, in exchange with
// hidden cells elsewhere, far from any number if possible. Then the caller plays the whole minefield again
// from the start, so the result needs only certain moves. This reaches densities at which no number of
// drawings succeeds. Not all fair minefields are equally likely.
class Adjuster {
  public:
    // The constraints are those after all certain moves.
    Adjuster(std::vector<std::uint8_t>& mine_bytes, const Constraints& constraints, Random& random)
        : mine_bytes_(mine_bytes),
          constraints_(constraints),
          topology_(constraints.topology()),
          random_(random) {}

    void settle() {
        numbers_.clear();
        sea_.clear();
        for (Cell cell = 0; cell < mine_bytes_.size(); ++cell) {
            if (constraints_.live(cell)) numbers_.push_back(cell);
            if (constraints_.at_sea(cell)) sea_.push_back(cell);
        }
        if (numbers_.empty()) {
            open_wall();
        } else {
            settle_number();
        }
    }

  private:
    void settle_number() {
        const Cell number = random_.one_of(numbers_);
        cells_.clear();
        frontier_.clear();
        for (Cell cell : topology_.neighbours(number)) {
            if (constraints_.undecided(cell)) cells_.push_back(cell);
        }
        for (Cell cell = 0; cell < mine_bytes_.size(); ++cell) {
            if (constraints_.in_frontier(cell) && !std::ranges::binary_search(cells_, cell))
                frontier_.push_back(cell);
        }
        // Sets all to mines or to none, whichever changes fewer cells. Of equals chooses at random.
        const std::int32_t mines = constraints_.need(number);
        const std::int32_t free = constraints_.undecided_around(number) - mines;
        const bool fill = mines == free ? random_.below(2) == 0 : mines > free;
        if (change_all(fill ? 1 : 0) == 0) take_from_wall();
    }

    // Sets the cells to settle to the value, as long as another cell can take the opposite change. Returns
    // the number of changes.
    std::size_t change_all(std::uint8_t value) {
        const auto other = static_cast<std::uint8_t>(1 - value);
        std::size_t changes = 0;
        for (Cell cell : cells_) {
            if (mine_bytes_[cell] == value) continue;
            if (!give(other, sea_) && !give(other, frontier_)) break;
            mine_bytes_[cell] = value;
            ++changes;
        }
        return changes;
    }

    // If no hidden cell elsewhere can take the exchange, moves a known mine in.
    void take_from_wall() {
        list_wall();
        if (!wall_.empty() && give(1, cells_)) mine_bytes_[random_.one_of(wall_)] = 0;
    }

    // If known mines enclose all other closed cells, moves one of these mines in behind them.
    void open_wall() {
        cells_ = sea_;
        take_from_wall();
    }

    // Lists the known mines next to the cells to settle. If there are none, lists all known mines.
    void list_wall() {
        const auto is_known = [&](Cell cell) {
            return mine_bytes_[cell] != 0 && !constraints_.undecided(cell);
        };
        wall_.clear();
        for (Cell cell : cells_) {
            for (Cell other : topology_.neighbours(cell)) {
                if (is_known(other)) wall_.push_back(other);
            }
        }
        if (!wall_.empty()) return;
        for (Cell cell = 0; cell < mine_bytes_.size(); ++cell) {
            if (is_known(cell)) wall_.push_back(cell);
        }
    }

    // Sets one of the cells that have the other value to this value. Returns false if there is none.
    bool give(std::uint8_t value, const std::vector<Cell>& cells) {
        places_.clear();
        std::copy_if(cells.begin(), cells.end(), std::back_inserter(places_),
                     [&](Cell cell) { return mine_bytes_[cell] != value; });
        if (places_.empty()) return false;
        mine_bytes_[random_.one_of(places_)] = value;
        return true;
    }

    std::vector<std::uint8_t>& mine_bytes_;
    const Constraints& constraints_;
    const Topology& topology_;
    Random& random_;
    std::vector<Cell> numbers_;  // live ones
    std::vector<Cell> sea_;
    std::vector<Cell> frontier_;  // frontier cells that are not to settle
    std::vector<Cell> cells_;     // cells to settle
    std::vector<Cell> wall_;
    std::vector<Cell> places_;
};

// Makes a minefield (one byte for each cell, 0 or 1) that is safe at `start` fair. Keeps the number of mines.
// Returns false if it is not fair after `rounds` rounds.
bool make_fair(std::vector<std::uint8_t>& mine_bytes, Cell start, const Terms& terms, std::uint32_t rounds,
               Random& random, CertainPlay& play, const Limits& limits) {
    Adjuster adjuster(mine_bytes, play.constraints(), random);
    for (std::uint32_t round = 0;; ++round) {
        if (limits.poll) limits.poll();
        play.load(mine_bytes, start);
        if (play.clears(terms, limits)) return true;
        if (round == rounds) return false;
        adjuster.settle();
    }
}

// A candidate that is not fair after this many rounds seldom becomes fair. Most others need a few dozen.
constexpr std::uint32_t kAdjustRounds = 400;

// Gives candidates to threads and puts their results back in order.
class CandidateQueue {
  public:
    explicit CandidateQueue(std::size_t count) : count_(count) {}

    // The next candidate, or nothing if the search is over.
    std::optional<std::uint64_t> take() {
        const std::scoped_lock lock(mutex_);
        if (boards_.size() >= count_) return std::nullopt;
        results_.emplace_back();
        return first_candidate_ + results_.size() - 1;
    }

    void put(std::uint64_t candidate, std::optional<BoardMatch> board) {
        const std::scoped_lock lock(mutex_);
        Result& result = results_[static_cast<std::size_t>(candidate - first_candidate_)];
        result.is_done = true;
        result.board = std::move(board);
        for (; !results_.empty() && results_.front().is_done; ++first_candidate_) {
            if (results_.front().board) boards_.push_back(std::move(*results_.front().board));
            results_.pop_front();
        }
    }

    std::vector<BoardMatch> finish() {
        boards_.resize(std::min(boards_.size(), count_));
        return std::move(boards_);
    }

  private:
    struct Result {
        bool is_done = false;
        std::optional<BoardMatch> board;
    };

    std::mutex mutex_;
    std::size_t count_;
    std::uint64_t first_candidate_ = 0;
    std::deque<Result> results_;  // from first_candidate_ on, of the candidates that threads have taken
    std::vector<BoardMatch> boards_;
};

}  // namespace

// The tools of one thread.
class BoardSearch::Worker {
  public:
    Worker(BoardSearch& search, const Limits& limits)
        : search_(search), order_(search.order_), limits_(limits), play_(order_.topology) {
        if (order_.method == Method::draw && TwinFinder::pays(*order_.topology))
            twins_.emplace(order_.topology);
    }

    void work(CandidateQueue& queue, const SharedWork& shared_work) {
        while (const std::optional<std::uint64_t> candidate = queue.take()) {
            if (shared_work.has_failed()) return;
            if (limits_.poll) limits_.poll();
            queue.put(*candidate, look_at(order_.first_game + *candidate));
        }
    }

  private:
    std::optional<BoardMatch> look_at(std::uint64_t game) {
        ++search_.candidates_;
        draw_(minefield_, *order_.topology, order_.mines, order_.first_click, order_.start, order_.seed,
              game);
        std::vector<std::uint8_t> mine_bytes = minefield_.bytes();
        if (mine_bytes[order_.start] != 0) return std::nullopt;
        // The cheapest tests come first. Adjustment changes the 3BV, so adjusted boards come to these tests
        // afterwards.
        if (order_.method != Method::adjust && !has_its_numbers(mine_bytes)) return std::nullopt;
        try {
            if (!is_or_becomes_fair(mine_bytes, game)) {
                ++search_.with_guesses_;
                return std::nullopt;
            }
        } catch (const BudgetExceeded&) {
            ++search_.undecided_;
            return std::nullopt;
        }
        if (order_.method == Method::adjust && !has_its_numbers(mine_bytes)) return std::nullopt;
        ++search_.matches_;
        return BoardMatch{game, std::move(mine_bytes)};
    }

    bool is_or_becomes_fair(std::vector<std::uint8_t>& mine_bytes, std::uint64_t game) {
        if (order_.method == Method::any) return true;
        if (order_.method == Method::adjust) {
            Random random(order_.seed, game, Stream::adjustment);
            return make_fair(mine_bytes, order_.start, order_.terms, kAdjustRounds, random, play_, limits_);
        }
        play_.load(mine_bytes, order_.start);
        if (twins_ && twins_->find(mine_bytes, play_.mines_around(), order_.start)) return false;
        return play_.clears(order_.terms, limits_);
    }

    bool has_its_numbers(const std::vector<std::uint8_t>& mine_bytes) {
        return has_three_bv(mine_bytes) && has_efficiency(mine_bytes);
    }

    bool has_three_bv(const std::vector<std::uint8_t>& mine_bytes) {
        if (order_.least_three_bv == 0 && order_.most_three_bv == UINT32_MAX) return true;
        const std::uint32_t three_bv = counter_.three_bv(*order_.topology, mine_bytes);
        if (order_.least_three_bv <= three_bv && three_bv <= order_.most_three_bv) return true;
        ++search_.of_other_three_bv_;
        return false;
    }

    bool has_efficiency(const std::vector<std::uint8_t>& mine_bytes) {
        if (order_.least_efficiency == 0 && order_.most_efficiency == std::numeric_limits<double>::infinity())
            return true;
        zini_.load(*order_.topology, mine_bytes);
        const auto clicks = static_cast<double>(zini_.clicks(ZiniRule::greedy).size());
        const double efficiency = counter_.three_bv(*order_.topology, mine_bytes) / clicks;
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

std::vector<BoardMatch> BoardSearch::run(std::size_t count, unsigned threads, const Limits& limits) {
    CandidateQueue queue(count);
    SharedWork shared_work;
    // Each thread polls its own copy, because a poll may have state.
    shared_work.run(threads,
                    [this, &queue, &shared_work, limits] { Worker(*this, limits).work(queue, shared_work); });
    return queue.finish();
}

std::string shortfall_text(const BoardOrder& order, const SearchCounts& counts, std::size_t number,
                           double seconds) {
    const std::string count_text =
        counts.matches > 0 ? "only " + std::to_string(counts.matches) + " of " + std::to_string(number)
                           : "no such minefield";
    std::string text = "found " + count_text + " within " + general_text(seconds, 6) + " seconds among " +
                       quantity(counts.candidates, "candidate");
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
    } else if (order.method == Method::draw && counts.with_guesses > counts.of_other_three_bv) {
        text += "; the method 'adjusted' makes fair minefields where they are rare";
    }
    return text;
}

}  // namespace sapper

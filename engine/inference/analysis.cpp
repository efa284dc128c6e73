#include "inference/analysis.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "inference/components.hpp"
#include "inference/conflict.hpp"
#include "inference/constraints.hpp"
#include "inference/coupling.hpp"
#include "inference/sweep_plan.hpp"
#include "util/shared_work.hpp"

namespace sapper {

namespace {

// Each thread keeps its last Inference for the next position on the same board. The buffers and the counted
// components in it save half the work of a usual position.
class ThreadInference {
  public:
    ThreadInference(const std::shared_ptr<const Topology>& topology, const Limits& limits)
        : usual_(topology->size() <= kLargestBoard && limits.values == Limits{}.values && limits.estimate) {
        std::unique_ptr<Inference>& last = of_this_thread();
        if (usual_ && last != nullptr && &last->constraints().topology() == topology.get()) {
            inference_ = std::move(last);
            inference_->set_poll(limits.poll);
        } else {
            inference_ = std::make_unique<Inference>(topology, 0, limits);
        }
    }
    Inference& operator*() const { return *inference_; }

    // Keeps the Inference for later. Call it last: an Inference that an exception interrupted must not stay.
    void keep() {
        if (!inference_->possible()) return;
        std::size_t values = 0;
        for (const auto& sweep : inference_->sweeps())
            values += sweep->stored_values();
        if (!usual_ || !inference_->exact() || values > kMostValues) return;
        inference_->set_poll({});
        of_this_thread() = std::move(inference_);
    }

  private:
    // A larger Inference does not stay: the thread may need the memory for something else.
    static constexpr std::size_t kLargestBoard = 10000;
    static constexpr std::size_t kMostValues = std::size_t{1} << 16;

    static std::unique_ptr<Inference>& of_this_thread() {
        thread_local std::unique_ptr<Inference> inference;
        return inference;
    }

    bool usual_;
    std::unique_ptr<Inference> inference_;
};

enum class Fit { yes, not_with_these_mines, never };

Fit fit_of(const Position& position, const Limits& limits) {
    try {
        analyse(position, false, limits);
        return Fit::yes;
    } catch (const Contradiction& error) {
        return error.mine_count ? Fit::not_with_these_mines : Fit::never;
    }
}

using Polynomial = std::vector<Natural>;

std::uint32_t power(std::uint64_t base, std::uint32_t exponent, std::uint32_t modulus) {
    std::uint64_t result = 1;
    for (base %= modulus; exponent > 0; exponent >>= 1, base = base * base % modulus) {
        if (exponent % 2 == 1) result = result * base % modulus;
    }
    return static_cast<std::uint32_t>(result);
}

// The Miller-Rabin test. With these bases it is a proof below 3,215,031,751 (Jaeschke 1993).
bool is_prime(std::uint32_t odd) {
    const int twos = std::countr_zero(odd - 1);
    return std::ranges::all_of(std::array{2U, 3U, 5U, 7U}, [&](std::uint32_t base) {
        std::uint64_t root = power(base, (odd - 1) >> twos, odd);
        if (root == 1 || root == odd - 1) return true;
        for (int i = 1; i < twos; ++i) {
            root = root * root % odd;
            if (root == odd - 1) return true;
        }
        return false;
    });
}

// The number of placements of a component, by their number of mines.
Polynomial ways_of(const Sweep& sweep, const Limits& limits) {
    constexpr std::uint32_t kLargestPrime = (std::uint32_t{1} << 31) - 1;
    Polynomial ways;
    Natural modulus = 1;
    for (std::uint32_t prime = kLargestPrime;; prime -= 2) {
        if (!is_prime(prime)) continue;
        const std::vector<std::uint32_t> residues = sweep.ways_modulo(prime, limits);
        ways.resize(residues.size());
        const std::uint64_t inverse = power(modulus.modulo(prime), prime - 2, prime);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const std::uint64_t behind = std::uint64_t{residues[i]} + prime - ways[i].modulo(prime);
            Natural step = modulus;
            step *= static_cast<std::uint32_t>(behind % prime * inverse % prime);
            ways[i] += step;
        }
        modulus *= prime;
        // Two more bits, because the logarithm is rounded.
        if (static_cast<double>(modulus.bits()) > sweep.log2_ways() + 2) return ways;
    }
}

Polynomial product_of(const Polynomial& one, const Polynomial& other, const Limits& limits) {
    Polynomial product(one.size() + other.size() - 1);
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (limits.poll) limits.poll();
        for (std::size_t j = 0; j < other.size(); ++j)
            product[i + j] += one[i] * other[j];
    }
    return product;
}

Natural binomial(std::uint64_t of, std::uint64_t choice, const Limits& limits) {
    SeldomPoll poll;
    Natural result = 1;
    for (std::uint64_t i = 1; i <= std::min(choice, of - choice); ++i) {
        poll(limits);
        result *= static_cast<std::uint32_t>(of - i + 1);
        result.divide(static_cast<std::uint32_t>(i));
    }
    return result;
}

}  // namespace

Analysis analyse(const Position& position, bool trust_flags, const Limits& limits) {
    ThreadInference inference_of_thread(position.topology, limits);
    Inference& inference = *inference_of_thread;
    inference.load(position, trust_flags);
    if (!inference.possible()) throw_contradiction(position, trust_flags, inference.suspects(), limits);

    Analysis analysis;
    const std::size_t size = position.topology->size();
    analysis.mine_probability.resize(size);
    analysis.verdicts.resize(size);
    inference.about_all(analysis.verdicts, analysis.mine_probability);
    analysis.error = inference.errors();
    analysis.safest = inference.first_safest(analysis.verdicts);
    analysis.log_configurations = inference.log_configurations();
    analysis.log_configurations_error = inference.log_configurations_error();
    analysis.exact = inference.exact();
    analysis.factors = {inference.sweeps(), inference.sea(), inference.mines_for_undecided()};
    inference_of_thread.keep();
    return analysis;
}

double action_risk(const Position& position, Action action, bool first_is_safe, const Limits& limits) {
    if (cells_to_open(position, action).empty()) return 0;
    if (is_fresh(position))
        return first_is_safe ? 0 : position.mines / static_cast<double>(position.marks.size());
    const Analysis analysis = analyse(position, false, limits);
    if (action.kind == Action::Kind::open) return analysis.mine_probability[action.cell];
    return chord_risk(position, action.cell, analysis.mine_probability, analysis.log_configurations, limits);
}

double chord_risk(const Position& position, Cell cell, std::span<const double> mine_probability,
                  double log_configurations, const Limits& limits) {
    const Topology::Neighbours around = position.topology->neighbours(cell);
    const std::vector<Mark>& marks = position.marks;
    const auto opens_any = std::any_of(around.begin(), around.end(), [&](Cell other) {
        return is_hidden(marks[other]) && marks[other] != kFlag && mine_probability[other] != 0;
    });
    if (!opens_any) return 0;
    const auto some_wrong = std::any_of(around.begin(), around.end(), [&](Cell other) {
        return marks[other] == kFlag && mine_probability[other] == 0;
    });
    if (some_wrong) return 1;
    std::vector<Mark> marks_with_flags = marks;
    for (Mark& mark : marks_with_flags)
        mark = is_hidden(mark) ? kHidden : mark;
    for (Cell other : around)
        marks_with_flags[other] = marks[other] == kFlag ? kFlag : marks_with_flags[other];
    try {
        const Analysis right =
            analyse({position.topology, position.mines, std::move(marks_with_flags)}, true, limits);
        return std::clamp(-std::expm1(right.log_configurations - log_configurations), 0.0, 1.0);
    } catch (const Contradiction&) {
        return 1;
    }
}

std::uint32_t nearest_mine_count(Position position, const Limits& limits) {
    const std::int64_t own = position.mines;
    const std::int64_t least = std::ranges::count(position.marks, kExploded);
    const std::int64_t most = least + std::ranges::count_if(position.marks, is_hidden);
    for (std::int64_t below = own, above = own + 1; below >= least || above <= most;) {
        const bool takes_below = below >= least && (above > most || own - below <= above - own);
        position.mines = static_cast<std::uint32_t>(takes_below ? below-- : above++);
        const Fit fit = fit_of(position, limits);
        if (fit == Fit::yes) return position.mines;
        if (fit == Fit::never) break;
    }
    return static_cast<std::uint32_t>(own);
}

Position with_trusted_flags(const Position& position, bool mine_count, const Limits& limits) {
    if (mine_count) {
        try {
            analyse(position, true, limits);
        } catch (const BudgetExceeded&) {  // the caller counts anyway, and reports that itself
        }
    }
    return with_flags_as_mines(position, mine_count);
}

Anatomy anatomy(const Position& position, bool trust_flags) {
    Constraints constraints(position.topology);
    constraints.load(position, trust_flags);
    Anatomy result;
    if (!constraints.consistent()) return result;
    result.sea = constraints.sea_cells();

    const std::size_t size = constraints.topology().size();
    std::vector<bool> has_component(size, false);
    ComponentFinder finder(constraints.topology());
    Component component;
    Placement placement;
    SweepPlan plan;
    for (std::size_t at = 0; at < size; ++at) {
        const Cell cell = static_cast<Cell>(at);
        if (constraints.state(cell) == Constraints::CellState::safe) result.safe.push_back(cell);
        if (constraints.state(cell) == Constraints::CellState::mine) result.mines.push_back(cell);
        if (!constraints.in_frontier(cell) || has_component[cell]) continue;
        if (!finder.find(constraints, cell, component, placement)) return {};
        for (const Cell other : placement.cells)
            has_component[other] = true;
        plan.make(component, SweepPlan::Order::quick);
        ComponentAnatomy& part = result.components.emplace_back();
        part.numbers.assign(finder.numbers().begin(), finder.numbers().end());
        for (const SweepPlan::Step& step : plan.steps()) {
            const auto cells = placement.cells_of(step.group);
            part.sweep.emplace_back(cells.begin(), cells.end());
        }
    }
    return result;
}

Natural count_configurations(const Analysis& analysis, const Limits& limits) {
    Polynomial ways = {1};
    std::int64_t mines = analysis.factors.mines;
    for (const auto& sweep : analysis.factors.sweeps) {
        mines -= sweep->least_mines();
        ways = product_of(ways, ways_of(*sweep, limits), limits);
    }
    const auto sea = static_cast<std::int64_t>(analysis.factors.sea);
    Natural total, choices;
    SeldomPoll poll;
    for (std::size_t k = 0; k < ways.size(); ++k) {
        poll(limits);
        const std::int64_t rest = mines - static_cast<std::int64_t>(k);
        if (rest < 0 || rest > sea) continue;
        if (choices.is_zero())
            choices = binomial(static_cast<std::uint64_t>(sea), static_cast<std::uint64_t>(rest), limits);
        total += ways[k] * choices;
        choices *= static_cast<std::uint32_t>(rest);  // now for one mine fewer in the sea
        choices.divide(static_cast<std::uint32_t>(sea - rest + 1));
    }
    return total;
}

namespace {

// The positions that a thread takes at a time: so many that taking them costs little, and so few that the
// threads finish together.
constexpr std::size_t kBlock = 16;

class Batch {
  public:
    Batch(const std::shared_ptr<const Topology>& topology, std::span<const Mark> marks,
          std::span<const std::uint32_t> mines, std::shared_ptr<const MinePrior> prior, bool trust_flags,
          const BatchCells& cells)
        : topology_(topology),
          marks_(marks),
          mines_(mines),
          prior_(std::move(prior)),
          trust_flags_(trust_flags),
          cells_(cells) {
        result_.log_configurations.assign(mines.size(), -std::numeric_limits<double>::infinity());
        result_.log_configurations_error.assign(mines.size(), 0.0);
        result_.exact.assign(mines.size(), 1);
        result_.safest.assign(mines.size(), kNoCell);
        result_.safest_risk.assign(mines.size(), std::numeric_limits<double>::quiet_NaN());
        result_.possible.assign(mines.size(), 0);
        errors_.resize(mines.size());
    }

    BatchAnalysis run(unsigned threads, const Limits& limits) {
        const std::size_t blocks = (mines_.size() + kBlock - 1) / kBlock;
        // Each thread polls its own copy, because a poll may have state.
        shared_work_.run(static_cast<unsigned>(std::min<std::size_t>(threads, blocks)),
                         [this, limits] { work(limits); });
        if (!std::ranges::all_of(errors_, &std::vector<double>::empty)) list_errors();
        return std::move(result_);
    }

  private:
    // The work of one thread: takes blocks until none is left or some thread has failed.
    void work(const Limits& limits) {
        // Each thread has its own reference count for the topology: threads that share a count slow each
        // other down.
        const std::shared_ptr<const Topology> topology(topology_.get(), [keep = topology_](const auto*) {});
        ThreadInference inference(topology, limits);
        while (!shared_work_.has_failed()) {
            const std::size_t first = kBlock * next_block_.fetch_add(1);
            if (first >= mines_.size()) return inference.keep();
            for (std::size_t i = first; i < std::min(first + kBlock, mines_.size()); ++i) {
                if (limits.poll) limits.poll();
                analyse(*inference, topology, i);
            }
        }
    }

    void analyse(Inference& inference, const std::shared_ptr<const Topology>& topology, std::size_t i) {
        const std::size_t size = topology->size();
        const std::span<const Mark> marks = marks_.subspan(i * size, size);
        Position position(topology, mines_[i], {marks.begin(), marks.end()});
        position.prior = prior_;
        inference.load(position, trust_flags_);
        const std::span<double> mine_probability = cells_.mine_probability.subspan(i * size, size);
        const std::span<Verdict> verdicts = cells_.verdicts.subspan(i * size, size);
        if (!inference.possible()) {
            std::ranges::fill(mine_probability, std::numeric_limits<double>::quiet_NaN());
            std::ranges::fill(verdicts, Verdict::revealed);
            return;
        }
        result_.possible[i] = 1;
        result_.log_configurations[i] = inference.log_configurations();
        result_.log_configurations_error[i] = inference.log_configurations_error();
        result_.exact[i] = inference.exact();
        inference.about_all(verdicts, mine_probability);
        errors_[i] = inference.errors();
        const CellRisk best = inference.first_safest(verdicts);
        result_.safest[i] = best.cell;
        if (best.cell != kNoCell) result_.safest_risk[i] = best.risk;
    }

    void list_errors() {
        const std::size_t size = topology_->size();
        result_.error.reserve(marks_.size());
        for (std::size_t at = 0; at < marks_.size(); ++at) {
            const std::vector<double>& errors = errors_[at / size];
            result_.error.push_back(errors.empty() ? 0 * cells_.mine_probability[at] : errors[at % size]);
        }
    }

    std::shared_ptr<const Topology> topology_;
    std::span<const Mark> marks_;
    std::span<const std::uint32_t> mines_;
    std::shared_ptr<const MinePrior> prior_;
    bool trust_flags_;
    BatchCells cells_;
    BatchAnalysis result_;
    std::vector<std::vector<double>> errors_;  // of each position; empty where exact
    std::atomic<std::size_t> next_block_ = 0;
    SharedWork shared_work_;
};

}  // namespace

BatchAnalysis analyse_batch(const std::shared_ptr<const Topology>& topology, std::span<const Mark> marks,
                            std::span<const std::uint32_t> mines,
                            const std::shared_ptr<const MinePrior>& prior, bool trust_flags,
                            const BatchCells& cells, unsigned threads, const Limits& limits) {
    return Batch(topology, marks, mines, prior, trust_flags, cells).run(threads, limits);
}

namespace {

// Calls visit(mines on the board, log weight of one placement) for each number that was believed possible.
void visit_counts(const MinePrior& prior, std::size_t cells, const auto& visit) {
    if (prior.kind == MinePrior::Kind::counts) {
        MineWeights(prior, cells, 0).for_each_count([&](std::int64_t mines, double log_weight) {
            visit(static_cast<std::uint32_t>(mines), log_weight);
        });
        return;
    }
    for (std::uint32_t mines = 0; mines <= cells; ++mines)
        visit(mines, mines * std::log(prior.density) +
                         static_cast<double>(cells - mines) * std::log1p(-prior.density));
}

}  // namespace

std::vector<MineCountChance> mine_count_chances(const Position& position, const Analysis& analysis,
                                                const Limits& limits) {
    const Analysis::Factors& parts = analysis.factors;
    std::vector<Factor> factors;
    std::int64_t least = position.mines - parts.mines, most = least + static_cast<std::int64_t>(parts.sea);
    const std::int64_t known_mines = least;
    for (const auto& sweep : parts.sweeps) {
        factors.push_back({sweep->least_mines(), sweep->ways()});
        least += sweep->least_mines();
        most += sweep->least_mines() + static_cast<std::int64_t>(sweep->ways().size()) - 1;
    }
    std::vector<MineCountChance> chances;
    double largest = -std::numeric_limits<double>::infinity();
    visit_counts(*position.prior, position.marks.size(), [&](std::uint32_t mines, double log_weight) {
        if (mines < least || mines > most) return;
        if (limits.poll) limits.poll();
        const Coupling coupling = couple(factors, parts.sea, mines - known_mines);
        if (!coupling.possible) return;
        chances.push_back({mines, log_weight + coupling.log_total});
        largest = std::max(largest, chances.back().chance);
    });
    double total = 0;
    for (MineCountChance& each : chances)
        total += each.chance = std::exp(each.chance - largest);
    for (MineCountChance& each : chances)
        each.chance /= total;
    return chances;
}

}  // namespace sapper

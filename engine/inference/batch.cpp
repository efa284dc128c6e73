#include "inference/batch.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "util/shared_work.hpp"

namespace sapper {

namespace {

// The positions that a thread takes at a time: so many that taking them costs little, and so few that the
// threads finish together.
constexpr std::size_t kBlock = 16;

class Batch {
  public:
    Batch(const std::shared_ptr<const Topology>& topology, std::span<const Mark> marks,
          std::span<const std::uint32_t> mines, std::shared_ptr<const MinePrior> prior, bool trust_flags)
        : topology_(topology),
          marks_(marks),
          mines_(mines),
          prior_(std::move(prior)),
          trust_flags_(trust_flags) {
        result_.mine_probability.assign(marks.size(), std::numeric_limits<double>::quiet_NaN());
        result_.error.assign(marks.size(), std::numeric_limits<double>::quiet_NaN());
        result_.verdicts.assign(marks.size(), Verdict::revealed);
        result_.log_configurations.assign(mines.size(), -std::numeric_limits<double>::infinity());
        result_.log_configurations_error.assign(mines.size(), 0.0);
        result_.exact.assign(mines.size(), 1);
        result_.safest.assign(mines.size(), kNoCell);
        result_.safest_risk.assign(mines.size(), std::numeric_limits<double>::quiet_NaN());
        result_.possible.assign(mines.size(), 0);
    }

    BatchAnalysis run(unsigned threads, const Limits& limits) {
        const std::size_t blocks = (mines_.size() + kBlock - 1) / kBlock;
        // Each thread polls its own copy, because a poll may have state.
        shared_.run(static_cast<unsigned>(std::min<std::size_t>(threads, blocks)),
                    [this, limits] { work(limits); });
        return std::move(result_);
    }

  private:
    // The work of one thread: takes blocks until none is left or some thread has failed.
    void work(const Limits& limits) {
        // Each thread has its own reference count for the topology: threads that share a count slow each
        // other down.
        const std::shared_ptr<const Topology> topology(topology_.get(), [keep = topology_](const auto*) {});
        Inference inference(topology, 0, limits);
        while (!shared_.failed()) {
            const std::size_t first = kBlock * next_block_.fetch_add(1);
            if (first >= mines_.size()) return;
            for (std::size_t i = first; i < std::min(first + kBlock, mines_.size()); ++i) {
                if (limits.poll) limits.poll();
                analyse(inference, topology, i);
            }
        }
    }

    void analyse(Inference& inference, const std::shared_ptr<const Topology>& topology, std::size_t i) {
        const std::size_t size = topology->size();
        const std::span<const Mark> marks = marks_.subspan(i * size, size);
        Position position(topology, mines_[i], {marks.begin(), marks.end()});
        position.prior = prior_;
        inference.load(position, trust_flags_);
        if (!inference.possible()) return;
        result_.possible[i] = 1;
        result_.log_configurations[i] = inference.log_configurations();
        result_.log_configurations_error[i] = inference.log_configurations_error();
        result_.exact[i] = inference.exact();
        const std::span<Verdict> verdicts = std::span(result_.verdicts).subspan(i * size, size);
        inference.about_all({verdicts, std::span(result_.mine_probability).subspan(i * size, size),
                             std::span(result_.error).subspan(i * size, size)});
        const Guess best = inference.first_safest(verdicts);
        result_.safest[i] = best.cell;
        if (best.cell != kNoCell) result_.safest_risk[i] = best.risk;
    }

    std::shared_ptr<const Topology> topology_;
    std::span<const Mark> marks_;
    std::span<const std::uint32_t> mines_;
    std::shared_ptr<const MinePrior> prior_;
    bool trust_flags_;
    BatchAnalysis result_;
    std::atomic<std::size_t> next_block_ = 0;
    SharedWork shared_;
};

}  // namespace

BatchAnalysis analyse_batch(const std::shared_ptr<const Topology>& topology, std::span<const Mark> marks,
                            std::span<const std::uint32_t> mines,
                            const std::shared_ptr<const MinePrior>& prior, bool trust_flags, unsigned threads,
                            const Limits& limits) {
    return Batch(topology, marks, mines, prior, trust_flags).run(threads, limits);
}

}  // namespace sapper

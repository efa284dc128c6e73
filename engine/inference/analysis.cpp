#include "inference/analysis.hpp"

#include "inference/conflict.hpp"

namespace sapper {

namespace {

// Each thread keeps its last Inference for the next position on the same board. Its buffers and counted
// components save half the work of a usual position.
class Kept {
  public:
    Kept(const std::shared_ptr<const Topology>& topology, const Limits& limits)
        : usual_(topology->size() <= kLargestBoard && limits.values == Limits{}.values) {
        std::unique_ptr<Inference>& last = of_this_thread();
        if (usual_ && last != nullptr && &last->constraints().topology() == topology.get()) {
            inference_ = std::move(last);
            inference_->set_poll(limits.poll);
        } else {
            inference_ = std::make_unique<Inference>(topology, 0, limits);
        }
    }
    Inference& operator*() const { return *inference_; }

    // Keeps the Inference for later. Call it last, so that one interrupted by an exception is not kept.
    void keep() {
        std::size_t values = 0;
        for (const auto& sweep : inference_->sweeps())
            values += sweep->stored_values();
        if (!usual_ || !inference_->exact() || values > kMostValues) return;
        inference_->set_poll({});
        of_this_thread() = std::move(inference_);
    }

  private:
    // Nothing larger is kept: the thread may need the memory for something else.
    static constexpr std::size_t kLargestBoard = 10000;
    static constexpr std::size_t kMostValues = std::size_t{1} << 16;

    static std::unique_ptr<Inference>& of_this_thread() {
        thread_local std::unique_ptr<Inference> inference;
        return inference;
    }

    bool usual_;
    std::unique_ptr<Inference> inference_;
};

}  // namespace

Analysis analyse(const Position& position, bool trust_flags, const Limits& limits) {
    Kept kept(position.topology, limits);
    Inference& inference = *kept;
    inference.load(position, trust_flags);
    if (!inference.possible()) throw_contradiction(position, trust_flags, inference.suspects(), limits);

    Analysis analysis;
    const std::size_t size = position.topology->size();
    analysis.mine_probability.resize(size);
    analysis.error.resize(size);
    analysis.verdicts.resize(size);
    inference.about_all({analysis.verdicts, analysis.mine_probability, analysis.error});
    analysis.best = inference.first_safest(analysis.verdicts);
    analysis.log_configurations = inference.log_configurations();
    analysis.log_configurations_error = inference.log_configurations_error();
    analysis.exact = inference.exact();
    analysis.factors = {inference.sweeps(), inference.sea(), inference.mines_for_undecided()};
    kept.keep();
    return analysis;
}

}  // namespace sapper

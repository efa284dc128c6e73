#include "inference/analysis.hpp"

#include "inference/conflict.hpp"

namespace sapper {

Analysis analyse(const Position& position, bool trust_flags, const Limits& limits) {
    Inference inference(position.topology, position.mines, limits);
    inference.load(position, trust_flags);
    if (!inference.possible()) throw_contradiction(position, trust_flags, inference.suspects(), limits);

    Analysis analysis;
    const std::size_t size = position.topology->size();
    analysis.mine_probability.resize(size);
    analysis.error.resize(size);
    analysis.verdicts.resize(size);
    for (Cell cell = 0; cell < size; ++cell) {
        if (cell % 4096 == 0 && limits.poll) limits.poll();
        const Inference::Answer answer = inference.about(cell);
        analysis.verdicts[cell] = answer.verdict;
        analysis.mine_probability[cell] = answer.mine_probability;
        analysis.error[cell] = answer.error;
        const bool first_safe = analysis.verdicts[cell] == Verdict::safe && analysis.best.cell == kNoCell;
        if (first_safe) analysis.best = {cell, 0};
    }
    if (analysis.best.cell == kNoCell) analysis.best = inference.safest();
    analysis.log_configurations = inference.log_configurations();
    analysis.log_configurations_error = inference.log_configurations_error();
    analysis.exact = inference.exact();
    analysis.factors = {inference.walks(), inference.sea(), inference.mines_for_undecided()};
    return analysis;
}

}  // namespace sapper

#include "inference/analysis.hpp"

#include <limits>

#include "inference/conflict.hpp"

namespace sapper {

Cell Analysis::best() const {
    Cell best = kNoCell;
    double least = std::numeric_limits<double>::infinity();
    for (Cell cell = 0; cell < verdicts.size(); ++cell) {
        if (verdicts[cell] == Verdict::safe) return cell;
        // Cells of equal risk may differ in the last digits by the way they were computed.
        if (verdicts[cell] != Verdict::revealed && mine_probability[cell] < least * (1 - 1e-12)) {
            least = mine_probability[cell];
            best = cell;
        }
    }
    return best;
}

Analysis analyse(const Position& position, bool trust_flags, const Limits& limits) {
    Inference inference(position.topology, position.mines, limits);
    inference.load(position, trust_flags);
    if (!inference.possible()) throw_contradiction(position, trust_flags, inference.suspects(), limits);

    Analysis analysis;
    const std::size_t size = position.topology->size();
    analysis.mine_probability.resize(size);
    analysis.verdicts.resize(size);
    for (Cell cell = 0; cell < size; ++cell) {
        analysis.verdicts[cell] = inference.verdict(cell);
        analysis.mine_probability[cell] = inference.mine_probability(cell);
    }
    analysis.log_configurations = inference.log_configurations();
    analysis.factors = {inference.walks(), inference.sea(), inference.mines_for_undecided()};
    return analysis;
}

}  // namespace sapper

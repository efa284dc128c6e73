#include "strategy/guess_score.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "strategy/living.hpp"

namespace sapper {

namespace {

// Scores that agree to this are equal, so that no last bit of a logarithm decides.
constexpr double kGrain = 0x1p40;

double rounded(double score) {
    return std::nearbyint(score * kGrain) / kGrain;
}

}  // namespace

GuessScore::GuessScore(const Topology& topology, const GuessOptions& options)
    : topology_(topology), options_(options), even_(topology) {}

void GuessScore::collect(Inference& inference) {
    candidates_.clear();
    const Constraints& constraints = inference.constraints();
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double risk) {
        if (risk == 1) return;
        for (Cell cell : cells)
            candidates_.push_back({cell, risk, 1});
    });
    const double sea_risk = inference.sea_risk();
    double least = sea_risk;
    for (const Candidate& candidate : candidates_)
        least = std::min(least, candidate.risk);
    if (1 - sea_risk >= options_.sea_band * (1 - least)) {
        const auto size = static_cast<Cell>(topology_.size());
        std::vector<Candidate> far;
        const std::size_t before = candidates_.size();
        for (Cell cell = 0; cell < size; ++cell) {
            if (!constraints.undecided(cell) || constraints.in_frontier(cell)) continue;
            std::size_t hidden = 0;
            bool near = false;
            for (Cell other : topology_.neighbours(cell)) {
                hidden += constraints.undecided(other);
                near |= constraints.in_frontier(other);
            }
            if (near || hidden <= 3) {
                candidates_.push_back({cell, sea_risk, 1});
            } else if (far.empty()) {
                far.push_back({cell, sea_risk, 1});
            }
        }
        if (candidates_.size() == before) candidates_.insert(candidates_.end(), far.begin(), far.end());
    }
    if (options_.even > 0) {
        even_.find(inference, options_.squares);
        for (Candidate& candidate : candidates_)
            candidate.refund = 1 + options_.even * even_.of(candidate.cell) / (1 - candidate.risk);
    }
    const double frontier = options_.frontier_band * (1 - least);
    if (options_.dead) {
        double living = 2;
        for (const Candidate& candidate : candidates_) {
            if (candidate.risk < living && !is_dead(constraints, candidate.cell)) living = candidate.risk;
        }
        if (living < 1) {
            const double band = options_.frontier_band * (1 - living);
            std::erase_if(candidates_, [&](const Candidate& candidate) {
                return worth(candidate) < band || is_dead(constraints, candidate.cell);
            });
        }
    } else {
        std::erase_if(candidates_, [&](const Candidate& candidate) { return worth(candidate) < frontier; });
    }
    std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
        const double x = rounded(worth(a));
        const double y = rounded(worth(b));
        return x > y || (x == y && a.cell < b.cell);
    });
}

GuessScore::Leaf GuessScore::look(Inference& inference) {
    Leaf leaf;
    const Constraints& constraints = inference.constraints();
    const auto consider = [&](Cell cell, double risk) {
        const double safety = 1 - risk;
        if (safety <= leaf.second) return;
        if (options_.dead && is_dead(constraints, cell)) return;
        if (safety > leaf.safest) {
            leaf.second = leaf.safest;
            leaf.safest = safety;
        } else {
            leaf.second = safety;
        }
    };
    for (Cell cell : constraints.found_safe()) {
        if (constraints.standing(cell) != Constraints::Standing::safe) continue;
        consider(cell, 0);
        if (leaf.second == 1) return {1, 1, true};
    }
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double risk) {
        for (Cell cell : cells)
            consider(cell, risk);
    });
    if (inference.sea() > 0) {
        const double safety = 1 - inference.sea_risk();
        if (safety > leaf.safest) {
            leaf.second = inference.sea() > 1 ? safety : leaf.safest;
            leaf.safest = safety;
        } else if (safety > leaf.second) {
            leaf.second = safety;
        }
    }
    leaf.progress = leaf.safest == 1;
    return leaf;
}

std::vector<double> GuessScore::features(Inference& inference) {
    const Constraints& constraints = inference.constraints();
    double known_safe = 0, frontier_safe = 0, variance = 0, dead_variance = 0, dead_cells = 0, even = 0, groups = 0, isolated=0;
    for (Cell cell : constraints.found_safe())
        known_safe += constraints.standing(cell) == Constraints::Standing::safe;
    const Leaf leaf = look(inference);
    inference.for_each_frontier_group([&](std::span<const Cell> cells, double risk) {
        groups += 1;
        for (Cell cell : cells) {
            frontier_safe += risk == 0;
            variance += risk * (1 - risk);
            even += risk > 0.4 && risk < 0.6;
            if (risk > 0 && risk < 1 && is_dead(constraints, cell)) {
                dead_cells += 1;
                dead_variance += risk * (1 - risk);
            }
        }
    });
    for (Cell c = 0; c < topology_.size(); ++c) {
        if (!constraints.undecided(c) || constraints.in_frontier(c)) continue;
        bool near = false;
        for (Cell o : topology_.neighbours(c)) near |= constraints.undecided(o);
        isolated += !near;
    }
    return {leaf.safest, leaf.second, known_safe, frontier_safe, inference.log_configurations(),
            double(inference.sea()), inference.sea() > 0 ? inference.sea_risk() : 0., double(constraints.frontier_cells()),
            groups, double(inference.walks().size()), variance, even, dead_cells, dead_variance, isolated,
            double(inference.mines_for_undecided())};
}

namespace {
const std::vector<double>& weights() {
    static const std::vector<double> w = [] {
        std::vector<double> v;
        if (FILE* f = std::fopen("/tmp/weights.txt", "r")) {
            double x;
            while (std::fscanf(f, "%lf", &x) == 1) v.push_back(x);
            std::fclose(f);
        }
        return v;
    }();
    return w;
}
double learnt(const std::vector<double>& f) {
    const double s1 = f[0], s2 = f[1], ks = f[2], fs = f[3], logN = f[4], sea = f[5], sr = f[6], fr = f[7];
    const double a[] = {1, logN, sea, fr, f[15], sr, .8 * s1 + .2 * s2, s1, std::min(ks, 4.), std::min(fs, 4.),
                        double(ks > 0), double(fs > 0), double(ks + fs > 1), f[8], f[9], f[10], f[11], f[12],
                        f[13], f[14], std::log1p(sea), sea * sea / 1e4, std::sqrt(std::max(0., logN)), sr * sr};
    double z = 0;
    for (std::size_t i = 0; i < std::size(a); ++i) z += a[i] * weights()[i];
    return 1 / (1 + std::exp(-z));
}
}  // namespace

double GuessScore::value(Inference& inference, const Candidate& candidate, double log_total, double beat) {
    const Constraints& constraints = inference.constraints();
    std::int32_t least = 0;
    std::int32_t undecided = 0;
    for (Cell other : topology_.neighbours(candidate.cell)) {
        const Constraints::Standing standing = constraints.standing(other);
        least += standing == Constraints::Standing::mine || standing == Constraints::Standing::exploded;
        undecided += standing == Constraints::Standing::undecided;
    }
    double left = 1 - candidate.risk;
    double sum = 0;
    dead_ = false;
    for (std::int32_t number = least; number <= least + undecided && left > 1e-9; ++number) {
        if (sum + left * (1 + options_.progress) * (options_.x == 0 ? 1 : 1.5) < beat) return 0;
        inference.push();
        inference.reveal(candidate.cell, static_cast<Mark>(number));
        if (inference.possible()) {
            const double share = std::exp(inference.log_configurations() - log_total);
            left -= share;
            if (share > (1 - candidate.risk) * (1 - 1e-9)) dead_ = true;
            Leaf leaf;
            if (inference.constraints().undecided_cells() == 0) {
                leaf = {1, 1, true};
            } else if (options_.learnt != 0) {
                const double v = learnt(features(inference));
                leaf = {v, v, false};
            } else {
                leaf = look(inference);
            }
            const double b = (1 - options_.second) * leaf.safest + options_.second * leaf.second;
            const double info = options_.x == 0 ? 1 : std::exp(-options_.x * std::log(share));
            sum += share * b * info * (1 + (leaf.progress ? options_.progress : 0));
        }
        inference.pop();
    }
    return sum;
}

Guess GuessScore::choose(Inference& inference) {
    collect(inference);
    if (candidates_.size() <= 1) return inference.safest();
    const double log_total = inference.log_configurations();
    Guess best{kNoCell, 1};
    double best_score = -1;
    Guess dead{kNoCell, 1};
    for (const Candidate& candidate : candidates_) {
        if (options_.learnt == 0 && worth(candidate) * (1 + options_.progress) < best_score) break;
        const double score = rounded(candidate.refund * value(inference, candidate, log_total, best_score / candidate.refund));
        if (options_.dead && dead_) {
            if (dead.cell == kNoCell) dead = {candidate.cell, candidate.risk};
            continue;
        }
        if (score > best_score) {
            best_score = score;
            best = {candidate.cell, candidate.risk};
        }
    }
    return best.cell == kNoCell ? dead : best;
}

}  // namespace sapper

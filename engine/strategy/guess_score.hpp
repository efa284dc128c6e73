#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inference/inference.hpp"
#include "strategy/even_chances.hpp"

namespace sapper {

struct GuessOptions {
    double frontier_band = 0.90;
    double sea_band = 0.95;
    double second = 0.2;
    double progress = 0.001;
    bool dead = true;
    double x = 0;
    double even = 0;
    bool squares = false;
    double endgame = 0;
    double nodes = 20000;
    double learnt = 0;
    void set(const std::string& name, double value) {
        if (name == "frontier") frontier_band = value;
        if (name == "sea") sea_band = value;
        if (name == "second") second = value;
        if (name == "progress") progress = value;
        if (name == "dead") dead = value != 0;
        if (name == "x") x = value;
        if (name == "even") even = value;
        if (name == "squares") squares = value != 0;
        if (name == "endgame") endgame = value;
        if (name == "nodes") nodes = value;
        if (name == "learnt") learnt = value;
    }
};

class GuessScore {
  public:
    GuessScore(const Topology& topology, const GuessOptions& options);

    Guess choose(Inference& inference);
    std::vector<double> features(Inference& inference);

  private:
    struct Candidate {
        Cell cell;
        double risk;
        double refund;  // what its safety is multiplied by
    };
    static double worth(const Candidate& c) { return (1 - c.risk) * c.refund; }
    struct Leaf {
        double safest = 0;
        double second = 0;
        bool progress = false;
    };

    void collect(Inference& inference);
    double value(Inference& inference, const Candidate& candidate, double log_total, double beat);
    Leaf look(Inference& inference);

    const Topology& topology_;
    GuessOptions options_;
    EvenChances even_;
    std::vector<Candidate> candidates_;
    bool dead_ = false;
};

}  // namespace sapper

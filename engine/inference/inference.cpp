#include "inference/inference.hpp"

#include <cmath>
#include <limits>

namespace sapper {

Inference::Inference(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits)
    : mines_(mines), limits_(std::move(limits)), constraints_(topology), frontier_(*topology) {}

void Inference::load(const Position& position, bool trust_flags) {
    mines_ = position.mines;
    constraints_.load(position, trust_flags);
    frontier_.reset(constraints_);
    current_ = false;
}

void Inference::reveal(Cell cell, Mark number) {
    constraints_.reveal(cell, number);
    current_ = false;
}

void Inference::explode(Cell cell) {
    constraints_.explode(cell);
    current_ = false;
}

void Inference::push() {
    frontier_.update(constraints_, limits_);
    constraints_.push();
    frontier_.push();
}

void Inference::pop() {
    constraints_.pop();
    frontier_.pop();
    current_ = false;
}

void Inference::update() {
    if (current_) return;
    coupling_ = {};
    if (constraints_.consistent()) frontier_.update(constraints_, limits_);
    if (constraints_.consistent() && frontier_.possible()) {
        std::vector<Factor> factors;
        for (std::uint32_t id : frontier_.parts()) {
            const Walk& walk = *frontier_.part(id).walk;
            factors.push_back({walk.least_mines(), walk.ways()});
        }
        coupling_ = couple(factors, sea(), mines_for_undecided());
        sea_ = {coupling_.sea_probability, coupling_.sea_can_be_mine, coupling_.sea_can_be_safe};
        marginals_.clear();
    }
    current_ = true;
}

bool Inference::possible() {
    update();
    return coupling_.possible;
}

std::vector<Cell> Inference::suspects() const {
    if (!constraints_.consistent()) return {constraints_.conflict()};
    return frontier_.suspects();
}

const Marginal& Inference::marginal(Cell undecided) {
    update();
    if (!constraints_.in_frontier(undecided)) return sea_;
    const std::uint32_t id = frontier_.part_of(undecided);
    if (id >= marginals_.size()) marginals_.resize(id + 1);
    std::vector<Marginal>& of_part = marginals_[id];
    if (of_part.empty()) {
        const std::vector<std::uint32_t>& parts = frontier_.parts();
        std::size_t index = 0;
        while (parts[index] != id)
            ++index;
        of_part = frontier_.part(id).walk->marginals(coupling_.weights[index], limits_);
    }
    return of_part[frontier_.group_of(undecided)];
}

Verdict Inference::verdict(Cell cell) {
    switch (constraints_.standing(cell)) {
        case Constraints::Standing::number:
        case Constraints::Standing::exploded:
            return Verdict::revealed;
        case Constraints::Standing::safe:
            return Verdict::safe;
        case Constraints::Standing::mine:
            return Verdict::mine;
        case Constraints::Standing::undecided:
            break;
    }
    const Marginal& about = marginal(cell);
    if (!about.can_be_mine) return Verdict::safe;
    return about.can_be_safe ? Verdict::uncertain : Verdict::mine;
}

double Inference::mine_probability(Cell cell) {
    switch (verdict(cell)) {
        case Verdict::revealed:
            break;
        case Verdict::safe:
            return 0;
        case Verdict::mine:
            return 1;
        case Verdict::uncertain:
            return marginal(cell).mine_probability;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

double Inference::log_configurations() {
    update();
    double log = coupling_.log_total;
    for (std::uint32_t id : frontier_.parts()) {
        log += static_cast<double>(frontier_.part(id).walk->exponent()) * std::log(2.0);
    }
    return log;
}

std::vector<std::shared_ptr<const Walk>> Inference::walks() {
    update();
    std::vector<std::shared_ptr<const Walk>> walks;
    for (std::uint32_t id : frontier_.parts())
        walks.push_back(frontier_.part(id).walk);
    return walks;
}

}  // namespace sapper

#include "knowledge/exact_level.hpp"

namespace sapper {

ExactLevel::ExactLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits)
    : topology_(topology),
      mines_(mines),
      inference_(std::move(topology), mines, std::move(limits)),
      verdicts_(topology_->size(), Verdict::uncertain) {}

void ExactLevel::begin(std::span<const Mark> marks) {
    inference_.load({topology_, mines_, {marks.begin(), marks.end()}});
    hidden_.clear();
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        verdicts_[cell] = is_hidden(marks[cell]) ? Verdict::uncertain : Verdict::revealed;
        if (is_hidden(marks[cell])) hidden_.push_back(cell);
    }
    safe_.clear();
    current_ = false;
}

void ExactLevel::follow(std::span<const Mark> marks, std::span<const Cell> changed) {
    opened_.clear();
    numbers_.clear();
    for (Cell cell : changed) {
        if (is_hidden(marks[cell])) continue;
        verdicts_[cell] = Verdict::revealed;
        current_ = false;
        if (marks[cell] == kExploded) {
            inference_.explode(cell);
        } else {
            opened_.push_back(cell);
            numbers_.push_back(marks[cell]);
        }
    }
    inference_.reveal(opened_, numbers_);
}

std::span<const Cell> ExactLevel::safe() {
    if (current_) return safe_;
    std::erase_if(hidden_, [this](Cell cell) { return verdicts_[cell] == Verdict::revealed; });
    std::erase_if(safe_, [this](Cell cell) { return verdicts_[cell] == Verdict::revealed; });
    if (!inference_.possible()) return safe_;
    for (Cell cell : hidden_) {
        if (verdicts_[cell] != Verdict::uncertain) continue;  // certain cells stay certain
        const Verdict verdict = inference_.about(cell).verdict;
        verdicts_[cell] = verdict;
        if (verdict == Verdict::safe) safe_.push_back(cell);
    }
    current_ = true;
    return safe_;
}

void ExactLevel::for_each_item(const std::function<void(const Item&)>& visit) const {
    const Constraints& constraints = inference_.constraints();
    std::vector<Cell> cells;
    for (Cell number = 0; number < verdicts_.size(); ++number) {
        if (!constraints.live(number)) continue;
        cells.clear();
        std::uint32_t mines = static_cast<std::uint32_t>(constraints.need(number));
        for (Cell cell : topology_->neighbours(number)) {
            if (!constraints.undecided(cell)) continue;
            if (verdicts_[cell] == Verdict::uncertain) cells.push_back(cell);
            mines -= verdicts_[cell] == Verdict::mine;
        }
        if (!cells.empty()) visit({cells, mines, mines});
    }
}

}  // namespace sapper

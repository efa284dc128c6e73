// A chain of filters. Each keeps the cells that are best by its own measure and passes them to the next. Of
// the cells that remain, the policy draws one at random. The letters are those of PSEQ. P: least mine
// probability. Z: chance of a zero. S: chance that some cell becomes certainly safe. E: expected number of
// such cells. Q: entropy of the number shown. F: nearness to an opened cell.
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

#include "strategy/policies/policy.hpp"
#include "strategy/scoring/guess_score.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

// A key for the results of a cell. Cells of the open sea share the results of their degree.
std::uint64_t key_of(const Constraints& constraints, Cell cell) {
    constexpr std::uint64_t kOpenSea = std::uint64_t{1} << 32;
    if (!in_open_sea(constraints, cell)) return cell;
    return kOpenSea + constraints.topology().degree(cell);
}

// Counts the hidden cells that are certainly safe.
std::size_t count_safe(Inference& inference, const Outlook& outlook) {
    const Constraints& constraints = inference.constraints();
    std::size_t count = 0;
    Cell at_sea = kNoCell;  // all have the same verdict
    for (Cell cell = 0; cell < outlook.size(); ++cell) {
        if (!outlook.hidden(cell)) continue;
        if (constraints.at_sea(cell)) {
            at_sea = cell;
        } else {
            count += inference.about(cell).verdict == Verdict::safe;
        }
    }
    const bool sea_is_safe = at_sea != kNoCell && inference.about(at_sea).verdict == Verdict::safe;
    return sea_is_safe ? count + inference.sea() : count;
}

class Filters final : public Policy {
  public:
    // The filters in order, as letters.
    explicit Filters(std::string_view letters) : letters_(letters) {}

    Needs needs() const override { return Needs::odds; }

    CellRisk pick(const Outlook& outlook) override {
        promises_.clear();
        zeros_.clear();
        log_total_ = outlook.odds->inference().log_configurations();
        cells_.clear();
        for (Cell cell = 0; cell < outlook.size(); ++cell) {
            if (outlook.hidden(cell) && outlook.odds->risk(cell) < 1) cells_.push_back(cell);
        }
        for (char letter : letters_) {
            if (cells_.size() > 1) keep_best(outlook, letter);
        }
        const Cell cell = cells_.size() > 1 ? outlook.random.one_of(cells_) : cells_.front();
        return {cell, outlook.odds->risk(cell)};
    }

  private:
    // The promise of a cell, over all numbers that it may show.
    struct Promise {
        double safe_cell = 0;   // the chance that some cell becomes certainly safe
        double safe_cells = 0;  // the expected number of such cells
        double entropy = 0;     // of the number, if the cell is safe
    };

    void keep_best(const Outlook& outlook, char letter) {
        constexpr double kEqual = 1e-9;  // allows for the rounding of logarithms and their sums
        if (letter == 'P') {
            // Compares risks as the other policies do, more exactly than sums.
            double least = 1;
            for (Cell cell : cells_)
                least = std::min(least, outlook.odds->risk(cell));
            std::erase_if(cells_, [&](Cell cell) { return is_riskier(outlook.odds->risk(cell), least); });
            return;
        }
        if (letter == 'F') steps_.find(outlook.game);
        scores_.clear();
        for (Cell cell : cells_)
            scores_.push_back(score(outlook, letter, cell));
        const double best = *std::max_element(scores_.begin(), scores_.end());
        std::size_t end = 0;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            if (scores_[i] >= best - kEqual) cells_[end++] = cells_[i];
        }
        cells_.resize(end);
    }

    double score(const Outlook& outlook, char letter, Cell cell) {
        switch (letter) {
            case 'Z':
                return chance_of_zero(outlook.odds->inference(), cell);
            case 'S':
                return promise(outlook, cell).safe_cell;
            case 'E':
                return promise(outlook, cell).safe_cells;
            case 'Q':
                return promise(outlook, cell).entropy;
            default:
                return -static_cast<double>(steps_[cell]);
        }
    }

    double chance_of_zero(Inference& inference, Cell cell) {
        const auto [entry, is_new] = zeros_.try_emplace(key_of(inference.constraints(), cell), 0.0);
        double& zero = entry->second;
        if (is_new && number_range(inference.constraints(), cell).first == 0)
            after_number(inference, log_total_, cell, 0, [&zero](double chance) { zero = chance; });
        return zero;
    }

    const Promise& promise(const Outlook& outlook, Cell cell) {
        const std::uint64_t key = key_of(outlook.odds->inference().constraints(), cell);
        const auto [entry, is_new] = promises_.try_emplace(key);
        if (is_new) entry->second = look(outlook, cell);
        return entry->second;
    }

    Promise look(const Outlook& outlook, Cell cell) {
        Inference& inference = outlook.odds->inference();
        Promise promise;
        double safe = 0;
        double entropy = 0;
        for_each_outcome(inference, log_total_, cell, [&](Mark, double chance) {
            const std::size_t safe_cells =
                inference.safe_cells().empty() ? 0 : count_safe(inference, outlook);
            safe += chance;
            entropy -= chance * std::log(chance);
            promise.safe_cell += safe_cells > 0 ? chance : 0;
            promise.safe_cells += chance * static_cast<double>(safe_cells);
            return true;
        });
        // The entropy of the chances divided by their sum.
        promise.entropy = entropy / safe + std::log(safe);
        return promise;
    }

    std::string letters_;
    std::vector<Cell> cells_;
    std::vector<double> scores_;
    double log_total_ = 0;
    std::unordered_map<std::uint64_t, Promise> promises_;  // by cell, or by degree in the open sea
    std::unordered_map<std::uint64_t, double> zeros_;
    StepsFromOpen steps_;
};

}  // namespace

// "pseq", or any letters.
std::unique_ptr<Policy> filters(std::string_view name) {
    if (name == "pseq") return std::make_unique<Filters>("PSEQ");
    const bool are_filters = !name.empty() && name.find_first_not_of("PZSEQF") == std::string_view::npos;
    return are_filters ? std::make_unique<Filters>(name) : nullptr;
}

}  // namespace sapper

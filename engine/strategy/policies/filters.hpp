// A chain of filters. Each keeps the cells that are best by its own measure and passes them to the next. One
// of the last ones is drawn. The letters are those of the notes of PSEQ.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "strategy/policy.hpp"

namespace sapper {

class Filters final : public Policy {
  public:
    // P: least mine probability. Z: chance of a zero. S: chance that some cell becomes certainly safe. E:
    // expected number of such cells. Q: entropy of the number shown. F: nearness to an opened cell.
    static constexpr std::string_view kLetters = "PZSEQF";

    // The filters in order, as letters.
    explicit Filters(std::string letters) : letters_(std::move(letters)) {}

    Needs needs() const override { return Needs::odds; }
    Guess pick(const Outlook& outlook) override;

  private:
    // What the numbers that a cell may show promise.
    struct Promise {
        double safe_cell = 0;   // the chance to make one certain
        double safe_cells = 0;  // how many to expect
        double entropy = 0;     // of the number, if the cell is safe
    };

    void keep_best(const Outlook& outlook, char letter);
    double score(const Outlook& outlook, char letter, Cell cell);
    double chance_of_zero(Inference& inference, Cell cell);
    const Promise& promise(const Outlook& outlook, Cell cell);
    Promise look(const Outlook& outlook, Cell cell);

    std::string letters_;
    std::vector<Cell> cells_;
    std::vector<double> scores_;
    double log_total_ = 0;
    std::unordered_map<std::uint64_t, Promise> promises_;  // by cell, or by degree in the open sea
    std::unordered_map<std::uint64_t, double> zeros_;
    std::vector<std::uint32_t> steps_;
    std::vector<Cell> queue_;
};

}  // namespace sapper

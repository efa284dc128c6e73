// How likely a reading is before its numbers are looked at. It depends on shapes and grounds, and on how much
// the reading leaves to chance. Weights are natural logarithms.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "screen/compared.hpp"

namespace sapper::screen {

// Which looks are hidden and which are empty. The others have the mark kNoRole.
using Roles = std::vector<Mark>;
inline constexpr Mark kNoRole = -5;

Roles roles_of(const Meaning& meaning);
// The looks with a mark.
Numbers with_mark(const std::vector<Mark>& meaning, Mark mark);

class Priors {
  public:
    // `given` says which looks have a mark that the caller gave.
    Priors(const Compared& looks, std::optional<std::uint32_t> mines, std::vector<char> given);

    // How likely a reading is before the numbers are looked at, up to a constant. What it leaves to chance
    // costs as many natural logarithms as it takes to say it: which cells were clicked, which covered cells
    // have flags, and which cells of one mark have which look. Places may tell the last.
    double of(const Meaning& meaning, bool by_place);
    // How likely each look has each mark, by its shape and its ground: the column is the mark + 2.
    const Plane<double>& weights(const Roles& roles);

  private:
    struct Opened {
        std::size_t openings;
        std::vector<std::size_t> alone;  // for each look, how many of its cells touch none of them
    };

    double strangeness(const Meaning& meaning) const;
    double confusion(const Meaning& meaning) const;
    bool look_open(const Meaning& meaning, Mark other_mark) const;
    double ways(const Numbers& same);
    std::size_t other_colours(const Numbers& same) const;
    const Opened& opened(const Numbers& empty);
    bool is_busy(const Roles& roles) const;
    bool hides_shapes(const Roles& roles) const;

    const Compared& looks_;
    std::optional<std::uint32_t> mines_;
    std::vector<char> given_;
    std::map<Roles, Plane<double>> tables_;
    std::map<Numbers, Opened> openings_;
    std::map<Numbers, double> ways_;
};

}  // namespace sapper::screen

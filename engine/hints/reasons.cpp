#include "hints/reasons.hpp"

#include <string>

#include "deduction/sentences.hpp"
#include "util/decimals.hpp"

namespace sapper {

namespace {

bool is_more(double one, double than) {
    return one > than + kEqualChances;
}

std::string percentage(double share, int digits) {
    return general_text(100 * share, digits);
}

// Both shares, with enough digits to tell them apart.
std::vector<Phrase> both_shares(double one, double other) {
    constexpr int kMostDigits = 9;
    int digits = 3;
    while (digits < kMostDigits && percentage(one, digits) == percentage(other, digits))
        ++digits;
    return {{"shares", {{"one", one}, {"other", other}, {"digits", std::int64_t{digits}}}}};
}

std::vector<Phrase> advantages_of(const GuessFigures& figures, const GuessFigures& safest) {
    std::vector<Phrase> advantages;
    if (is_more(figures.survival, safest.survival))
        advantages.push_back({"survives", {{"shares", both_shares(figures.survival, safest.survival)}}});
    if (is_more(figures.progress, safest.progress))
        advantages.push_back({"proves_more", {{"shares", both_shares(figures.progress, safest.progress)}}});
    return advantages;
}

bool wins_as_often(const GuessFigures& one, const GuessFigures& other) {
    return one.win_probability && other.win_probability &&
           *one.win_probability >= *other.win_probability - kEqualChances;
}

}  // namespace

std::optional<Phrase> reason_for(const GuessFigures& figures, const GuessFigures& safest,
                                 const Topology& topology, Cell safest_cell) {
    if (figures.win_probability && safest.win_probability) {
        const double win = *figures.win_probability;
        const double against = *safest.win_probability;
        if (!is_more(win, against)) return std::nullopt;
        return Phrase{"wins_more", {{"shares", both_shares(win, against)}}};
    }
    if (figures.closed && !safest.closed) return Phrase{"closed"};
    std::vector<Phrase> advantages = advantages_of(figures, safest);
    if (safest.numbers == 1 && figures.numbers > 1) {
        const Phrase where = cells_named(topology, std::span(&safest_cell, 1));
        return Phrase{"tells_nothing",
                      {{"cell", std::vector<Phrase>{where}}, {"advantages", std::move(advantages)}}};
    }
    if (figures.safest_play && safest.safest_play && is_more(*figures.safest_play, *safest.safest_play)) {
        return Phrase{"wins_more_safely",
                      {{"shares", both_shares(*figures.safest_play, *safest.safest_play)}}};
    }
    if (!advantages.empty()) return Phrase{"advantages", {{"advantages", std::move(advantages)}}};
    if (figures.closed) return Phrase{"both_closed"};
    if (figures.score > safest.score) return Phrase{"leaves_safer_guesses"};
    if (figures.worth && safest.worth && *figures.worth > *safest.worth) return Phrase{"was_won_more"};
    return std::nullopt;
}

std::optional<Phrase> reason_against(const GuessFigures& figures, const GuessFigures& safest) {
    if (wins_as_often(figures, safest))
        return Phrase{safest.numbers == 1 && figures.numbers > 1 ? "dead_wins_no_more" : "wins_no_more"};
    if (wins_as_often(safest, figures)) return Phrase{"safest_wins_more"};
    std::vector<Phrase> advantages = advantages_of(safest, figures);
    if (advantages.empty()) return std::nullopt;
    return Phrase{"safest_advantages", {{"advantages", std::move(advantages)}}};
}

}  // namespace sapper

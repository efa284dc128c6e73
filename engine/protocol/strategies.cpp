#include "protocol/strategies.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "board/board_names.hpp"
#include "inference/analysis.hpp"
#include "protocol/characters.hpp"
#include "protocol/refusal.hpp"
#include "protocol/words.hpp"
#include "strategy/evaluation.hpp"
#include "strategy/policies/policy.hpp"
#include "strategy/strategies.hpp"
#include "util/decimals.hpp"

namespace sapper {

namespace {

std::vector<std::string_view> names_of(const auto& entries) {
    std::vector<std::string_view> names;
    for (const auto& each : entries)
        names.push_back(each.name);
    return names;
}

bool has(const std::vector<std::string_view>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

Refusal too_late(const Turn& turn) {
    return {"budget", "no game of the evaluation ended within " +
                          general_text(turn.seconds().value_or(0), 6) + " seconds: allow more time"};
}

// Whether a strategy uses no random numbers, at any effort.
bool is_without_random(std::string_view player) {
    constexpr std::array<std::string_view, 2> kNames = {"fast", "best"};
    return std::ranges::find(kNames, player.substr(0, player.find('@'))) != kNames.end();
}

}  // namespace

void check_strategy(std::string_view name) {
    constexpr std::string_view kListedBy = "'sapper strategies'";
    constexpr std::string_view kEndgame = "+endgame";
    const auto refuse = [](const std::string& text) { throw Refusal("error", text); };
    const std::string_view parts = name.substr(0, name.size() - kEndgame.size() * name.ends_with(kEndgame));
    if (const std::size_t plus = parts.find('+'); plus != std::string_view::npos) {
        const auto levels = names_of(strategy_levels());
        const std::string_view level = parts.substr(0, plus), policy = parts.substr(plus + 1);
        if (!has(levels, level)) refuse(unknown_name("inference level", level, levels));
        if (!is_policy(policy)) refuse(unknown_name("policy", policy, names_of(policies()), kListedBy));
    } else if (name.find(':') != std::string_view::npos) {
        refuse("unknown strategy " + quoted_text(name) +
               ": such names are for the command line; in Python, give the object");
    } else if (has(names_of(kBoardLevels), name)) {
        refuse("unknown strategy " + quoted_text(name) +
               ": it is the name of a level, which gives the board");
    } else if (!has(names_of(strategies()), name)) {
        refuse(unknown_name("strategy", name, names_of(strategies()), kListedBy));
    }
}

WinEstimate estimate_win(const Position& position, const EvaluationOrder& order, const Turn& turn) {
    constexpr std::string_view kWhat = "the evaluation";
    constexpr std::uint32_t kTogether = 32;  // games between two looks at the clock
    try {
        // Its error names the numbers in conflict.
        turn.run("the analysis", &position, [&](const Limits& limits) { analyse(position, false, limits); });
    } catch (const Refusal& refusal) {
        if (refusal.type == "budget" && turn.is_over()) throw too_late(turn);
        throw;
    }
    const auto run = [&](const auto& work) { return turn.run(kWhat, &position, work); };
    Evaluation evaluation = run([&](const Limits& limits) {
        const Rules rules{.first_click = order.first_click};
        return Evaluation(position, order.first_click,
                          make_player(order.player, position.topology, position.mines, rules), limits);
    });
    const bool is_lost = std::ranges::find(position.marks, kExploded) != position.marks.end();
    if (is_lost || is_without_random(order.player)) {
        const auto exact = run([&](const Limits& limits) {
            evaluation.set_poll(limits.poll);
            return evaluation.exact();
        });
        if (exact) return {*exact, 0, true, 0};
    }
    GameValues values;
    const std::uint64_t seed = evaluation.seed_here(order.seed);
    while (!turn.is_over()) {
        const double wanted = values.wanted(order.error);
        if (wanted <= 0 || values.games() >= order.most) break;
        std::uint64_t more = std::min(static_cast<std::uint64_t>(wanted), order.most - values.games());
        for (; more > 0 && !turn.is_over(); more -= std::min<std::uint64_t>(more, kTogether)) {
            std::vector<double> block(static_cast<std::size_t>(std::min<std::uint64_t>(more, kTogether)));
            try {
                run([&](const Limits& limits) {
                    evaluation.set_poll(limits.poll);
                    for (std::size_t i = 0; i < block.size(); ++i)
                        block[i] = evaluation.value(seed, values.games() + i);
                });
            } catch (const Refusal& refusal) {
                if (refusal.type == "budget" && turn.is_over()) break;
                throw;
            }
            values.add(block);
        }
    }
    if (values.games() == 0) throw too_late(turn);
    return {values.mean(), values.error(), false, values.games()};
}

}  // namespace sapper

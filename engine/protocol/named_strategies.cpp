#include "protocol/named_strategies.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "board/board_names.hpp"
#include "inference/analysis.hpp"
#include "protocol/json.hpp"
#include "protocol/request.hpp"
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

constexpr std::string_view kListedBy = "'sapper strategies'";

bool has(const std::vector<std::string_view>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

Refusal too_late(const Turn& turn) {
    return {"budget", "no game of the evaluation ended within " +
                          general_text(turn.seconds().value_or(0), 6) + " seconds: allow more time"};
}

// Throws a Refusal that names the numbers in conflict, if no minefield fits.
Evaluation evaluation_of(const Position& position, const EvaluationOrder& order, const Turn& turn) {
    try {
        return turn.run("the evaluation", &position, [&](const Limits& limits) {
            const Position basis = order.trust_flags ? with_trusted_flags(position, true, limits) : position;
            const Rules rules{.first_click = order.first_click};
            auto player = make_player(order.player, position.topology, position.mines, rules);
            try {
                return Evaluation(basis, order.first_click, std::move(player), limits);
            } catch (const std::domain_error&) {
                analyse(basis, false, limits);
                throw;
            } catch (const BudgetExceeded&) {
                analyse(basis, false, limits);  // which throws if it finds a conflict all the same
                throw;
            }
        });
    } catch (const Refusal& refusal) {
        if (refusal.type == "budget" && turn.is_over()) throw too_late(turn);
        throw;
    }
}

// Whether a strategy uses no random numbers, at any effort.
bool is_without_random(std::string_view player) {
    constexpr std::array<std::string_view, 2> kNames = {"fast", "best"};
    return std::ranges::find(kNames, player.substr(0, player.find('@'))) != kNames.end();
}

}  // namespace

std::optional<std::string> wrong_level(std::string_view name) {
    const auto names = names_of(strategy_levels());
    return has(names, name) ? std::nullopt : std::optional(unknown_name("inference level", name, names));
}

std::optional<std::string> wrong_policy(std::string_view name) {
    if (is_policy(name)) return std::nullopt;
    return unknown_name("policy", name, names_of(policies()), kListedBy);
}

std::optional<std::string> wrong_strategy(std::string_view name) {
    constexpr std::string_view kEndgame = "+endgame";
    const std::string_view parts = name.substr(0, name.size() - kEndgame.size() * name.ends_with(kEndgame));
    if (const std::size_t plus = parts.find('+'); plus != std::string_view::npos) {
        auto wrong = wrong_level(parts.substr(0, plus));
        return wrong ? wrong : wrong_policy(parts.substr(plus + 1));
    }
    const auto names = names_of(strategies());
    if (has(names, name)) return std::nullopt;
    const std::string unknown = "unknown strategy " + short_text(name) + ": ";
    if (name.find(':') != std::string_view::npos) return unknown + "such names are for the command line";
    if (has(names_of(kBoardLevels), name))
        return unknown + "it is the name of a level, which gives the board";
    return unknown_name("strategy", name, names, kListedBy);
}

void check_strategy(std::string_view name) {
    if (const auto wrong = wrong_strategy(name)) throw Refusal("error", *wrong);
}

WinEstimate estimate_win(const Position& position, const EvaluationOrder& order, const Turn& turn) {
    constexpr std::string_view kWhat = "the evaluation";
    constexpr std::uint32_t kTogether = 32;  // games between two looks at the clock
    const auto run = [&](const auto& work) { return turn.run(kWhat, &position, work); };
    Evaluation evaluation = evaluation_of(position, order, turn);
    const bool is_lost = std::ranges::find(position.marks, kExploded) != position.marks.end();
    if (is_lost) return {0, 0, true, 0};
    if (is_without_random(order.player)) {
        const auto exact = run([&](const Limits& limits) {
            evaluation.set_poll(limits.poll);
            return evaluation.exact();
        });
        if (exact) return {*exact, 0, true, 0};
    }
    GameValues values;
    const std::uint64_t seed = evaluation.seed_here(order.seed);
    while (!turn.is_over()) {
        const double missing = values.games_left(order.error);
        if (missing <= 0 || values.games() >= order.most) break;
        std::uint64_t more = std::min(static_cast<std::uint64_t>(missing), order.most - values.games());
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

#include "protocol/turn.hpp"

#include <cmath>
#include <string>

#include "board/game.hpp"
#include "inference/conflict.hpp"
#include "protocol/boards.hpp"
#include "protocol/json.hpp"
#include "protocol/request.hpp"
#include "util/decimals.hpp"

namespace sapper {

namespace {

Refusal contradiction(const Contradiction& error, const Position& position) {
    constexpr std::size_t kMostNumbers = 8;
    const Topology& topology = *position.topology;
    std::string text = error.what();
    for (std::size_t i = 0; i < error.numbers.size() && i < kMostNumbers; ++i) {
        const Cell cell = error.numbers[i];
        text += (i == 0 ? ": the " : "; the ") + std::to_string(position.marks[cell]) + " at " +
                describe(topology, cell);
    }
    if (error.numbers.size() > kMostNumbers)
        text += " and " + std::to_string(error.numbers.size() - kMostNumbers) + " more";
    Json more;
    more.more("cells", [&] { write_cells(more, topology, error.numbers); }, "mine_count", error.mine_count);
    return {"contradiction", text, more.text()};
}

}  // namespace

Turn::Turn(const Caller& caller, std::optional<double> seconds) : caller_(caller), seconds_(seconds) {}

double Turn::milliseconds() const {
    const std::chrono::duration<double, std::milli> time = Clock::now() - begin_;
    return std::nearbyint(1000 * time.count()) / 1000;
}

bool Turn::is_over() const {
    const std::chrono::duration<double> time = Clock::now() - begin_;
    return seconds_ && time.count() >= *seconds_;
}

Limits Turn::limits() const {
    Limits limits;
    if (!caller_.poll && !seconds_) return limits;
    limits.poll = [this] {
        if (caller_.poll) caller_.poll();
        if (is_over()) throw TimeIsUp();
    };
    limits.poll();  // short computations never poll by themselves, so they poll here
    return limits;
}

void Turn::refuse(std::string_view what, const Position* position) const {
    try {
        throw;
    } catch (const Contradiction& error) {
        if (position == nullptr) throw;
        throw contradiction(error, *position);
    } catch (const TimeIsUp&) {
        throw Refusal("budget", std::string(what) + " did not finish within " +
                                    general_text(seconds_.value_or(0), 6) + " seconds");
    } catch (const Cancelled&) {
        throw Refusal("cancelled", std::string(what) + " was cancelled");
    } catch (const BudgetExceeded& error) {
        throw Refusal("budget", error.what());
    } catch (const GameError& error) {
        throw Refusal("error", error.what());
    }
}

}  // namespace sapper

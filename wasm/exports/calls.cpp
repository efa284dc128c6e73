#include "calls.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <new>
#include <optional>
#include <string>

#include "board/game.hpp"
#include "board/position.hpp"
#include "formats/contents.hpp"
#include "formats/text_reader.hpp"
#include "inference/conflict.hpp"
#include "protocol/json.hpp"
#include "protocol/request.hpp"

namespace browser {

namespace {

using Bytes = std::vector<std::uint8_t>;

std::array<Bytes, 7> arguments;
std::vector<Bytes> results;

void fail_with(std::string_view text) {
    results.clear();
    give_text(text);
}

double number_or_nan(std::optional<std::size_t> number) {
    return number ? static_cast<double>(*number) : std::nan("");
}

void give_cell(sapper::Cell cell) {
    if (cell != sapper::kNoCell) give_numbers(cell);
}

}  // namespace

std::span<const std::uint8_t> argument_bytes(std::uint32_t number) {
    return arguments.at(number);
}

void give_bytes(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    results.emplace_back(bytes, bytes + size);
}

void give_marks_of(std::span<const sapper::Cell> cells, const sapper::Game& game) {
    std::vector<sapper::Mark> marks;
    for (const sapper::Cell cell : cells)
        marks.push_back(game.marks()[cell]);
    give(cells);
    give(marks);
}

Status answer(const std::function<void()>& work) {
    results.clear();
    try {
        work();
        return Status::done;
    } catch (const sapper::Contradiction& error) {
        fail_with(error.what());
        give(error.numbers);
        give_numbers(error.mine_count);
        return Status::contradiction;
    } catch (const sapper::PositionError& error) {
        fail_with(error.what());
        give_cell(error.cell);
        return Status::position;
    } catch (const sapper::MalformedPosition& error) {
        fail_with(error.what());
        if (!error.cell.empty()) give(std::vector<double>(error.cell.begin(), error.cell.end()));
        return Status::position;
    } catch (const sapper::GameError& error) {
        fail_with(error.what());
        give_cell(error.cell);
        return Status::game;
    } catch (const sapper::FormatError& error) {
        fail_with(error.what());
        give_numbers(number_or_nan(error.place.offset), number_or_nan(error.place.line),
                     number_or_nan(error.place.column));
        if (!error.formats.empty()) {
            sapper::Json formats;
            formats.value(error.formats);
            give_text(formats.text());
        }
        return Status::format;
    } catch (const sapper::Refusal& refusal) {
        fail_with(refusal.what());
        give_text(refusal.type);
        give_text(refusal.more.empty() ? "{}" : "{" + refusal.more.substr(1) + "}");
        return Status::refused;
    } catch (const sapper::BudgetExceeded& error) {
        fail_with(error.what());
        return Status::budget;
    } catch (const sapper::TimeIsUp&) {
        return Status::time_is_up;  // with the results so far
    } catch (const std::bad_alloc&) {
        fail_with("there is not enough memory");
        return Status::no_memory;
    } catch (const std::invalid_argument& error) {
        fail_with(error.what());
        return Status::argument;
    } catch (const std::exception& error) {
        fail_with(error.what());
        return Status::bug;
    }
}

sapper::Limits limits_of(double seconds) {
    using Clock = std::chrono::steady_clock;
    sapper::Limits limits;
    if (!std::isfinite(seconds)) return limits;
    limits.poll = [seconds, start = Clock::now()] {
        const std::chrono::duration<double> time = Clock::now() - start;
        if (time.count() >= seconds) throw sapper::TimeIsUp();
    };
    limits.poll();  // short computations never poll by themselves, so they poll here
    return limits;
}

sapper::Position position_of(TopologyHandle topology, std::uint32_t mines) {
    const std::span<const sapper::Mark> marks = argument<sapper::Mark>(0);
    return {*topology, mines, {marks.begin(), marks.end()}};
}

sapper::Position position_by_claim(TopologyHandle topology, std::uint32_t mines) {
    const std::string_view text = text_argument(1);
    if (text.empty()) return position_of(topology, mines);
    const std::span<const sapper::Mark> marks = argument<sapper::Mark>(0);
    sapper::MineClaim claim;
    try {
        claim = sapper::mine_claim(text);
    } catch (const std::invalid_argument& error) {
        throw sapper::PositionError(error.what(), sapper::kNoCell);
    }
    return sapper::position_of_claim(*topology, {marks.begin(), marks.end()}, claim);
}

}  // namespace browser

// Room for an argument of this many bytes. Null if there is no memory for it.
extern "C" __attribute__((export_name("argument"))) std::uint8_t* make_argument(std::uint32_t number,
                                                                                std::uint32_t bytes) {
    try {
        browser::arguments.at(number).resize(bytes);
        return browser::arguments[number].data();
    } catch (const std::exception&) {
        return nullptr;
    }
}

extern "C" __attribute__((export_name("results"))) std::uint32_t count_results() {
    return static_cast<std::uint32_t>(browser::results.size());
}

extern "C" __attribute__((export_name("result"))) const std::uint8_t* result_at(std::uint32_t number) {
    return browser::results.at(number).data();
}

extern "C" __attribute__((export_name("result_size"))) std::uint32_t result_size(std::uint32_t number) {
    return static_cast<std::uint32_t>(browser::results.at(number).size());
}

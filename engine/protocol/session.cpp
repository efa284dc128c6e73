#include "protocol/session.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "board/game.hpp"
#include "formats/text_reader.hpp"
#include "minefields/search.hpp"
#include "minefields/three_bv.hpp"
#include "minefields/zini.hpp"
#include "protocol/boards.hpp"
#include "protocol/json.hpp"
#include "protocol/named_strategies.hpp"
#include "protocol/request.hpp"
#include "simulation/series.hpp"
#include "strategy/player.hpp"
#include "strategy/strategies.hpp"
#include "util/decimals.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr int kProtocol = 1;  // grows if programs that use the protocol must change

std::string error_line(std::string_view type, std::string_view message, std::string_view more = {}) {
    Json json;
    json.object("type", type, "message", message);
    std::string error = json.text();
    error.insert(error.size() - 1, more);
    return "{\"error\": " + error + "}";
}

std::string only(std::string_view answer) {
    Json json;
    json.object("answer", answer);
    return json.text();
}

// The JSON value of a line. Throws a Refusal if the line is no JSON.
JsonValue value_of(std::string_view text) {
    if (text.size() > kLongestLine) {
        throw wrong_request("the line is too long: at most " + std::to_string(kLongestLine) +
                            " bytes are allowed");
    }
    text = without_mark(text);
    if (const std::size_t length = utf8_length(text); length < text.size()) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(text[length]);
        throw wrong_request(std::string("this is not UTF-8: byte 0x") + kDigits[byte >> 4] +
                            kDigits[byte & 15] + " at " + std::to_string(length));
    }
    try {
        return json_in(text);
    } catch (const JsonError& error) {
        throw wrong_request(error.what());
    }
}

}  // namespace

RequestLine::RequestLine(std::string_view text) {
    try {
        value_ = value_of(text);
        if (const JsonFields* fields = value_.fields()) {
            const auto id = std::ranges::find(*fields, "id", &std::pair<std::string, JsonValue>::first);
            if (id != fields->end()) {
                if (!is_finite(id->second))
                    throw wrong_request("a number in the `id` is too large: beyond 1.8e308");
                id_ = json_of(id->second);
            }
        }
        command_ = Request(value_).command();
    } catch (const Refusal& refusal) {
        wrong_ = refusal.what();
    } catch (const std::bad_alloc&) {
        wrong_ = "there is not enough memory to read this line";
    }
}

std::string RequestLine::answer_to_bug(std::string_view what) const {
    return with_id(error_line("error", std::string("a bug in Sapper: ").append(what)));
}

std::string RequestLine::with_id(std::string answer) const {
    return id_ ? "{\"id\": " + *id_ + ", " + answer.substr(1) : answer;
}

std::string Session::answer(const RequestLine& line, const Caller& caller) {
    std::string answer;
    try {
        if (line.wrong_) throw wrong_request(*line.wrong_);
        Request request(line.value_);
        answer = carry_out(request, caller);
    } catch (const Refusal& refusal) {
        answer = error_line(refusal.type, refusal.what(), refusal.more);
    } catch (const std::bad_alloc&) {
        answer = error_line("budget", "there is not enough memory");
    }
    return line.with_id(std::move(answer));
}

std::string Session::carry_out(Request& request, const Caller& caller) {
    const std::string_view command = request.command();
    if (command == "hello") return hello(request);
    if (command == "new") {
        FilePosition position = hidden_position_in(request);
        request.refuse_others();
        return now(std::move(position));
    }
    if (command == "position") return set_position(request);
    if (command == "open") return open(request);
    if (command == "flag") return flag(request);
    const Question question{request, caller, [this]() -> const FilePosition& { return current(); }};
    if (command == "analyse") return analysis_answer(question);
    if (command == "safest") return safest_answer(question);
    if (command == "hint") return hint_answer(question);
    if (command == "evaluate") return evaluation_answer(question);
    if (command == "play") return games_answer(request, caller);
    if (command == "generate") return minefields_answer(request, caller);
    if (command == "measure") return metrics_answer(request);
    request.refuse_others();
    return only(command == "stop" ? "stopped" : "bye");
}

std::string Session::hello(Request& request) {
    request.refuse_others();
    Json json;
    json.object("answer", "ready", "name", "Sapper", "version", version_, "protocol", kProtocol);
    return json.text();
}

std::string Session::set_position(Request& request) {
    const JsonValue* mines = request.whole("mines");
    const JsonValue* mines_left = request.whole("mines_left");
    const std::shared_ptr<const MinePrior> prior = mine_prior_in(request);
    const TopologyChoice topology = topology_in(request);
    if (request.has("text")) {
        const std::string_view text = request.need_text("text");
        const std::string_view format = request.text("format").value_or("auto");
        request.refuse_others();
        auto [position, read_as] = position_of_text(text, format, mines, topology);
        return now(with_mines_left(with_prior(std::move(position), prior), mines_left), read_as);
    }
    const JsonArray& marks = request.need_array("marks");
    request.refuse_others();
    return now(with_mines_left(with_prior(position_of_marks(marks, mines, topology), prior), mines_left));
}

std::string Session::open(Request& request) {
    std::vector<const JsonValue*> cells, numbers;
    if (request.has("cells")) {
        cells = request.cells("cells");
        for (const JsonValue& each : *request.integers("numbers").array())
            numbers.push_back(&each);
    } else {
        cells = {&request.cell()};
        numbers = {&request.need_whole("number")};
    }
    request.refuse_others();
    if (cells.size() != numbers.size()) {
        throw wrong_request("there are " + std::to_string(cells.size()) + " `cells` but " +
                            std::to_string(numbers.size()) + " `numbers`");
    }
    std::vector<Mark> marks;
    for (const JsonValue* each : numbers) {
        const std::int64_t number = each->number() != nullptr ? *each->number() : -1;
        const bool is_known = number == kExploded || number == kSafeMark;
        if (!is_known && (number < 0 || number > std::numeric_limits<Mark>::max())) {
            throw wrong_request(
                "an open cell shows 0 or more, -3 for an exploded mine, or -6 for a safe cell without a "
                "number, not " +
                each->digits());
        }
        marks.push_back(static_cast<Mark>(number));
    }
    std::vector<Cell> indices;
    for (const JsonValue* each : cells)
        indices.push_back(index_of(*current().position.topology, *each));
    return now(position_with_changes(current(), indices, marks));
}

std::string Session::flag(Request& request) {
    const JsonValue& cell_value = request.cell();
    const bool is_set = request.truth("set").value_or(true);
    request.refuse_others();
    const Position& position = current().position;
    const Cell cell = index_of(*position.topology, cell_value);
    if (!is_hidden(position.marks[cell])) {
        throw wrong_request(describe(*position.topology, cell) +
                            " is open: only hidden cells can have a flag");
    }
    const Mark mark = is_set ? kFlag : kHidden;
    return now(position_with_changes(current(), std::span(&cell, 1), std::span(&mark, 1)));
}

const FilePosition& Session::current() const {
    if (position_) return *position_;
    throw wrong_request("there is no position yet: send 'new' or 'position' first");
}

std::string Session::now(FilePosition next, std::optional<std::string_view> read_as) {
    const auto& [position, is_counted] = next;
    std::optional<std::uint32_t> mines;
    std::optional<std::int64_t> left;
    if (is_counted) {
        mines = position.mines;
        left = std::int64_t{position.mines} - std::ranges::count(position.marks, kExploded) -
               std::ranges::count(position.marks, kFlag);
    }
    Json json;
    json.object_of([&] {
        json.more(
            "answer", "position", "board",
            [&] { write_board(json, *position.topology, mines, position.prior.get()); }, "hidden",
            std::ranges::count_if(position.marks, is_hidden), "mines_left", left);
        if (read_as) json.more("read_as", *read_as);
    });
    position_ = std::move(next);  // last, so that a command that fails changes nothing
    return json.text();
}

namespace {

// A limit, so that a short line cannot use up the memory. The minefields of an answer have at most kMostCells
// together.
constexpr std::uint32_t kMostAtOnce = 10'000;

template <typename T>
using Naming = std::pair<std::string_view, T>;

constexpr Naming<FirstClick> kFirstClickChoices[] = {
    {"safe", FirstClick::safe}, {"opening", FirstClick::opening}, {"any", FirstClick::any}};
constexpr Naming<FirstClick> kStartChoices[] = {{"opening", FirstClick::opening}, {"safe", FirstClick::safe}};
constexpr Naming<Win> kWinChoices[] = {{"cleared", Win::cleared}, {"flagged", Win::flagged}};
constexpr Naming<Guessing> kGuessingChoices[] = {{"free", Guessing::free},
                                                 {"hard_core", Guessing::hard_core},
                                                 {"lucky", Guessing::lucky},
                                                 {"kaboom", Guessing::kaboom}};
constexpr Naming<OnMine> kOnMineChoices[] = {{"stop", OnMine::stop}, {"continue", OnMine::resume}};
constexpr Naming<Method> kMethodChoices[] = {{"uniform", Method::draw}, {"adjusted", Method::adjust}};

// The choice of this name.
auto choice_of(std::string_view what, std::string_view name, const auto& choices) {
    std::vector<std::string_view> names;
    for (const auto& [each, value] : choices) {
        if (each == name) return value;
        names.push_back(each);
    }
    throw Refusal("error", unknown_name(in_backticks(what), name, names));
}

Difficulty find_rule(std::string_view name) {
    std::vector<Naming<Difficulty>> rules;
    for (const Entry& each : difficulties())
        rules.emplace_back(each.name, static_cast<Difficulty>(rules.size()));
    return choice_of("hardest", name, rules);
}

void write_game(Json& json, const Topology& topology, const Records& records, std::size_t game,
                std::size_t first_guess) {
    const Cell lost_at = records.lost_at[game];
    json.object_of([&] {
        json.more("status", kStatusNames[records.outcome[game]], "clicks", records.clicks[game], "opened",
                  records.opened[game], "found", records.known_mines[game], "exploded",
                  records.exploded[game], "three_bv", records.three_bv[game], "openings",
                  records.openings[game], "solved", records.solved[game], "risk", records.risk[game],
                  "lost_at", [&] { write_cell(json, topology, lost_at); });
        std::vector<std::size_t> guesses(records.guesses[game]);
        std::iota(guesses.begin(), guesses.end(), first_guess);
        json.more("guesses", [&] {
            json.list(guesses, [&](std::size_t guess) {
                json.object(
                    "cell", [&] { write_cell(json, topology, records.guess_cell[guess]); }, "risk",
                    records.guess_risk[guess], "exploded", records.guess_exploded[guess] != 0);
            });
        });
    });
}

struct ThreeBvRange {
    std::uint32_t least = 0;
    std::uint32_t most = UINT32_MAX;
};

ThreeBvRange three_bv_in(const JsonArray& limits) {
    ThreeBvRange range;
    const std::array<std::uint32_t*, 2> ends = {&range.least, &range.most};
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const auto number = word_in(limits[i]);
        if (!number || *number > UINT32_MAX) {
            throw Refusal("error", "`three_bv` must be from 0 to " + std::to_string(UINT32_MAX) + ", not " +
                                       short_cell(limits[i]));
        }
        *ends[i] = static_cast<std::uint32_t>(*number);
    }
    if (range.least > range.most) {
        throw Refusal("error", "`three_bv`: the least, " + std::to_string(range.least) +
                                   ", is above the most, " + std::to_string(range.most));
    }
    return range;
}

void check_any_safe(const Board& board) {
    const std::size_t cells = board.topology->size();
    if (board.mines < cells) return;
    throw Refusal("error", "a game needs a safe cell, but " + quantity(board.mines, "mine") +
                               (board.mines == 1 ? " fills " : " fill ") +
                               (cells == 1 ? "the only cell" : "all " + std::to_string(cells) + " cells"));
}

}  // namespace

std::string games_answer(Request& request, const Caller& caller) {
    const Board board = board_in(request);
    const std::string_view player = request.text("strategy").value_or("best");
    const std::uint64_t seed = request.word("seed"), first = request.word("number");
    const std::uint32_t count = request.count("games", kMostAtOnce);
    const auto first_click = request.text("first_click"), win = request.text("win"),
               on_mine = request.text("on_mine"), guessing = request.text("guessing");
    Rules rules;
    if (first_click) rules.first_click = choice_of("first_click", *first_click, kFirstClickChoices);
    if (win) rules.win = choice_of("win", *win, kWinChoices);
    if (on_mine) rules.on_mine = choice_of("on_mine", *on_mine, kOnMineChoices);
    if (guessing) rules.guessing = choice_of("guessing", *guessing, kGuessingChoices);
    Cell cell = kNoCell;
    if (request.has("first_cell")) cell = index_of(*board.topology, request.cell("first_cell"));
    request.refuse_others();
    check_strategy(player);
    const Turn turn(caller, std::nullopt);
    const Records records = turn.run("the play", nullptr, [&](const Limits& limits) {
        Series series({board.topology, board.mines, rules, cell},
                      make_player(player, board.topology, board.mines, rules));
        if (limits.poll) series.set_poll(limits.poll);
        Records records;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (limits.poll) limits.poll();
            series.play(seed, first + i, records);
        }
        return records;
    });
    Json json;
    std::size_t game = 0, guess = 0;
    const auto write_games = [&] {
        json.list(records.guesses, [&](std::size_t guesses) {
            write_game(json, *board.topology, records, game++, guess);
            guess += guesses;
        });
    };
    json.object(
        "answer", "games", "board", [&] { write_board(json, *board.topology, board.mines); }, "strategy",
        player, "seed", seed, "number", first, "games", write_games);
    return json.text();
}

std::vector<BoardMatch> boards_of(const BoardOrder& order, std::uint32_t count, double seconds,
                                  const Caller& caller) {
    BoardSearch search(order);
    const Turn turn(caller, seconds);
    return turn.run("the search for a minefield", nullptr, [&](const Limits& limits) {
        try {
            return search.run(count, 1, limits);
        } catch (const TimeIsUp&) {
            throw Refusal("budget", shortfall_text(order, search.counts(), count, seconds));
        }
    });
}

std::string text_of_minefields(const BoardOrder& order, const std::vector<BoardMatch>& boards,
                               std::optional<std::string_view> method) {
    const Topology& topology = *order.topology;
    Json json;
    const auto write_minefield = [&](const BoardMatch& each) {
        std::vector<Cell> mines;
        for (Cell cell = 0; cell < each.mine_bytes.size(); ++cell)
            if (each.mine_bytes[cell] != 0) mines.push_back(cell);
        json.object(
            "board", [&] { write_board(json, topology, order.mines); }, "first_cell",
            [&] { write_cell(json, topology, order.start); }, "mines",
            [&] { write_cells(json, topology, mines); }, "method", method, "seed", order.seed, "number",
            each.game);
    };
    json.object("answer", "minefields", "minefields", [&] { json.list(boards, write_minefield); });
    return json.text();
}

std::string minefields_answer(Request& request, const Caller& caller) {
    constexpr double kSeconds = 30;
    const Board board = board_in(request);
    const Topology& topology = *board.topology;
    const std::uint32_t count = request.count("count", kMostAtOnce);
    const auto first_click = request.text("first_click").value_or("opening");
    const auto method = request.text("method").value_or("uniform");
    const auto hardest = request.text("hardest").value_or("counting");
    const bool mine_count = request.truth("mine_count").value_or(true);
    const bool is_fair = request.truth("fair").value_or(true);
    const bool has_seed = request.whole("seed") != nullptr;
    request.whole("number");
    const JsonValue* start = request.has("first_cell") ? &request.cell("first_cell") : nullptr;
    const JsonArray* three_bv = request.has("three_bv") ? request.integers("three_bv").array() : nullptr;
    if (three_bv != nullptr && three_bv->size() != 2)
        throw wrong_request("`three_bv` of 'generate' must be an array of the least and the most");
    const double seconds = request.seconds("time_limit").value_or(kSeconds);
    request.refuse_others();
    if (const std::uint64_t cells = std::uint64_t{count} * topology.size(); cells > kMostCells) {
        throw wrong_request(std::to_string(count) + " such minefields have " + std::to_string(cells) +
                            " cells, but an answer has at most " + std::to_string(kMostCells) +
                            ": ask for fewer at a time");
    }

    BoardOrder order;
    order.topology = board.topology;
    order.mines = board.mines;
    order.method = choice_of("method", method, kMethodChoices);
    if (!is_fair) order.method = Method::any;
    order.first_click = choice_of("first_click", first_click, kStartChoices);
    check_any_safe(board);
    order.start = start != nullptr ? index_of(topology, *start)
                                   : good_first_cell(topology, board.mines, order.first_click);
    order.seed = has_seed ? request.word("seed") : caller.random();
    order.terms = {find_rule(hardest), mine_count};
    if (three_bv != nullptr) {
        const ThreeBvRange range = three_bv_in(*three_bv);
        order.least_three_bv = range.least;
        order.most_three_bv = range.most;
    }
    order.first_game = request.word("number");
    const std::vector<BoardMatch> boards = boards_of(order, count, seconds, caller);
    return text_of_minefields(order, boards, is_fair ? std::optional(method) : std::nullopt);
}

std::string metrics_answer(Request& request) {
    const std::shared_ptr<const Topology> topology = topology_with_shape_in(request);
    const std::vector<const JsonValue*> cells = request.cells("mines");
    request.refuse_others();
    std::vector<std::uint8_t> mine_bytes(topology->size());
    for (const JsonValue* each : cells) {
        Cell cell = kNoCell;
        try {
            cell = index_of(*topology, *each);
        } catch (const Refusal& refusal) {
            throw Refusal("cell", std::string("a mine cannot be there: ") + refusal.what());
        }
        if (mine_bytes[cell] != 0)
            throw Refusal("error", describe(*topology, cell) + " is listed twice as a mine");
        mine_bytes[cell] = 1;
    }
    const BoardCounts counts = BoardCounter().count(*topology, mine_bytes);
    Zini zini;
    zini.load(*topology, mine_bytes);
    Json json;
    json.object(
        "answer", "metrics", "board",
        [&] { write_board(json, *topology, static_cast<std::uint32_t>(cells.size())); }, "three_bv",
        counts.three_bv, "openings", counts.openings, "islands", counts.islands, "zini",
        zini.clicks(ZiniRule::greedy).size(), "hzini", zini.clicks(ZiniRule::human).size());
    return json.text();
}

}  // namespace sapper

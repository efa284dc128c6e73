#include "protocol/session.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <vector>

#include "formats/text_reader.hpp"
#include "protocol/boards.hpp"
#include "protocol/games.hpp"
#include "protocol/json.hpp"
#include "protocol/positions.hpp"
#include "protocol/questions.hpp"
#include "protocol/words.hpp"

namespace sapper {

namespace {

constexpr int kProtocol = 1;  // grows if programs that use the protocol must change

std::string error_line(std::string_view type, std::string_view message, std::string_view more = {}) {
    Json json;
    json.object("type", type, "message", with_fields(message));
    std::string error = json.text();
    error.insert(error.size() - 1, more);
    return "{\"error\": " + error + "}";
}

std::string only(std::string_view answer) {
    Json json;
    json.object("answer", answer);
    return json.text();
}

// The value of a line. Throws a Refusal if it is none.
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
                    throw wrong_request("a number in the 'id' is too large: beyond 1.8e308");
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
        throw wrong_request("there are " + std::to_string(cells.size()) + " 'cells' but " +
                            std::to_string(numbers.size()) + " 'numbers'");
    }
    std::vector<Mark> marks;
    for (const JsonValue* each : numbers) {
        const std::int64_t number = each->number() != nullptr ? *each->number() : -1;
        if (number != kExploded && (number < 0 || number > std::numeric_limits<Mark>::max())) {
            throw wrong_request("an open cell shows 0 or more, or -3 for an exploded mine, not " +
                                each->digits());
        }
        marks.push_back(static_cast<Mark>(number));
    }
    std::vector<Cell> indices;
    for (const JsonValue* each : cells)
        indices.push_back(index_of(*current().position.topology, *each));
    return now(changed_position(current(), indices, marks));
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
    return now(changed_position(current(), std::span(&cell, 1), std::span(&mark, 1)));
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

}  // namespace sapper

// The engine protocol: lines of JSON, each with one answer. docs/engine-protocol.md describes it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "formats/contents.hpp"
#include "protocol/json.hpp"
#include "protocol/request.hpp"
#include "protocol/turn.hpp"

namespace sapper {

// The most bytes of a line. The text of a position of ten million cells fits.
inline constexpr std::size_t kLongestLine = std::size_t{16} << 20;

// A line: its request or its error, and its id.
class RequestLine {
  public:
    explicit RequestLine(std::string_view text);

    // Whether the line ends the work on all requests before it.
    bool overtakes() const { return command_ == "stop" || command_ == "quit"; }
    // Whether nothing may follow.
    bool ends() const { return command_ == "quit"; }

    // The answer if Session::answer() threw: an error that says what went wrong in Sapper.
    std::string answer_to_bug(std::string_view what) const;

  private:
    friend class Session;

    // The answer, with the id in front.
    std::string with_id(std::string answer) const;

    JsonValue value_;
    std::optional<std::string> id_;     // as JSON
    std::optional<std::string> wrong_;  // the error of the line
    std::string command_;               // empty if there is an error
};

// A conversation. Commands change its position. A command that fails does not change it.
class Session {
  public:
    // `version` is that of the package.
    explicit Session(std::string version) : version_(std::move(version)) {}

    // The answer, one line of ASCII without its end. The caller may read any number of lines before it.
    // Throws only if there is a bug: then the position stays, and the line has an answer_to_bug().
    std::string answer(const RequestLine& line, const Caller& caller);

  private:
    std::string carry_out(Request& request, const Caller& caller);
    std::string hello(Request& request);
    std::string set_position(Request& request);
    std::string open(Request& request);
    std::string flag(Request& request);
    const FilePosition& current() const;
    // Makes this the current position. `read_as` names the format of its text.
    std::string now(FilePosition position, std::optional<std::string_view> read_as = {});

    std::string version_;
    std::optional<FilePosition> position_;
};

// Answers about whole games and minefields, which need no position.
std::string games_answer(Request& request, const Caller& caller);
std::string minefields_answer(Request& request, const Caller& caller);
std::string metrics_answer(Request& request);

// A question about the current position. `position` gives the current position, or throws a Refusal.
struct Question {
    Request& request;
    const Caller& caller;
    std::function<const FilePosition&()> position;
};

std::string analysis_answer(const Question& question);
std::string safest_answer(const Question& question);
std::string hint_answer(const Question& question);
std::string evaluation_answer(const Question& question);

}  // namespace sapper

// Answers to questions about the current position.
#pragma once

#include <functional>
#include <string>

#include "formats/contents.hpp"
#include "protocol/request.hpp"
#include "protocol/turn.hpp"

namespace sapper {

// A question. `position` gives the current position, or throws a Refusal.
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

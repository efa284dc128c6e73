// Answers about whole games and minefields, which need no position.
#pragma once

#include <string>

#include "protocol/request.hpp"
#include "protocol/turn.hpp"

namespace sapper {

std::string games_answer(Request& request, const Caller& caller);
std::string minefields_answer(Request& request, const Caller& caller);
std::string metrics_answer(Request& request);

}  // namespace sapper

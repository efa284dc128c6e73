// A game as Python holds it.
#pragma once

#include "board/game.hpp"
#include "in_use.hpp"

using HeldGame = Shared<sapper::Game>;
inline constexpr const char* kGame = "Game";

// An inference as Python holds it.
#pragma once

#include "in_use.hpp"
#include "inference/inference.hpp"

using HeldInference = Shared<sapper::Inference>;
inline constexpr const char* kInference = "Inference";

// An inference as Python holds it.
#pragma once

#include "in_use.hpp"
#include "inference/inference.hpp"

using HeldInference = Shared<sapper::Inference>;
inline constexpr const char* kInference = "Inference";

// Throws std::domain_error where no minefield fits: there are no answers then.
void check_possible(sapper::Inference& inference);

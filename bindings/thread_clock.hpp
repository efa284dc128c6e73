// How long the calling thread has been running on a processor, in nanoseconds. On systems that do not say,
// the time of the steady clock. The engine makes no platform calls, so it gets this function.
#pragma once

#include <cstdint>

std::uint64_t thread_clock();

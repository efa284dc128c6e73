// The processor time of the calling thread in nanoseconds. On systems without it, the time of the steady
// clock. The engine makes no platform calls, so it gets this function.
#pragma once

#include <cstdint>

std::uint64_t thread_clock();

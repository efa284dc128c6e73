// How long the calling thread has been running on a processor, in nanoseconds; where a system does not tell,
// the steady clock. The engine makes no platform calls, so it is given this one.
#pragma once

#include <cstdint>

std::uint64_t thread_clock();

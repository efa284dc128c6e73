#include "thread_clock.hpp"

#include "simulation/series.hpp"

#if defined(_WIN32)

#define NOMINMAX
#include <windows.h>

std::uint64_t thread_clock() {
    FILETIME creation, end, kernel, user;
    if (!GetThreadTimes(GetCurrentThread(), &creation, &end, &kernel, &user)) return sapper::steady_clock();
    const auto hundreds = [](const FILETIME& time) {
        return (std::uint64_t{time.dwHighDateTime} << 32) | time.dwLowDateTime;
    };
    return 100 * (hundreds(kernel) + hundreds(user));
}

#else

#include <time.h>

std::uint64_t thread_clock() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec time{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
        return std::uint64_t{1'000'000'000} * static_cast<std::uint64_t>(time.tv_sec) +
               static_cast<std::uint64_t>(time.tv_nsec);
#endif
    return sapper::steady_clock();
}

#endif

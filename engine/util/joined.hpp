// Joins its threads when it is destroyed, also by an exception. (Some standard libraries still lack
// std::jthread.)
#pragma once

#include <thread>
#include <vector>

namespace sapper {

struct Joined {
    Joined() = default;
    Joined(const Joined&) = delete;
    Joined& operator=(const Joined&) = delete;
    ~Joined() {
        for (std::thread& thread : threads)
            thread.join();
    }

    std::vector<std::thread> threads;
};

}  // namespace sapper

// Threads that are joined where this ends, also when that is by an exception. (std::jthread is still missing
// from some standard libraries.)
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

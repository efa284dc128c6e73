// WebAssembly without shared memory has one thread, and its C++ library has no threads and no locks. These
// take their place for the engine's code that can use several threads: locks that do nothing, and threads
// that cannot be started. The compiler reads this file before every other.
#pragma once

#include <stdexcept>

namespace std {

class mutex {
  public:
    void lock() {}
    void unlock() {}
};

template <typename Mutex>
class scoped_lock {
  public:
    explicit scoped_lock(Mutex&) {}
    scoped_lock(const scoped_lock&) = delete;
    ~scoped_lock() {}
};

class thread {
  public:
    template <typename... Work>
    explicit thread(const Work&...) {
        throw runtime_error("this engine has one thread");
    }
    void join() {}
};

}  // namespace std

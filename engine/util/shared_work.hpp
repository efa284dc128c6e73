// Work that several threads share.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sapper {

class SharedWork {
  public:
    // Calls a copy of `work` on each of `threads` threads, including this one. If one throws, the others see
    // failed() and should return. Throws what the first one threw.
    template <typename Work>
    void run(unsigned threads, const Work& work) {
        const auto guarded = [this](Work own) {
            try {
                own();
            } catch (...) {
                const std::scoped_lock lock(mutex_);
                if (!failed_) failure_ = std::current_exception();
                failed_ = true;
            }
        };
        {
            Joined others;
            for (unsigned t = 1; t < threads; ++t)
                others.threads.emplace_back(guarded, work);
            guarded(work);
        }
        if (failed_) std::rethrow_exception(failure_);
    }

    bool failed() const { return failed_; }

  private:
    // Joins its threads when it is destroyed, even by an exception. (Some standard libraries still lack
    // std::jthread.)
    struct Joined {
        ~Joined() {
            for (std::thread& thread : threads)
                thread.join();
        }

        std::vector<std::thread> threads;
    };

    std::mutex mutex_;
    std::exception_ptr failure_;
    std::atomic<bool> failed_ = false;
};

}  // namespace sapper

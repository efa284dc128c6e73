// One piece of work for several threads.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sapper {

class SharedWork {
  public:
    // Calls a copy of `work` on each of `threads` threads, the calling thread included. If one throws,
    // has_failed() tells the others, which should return. Then run() throws that first exception.
    template <typename Work>
    void run(unsigned threads, const Work& work) {
        const auto run_copy = [this](Work copy) {
            try {
                copy();
            } catch (...) {
                const std::scoped_lock lock(mutex_);
                if (!has_failed_) failure_ = std::current_exception();
                has_failed_ = true;
            }
        };
        {
            JoiningThreads others;
            for (unsigned t = 1; t < threads; ++t)
                others.threads.emplace_back(run_copy, work);
            run_copy(work);
        }
        if (has_failed_) std::rethrow_exception(failure_);
    }

    bool has_failed() const { return has_failed_; }

  private:
    // Joins its threads in the destructor, also after an exception. Some standard libraries still lack
    // std::jthread.
    struct JoiningThreads {
        ~JoiningThreads() {
            for (std::thread& thread : threads)
                thread.join();
        }

        std::vector<std::thread> threads;
    };

    std::mutex mutex_;
    std::exception_ptr failure_;
    std::atomic<bool> has_failed_ = false;
};

}  // namespace sapper

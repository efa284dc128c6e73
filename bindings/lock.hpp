// The interpreter's lock (GIL). All code that gives it back or takes it does so here.
//
// When the interpreter ends, a daemon thread may be in the middle of a call, and never gets the lock again.
// Up to version 3.13, Python then ends the thread with pthread_exit. That unwinds the stack as an exception
// does, and aborts the process at the first destructor or other `noexcept` function. Later versions let the
// thread wait until the process ends. This code does so with every version.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>

namespace lock {

// The thread that ends the interpreter has the lock until the end, so only it can give the lock back so late.
inline thread_local bool ends_the_interpreter = false;

[[noreturn]] inline void wait_for_the_end() {
    while (true)
        std::this_thread::sleep_for(std::chrono::hours(1));
}

// Calls `take`, which takes the lock. Waits for the end of the process if it cannot.
template <typename Take>
auto take_lock(Take take) {
    // After the end of the interpreter, its data about threads are gone.
    if (!Py_IsInitialized() && !ends_the_interpreter) wait_for_the_end();
    try {
        return take();
    } catch (...) {  // pthread_exit; Python's functions throw nothing
        wait_for_the_end();
    }
}

}  // namespace lock

// While it lives, this thread does without the lock.
class WithoutLock {
  public:
    WithoutLock() {
        if (!Py_IsInitialized()) lock::ends_the_interpreter = true;
        state_ = PyEval_SaveThread();
    }
    ~WithoutLock() {
        lock::take_lock([this] { PyEval_RestoreThread(state_); });
    }
    WithoutLock(const WithoutLock&) = delete;
    WithoutLock& operator=(const WithoutLock&) = delete;

  private:
    PyThreadState* state_;
};

// Calls `work` with the lock. Code without the lock needs this for each call of Python.
template <typename Work>
auto with_lock(Work work) {
    struct LockHolder {
        const PyGILState_STATE state = lock::take_lock([] { return PyGILState_Ensure(); });
        ~LockHolder() { PyGILState_Release(state); }
    } const until_done;
    try {
        return work();
    } catch (const std::exception&) {
        throw;
    } catch (...) {  // pthread_exit: Python code gives the lock back now and then, and cannot take it again
        lock::wait_for_the_end();
    }
}

using Release = nanobind::call_guard<WithoutLock>;

// Turns functions of Python into functions of the engine. The engine may call and copy them without the lock.
// The last copy is in an object that Python holds, so it goes while the lock is held.
template <typename Result, typename... Arguments>
struct nanobind::detail::type_caster<std::function<Result(Arguments...)>> {
    using Function = std::function<Result(Arguments...)>;
    using ResultCaster = make_caster<std::conditional_t<std::is_void_v<Result>, void_type, Result>>;

    NB_TYPE_CASTER(Function, const_name("collections.abc.Callable[[") +
                                 concat(make_caster<Arguments>::Name...) + const_name("], ") +
                                 ResultCaster::Name + const_name("]"))

    bool from_python(handle source, std::uint32_t, cleanup_list*) {
        if (!PyCallable_Check(source.ptr())) return false;
        value = [its = std::make_shared<object>(borrow(source))](Arguments... arguments) {
            return with_lock([&] { return cast<Result>((*its)(std::forward<Arguments>(arguments)...)); });
        };
        return true;
    }
};

// What takes the place of functions of the C++ library. Those of the library that abort print a message, for
// which they need all of printf: 15 kB. Nobody would see the message: the engine catches its exceptions, and
// the browser tells of a trap.
#include <__verbose_abort>

extern "C" [[noreturn]] void __abort_message(const char*, ...) {
    __builtin_trap();
}

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __throw_system_error(int, const char*) {  // of a clock that fails
    __builtin_trap();
}
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept {
    __builtin_trap();
}
_LIBCPP_END_NAMESPACE_STD

// The only thread never ends, so objects of a thread are never destroyed.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) {
    return 0;
}

#!/bin/sh
# Run a command with a sanitizer's library loaded first. An engine built with SAPPER_SANITIZE needs that if
# the program that loads it (Python) was built without the sanitizer:
#     run_sanitized.sh address COMMAND...     memory and arithmetic
#     run_sanitized.sh thread COMMAND...      races between threads
# Linux, GCC or Clang. CXX must be the compiler that built the engine.
set -eu

sanitizer=$1
shift
compiler=${CXX:-c++}
library() {
    # Unquoted on purpose: CXX may carry a wrapper, as in "ccache g++".
    $compiler -print-file-name="$1"
}

case $sanitizer in
address) short=asan ;;
thread) short=tsan ;;
*) echo "sapper: there is no $sanitizer sanitizer here, only address and thread" >&2 && exit 2 ;;
esac
if $compiler --version | grep -q clang; then
    runtime=$(library "libclang_rt.$short-$(uname -m).so")
else
    runtime=$(library "lib$short.so")
fi
if [ ! -f "$runtime" ]; then
    echo "sapper: $compiler has no shared $sanitizer sanitizer library; install its sanitizer package" >&2
    exit 1
fi

# libstdc++ comes along because the sanitizers look for what throws exceptions when they start. Python keeps much until
# it exits, so leaks say nothing; its own allocator would hide overruns of its buffers, and hand memory from thread to
# thread unseen. The thread sanitizer judges our engine alone: of other libraries with threads (Arrow) it sees only the
# calls it intercepts, too little to tell a race or a deadlock from none. It wants its shadow where newer kernels put
# other things, unless told to leave addresses alone (setarch -R).
export LD_PRELOAD="$runtime $(library libstdc++.so.6)"
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:detect_deadlocks=0:ignore_noninstrumented_modules=1
export PYTHONMALLOC=malloc
if [ "$sanitizer" = thread ]; then
    set -- setarch -R "$@"
fi
exec "$@"

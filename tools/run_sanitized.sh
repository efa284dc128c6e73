#!/bin/sh
# Run a command with the sanitizers' libraries loaded first, as an engine built with SAPPER_SANITIZE needs when the
# program that loads it (Python) was built without. Linux, GCC or Clang; CXX must be the compiler that built it.
set -eu

compiler=${CXX:-c++}
library() {
    # Unquoted on purpose: CXX may carry a wrapper, as in "ccache g++".
    $compiler -print-file-name="$1"
}

if $compiler --version | grep -q clang; then
    runtime=$(library "libclang_rt.asan-$(uname -m).so")
else
    runtime=$(library libasan.so)
fi
if [ ! -f "$runtime" ]; then
    echo "sapper: $compiler has no shared address sanitizer library; install its sanitizer package" >&2
    exit 1
fi

# libstdc++ comes along because the sanitizer looks for what throws exceptions when it starts. Python keeps much until
# it exits, so leaks say nothing; its own allocator would hide overruns of its buffers.
LD_PRELOAD="$runtime $(library libstdc++.so.6)" \
    ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1 \
    UBSAN_OPTIONS=print_stacktrace=1 \
    PYTHONMALLOC=malloc \
    exec "$@"

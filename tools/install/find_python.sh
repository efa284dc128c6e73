#!/bin/sh
# Print the Python to build with: $PYTHON if it is set, else the first one on the PATH that is new enough. If
# there is none, say so in one line and fail. The result is the interpreter itself, never a virtual
# environment's link to it, because that environment may be about to be remade.

candidates="python3 python python3.14 python3.13 python3.12 python3.11"
enough='import sys; sys.exit(sys.version_info < (3, 11))'

# The interpreter itself, never a virtual environment's link to it: that environment may be about to be remade.
executable() {
    "$1" -c "$enough" 2>/dev/null && "$1" -c 'import sys; print(sys._base_executable)'
}

version() {
    "$1" -c 'import sys; print(".".join(map(str, sys.version_info[:3])))' 2>/dev/null
}

fail() {
    echo "sapper: $1; install Python 3.11 or newer with venv and headers," \
        "or name one with PYTHON=/path/to/python" >&2
    exit 1
}

if [ -n "${PYTHON:-}" ]; then
    executable "$PYTHON" && exit 0
    found=$(version "$PYTHON") || fail "PYTHON=$PYTHON is not a Python that runs"
    fail "PYTHON=$PYTHON is Python $found, which is too old"
fi

too_old=""
for name in $candidates; do
    executable "$name" && exit 0
    found=$(version "$name") && too_old="${too_old:-$name on the PATH is Python $found, which is too old}"
done
fail "${too_old:-there is no Python on the PATH}"

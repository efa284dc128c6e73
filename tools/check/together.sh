#!/bin/sh
# Check that the engine compiles as one file, and the bindings too. CMake compiles some files together, and the groups
# change with every file that is added or removed. What compiles as one file compiles in any groups.
set -eu

venv=${1:-.venv}
root=$(cd "$(dirname "$0")/../.." && pwd)
one=$(mktemp)
trap 'rm -f "$one"' EXIT
nanobind=$("$venv/bin/python" -m nanobind --include_dir)
python=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("include"))')

for folder in engine bindings; do
    find "$root/$folder" -name '*.cpp' | sort | sed 's/.*/#include "&"/' >"$one"
    # Unquoted on purpose: CXX may carry a wrapper, as in "ccache g++".
    if ! ${CXX:-c++} -std=c++20 -fsyntax-only -I "$root/engine" -I "$root/bindings" -isystem "$nanobind" \
        -isystem "$python" -x c++ "$one"; then
        echo "sapper: files of $folder/ do not compile together; let no two of them share a name" >&2
        exit 1
    fi
done

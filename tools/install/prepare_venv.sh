#!/bin/sh
# prepare_venv.sh VENV BUILD: make the virtual environment VENV, unless it exists and still fits.
#
# VENV/.made-for says what the environment was made for: the interpreter, the compiler, this folder. If
# anything else is asked for now (PYTHON=, CXX=, a checkout that moved), make VENV again and delete BUILD,
# the build folder that belongs to it. Without PYTHON= the interpreter stays; without CXX= the compiler is
# the system's, as it is for CMake. Leave VENV/.made-for untouched if nothing changes, so that make rebuilds
# nothing.
set -eu

venv=$1
build=$2
record="$venv/.made-for"
here=$(dirname "$0")

if [ -z "${PYTHON:-}" ] && "$venv/bin/python" -c "" 2>/dev/null; then
    python=$(sed -n "s/^python: //p" "$record" 2>/dev/null || true)
fi
[ -n "${python:-}" ] || python=$("$here/find_python.sh")
wanted=$(printf 'python: %s\ncompiler: %s\nfolder: %s' "$python" "${CXX:-}" "$PWD")

if [ "$wanted" = "$(cat "$record" 2>/dev/null)" ] && "$venv/bin/python" -c "" 2>/dev/null; then
    exit 0
fi
"$python" "$here/../check/machine.py"
echo "Making the virtual environment $venv with $python"
rm -rf "$venv" "$build"
"$python" -m venv "$venv"
echo "$wanted" >"$record"

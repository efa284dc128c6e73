#!/bin/sh
# Does what is committed here build, install and import from a fresh clone, in a folder with spaces in its name?
# Installs twice, makes both archives, and installs the wheel into an environment of its own.
set -eu

fail() {
    echo "sapper: $1" >&2
    exit 1
}

root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet "$root" "$folder/a fresh clone"
cd "$folder/a fresh clone"

make install
[ "$(make install | wc -l)" -eq 1 ] || fail "a second make install did something again"

make wheel
.venv/bin/python tools/check_archives.py
.venv/bin/python -m venv "$folder/user"
"$folder/user/bin/python" -m pip install --quiet dist/*.whl

# Where they are used, neither may lean on the clone's folder.
cd "$folder"
for python in "user/bin/python" "a fresh clone/.venv/bin/python"; do
    "$python" -c "import sapper, sapper._engine" || fail "$python does not import sapper"
done
[ -z "$(git -C "$folder/a fresh clone" status --porcelain)" ] || fail "building left files that git does not ignore"

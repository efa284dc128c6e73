#!/bin/sh
# Check that the committed files build, install and import from a fresh clone, in a folder with spaces in its
# name. Installs twice, makes both archives, and replaces the editable install by the wheel:
#     fresh_clone.sh [COMMAND...]     COMMAND runs in the clone in between, on the editable install
set -eu

fail() {
    echo "sapper: $1" >&2
    exit 1
}

root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(cd "$(mktemp -d)" && pwd -P)
trap 'rm -rf "$folder"' EXIT
clone="$folder/a fresh clone"
git clone --quiet "$root" "$clone"
cd "$clone"

make install
[ "$(make install | wc -l)" -eq 1 ] || fail "a second make install did something again"

import_from_elsewhere() {
    (cd / && "$clone/.venv/bin/python" -c "import sapper, sapper._engine; print(sapper.__file__)")
}
[ "$(import_from_elsewhere)" = "$clone/src/sapper/__init__.py" ] || fail "the editable install does not import"

[ $# -eq 0 ] || "$@"

make wheel
.venv/bin/python tools/check/archives.py
.venv/bin/python -m pip install --quiet --force-reinstall --no-deps dist/*.whl
case "$(import_from_elsewhere)" in
    */site-packages/sapper/__init__.py) ;;
    *) fail "the wheel does not import" ;;
esac
(cd / && "$clone/.venv/bin/python" -c "from sapper.serve.page_server import page_folder; print(page_folder())") |
    grep -q '/site-packages/sapper/page$' || fail "the wheel has no page"
[ -z "$(git status --porcelain)" ] || fail "something left files that git does not ignore"

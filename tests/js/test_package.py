"""The package for npm, as its users get it."""

import json
import re
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest
from support.wasm import PACKAGE, node


@pytest.mark.long
def test_the_readme_runs_in_a_project_that_installed_the_package(tmp_path: Path) -> None:
    pack_process = subprocess.run(
        ["npm", "pack", "--json", str(PACKAGE)], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    (archive,) = tmp_path.glob("*.tgz")
    assert archive.name == f"sapper-engine-{version('sapper')}.tgz"
    for name in ("index.d.ts", "sapper.wasm", "LICENSE", "README.md"):
        assert f'"path": "{name}"' in pack_process.stdout
    (tmp_path / "package.json").write_text('{"type": "module"}')
    install = ["npm", "install", "--offline", "--no-audit", "--no-fund", archive.name]
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True)
    code, output = re.findall(r"```(?:js)?\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)
    (tmp_path / "example.js").write_text(code)
    ran = subprocess.run([node(), "example.js"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert ran.stdout == output
    package = json.loads((tmp_path / "node_modules/sapper-engine/package.json").read_text())
    assert "dependencies" not in package

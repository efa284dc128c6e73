# Everything a person or CI does here is one of these verbs. PYTHON= and CXX= choose the interpreter and the compiler.

VENV := .venv
PY := $(VENV)/bin/python
EDITABLE_BUILD := build/editable
BENCHMARK := build/bench/sapper_benchmark
LEVELS_BENCHMARK := build/bench/sapper_levels_benchmark
WASM := build/js/sapper.wasm
PAGE := build/page/index.html
NPM_TOOLS := build/page-tools/node_modules/.package-lock.json
, := ,
# The engine twice more: one that checks its memory and arithmetic, one that checks its threads.
SANITIZED_VENV := .venv-sanitize
SANITIZED_BUILD := build/sanitize
THREADED_VENV := .venv-threads
THREADED_BUILD := build/threads
# And an environment with the lowest versions that pyproject.toml allows.
LOWEST_VENV := .venv-lowest
LOWEST_BUILD := build/lowest
SANITIZE = --config-settings=cmake.define.SAPPER_SANITIZE=$(1) --config-settings=cmake.build-type=Debug
# Only sys.stdout and sys.stderr are captured: a sanitizer's last words go to the terminal.
SANITIZED_TESTS := -m "not timing" --capture=sys
# These need the page, which another engine runs.
NEED_PAGE := tests/page tests/host tests/js tests/serve
# The cluster's workers run the same engine, but start so slowly under a sanitizer that Dask loses them.
UNSANITIZED := tests/packaging $(NEED_PAGE) tests/simulation/test_cluster.py
# Old packages raise warnings that newer versions have fixed.
LOWEST_TESTS := -W default -m "not timing" --ignore=tests/packaging $(addprefix --ignore=,$(NEED_PAGE))
USES_THREADS = $(shell grep -rlE 'threads=|import threading' tests --include='test_*.py' | grep -v -e tests/cli $(addprefix -e ,$(UNSANITIZED)))

CPP := $(shell find engine bindings -name '*.cpp' -o -name '*.hpp')
# Folders, too: an added or removed file changes what CMake finds.
BUILT_FROM := $(CPP) $(shell find engine bindings -type d) CMakeLists.txt pyproject.toml
PACKAGED := $(BUILT_FROM) README.md LICENSE $(shell find src -type f -not -name '*.pyc')

# The engine may use these, as wasm/zig.cmake says.
WASM_FEATURES := $(addprefix --enable-,exception-handling bulk-memory nontrapping-float-to-int sign-ext simd)
# What holds for the engine, and lets it be smaller: only a bug traps, and the stack lies in the lowest memory.
WASM_TRUTHS := --traps-never-happen --low-memory-unused

# -Oz takes three times as long, and makes no difference once the engine is compressed.
WASM_OPT = node build/page-tools/node_modules/binaryen/bin/wasm-opt $(WASM_FEATURES) $(WASM_TRUTHS) --dae-optimizing -O1

# What the engine is made from in WebAssembly.
WASM_PARTS := $(shell find engine wasm -mindepth 1)

# What the package for npm and the page are made from, besides the engine.
PACKAGE_PARTS := $(shell find js -mindepth 1) tools/make/npm_package.py pyproject.toml
PAGE_PARTS := $(shell find page -type f) src/sapper/draw/palettes.json tools/make/page_bundle.py

FORMATTED := $(CPP) $(shell find wasm -name '*.cpp' -o -name '*.hpp') $(wildcard benchmarks/*/*.cpp benchmarks/*/*.hpp)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests start Sapper hundreds of times. Unless Python keeps what it has compiled, it compiles Sapper each time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test test-long check docs format stubs install build wheel wasm page site bench lowest sanitize clean FORCE

help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/.installed ## analyse a real expert position, then play five expert games in view
	@$(VENV)/bin/sapper analyse examples/positions/expert.txt --level expert
	@$(VENV)/bin/sapper play --auto --watch --level expert --games 5 --seed 1 --speed 60

test: $(VENV)/.test $(VENV)/.browser $(WASM) $(PAGE) ## run the tests, side by side (ARGS= goes to pytest)
	@$(PY) -m pytest -n logical $(ARGS)

test-long: $(VENV)/.test $(VENV)/.browser $(WASM) $(PAGE) ## run the further cases that `make test` leaves out
	@$(PY) -m pytest -n logical -m long $(ARGS)

check: $(VENV)/.dev $(NPM_TOOLS) ## lint, formatting, types, and whether stubs, icons and pictures are up to date
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(VENV)/bin/clang-format --dry-run -Werror $(FORMATTED)
	$(PY) -m mypy
	$(PY) -m pyright
	$(PY) tools/make/stubs.py --check
	$(PY) tools/make/icons.py --check
	$(PY) tools/make/pictures.py --check
	tools/check/together.sh $(VENV)
	@. $(VENV)/bin/activate && node build/page-tools/node_modules/oxlint/bin/oxlint page js tests tools
	@. $(VENV)/bin/activate && node build/page-tools/node_modules/typescript/bin/tsc -p jsconfig.json

docs: $(VENV)/.docs ## make the site of the documentation in build/docs, and check all its links
	@rm -rf build/docs build/doctrees
	@$(PY) -m sphinx --quiet --fail-on-warning --doctree-dir build/doctrees docs build/docs
	@$(PY) tools/check/links.py build/docs
	@echo "The site begins at build/docs/index.html."

format: $(VENV)/.dev ## format Python and C++, and apply the fixes that ruff is sure of
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .
	$(VENV)/bin/clang-format -i $(FORMATTED)

stubs: $(VENV)/.dev ## write the type stubs of the engine anew
	$(PY) tools/make/stubs.py

install: $(VENV)/.installed ## build the engine and install sapper, editable, in .venv
	@echo "Installed: $(VENV)/bin/sapper and $(PY) have sapper."

build: install ## the same as install

wheel: dist/.built ## build the source archive and, from it, the wheel, in dist, with the page
	@ls dist/*.tar.gz dist/*.whl

wasm: $(WASM) ## build the engine as WebAssembly, a package for npm, in build/js
	@ls $(WASM)

page: $(VENV)/.web $(PAGE) ## make the page, in build/page, and open it in a browser
	@$(VENV)/bin/sapper serve

site: $(VENV)/.build-tools ## make the page with the documentation, in build/site: a folder for any web host
	@$(MAKE) --no-print-directory $(PAGE) & page=$$!; $(MAKE) --no-print-directory docs; made=$$?; wait $$page && exit $$made
	@rm -rf build/site && cp -R build/page build/site && cp -R build/docs build/site/docs
	@echo "The site begins at build/site/index.html. It needs a web server."

bench: $(VENV)/.bench $(BENCHMARK) $(LEVELS_BENCHMARK) ## time the engine side by side with other solvers from PyPI (best on an idle machine)
	@$(BENCHMARK)
	@$(LEVELS_BENCHMARK)
	@$(PY) benchmarks/speed/analysis.py
	@$(PY) benchmarks/speed/metrics.py
	@$(PY) benchmarks/speed/fair_boards.py

sanitize: $(SANITIZED_VENV)/.test $(THREADED_VENV)/.test ## run the tests on engines that check themselves (Linux)
	@tools/install/run_sanitized.sh address $(SANITIZED_VENV)/bin/python -m pytest $(SANITIZED_TESTS) $(addprefix --ignore=,$(UNSANITIZED)) $(ARGS)
	@tools/install/run_sanitized.sh thread $(THREADED_VENV)/bin/python -m pytest $(SANITIZED_TESTS) $(USES_THREADS) $(ARGS)

lowest: $(LOWEST_VENV)/.test ## run the tests on the lowest versions of all packages that pyproject.toml allows
	@$(LOWEST_VENV)/bin/python -m pytest $(LOWEST_TESTS) $(ARGS)

clean: ## remove all that the verbs made
	rm -rf $(VENV) $(SANITIZED_VENV) $(THREADED_VENV) $(LOWEST_VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One environment for all verbs. A stamp in it stands for an install that the verbs can rely on: the package alone,
# with what its tests need, with the developers' tools. What the build needs lives in the environment too
# (--no-build-isolation), so that a change in one file compiles that file and the few beside it.

FORCE:

$(VENV)/.made-for: FORCE
	@tools/install/prepare_venv.sh $(VENV) $(EDITABLE_BUILD)

$(SANITIZED_VENV)/.made-for: FORCE
	@tools/install/prepare_venv.sh $(SANITIZED_VENV) $(SANITIZED_BUILD)

$(THREADED_VENV)/.made-for: FORCE
	@tools/install/prepare_venv.sh $(THREADED_VENV) $(THREADED_BUILD)

%/.build-tools: %/.made-for pyproject.toml tools/install/build_tools.py
	@$*/bin/python tools/install/build_tools.py
	@touch $@

# evdev, which the extra `bot` needs on Linux, comes as source only. Since nothing is built in isolation here, its own
# requirement has to be met by hand: Python's setuptools is too old, or missing.
%/.source-tools: %/.build-tools
	@$*/bin/python -m pip install --quiet 'setuptools>=77'
	@touch $@

comma := ,

# $(call install,VENV,BUILD,WHAT,OPTIONS). In CI a compiler warning is an error. For users, whose newer
# compilers may warn of more, it stays a warning.
define install
@$(1)/bin/python tools/check/machine.py
@echo "Building the engine and installing sapper in $(1)"
@$(1)/bin/python -m pip install --quiet --no-build-isolation --config-settings=build-dir=$(2) \
	$(if $(CI),--config-settings=cmake.define.SAPPER_WARNINGS_AS_ERRORS=ON) $(4) --editable '$(3)'
endef

# Most modules that these two install are never imported here. So Python compiles each when it first imports it.
$(VENV)/.installed: $(VENV)/.build-tools $(BUILT_FROM)
	$(call install,$(VENV),$(EDITABLE_BUILD),.[play],--no-compile)
	@touch $@

$(VENV)/.docs: $(VENV)/.build-tools $(BUILT_FROM)
	$(call install,$(VENV),$(EDITABLE_BUILD),.[docs$(comma)play],--no-compile)
	@touch $(VENV)/.installed $@

$(VENV)/.web: $(VENV)/.build-tools $(BUILT_FROM)
	$(call install,$(VENV),$(EDITABLE_BUILD),.[play$(comma)web],--no-compile)
	@touch $(VENV)/.installed $@

$(VENV)/.test: $(VENV)/.source-tools $(BUILT_FROM)
	$(call install,$(VENV),$(EDITABLE_BUILD),.[test])
	@touch $(VENV)/.installed $(VENV)/.web $@

# The page is tested in a browser.
$(VENV)/.browser: $(VENV)/.test tools/install/browser.py
	@$(PY) tools/install/browser.py
	@touch $@

$(VENV)/.dev: $(VENV)/.source-tools $(BUILT_FROM)
	$(call install,$(VENV),$(EDITABLE_BUILD),.[dev])
	@touch $(VENV)/.installed $(VENV)/.web $(VENV)/.test $(VENV)/.docs $@

$(VENV)/.bench: $(VENV)/.build-tools $(BUILT_FROM)
	$(call install,$(VENV),$(EDITABLE_BUILD),.[bench])
	@touch $(VENV)/.installed $@

$(BENCHMARK) $(LEVELS_BENCHMARK): $(VENV)/.bench $(wildcard benchmarks/*/*.cpp benchmarks/*/*.hpp)
	@. $(VENV)/bin/activate && cmake -S . -B build/bench -G Ninja -DCMAKE_BUILD_TYPE=Release -DSAPPER_BENCHMARKS=ON \
		-Dnanobind_DIR="$$(python -m nanobind --cmake_dir)" >/dev/null && cmake --build build/bench --target $(@F)

# The compiler for WebAssembly is large, so only this target installs it. Its caches stay in build, too.
$(VENV)/.wasm: $(VENV)/.build-tools
	@$(PY) tools/install/build_tools.py wasm
	@touch $@

# `sapper` is the engine of the package for npm, `page` that of the page, `play_only` what it begins with, and `screen` its
# reader of pictures.
build/wasm/small_%.wasm: export ZIG_GLOBAL_CACHE_DIR := $(CURDIR)/build/zig
build/wasm/small_%.wasm: export ZIG_LOCAL_CACHE_DIR := $(CURDIR)/build/zig
build/wasm/small_%.wasm: $(VENV)/.wasm $(WASM_PARTS) | $(NPM_TOOLS)
	@echo "Building the engine as WebAssembly"
	@. $(VENV)/bin/activate && cmake -S wasm -B build/wasm -G Ninja -DCMAKE_TOOLCHAIN_FILE="$(CURDIR)/wasm/zig.cmake" \
		-DZIG="$$(python -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')" \
		$(if $(CI),-DSAPPER_WARNINGS_AS_ERRORS=ON) >build/wasm.log 2>&1 || { cat build/wasm.log; exit 1; }
	@. $(VENV)/bin/activate && cmake --build build/wasm --target libc $* >build/wasm.log 2>&1 || { cat build/wasm.log; exit 1; }
	@. $(VENV)/bin/activate && $(WASM_OPT) build/wasm/$*.wasm --output $@

$(WASM): build/wasm/small_sapper.wasm $(PACKAGE_PARTS) LICENSE
	@$(PY) tools/make/npm_package.py $< $(@D)

# Node.js comes from PyPI, as all tools do. The bundler, and what makes the engine for browsers smaller, are from npm.
$(VENV)/.node: $(VENV)/.build-tools
	@$(PY) tools/install/build_tools.py site
	@touch $@

$(NPM_TOOLS): $(VENV)/.node page/package.json page/package-lock.json
	@mkdir -p build/page-tools
	@cp page/package.json page/package-lock.json build/page-tools
	@. $(VENV)/bin/activate && npm ci --prefix build/page-tools --silent --no-audit --no-fund
	@touch $@

$(PAGE): build/wasm/small_page.wasm build/wasm/small_play_only.wasm build/wasm/small_screen.wasm $(NPM_TOOLS) $(PACKAGE_PARTS) $(PAGE_PARTS)
	@. $(VENV)/bin/activate && python tools/make/page_bundle.py build/wasm build/page-tools build/page

$(SANITIZED_VENV)/.test: $(SANITIZED_VENV)/.source-tools $(BUILT_FROM)
	$(call install,$(SANITIZED_VENV),$(SANITIZED_BUILD),.[test],$(call SANITIZE,address$(,)undefined))
	@touch $@

$(THREADED_VENV)/.test: $(THREADED_VENV)/.source-tools $(BUILT_FROM)
	$(call install,$(THREADED_VENV),$(THREADED_BUILD),.[test],$(call SANITIZE,thread))
	@touch $@

$(LOWEST_VENV)/.made-for: FORCE
	@tools/install/prepare_venv.sh $(LOWEST_VENV) $(LOWEST_BUILD)

$(LOWEST_VENV)/.test: $(LOWEST_VENV)/.source-tools $(BUILT_FROM) tools/install/lowest_versions.py
	@$(LOWEST_VENV)/bin/python tools/install/lowest_versions.py >$(LOWEST_VENV)/lowest.txt
	$(call install,$(LOWEST_VENV),$(LOWEST_BUILD),.[test],--constraint $(LOWEST_VENV)/lowest.txt)
	@touch $@

dist/.built: $(VENV)/.made-for $(PACKAGED) $(PAGE)
	@$(VENV)/bin/python tools/check/machine.py
	@$(VENV)/bin/python -m pip install --quiet build
	@rm -rf dist
	@$(VENV)/bin/python -m build
	@touch $@

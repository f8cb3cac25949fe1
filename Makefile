# Two commands do all the set-up: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help play test test-long check fix bench pictures clean

help: ## Show what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: $(VENV)/.play ## Install what is needed and play a game at this terminal
	@$(BIN)/grav play

test: check ## Install what is needed and run everything but the long tests
	$(BIN)/pytest -n auto

test-long: $(VENV)/.dev ## Many more examples of every property
	GRAV_HYPOTHESIS_PROFILE=long $(BIN)/pytest -n auto

check: $(VENV)/.dev ## Style, types, layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_layers.py tests/test_public_names.py

fix: $(VENV)/.dev ## Put style right where that can be done by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/.dev ## Measure speed against the direct reading of the rules
	$(BIN)/python -m bench

pictures: $(VENV)/.play ## Draw the pictures of the docs again
	$(BIN)/grav --lang en draw examples/recorded-game.grav -o docs/recorded-game.svg

clean: ## Remove what was installed and built
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Grav needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install -q -e .
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install -q -e ".[dev]"
	@touch $@ $(VENV)/.play

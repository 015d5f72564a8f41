# `make demo` and `make test` set up what they need in .venv; nothing outside this folder is touched but the user's cache.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test lint check bench-check clean

$(STAMP): pyproject.toml
	@echo "setting up $(VENV), once: some minutes, most of them for what tests and benchmarks need"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@echo "installing a language server for TypeScript, which some tests ask"
	@command -v npm >/dev/null && npm install --silent --no-fund --no-audit --prefix $(VENV)/node typescript@7 \
		|| echo "no npm: the tests of the language server for TypeScript are skipped"
	touch $(STAMP)

demo: $(STAMP)  ## the main job on a real repository: this one
	@for words in "status" "overview engine/service.py" "find Engine/find" "find 'refresh*' --in engine" "show Registry/language_of"; do \
		printf '\n$$ codeintel %s\n' "$$words"; eval "$(BIN)/codeintel $$words" || exit 1; done

test: $(STAMP)  ## the whole suite, on every core
	$(BIN)/python -m pytest -q -n auto

lint: $(STAMP)  ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright
	@mkdir -p $(VENV)/types/codeintel && for part in engine cli lsp_bridge mcp_adapter; do \
		ln -sfn ../../../$$part $(VENV)/types/codeintel/$$part; done
	$(BIN)/basedpyright --project benchmarks --pythonpath $(BIN)/python

bench-check: $(STAMP)  ## whether anything costs more than it did: ratios, so that it holds on any machine
	$(BIN)/python -m benchmarks check

check: lint test

clean:
	rm -rf $(VENV) build *.egg-info

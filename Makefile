# Two commands matter: `make demo` and `make test`. Both set up what they need.
.PHONY: demo test quick lint verify messages parity bench fuzz translations docs gpu-test setup clean

PY := .venv/bin/python
PYTEST := $(PY) -m pytest
export PYTHON

demo: setup  ## Grade a half-right chapter in the sandbox and show the report
	@scripts/demo

test: setup-test lint  ## The whole suite: style, types, tests, every exercise's own checks (make verify: all mutants)
	.venv/bin/grade verify --quiet --seeds 1 --threads 1 --mutants 20
	$(PYTEST) -q -n 2 --dist loadfile -m "not gpu"

quick: setup lint  ## What one runs while working: under three minutes
	$(PYTEST) -q -n 2 --dist loadfile -m "not slow and not gpu and not sandbox"

lint: setup
	.venv/bin/ruff check --quiet .
	.venv/bin/ruff format --quiet --check .
	$(PY) -m mypy
	.venv/bin/lint-imports --no-cache

verify: setup  ## Check the checks of every exercise: known answers, mutants, tolerances (see docs/authoring.md)
	.venv/bin/grade verify

messages: setup  ## What students read about every wrong answer: one page to review, build/messages.md
	.venv/bin/grade verify --quiet --seeds 1 --mutants 0 --messages
	@cat solutions/*/*/messages.md >build/messages.md && echo "Read build/messages.md, and what git diff shows."

parity: setup-test  ## Every known answer in containers: graded as in bubblewrap
	TORCHGRADE_PARITY=all $(PYTEST) -q tests/sandbox/docker/test_parity.py

bench: setup-test  ## Measure, and write the table that docs/benchmarks.md holds
	$(PY) benchmarks/run.py

fuzz: setup  ## Coverage-guided fuzzing of the judge's decoder (FUZZ_SECONDS=60)
	$(PY) -m pip install --quiet atheris
	$(PY) tests/wire/fuzz_decoder.py -max_total_time=$${FUZZ_SECONDS:-60}

translations: setup  ## Bring the catalogues up to date: torchgrade's own and the course's
	$(PY) scripts/translations.py
	.venv/bin/grade translate

docs: setup  ## Write the generated pages: the command line's help, the report's schema
	$(PY) scripts/generate_docs.py

gpu-test: setup  ## What needs a CUDA device
	$(PYTEST) -q -m gpu

setup:
	@scripts/setup

setup-test:
	@scripts/setup test

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache

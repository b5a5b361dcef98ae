# Everything is set up in this folder (games are kept in the user's data folder, see README): .venv holds the project, web/node_modules what builds the page,
# .tools holds uv and Node when the machine has none.

BIN := .venv/bin
UV := scripts/uv --quiet
LOCK := $(UV) pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)
SAY = echo >&2
SETTING_UP = @$(SAY) "Setting up .venv for $(1) (again only when requirements/ or pyproject.toml change)"
TESTS ?=
QUICK := tests/kernel tests/match tests/test_architecture.py tests/test_fidelity.py \
	tests/server/test_deciding.py tests/server/test_hosting.py tests/server/test_manners.py tests/server/test_proposals.py
NPM := ../scripts/npm --silent
PAGE := src/tabletier/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/public web/index.html web/*.ts web/*.js web/package-lock.json -type f 2>/dev/null)

# `make PYTHON=/path/to/python3` chooses the interpreter; see scripts/find-python.
export PYTHON

# Whatever the shell says: what Python compiles is kept, in folders that git ignores and `clean` removes.
# Without, each of some hundred processes that the tests start compiles everything it imports anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run part test thorough quick types page check browser fidelity formats docs wheel bench opponents peers load speed screens pictures format lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' Makefile

run: .venv/.ready-to-run $(PAGE) ## set up what playing needs, and open the house
	@trap : INT; $(BIN)/tabletier || [ $$? -eq 130 ] # Ctrl-C is no error

part: .venv/.ready-to-run ## install a part of the package into .venv, in its pinned versions where there are such: PART=rl
	@grep -q '^$(if $(PART),$(PART),none) = \[' pyproject.toml || { $(SAY) "Say which part: make part PART=rl (docs/start.md lists them)"; exit 2; }
	@$(UV) pip install --python $(BIN)/python --no-build-isolation --constraint requirements/dev.txt --editable '.[$(PART)]'
	@$(SAY) "tabletier[$(PART)] is installed in .venv"

test: .venv/.ready-to-build $(PAGE) ## set up everything, and run the tests (some: TESTS=tests/test_readme.py)
	@$(if $(TESTS),,$(BIN)/python -m tabletier.server.live.warmup) # once here, not in every worker
	@$(BIN)/pytest -n auto --maxprocesses 8 --dist worksteal $(if $(TESTS),$(TESTS),-m "not thorough")
	@$(if $(TESTS),,$(MAKE) --no-print-directory browser)

thorough: .venv/.ready-to-build $(PAGE) ## the promises of `make test` over many more cases: every pair of options, longer referees
	@$(BIN)/pytest -n auto --maxprocesses 8 --dist worksteal -m thorough
	@TABLETIER_THOROUGH=1 scripts/browser-tests visible-pieces

quick: .venv/.ready-to-build ## the tests worth running at every save: rules at their edges, matches, tables as values
	@$(BIN)/ruff check
	@$(BIN)/pytest -n auto --maxprocesses 4 --dist worksteal -m "not slow" $(QUICK)

browser: .venv/.ready-to-build $(PAGE) ## the page's own tests, and those in a real Chromium
	@cd web && $(NPM) run test
	@scripts/browser-tests

types: .venv/.ready-to-build web/node_modules/.ready ## what the page knows of the server's messages, after a change there
	@$(BIN)/python -m tabletier.server.app > web/src/lib/api/openapi.json
	@cd web && $(NPM) run types

page: $(PAGE) ## build the page that the house serves

check: .venv/.ready-to-build web/node_modules/.ready ## lint, format, types, and who may import whom
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@cd web && $(NPM) run check

fidelity: .venv/.ready-to-build ## print sheet x engine x test x lesson x picture, and fail when one is missing
	@$(BIN)/python -m scripts.fidelity

docs: .venv/.ready-to-build ## build the documentation site, into build/site; a broken link or an undocumented name fails
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --jobs auto docs build/site
	@$(SAY) "The site is in build/site/index.html"

wheel: .venv/.ready-to-build $(PAGE) ## build the wheel into dist; install it into an empty environment, play and serve there
	@$(BIN)/python -m scripts.try_wheel

formats: .venv/.ready-to-build ## what games show and tell, for programs: pages and JSON schemas, into docs/formats
	@$(BIN)/python -m scripts.formats

bench: .venv/.ready-to-build ## every measurement, into docs/benchmarks.md: hours (in a hurry: tabletier bench --quick)
	@$(BIN)/tabletier bench --markdown
	@$(BIN)/python -m benchmarks.opponents --write
	@$(BIN)/python -m benchmarks.peers.compare --write

opponents: .venv/.ready-to-build ## how strong every level is, at every table: into docs/opponents.md (hours; kept in build/ladder)
	@$(BIN)/python -m benchmarks.ladder --write
	@$(BIN)/python -m benchmarks.neighbours --write
	@$(BIN)/python -m benchmarks.lessons_player --write
	@$(BIN)/python -m benchmarks.manners --write

peers: .venv/.ready-to-build ## beside OpenSpiel, on the same games: into docs/benchmarks.md (more: PEERS="--games 400")
	@$(BIN)/python -m benchmarks.peers.compare --write $(PEERS)

load: .venv/.ready-to-build ## many tables at once, beside boardgame.io if npm is here: into docs/benchmarks.md
	@if command -v npm >/dev/null; then cd benchmarks/peers/boardgameio && npm ci --silent; fi
	@$(BIN)/python -m benchmarks.server_load --write $(LOAD)

speed: .venv/.ready-to-build $(PAGE) ## how quick the page is in a real Chromium: into docs/benchmarks.md
	@$(BIN)/python -m benchmarks.page_speed --write

screens: .venv/.ready-to-build $(PAGE) ## the pictures that README.md and docs/ show, into docs/screens
	@TABLETIER_JIT=1 TABLETIER_FORBID_SKIPS=1 scripts/browser-tests --config playwright.tools.config.ts screens.tool

pictures: .venv/.ready-to-build $(PAGE) ## the pictures of the rule sheets, into docs/rules/pictures
	@TABLETIER_FORBID_SKIPS=1 scripts/browser-tests --config playwright.tools.config.ts pictures.tool

format: .venv/.ready-to-build web/node_modules/.ready ## put the code into the house format
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format
	@cd web && $(NPM) run format

lock: ## write requirements/ anew from pyproject.toml (UPGRADE=1: newest versions)
	@$(LOCK) --group pyproject.toml:installer --output-file requirements/uv.txt
	@$(LOCK) --group pyproject.toml:node --output-file requirements/node.txt
	@$(LOCK) pyproject.toml --extra serve --group build --group dev --output-file requirements/dev.txt
	@$(LOCK) pyproject.toml --extra serve --group build --constraint requirements/dev.txt \
		--output-file requirements/base.txt

clean: ## remove what make made
	@rm -rf .venv .tools web/node_modules src/tabletier/server/page build dist .hypothesis .import_linter_cache .mypy_cache .schemathesis .pytest_cache .ruff_cache
	@find src tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# Running needs requirements/base.txt; building, testing and checking need requirements/dev.txt, a
# superset with the same versions. The project itself is installed as a path to src/.

$(BIN)/python:
	@$(SAY) "Making .venv"
	@python=$$(scripts/find-python) && $(UV) venv --clear --python "$$python" .venv

.venv/.ready-to-run: requirements/base.txt pyproject.toml | $(BIN)/python
	$(call SETTING_UP,running)
	@$(SAY) "  installing what requirements/base.txt lists (a minute at most)"
	@$(UV) pip install --python $(BIN)/python --require-hashes --requirements requirements/base.txt
	@$(UV) pip install --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@$(SAY) "  compiling the rules of the games (a minute or two)"
	@$(BIN)/python -m tabletier.server.live.warmup # compiles the rules, so that the house opens at once
	@touch $@

.venv/.ready-to-build: requirements/dev.txt pyproject.toml | $(BIN)/python
	$(call SETTING_UP,development)
	@$(SAY) "  installing what requirements/dev.txt lists (a minute at most)"
	@$(UV) pip sync --python $(BIN)/python --require-hashes requirements/dev.txt
	@$(UV) pip install --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@ .venv/.ready-to-run

# The page: what builds it is installed when its lock file changes, and it is built when a source does.

web/node_modules/.ready: web/package-lock.json
	@$(SAY) "Setting up web/node_modules (again only when web/package-lock.json changes)"
	@cd web && ../scripts/npm ci --loglevel=error >/dev/null
	@touch $@

$(PAGE): web/node_modules/.ready $(PAGE_SOURCES)
	@$(SAY) "Building the page (again only when web/ changes)"
	@cd web && $(NPM) run build -- --logLevel warn
	@touch $@

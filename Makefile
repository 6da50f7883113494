# The two commands for a fresh machine are "make lab" and "make test". Both need Python 3.11
# or later and make, and nothing else: they build .venv from requirements.lock first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
READY := $(VENV)/ready
SITE := build/site-venv
FOLDER ?= my-lcr-lessons

# uv is many times quicker and is used where it is installed; pip does the same work.
UV := $(shell command -v uv 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help lab test lowest site bench peers lock release notebooks numbers format clean

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

lab: $(READY)  ## open the lessons in JupyterLab, as your own copy in my-lcr-lessons/
	@$(BIN)/lcr-teach lab $(FOLDER)

# One recipe, not many targets, so that "make -j" keeps the order. The notebooks run apart
# from the rest: nbval would otherwise want its own options for every test. One file goes to
# one worker, because the cells of a notebook need the same kernel. The browser runs apart too:
# playwright leaves an event loop in its process, in which long work of a widget would wait.
test: $(READY)  ## check everything: style, spelling, types, units, doctests, the browser, every notebook
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m codespell_lib
	$(PY) -m mypy
	$(BIN)/lcr-teach release --check
	$(PY) -m pytest -n 2 --dist loadfile -m "not browser"
	@if command -v npm >/dev/null; then $(MAKE) site OFFLINE=1; \
		else echo "The site is not built and not tested: that needs npm."; fi
	$(PY) -m pytest -n 2 --dist loadfile -m browser tests/browser
	$(PY) -m pytest --nbval --nbval-current-env --nbval-cell-timeout=120 \
		--nbval-sanitize-with=.ci/nbval.cfg \
		-n 2 --dist loadfile notebooks exercises/teacher

# The newest test tools, and of what the kit itself needs the oldest that pyproject.toml allows;
# what those need in turn is new, as it would be in a class.
lowest:  ## check the oldest versions that pyproject.toml allows, in build/lowest
	$(PYTHON) -m venv build/uv
	build/uv/bin/pip install --quiet uv
	build/uv/bin/uv pip compile pyproject.toml --output-file build/lowest.txt --upgrade \
		--resolution lowest-direct --python-version 3.11 --quiet \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links
	build/uv/bin/uv venv --quiet --clear --python "$$(command -v $(PYTHON))" build/lowest
	build/uv/bin/uv pip install --quiet --python build/lowest/bin/python \
		--requirements build/lowest.txt --editable '.[test]'
	build/lowest/bin/python -m pytest -n 2 --dist loadfile -m "not browser"

# In an environment of its own: beside JupyterLab, what builds JupyterLite disturbs it.
site: $(SITE)/ready  ## build build/site: pages, and lessons that run in a browser (OFFLINE=1, STUDENTS=1, PYODIDE=folder)
	$(SITE)/bin/python site/build.py $(if $(OFFLINE),--offline) $(if $(STUDENTS),--students) \
		$(if $(PYODIDE),--pyodide "$(PYODIDE)")

bench: $(READY)  ## time the exact answers and the simulation
	$(PY) -m benchmarks

# Not in requirements.lock: no lesson needs them, they are large, and some systems have none.
peers: $(READY)  ## install what "make bench" compares with: Storm and PyDTMC
ifeq ($(UV),)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements-bench.lock
else
	$(UV) pip install --quiet --python $(PY) --compile-bytecode --require-hashes \
		-r requirements-bench.lock
endif

release: $(READY)  ## make the students' exercises from exercises/teacher/
	$(BIN)/lcr-teach release

notebooks: $(READY)  ## run all lessons and teachers' exercises again and store their outputs
	$(PY) .ci/store_outputs.py $(wildcard notebooks/*.ipynb exercises/teacher/*.ipynb)

numbers: $(READY)  ## count the numbers in the prose that are tested
	@PYTHONPATH=tests $(PY) -m prose

format: $(READY)  ## sort imports and lay out the code
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

# uv alone writes one lock that serves all systems and Python versions. It goes into a
# folder of its own, so that the lock does not have to lock the tool that writes it. It takes
# the fewest versions: one numpy for every Python, as another may draw other games for a seed.
lock: $(READY)  ## find the newest versions and write the three requirements locks
	$(PYTHON) -m venv build/uv
	build/uv/bin/pip install --quiet uv
	build/uv/bin/uv pip compile pyproject.toml --extra test --output-file requirements.lock \
		--upgrade --universal --fork-strategy fewest --python-version 3.11 --generate-hashes --quiet \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links
	build/uv/bin/uv pip compile pyproject.toml --extra site \
		--constraint requirements.lock --output-file requirements-site.lock \
		--universal --fork-strategy fewest --python-version 3.11 --generate-hashes --quiet \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links
	build/uv/bin/uv pip compile pyproject.toml --extra test --extra bench \
		--constraint requirements.lock --output-file requirements-bench.lock \
		--universal --fork-strategy fewest --python-version 3.11 --generate-hashes --quiet \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links

clean:  ## remove .venv and all that was built; your lessons in my-lcr-lessons/ stay
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# uv seeds the environment with pip, so that the next run may find itself without uv.
# The project itself is installed without build isolation: hatchling comes from the lock, so
# no version is fetched that the lock does not name.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "lcr_teach needs Python 3.11 or later, and \"$(PYTHON)\" is not that." \
			"Name another with: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
ifeq ($(UV),)
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
else
	test -x $(PY) || $(UV) venv --quiet --seed --python "$$(command -v $(PYTHON))" $(VENV)
	$(UV) pip install --quiet --python $(PY) --compile-bytecode --require-hashes -r requirements.lock
	$(UV) pip install --quiet --python $(PY) --no-deps --no-build-isolation -e .
endif
	@touch $@

$(SITE)/ready: requirements-site.lock pyproject.toml
ifeq ($(UV),)
	test -x $(SITE)/bin/python || $(PYTHON) -m venv $(SITE)
	$(SITE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements-site.lock
	$(SITE)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation -e .
else
	test -x $(SITE)/bin/python || $(UV) venv --quiet --seed \
		--python "$$(command -v $(PYTHON))" $(SITE)
	$(UV) pip install --quiet --python $(SITE)/bin/python --compile-bytecode --require-hashes \
		-r requirements-site.lock
	$(UV) pip install --quiet --python $(SITE)/bin/python --no-deps --no-build-isolation -e .
endif
	@touch $@

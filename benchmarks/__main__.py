"""Print the table: ``python -m benchmarks``; ``--help`` says what can be chosen."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterator

import numpy as np
import sympy

from benchmarks import bounds, exact, floats, lessons, sampling, widgets
from benchmarks.timing import Row, table

#: Each subject gets the seconds after which a rival that can be stopped is stopped.
SUBJECTS: dict[str, Callable[[float], Iterator[Row]]] = {
    "exact": exact.rows,
    "floats": floats.rows,
    "bounds": lambda limit: bounds.rows(),
    "sampling": lambda limit: sampling.rows(),
    "widgets": lambda limit: widgets.rows(),
    "lessons": lambda limit: lessons.rows(),
}


def main() -> None:
    asked = _asked()
    rows = [row for name in asked.subjects or SUBJECTS for row in SUBJECTS[name](asked.limit)]
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, sympy {sympy.__version__}, "
        f"{platform.machine()} with {os.cpu_count()} processors. Seconds after imports, medians of "
        "several runs; ratio: rival to lcr_teach.\n"
    )
    print(table(rows, asked.markdown))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "subjects", nargs="*", metavar="subject", help=f"of {', '.join(SUBJECTS)}; all if none"
    )
    parser.add_argument(
        "--limit", type=float, default=60, help="seconds after which a rival is stopped (60)"
    )
    parser.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    asked = parser.parse_args()
    for name in asked.subjects:
        if name not in SUBJECTS:
            parser.error(f"there is no subject {name}, only {', '.join(SUBJECTS)}")
    if asked.limit <= 0:
        parser.error("the limit must be more than 0 seconds")
    return asked


if __name__ == "__main__":
    main()

"""Print the table: ``python -m benchmarks``."""

from __future__ import annotations

import platform

import numpy as np
import sympy

from benchmarks import exact, sampling
from benchmarks.timing import table

SUBJECTS = (exact, sampling)


def main() -> None:
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, sympy {sympy.__version__}, "
        f"{platform.machine()}. Medians of several runs; ratio: rival to lcr_teach."
    )
    print(table([row for subject in SUBJECTS for row in subject.rows()]))


if __name__ == "__main__":
    main()

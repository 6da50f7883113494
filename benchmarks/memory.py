"""The most memory that a task takes, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

#: What the process prints at its end, in bytes. On Linux, `getrusage` also counts what the
#: process held that started this one, as long as the new one had not begun by itself.
PEAK = """
from pathlib import Path
status = Path("/proc/self/status")
if status.exists():
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    print(1024 * int(lines["VmHWM"].split()[0]))
else:
    import resource, sys
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak if sys.platform == "darwin" else 1024 * peak)
"""


def gigabytes(task: str) -> float:
    """Peak memory of a program in gigabytes, Python and libraries included."""
    shown = subprocess.run(
        [sys.executable, "-c", task + PEAK], capture_output=True, text=True, check=True
    )
    return int(shown.stdout.splitlines()[-1]) / 1e9

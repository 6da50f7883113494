"""The process in which a student's notebook runs: ``python -m lcr_teach.submissions.kernel``.

An ordinary Jupyter kernel, but limited before it starts, and without the judges of the
exercises. Everything in this process is the student's and nothing that it says is believed;
what it is asked for is answers.
"""

from __future__ import annotations

import base64
import json
import pickle
import sys
from collections.abc import Callable
from typing import Any

import lcr_teach.exercises
from lcr_teach.exercises.running import call
from lcr_teach.exercises.verdict import Outcome, Verdict
from lcr_teach.submissions.plain import describe

__all__ = ["call_function", "hand_over", "limit"]

#: The largest file that a notebook may write, in bytes.
_LARGEST_FILE = 10**9

#: Functions that were handed over: they stay here and are called here.
_functions: list[Callable[..., object]] = []


def hand_over(answer: Callable[[], object]) -> str:
    """Describe an answer as JSON.

    Parameters
    ----------
    answer : callable
        Returns the answer. A name that is not there gives an answer that is missing.

    Examples
    --------
    >>> hand_over(lambda: 1)
    '{"answer": ["int", "0x1"]}'
    >>> hand_over(lambda: never_written)
    '{"answer": ["missing"]}'
    """
    try:
        given = answer()
    except NameError:
        given = ...
    except Exception as error:
        return json.dumps({"raised": f"{type(error).__name__}: {error}"})
    return json.dumps({"answer": describe(given, _functions)})


def call_function(place: int, arguments: str) -> str:
    """Call a function that was handed over, and describe what it returns as JSON.

    Parameters
    ----------
    place : int
        Which function.
    arguments : str
        The pickled arguments in base 64. They come from the process that judges, which is
        trusted; nothing goes back this way.
    """
    done = call(_functions[place], pickle.loads(base64.b64decode(arguments)))
    answer = describe(done.value, _functions)
    return json.dumps({"answer": answer, "trouble": done.trouble, "printed": done.printed})


def limit(memory: float, seconds: float) -> None:
    """Limit this process for good, where the system can do that; Windows cannot.

    Parameters
    ----------
    memory : float
        In gigabytes (10⁹ bytes).
    seconds : float
        Of work of the processor. This is the last net only, the clock is watched elsewhere.
    """
    try:
        import resource
    except ImportError:
        return
    # RLIMIT_DATA leaves out what is only reserved, of which numerical libraries have a lot.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    for what, most in [
        (kind, int(memory * 1e9)),
        (resource.RLIMIT_CPU, int(seconds) + 1),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ]:
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        try:
            resource.setrlimit(what, (most, most))
        except (OSError, ValueError):  # macOS does not limit memory
            continue


class _NoJudges:
    """Keeps the judges out: an answer must be found by something else than asking them."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.startswith("lcr_teach.exercises.lesson_"):
            raise ModuleNotFoundError(f"{name} is not here while exercises are checked.")


def _check_later(name: str, answer: object) -> Verdict:
    return Verdict(str(name), Outcome.NOT_ANSWERED, "This is judged later, by lcr-teach check.")


def main() -> None:
    """Start the kernel; the arguments are memory, seconds, and those of the kernel."""
    memory, seconds, *arguments = sys.argv[1:]
    limit(float(memory), float(seconds))
    lcr_teach.exercises.check = _check_later
    sys.meta_path.insert(0, _NoJudges())

    from ipykernel.kernelapp import IPKernelApp

    IPKernelApp.launch_instance(argv=arguments)


if __name__ == "__main__":
    # Under its own name, so that a notebook's answers find the same list of functions.
    from lcr_teach.submissions import kernel

    kernel.main()

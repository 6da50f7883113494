"""Going on in a lesson where numpy, scipy or matplotlib are not there.

A site for a room with no network may not carry them. The rules, a game, its exact chain and
the table run all the same. A cell that needs more says so in one sentence, and the cells after
it go on; so does a cell that uses what such a cell would have made.
"""

from __future__ import annotations

import ast
import builtins
import sys
from importlib.util import find_spec
from types import TracebackType
from typing import Any

#: What the exact half of the kit does without.
LARGE = ("numpy", "scipy", "matplotlib")

__all__ = ["LARGE", "NotHereError", "Placeholder", "go_on_without"]


class NotHereError(Exception):
    """A cell needs a library that is not there.

    Parameters
    ----------
    library : str
        The name under which it is imported.
    """

    def __init__(self, library: str) -> None:
        super().__init__(
            f"This cell needs {library}, which is not here. The lesson's page shows what comes "
            "out; go on with the next cell."
        )
        self.library = library


class Placeholder:
    """What a name stands for whose library is not there: it can be named, and nothing else.

    Parameters
    ----------
    library : str
        What is not there.

    Examples
    --------
    >>> np = Placeholder("numpy")
    >>> np.random.default_rng(1)
    Traceback (most recent call last):
    lcr_teach.go_on.NotHereError: This cell needs numpy, which is not here. The lesson's page shows
    what comes out; go on with the next cell.
    """

    def __init__(self, library: str) -> None:
        self._library = library

    def __getattr__(self, name: str) -> Placeholder:
        if name.startswith("__"):
            raise AttributeError(name)
        return Placeholder(self._library)

    def _fail(self, *args: object, **kwargs: object) -> Any:
        raise NotHereError(self._library)

    __call__ = __getitem__ = __iter__ = __len__ = __bool__ = _fail
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _fail
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __neg__ = __matmul__ = _fail
    __lt__ = __le__ = __gt__ = __ge__ = _fail


class _Lenient:
    """A module of which some names need what is not there."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(self._module, name)
        except ModuleNotFoundError as error:
            library = _library(error)
            if library is None:
                raise
            return Placeholder(library)


def go_on_without() -> tuple[str, ...]:
    """Make the cells of this notebook go on without the libraries that are not there.

    Does nothing where all of them are there, and nothing outside IPython.

    Returns
    -------
    tuple of str
        The libraries that are not there.

    Examples
    --------
    >>> go_on_without()
    ()
    """
    absent = tuple(name for name in LARGE if find_spec(name) is None)
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if absent and shell is not None:
        _import_leniently()
        _speak(shell)
    return absent


def _library(error: ModuleNotFoundError) -> str | None:
    name = (error.name or "").partition(".")[0]
    return name if name in LARGE else None


def _import_leniently() -> None:
    """Let a cell import what is not there; the kit's own modules are told as ever."""
    real = builtins.__import__

    def lenient(
        name: str,
        globals: Any = None,  # noqa: A002 - Python passes it by this name
        locals: Any = None,  # noqa: A002
        fromlist: Any = (),
        level: int = 0,
    ) -> Any:
        in_a_cell = (globals or {}).get("__name__") == "__main__"
        try:
            if in_a_cell and fromlist and name == "lcr_teach":
                # Its names one by one: one that cannot be had must not take the others along.
                return _Lenient(real(name))
            return real(name, globals, locals, fromlist, level)
        except ModuleNotFoundError as error:
            library = _library(error)
            if library is None or not in_a_cell:
                raise
            return Placeholder(library)

    builtins.__import__ = lenient


def _speak(shell: Any) -> None:
    """Answer with one sentence; IPython then counts the cell as done, and *Run All* goes on."""
    unmade: dict[str, str] = {}

    def say(
        shell: Any,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType,
        tb_offset: int | None = None,
    ) -> None:
        if isinstance(error, ModuleNotFoundError) and (library := _library(error)):
            error = NotHereError(library)
        if isinstance(error, NotHereError):
            unmade.update(dict.fromkeys(_made_by(_cell(shell)), error.library))
            print(error)  # noqa: T201 - the cell says it, in the page
        elif isinstance(error, NameError) and error.name in unmade:
            library = unmade[error.name]
            unmade.update(dict.fromkeys(_made_by(_cell(shell)), library))
            print(  # noqa: T201
                f"This cell needs {error.name}, which an earlier cell makes with {library}, "
                "and that is not here. Go on with the next cell."
            )
        else:
            shell.showtraceback((kind, error, trace), tb_offset=tb_offset)

    shell.set_custom_exc((NotHereError, ModuleNotFoundError, NameError), say)


def _cell(shell: Any) -> str:
    return str(shell.user_ns.get("In", [""])[-1])


def _made_by(cell: str) -> set[str]:
    """The names that a cell gives, for those after it that use them."""
    try:
        tree = ast.parse(cell)
    except SyntaxError:  # a cell with magics
        return set()
    made = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return made | {
        node.id
        for statement in tree.body
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }

"""What `help` says: of everything something, and of each public function all of its parts."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import inspect
import pkgutil
import re

import pytest

import lcr_teach

# Ruff (D) sees to the form of a docstring, and (D417) to parameters that were forgotten.
# It does not ask for the sections themselves, nor for parameters that are no longer there.

# Packages say in __all__ what is for readers; what else is in them is shared among modules,
# as is what is in the modules beside them, but for these.
OPEN_MODULES = ("goodness", "lab", "plots", "power", "results")


@functools.cache
def modules():
    found = pkgutil.walk_packages(lcr_teach.__path__, "lcr_teach.")
    names = [module.name for module in found if not module.name.endswith("__main__")]
    return [lcr_teach, *map(importlib.import_module, names)]


def for_readers():
    opened = {f"lcr_teach.{name}" for name in OPEN_MODULES}
    # The commands of the command line have their --help.
    return [
        module
        for module in modules()
        if (hasattr(module, "__path__") or module.__name__ in opened)
        and module.__name__ != "lcr_teach.cli"
    ]


def is_ours(thing):
    return (getattr(thing, "__module__", None) or "").startswith("lcr_teach")


def listed(within):
    """Classes and functions in __all__ of some modules, each once, by its full name."""
    found = {}
    for module in within:
        for thing in (getattr(module, name) for name in module.__all__):
            if is_ours(thing) and (inspect.isclass(thing) or inspect.isfunction(thing)):
                found[f"{thing.__module__}.{thing.__qualname__}"] = thing
    return found


def members(cls):
    """Public methods and properties, inherited ones too, as they were written."""
    for name, kind, home, value in inspect.classify_class_attrs(cls):
        if name.startswith("_") or not is_ours(home):
            continue
        if kind == "property":
            yield name, value.fget, True
        elif isinstance(value, functools.cached_property):
            yield name, value.func, True
        elif kind.endswith("method"):
            yield name, inspect.unwrap(getattr(value, "__func__", value)), False


def sections(thing):
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", inspect.getdoc(thing) or "", flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def described(section):
    """Names of the parameters or attributes: ``a, b : int`` begins two of them."""
    heads = re.findall(r"^(\S[^:\n]*?)(?: :.*)?$", section, flags=re.MULTILINE)
    return [name.strip().lstrip("*") for head in heads for name in head.split(",")]


def faults_of_function(function):
    said = sections(function)
    signature = inspect.signature(function)
    taken = [name for name in signature.parameters if name not in {"self", "cls"}]
    if described(said.get("Parameters", "")) != taken:
        yield f"Parameters should be {', '.join(taken)}"
    # The annotations are texts, as everywhere in the kit.
    gives = signature.return_annotation not in {"None", "NoReturn", inspect.Signature.empty}
    if gives and not {"Returns", "Yields"} & set(said):
        yield "does not say what it returns"


def faults_of_class(cls):
    said = sections(cls)
    if dataclasses.is_dataclass(cls):
        # What one gets is what one gives; fields of its own a class keeps to itself.
        names = {f.name for f in dataclasses.fields(cls) if not f.name.startswith("_")}
        text = said.get("Attributes", "") + said.get("Parameters", "")
        if missing := names - set(described(text)):
            yield f"says nothing of {', '.join(sorted(missing))}"
    elif inspect.isfunction(vars(cls).get("__init__")):
        taken = list(inspect.signature(cls).parameters)
        if described(said.get("Parameters", "")) != taken:
            yield f"Parameters should be {', '.join(taken)}"


def test_everything_has_a_docstring():
    silent = [module.__name__ for module in modules() if not module.__doc__]
    for name, thing in listed(modules()).items():
        # A dataclass that says nothing is given its signature as a docstring.
        said = (vars(thing) if inspect.isclass(thing) else {"__doc__": thing.__doc__})["__doc__"]
        if not said or said.startswith(f"{thing.__name__}("):
            silent.append(name)
        if inspect.isclass(thing):
            silent += [f"{name}.{part}" for part, code, _ in members(thing) if not code.__doc__]
    assert silent == []


def test_what_readers_call_says_what_it_takes_and_gives():
    things = listed(for_readers())
    assert len(things) > 50
    faults = []
    for name, thing in things.items():
        if not inspect.isclass(thing):
            faults += [f"{name}: {fault}" for fault in faults_of_function(thing)]
            continue
        faults += [f"{name}: {fault}" for fault in faults_of_class(thing)]
        for part, code, is_property in members(thing):
            if not is_property:
                faults += [f"{name}.{part}: {fault}" for fault in faults_of_function(code)]
    assert faults == []


def good(a: int, b: int, *rest: int) -> int:
    """Add.

    Parameters
    ----------
    a, b : int
        Two numbers, as in: 1 and 2.
    *rest
        More.

    Returns
    -------
    int
        The sum.
    """


def silent_about_its_result(a: int) -> int:
    """Add.

    Parameters
    ----------
    a : int
        A number.
    """


def with_an_old_name(b: int) -> None:
    """Add.

    Parameters
    ----------
    a : int
        A number.
    """


def without_sections(a: int) -> None:
    """Add."""


@pytest.mark.parametrize(
    ("function", "faults"),
    [
        (good, []),
        (silent_about_its_result, ["does not say what it returns"]),
        (with_an_old_name, ["Parameters should be b"]),
        (without_sections, ["Parameters should be a"]),
    ],
)
def test_a_bad_docstring_is_found(function, faults):
    assert list(faults_of_function(function)) == faults

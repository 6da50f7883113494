"""lcr_teach: probability taught with one small dice game, Left Center Right.

The names that lessons import. Those that need numpy, scipy or matplotlib are imported
when they are first used, so that the rules, a game and its exact chain also run where
none of these is installed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lcr_teach.bounds import Bounds, bounds
from lcr_teach.chain import GameChain
from lcr_teach.compare import Comparison, compare
from lcr_teach.game import Game, Turn
from lcr_teach.markov import AbsorbingChain
from lcr_teach.power import games_needed, power_at
from lcr_teach.rules import Die, Face, Roll, Rules, State
from lcr_teach.tally import Tally

if TYPE_CHECKING:
    from lcr_teach.pictures import Picture, picture
    from lcr_teach.plots import plot_turns, plot_winners
    from lcr_teach.sampling import Estimate, Paths, Sample, sample_paths, simulate

_LATER = {
    "Estimate": "sampling",
    "Paths": "sampling",
    "Picture": "pictures",
    "Sample": "sampling",
    "sample_paths": "sampling",
    "simulate": "sampling",
    "picture": "pictures",
    "plot_turns": "plots",
    "plot_winners": "plots",
}

__all__ = [
    "AbsorbingChain",
    "Bounds",
    "Comparison",
    "Die",
    "Estimate",
    "Face",
    "Game",
    "GameChain",
    "Paths",
    "Picture",
    "Roll",
    "Rules",
    "Sample",
    "State",
    "Tally",
    "Turn",
    "bounds",
    "compare",
    "games_needed",
    "picture",
    "plot_turns",
    "plot_winners",
    "power_at",
    "sample_paths",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)

"""lcr_teach: probability taught with one small dice game, Left Center Right."""

from lcr_teach.chain import GameChain
from lcr_teach.game import Game, Turn
from lcr_teach.markov import AbsorbingChain
from lcr_teach.rules import Die, Face, Roll, Rules, State

__all__ = [
    "AbsorbingChain",
    "Die",
    "Face",
    "Game",
    "GameChain",
    "Roll",
    "Rules",
    "State",
    "Turn",
]

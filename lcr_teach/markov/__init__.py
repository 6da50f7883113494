"""Absorbing Markov chains with exact probabilities; nothing here knows of the game."""

from lcr_teach.markov.chain import AbsorbingChain, CanonicalForm

__all__ = ["AbsorbingChain", "CanonicalForm"]

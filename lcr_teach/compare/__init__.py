"""Exact beside sampled, and whether chance explains the difference.

The exact probabilities stay exact. Floats begin where statistics begin: with shares,
errors and p-values, which are rough numbers by nature.
"""

from lcr_teach.compare.comparison import Comparison, compare

__all__ = ["Comparison", "compare"]

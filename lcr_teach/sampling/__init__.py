"""Chance at every scale: many games counted, and the trajectories of single ones."""

from lcr_teach.sampling.paths import Paths, sample_paths
from lcr_teach.sampling.sample import Estimate, Sample
from lcr_teach.sampling.simulation import simulate

__all__ = ["Estimate", "Paths", "Sample", "sample_paths", "simulate"]

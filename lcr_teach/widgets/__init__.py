"""Widgets of the lessons: each a plain class whose view shows its state."""

from lcr_teach.widgets.chain_map import ChainMap
from lcr_teach.widgets.class_tally import ClassTally
from lcr_teach.widgets.converge import Converge
from lcr_teach.widgets.die_designer import DieDesigner
from lcr_teach.widgets.fair_test import FairTest
from lcr_teach.widgets.lengths import Lengths
from lcr_teach.widgets.play_table import PlayTable
from lcr_teach.widgets.predict import Predict
from lcr_teach.widgets.roll_law import RollLaw
from lcr_teach.widgets.table_sizes import TableSizes
from lcr_teach.widgets.which_die import WhichDie
from lcr_teach.widgets.winners import Winners

__all__ = [
    "ChainMap",
    "ClassTally",
    "Converge",
    "DieDesigner",
    "FairTest",
    "Lengths",
    "PlayTable",
    "Predict",
    "RollLaw",
    "TableSizes",
    "WhichDie",
    "Winners",
]

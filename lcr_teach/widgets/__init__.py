"""Widgets of the lessons: each a plain class whose view shows its state."""

from lcr_teach.widgets.play_table import PlayTable

__all__ = ["PlayTable"]

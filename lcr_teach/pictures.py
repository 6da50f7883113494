"""A matplotlib figure in a notebook, with words for those who do not see it.

JupyterLab shows a figure as an image without alternative text, so this one shows itself.
"""

from __future__ import annotations

import base64
import html
import io

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

__all__ = ["Picture", "picture"]

#: Dots an inch in the file and on the page: the file has more, for sharp screens.
_FINE, _PAGE = 144, 96


class Picture:
    """What a cell shows of a figure; made by :func:`picture`.

    Parameters
    ----------
    words : str
        The alternative text.
    png : bytes
        The image.
    width : int
        On the page, in pixels.
    """

    def __init__(self, words: str, png: bytes, width: int) -> None:
        self.words = words
        self.png = png
        self.width = width

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.png).decode("ascii")
        return (
            f'<img alt="{html.escape(self.words)}" width="{self.width}" '
            f'src="data:image/png;base64,{data}">'
        )

    def __repr__(self) -> str:
        return f"<Picture: {self.words}>"


def picture(drawn: Axes | Figure, words: str | None = None) -> Picture:
    """Show a figure with alternative text, and close it.

    Parameters
    ----------
    drawn : matplotlib.axes.Axes or matplotlib.figure.Figure
        The figure, or any axes in it.
    words : str, optional
        What a reader who does not see it should know: the kind of picture and what it shows.
        The figures of :mod:`lcr_teach.plots` bring their own.

    Returns
    -------
    Picture
        The last value of a cell shows itself.

    Raises
    ------
    TypeError
        If it is no figure and no axes.
    ValueError
        If there are no words.

    Examples
    --------
    >>> fig, ax = plt.subplots()
    >>> _ = ax.plot([1, 2, 4])
    >>> picture(ax, "A line that rises from 1 to 4, faster at the end.")
    <Picture: A line that rises from 1 to 4, faster at the end.>
    """
    figure = drawn.get_figure(root=True) if isinstance(drawn, Axes) else drawn
    if not isinstance(figure, Figure):
        raise TypeError(f"a picture is made of a figure or its axes, not of {drawn!r}.")
    said = words if words is not None else str(figure.get_label())
    if not said.strip():
        raise ValueError("words must say what the picture shows.")
    file = io.BytesIO()
    # Without the name of the program the same figure gives the same bytes everywhere.
    figure.savefig(file, dpi=_FINE, bbox_inches="tight", metadata={"Software": None})
    plt.close(figure)
    png = file.getvalue()
    # The width stands in bytes 16 to 20 of every PNG; the tight box has changed it.
    width = round(int.from_bytes(png[16:20], "big") * _PAGE / _FINE)
    return Picture(said, png, width)

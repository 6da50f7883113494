"""How Sphinx makes the pages; ``build.py`` brings the sources together and calls it."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

project = "lcr_teach"
author = "the lcr_teach authors"
version = release = importlib.metadata.version("lcr_teach")
copyright = author  # noqa: A001 - Sphinx calls it so

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
]
templates_path: list[str] = []

# The lessons are read as they are stored; running them is JupyterLite's work.
nb_execution_mode = "off"
nb_merge_streams = True
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 3
# GitHub and Jupyter show a page whose headings skip a level; so do we.
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
numpydoc_show_class_members = False
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "lcr_teach"
# Without one a browser asks for /favicon.ico, which is not there.
html_favicon = "favicon.svg"
html_static_path = [str(Path(__file__).parent.parent / "build" / "site-sources" / "static")]
html_css_files = ["pages.css"]
# Nothing is fetched from elsewhere, so that the pages also read in a room with no network.
mathjax_path = "mathjax/tex-svg.js"
html_show_sourcelink = False
html_copy_source = False

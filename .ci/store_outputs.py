"""Run notebooks and store their outputs: python .ci/store_outputs.py NOTEBOOK ...

What differs at every run and says nothing is left out: times, the state of widgets, and the
reference to it. Without its state that reference would greet a reader who opens the notebook
with "model not found"; without the reference, the widget's text stands there until it is run.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

WIDGET = "application/vnd.jupyter.widget-view+json"


def main() -> None:
    """Run the notebooks named on the command line, each in its own folder."""
    for path in map(Path, sys.argv[1:]):
        print(path, flush=True)
        notebook = nbformat.read(path, as_version=4)
        NotebookClient(
            notebook,
            timeout=120,
            kernel_name="python3",
            record_timing=False,
            store_widget_state=False,
            coalesce_streams=True,
            resources={"metadata": {"path": str(path.parent)}},
        ).execute()
        for cell in notebook.cells:
            for output in cell.get("outputs", []):
                output.get("data", {}).pop(WIDGET, None)
        # Which Python it was, to the last digit, is no part of a lesson.
        notebook.metadata["language_info"] = {"name": "python"}
        nbformat.write(notebook, path)


if __name__ == "__main__":
    main()

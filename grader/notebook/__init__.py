"""Notebooks as submissions: their cells as one Python file that still tells which line is of which cell.

A notebook is read as data and never executed: no kernel, no magic, no shell. What Jupyter, VS Code and Colab write is
understood, formats 3 and 4.
"""

from grader.notebook.assemble import NoCell, is_notebook, python_of, without_marks
from grader.notebook.cells import MAX_NOTEBOOK_BYTES, NotANotebook
from grader.notebook.magics import only_ipython, takes_the_rest
from grader.notebook.places import CellPlace, left_out, place_of

__all__ = [
    "MAX_NOTEBOOK_BYTES",
    "CellPlace",
    "NoCell",
    "NotANotebook",
    "is_notebook",
    "left_out",
    "only_ipython",
    "place_of",
    "python_of",
    "takes_the_rest",
    "without_marks",
]

"""``python -m grader.cli`` is the same as ``grade``."""

from grader.cli import main

main()

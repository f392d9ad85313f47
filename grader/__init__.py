"""torchgrade: an exercise and grading system for PyTorch courses.

Two sides that trust each other differently. The *judge* (``grader.judge``) is trusted: it runs the hidden checks as
ordinary pytest. The *worker* (``grader.worker``) runs a student's code inside a sandbox and serves values. Only
``grader.wire`` is imported by both.
"""

__version__ = "0.1.0"

"""Imported once, in the process that all grading processes are forked from: Python with torch, pytest and the judge.

One thread, always: a second one would leave its locks held in every fork.
"""

import gc

import grader.authoring.local.runner
import grader.authoring.trial
import grader.judge.session  # noqa: F401
from grader.worker.warmup import warm_compiler, warm_up

warm_up()
warm_compiler()
gc.collect()
gc.freeze()

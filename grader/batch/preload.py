"""Imported once by the process that all judges are forked from. It must leave no thread behind."""

import torch

import grader.batch.judge
import grader.judge.session

torch.set_num_threads(1)

__all__ = ["grader"]

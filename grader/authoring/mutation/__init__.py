"""Mutants: the reference with one small change each. A check set that none of them passes is one that looks.

Made from the syntax tree, by tables of changes that people make: another operator, an axis, a forgotten ``detach``, a
statement left out. Nothing here runs anything.
"""

from grader.authoring.mutation.make import make_mutants
from grader.authoring.mutation.mutant import Mutant

__all__ = ["Mutant", "make_mutants"]

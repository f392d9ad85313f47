"""What was handed in, whatever platform packed it: read strictly, by student, nothing executed, no link followed."""

from grader.batch.intake.model import HandedIn, Intake, Problem
from grader.batch.intake.take_in import take_in

__all__ = ["HandedIn", "Intake", "Problem", "take_in"]

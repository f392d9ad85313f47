"""Marks by student: the rules applied to the journal, and the sheets that platforms take."""

from grader.batch.gradebook.book import Grade, Gradebook, Line, make_gradebook

__all__ = ["Grade", "Gradebook", "Line", "make_gradebook"]

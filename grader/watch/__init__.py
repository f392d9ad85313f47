"""Grading what a save touches, again and again: who notices saves, what is graded next, what is on the screen."""

"""Tests of the reports; ``samples`` makes the reports that they render."""

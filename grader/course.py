"""Courses on disk: course.toml, chapters, exercises. Reads files only; never imports torch.

Discovery is git's: ``--course``, then the nearest course.toml upward, then the bundled course.
"""

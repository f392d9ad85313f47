"""Climb out of the work folder by .. and by known names."""
import glob
import os


def attack():
    for up in range(1, 9):
        base = "../" * up
        for name in ("exercises", "solutions", "data", "course.toml", "tests", "grader/judge", "submissions"):
            if os.path.exists(base + name):
                print(glob.glob(base + name + "/**", recursive=True)[:50])
                return True
    return False

"""Find the bundled course inside the installed package."""
import importlib.util
import os


def attack():
    spec = importlib.util.find_spec("grader")
    roots = list(spec.submodule_search_locations) if spec and spec.submodule_search_locations else []
    for root in roots:
        for folder, _, names in os.walk(root):
            if "bundled" in folder or "solutions" in folder or "checks.py" in names:
                return True
    return False

"""Import the judge, the check library and the course, and read them."""
def attack():
    for name in ("grader.judge.session", "grader.checks", "grader.course", "checks", "conftest"):
        try:
            __import__(name)
        except BaseException:
            continue
        return True
    return False

"""The marks of a check, in a grading session and in plain pytest alike."""

MARKS = {
    "points": "points(n): what the check counts for; 1 by default",
    "visible": "visible: a student sees what was printed and asserted",
    "hidden": "hidden: what the student's code says while it runs is for the instructor alone (the default)",
    "depends": "depends(*names): skipped when one of these checks of the exercise did not pass",
    "needs_gpu": "needs_gpu: not run, and not counted, without a GPU",
    "timeout": "timeout(seconds): wall-clock limit of the check",
    "feedback": "feedback(level): full, hint or none",
    "changes_arguments": "changes_arguments: the student's code is meant to write into what it is given",
}

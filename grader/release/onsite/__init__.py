"""What runs on a platform, in its container: reads what was handed in where the platform puts it, grades, and writes
the platform's results file as the results come.

Everything happens in one container, as root where the platform starts it so; whatever is hidden is shut to everybody
else before a submission's code runs.
"""

"""Checks and answers in one process, without a sandbox: for the author's own code only, by the thousand.

Each run has a forked child of its own, made from a process that has torch and pytest loaded. What a check finds here is
what it finds in the sandbox, but for what only the boundary between the two sides can see; ``verify`` says what it asks
where.
"""

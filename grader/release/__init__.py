"""Handing a course over: the student version, and what the platforms of others run.

A module a platform says what its export holds; ``onsite`` is what runs there. Trusted side; imports the course, the
judge, reports and sandboxes, and is imported by the command line alone.
"""

"""The uid driver: for root in a container that gives no namespaces, as platforms give one to an autograder.

Each worker is a fork that has become a user of its own, with a folder of its own, under a system call filter, without a
capability, and (where the kernel has Landlock) with the view of files that bubblewrap would give. What it does not
isolate is told by its barriers, and its isolation is "reduced". Trusted side.
"""

from grader.sandbox.uid.sandbox import UidSandbox

__all__ = ["UidSandbox"]

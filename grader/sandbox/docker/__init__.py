"""The docker driver: hardened containers, each with the same holder and zygote inside as the bubblewrap driver's.

Trusted side. What it may import is what the other drivers may; the SDK is imported here and nowhere else. Nothing of a
container is executed, unpickled or believed: the judge reads sockets, descriptors and the kernel's and engine's facts.
"""

from grader.sandbox.docker.sandbox import DockerSandbox
from grader.sandbox.docker.settings import DockerSettings

__all__ = ["DockerSandbox", "DockerSettings"]

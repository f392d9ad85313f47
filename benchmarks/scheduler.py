"""What a hundred thousand submissions would take on many machines, from the scheduler's own cost of a job.

A real Dask scheduler with local workers is given jobs of a submission's size that do nothing: what such a job costs is
the scheduler's and the network's alone. Then a simulation: one scheduler hands out jobs, each of which takes a worker
``--seconds`` of grading.

    python -m benchmarks.scheduler [--jobs 2000] [--submissions 100000] [--seconds 1.0]
"""

import argparse
import heapq
import itertools
import time

from distributed import Client, LocalCluster, as_completed

SIZE = 20_000  # bytes of one submission's files
WORKERS = (2, 16, 64, 256, 1024)


def nothing(job: bytes) -> bytes:
    return job[:2_000]  # about a result


def overhead(count: int, ahead: int = 8) -> float:
    """Seconds a job with workers that have nothing to do, a few jobs out at a time, as a run does it."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.submit(nothing, b"", pure=False).result()
        waiting = iter(range(count))
        begin = time.perf_counter()
        begun = [client.submit(nothing, bytes(SIZE), pure=False) for _ in itertools.islice(waiting, ahead)]
        done = as_completed(begun)
        for future in done:
            future.result()
            if next(waiting, None) is not None:
                done.add(client.submit(nothing, bytes(SIZE), pure=False))
        return (time.perf_counter() - begin) / count


def simulated(submissions: int, workers: int, seconds: float, per_job: float) -> float:
    """Seconds until all are done: the scheduler hands out one job every ``per_job``, to whoever is free first."""
    free = [0.0] * workers
    heapq.heapify(free)
    clock = 0.0
    for _ in range(submissions):
        clock = max(clock + per_job, heapq.heappop(free))
        heapq.heappush(free, clock + seconds)
    return max(free)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--submissions", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=1.0)
    asked = parser.parse_args()
    per_job = overhead(asked.jobs)
    print(f"The scheduler's cost of a job: {1000 * per_job:.2f} ms")
    print(f"{asked.submissions:,} submissions of {asked.seconds:g} s:")
    for workers in WORKERS:
        took = simulated(asked.submissions, workers, asked.seconds, per_job)
        ideal = asked.submissions * asked.seconds / workers
        print(f"{workers:>6} workers {took / 3600:>8.2f} h  efficiency {ideal / took:.2f}")


if __name__ == "__main__":
    main()

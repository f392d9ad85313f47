"""The one thread of a sandbox that enforces limits."""

import contextlib
import threading

from grader.sandbox.watched import WatchedWorker

INTERVAL_SECONDS = 0.025


class Watcher:
    """Looks at every open worker forty times a second; sleeps while there is none."""

    def __init__(self) -> None:
        self._workers: set[WatchedWorker] = set()
        self._changed = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def add(self, worker: WatchedWorker) -> None:
        with self._lock:
            self._workers.add(worker)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="sandbox watcher", daemon=True)
                self._thread.start()
        self._changed.set()

    def remove(self, worker: WatchedWorker) -> None:
        with self._lock:
            self._workers.discard(worker)

    def workers(self) -> list[WatchedWorker]:
        with self._lock:
            return list(self._workers)

    def _run(self) -> None:
        pause = threading.Event()
        while not self._stopping:
            workers = self.workers()
            if not workers:
                self._changed.wait()
                self._changed.clear()
                continue
            for worker in workers:
                with contextlib.suppress(OSError):  # a worker that is being closed in this moment
                    worker.watch()
            pause.wait(INTERVAL_SECONDS)

    def stop(self) -> None:
        self._stopping = True
        self._changed.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2)

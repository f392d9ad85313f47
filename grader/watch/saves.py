"""A thread that notices saves: it looks when something happens in the watched folders, and once a second anyway.

Editors save in many ways: in place, by truncating and writing, by renaming a new file over the old one, twice, with a
backup beside. None of that matters here: what happened is no more than a reason to look at the files themselves.
"""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

_QUIET_MS = 10  # without a further event, a save is over
_LONGEST_MS = 50  # events that keep coming do not put off a look for longer
_LOOK_MS = 1000  # where the file system tells nothing (some network drives), and to see folders come and go
_AGAIN_SECONDS = 0.3  # between attempts where no folder can be watched


class Saves:
    """Calls ``look`` from its thread for as long as the block lasts. ``folders`` are watched without what is below."""

    def __init__(self, folders: Callable[[], Sequence[Path]], look: Callable[[], None]) -> None:
        self._folders = folders
        self._look = look
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch saves", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join(2)

    def _run(self) -> None:
        polling: bool | None = None
        while not self._stop.is_set():
            here, failed = self._identities(), False
            try:
                if here:
                    self._watch(here, polling)
            except FileNotFoundError:  # gone since it was listed
                pass
            except (OSError, RuntimeError):  # no more watches to be had: look at the files instead
                failed, polling = polling is True, True
            self._look_once()
            if failed or not here:
                self._stop.wait(_AGAIN_SECONDS)

    def _watch(self, here: dict[Path, tuple[int, int]], polling: bool | None) -> None:
        """Until the folders are others than ``here``, or it is time to stop."""
        from watchfiles import watch

        happenings = watch(
            *here, watch_filter=None, debounce=_LONGEST_MS, step=_QUIET_MS, rust_timeout=_LOOK_MS,
            force_polling=polling, yield_on_timeout=True, raise_interrupt=False, recursive=False, stop_event=self._stop,
            ignore_permission_denied=True,
        )  # fmt: skip
        for _ in happenings:
            self._look_once()
            if self._identities() != here:
                return

    def _look_once(self) -> None:
        if not self._stop.is_set():
            self._look()

    def _identities(self) -> dict[Path, tuple[int, int]]:
        """The folders that are there, each as what it is: a folder that was made anew has to be watched anew."""
        found = {}
        for folder in self._folders():
            try:
                status = folder.stat()
            except OSError:
                continue
            found[folder] = (status.st_dev, status.st_ino)
        return found

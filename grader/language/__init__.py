"""English and Simplified Chinese: every sentence that a user reads passes through here.

Below everything else and imported from both the judge's and the reader's side, never by the worker. In English nothing
is loaded; a translation is read when its first sentence is asked for.
"""

from grader.language.choice import LANGUAGES, choose
from grader.language.speech import language, noted, noted_count, say, say_count, speaking, use

__all__ = ["LANGUAGES", "choose", "language", "noted", "noted_count", "say", "say_count", "speaking", "use"]

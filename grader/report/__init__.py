"""Reports: one model (``model.Report``) and one module a format, each a pure function of it.

May import ``grader.verdict`` and ``grader.faults``, nothing else of ``grader``. Trusted side, but all text in a report
is hostile: a student's code may have written it. Every format neutralises it through ``text`` and shows a student only
what ``student.student_copy`` leaves.
"""

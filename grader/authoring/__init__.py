"""For authors: are the checks themselves right?

``verify`` grades the reference, the stub, other right answers and known wrong ones through a real sandbox, and says
where a check lets a wrong answer pass or fails a right one. Trusted side; stands on the judge, knows no command line.
"""

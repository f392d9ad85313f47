"""You take detach for a copy: it cuts the graph, and shares memory and version with what it came from."""

import reference

FAILS = ["test_prediction[versions]", "test_prediction[detached_and_data]"]

ANSWERS = {
    **reference.ANSWERS,
    "versions": 1,
    "detached_and_data": ((1.0, 1.0), (5.0, 5.0)),
}

#!/usr/bin/env bash
# Grades a checked-out repository: $TORCHGRADE_SUBMISSION, else the workspace. What is to be graded lies beside this
# file, and so does the course, where it is not the repository's own. The result goes to $GITHUB_OUTPUT.
set -euo pipefail
TORCHGRADE_HOME=$(cd "$(dirname "$0")" && pwd)
export TORCHGRADE_HOME
exec "${RUNNER_TEMP:-/tmp}/torchgrade/bin/python" -I -m grader.release.onsite github

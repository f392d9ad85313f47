#!/usr/bin/env bash
# Grades every folder of submissions/ into results/: NAME.json for the instructor, NAME.html for the student.
set -uo pipefail
cd "$(dirname "$0")" || exit 1
mkdir -p results
failed=0
for folder in submissions/*/; do
    [ -d "$folder" ] || continue
    name=$(basename "$folder")
    TORCHGRADE_SUBMISSION=$PWD/submissions/$name TORCHGRADE_REPORTS=$PWD/results/$name \
        GITHUB_OUTPUT=$PWD/results/$name.output bash grade.sh || failed=1
done
exit "$failed"

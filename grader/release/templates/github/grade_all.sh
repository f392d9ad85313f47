#!/usr/bin/env bash
# Grades every folder of submissions/ into results/: NAME.json for the instructor, NAME.html for the student.
# The summary has a line for each. Ends with 1 where one could not be graded.
set -uo pipefail
cd "$(dirname "$0")" || exit 1
mkdir -p results
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
printf '| submission | |\n|---|---|\n' >>"$summary"
failed=0
for folder in submissions/*/; do
    [ -d "$folder" ] || continue
    name=$(basename "$folder")
    said=$(TORCHGRADE_SUBMISSION=$PWD/submissions/$name TORCHGRADE_REPORTS=$PWD/results/$name \
        GITHUB_OUTPUT=$PWD/results/$name.output bash grade.sh)
    # 0 and 1 are grades; a program that breaks ends with 1 too, and says nothing here.
    if [ "$?" -gt 1 ] || [ -z "$said" ]; then
        failed=1 said="could not be graded: the log says why"
    fi
    echo "$name: $said"
    printf '| %s | %s |\n' "$name" "$said" >>"$summary"
done
exit "$failed"

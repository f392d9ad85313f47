#!/usr/bin/env bash
# Fetches the repositories that repositories.txt names into submissions/: a line a student, NAME ADDRESS.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p submissions
auth=()
if [ -n "${STUDENTS_TOKEN:-}" ]; then
    # To GitHub alone: an address may be a student's own, of any server.
    server=${GITHUB_SERVER_URL:-https://github.com}
    auth=(-c "http.$server/.extraHeader=Authorization: Basic $(printf 'x-access-token:%s' "$STUDENTS_TOKEN" | base64 -w 0)")
fi
# The last line may lack its end, and an editor of Windows ends each with a carriage return.
while read -r name address _ || [ -n "$name" ]; do
    name=${name%$'\r'} address=${address%$'\r'}
    case $name in '' | '#'*) continue ;; esac
    case $name in
    */* | .* | -*) echo "::warning::fetch: $name is no name for a folder" >&2 && continue ;;
    esac
    rm -rf "submissions/$name"
    # No hook, filter or submodule of theirs runs: nothing is checked out but files.
    GIT_LFS_SKIP_SMUDGE=1 git "${auth[@]}" -c core.symlinks=false clone --quiet --depth 1 --no-recurse-submodules \
        -- "$address" "submissions/$name" || echo "::warning::fetch: $name could not be fetched" >&2
done <repositories.txt

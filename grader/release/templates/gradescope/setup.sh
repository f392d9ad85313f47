#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the autograder's image.
set -euo pipefail
source=$(cd "$(dirname "$0")" && pwd)
{{ install }}
# The hidden checks are root's alone. The code of a submission runs as another user.
chown -R root:root "$source"
chmod -R go-rwx "$source"

#!/usr/bin/env bash
# Installs torchgrade beside a runner's Python, and lets the sandbox make namespaces where Ubuntu forbids it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python3 -m venv "${RUNNER_TEMP:-/tmp}/torchgrade"
"${RUNNER_TEMP:-/tmp}/torchgrade/bin/python" -m pip install --disable-pip-version-check --quiet \
    --extra-index-url https://download.pytorch.org/whl/cpu \
    --constraint "$here/constraints.txt" "$here"/torchgrade-*.whl
if [ "$(cat /proc/sys/kernel/apparmor_restrict_unprivileged_userns 2>/dev/null)" = 1 ]; then
    sudo sysctl -q -w kernel.apparmor_restrict_unprivileged_userns=0
fi

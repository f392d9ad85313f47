# Installs torchgrade into /opt/torchgrade. Needs root, a Debian or Ubuntu, and the package indexes.
# Sourced with $source set to the folder that holds torchgrade-*.whl and constraints.txt.
export DEBIAN_FRONTEND=noninteractive

good_python() { # a Python that torchgrade runs on, with venv
    local candidate
    for candidate in python3.13 python3.12 python3.11 python3.14 python3; do
        if command -v "$candidate" >/dev/null &&
            "$candidate" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

apt-get update
apt-get install -y --no-install-recommends libseccomp2
if ! python=$(good_python); then
    # Debian 12, Ubuntu 24.04 and later; then Ubuntu 22.04, whose python3 is too old.
    apt-get install -y --no-install-recommends python3 python3-venv
    python=$(good_python) || {
        apt-get install -y --no-install-recommends python3.11 python3.11-venv
        python=$(good_python)
    }
fi
"$python" -m venv /opt/torchgrade
# The CPU build of torch where the index has one: the default one for Linux holds gigabytes of CUDA.
/opt/torchgrade/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
    --extra-index-url https://download.pytorch.org/whl/cpu \
    --constraint "$source/constraints.txt" "$source"/torchgrade-*.whl
rm -rf /var/lib/apt/lists/*

# Python's packages for student code, without the grader: built once for a set of pinned versions.
# The context holds them as pip laid them out (folder packages), and the worker's side of the grader, which is used once
# so that all that a worker imports is compiled.
ARG BASE
FROM ${BASE}
COPY packages /opt/torchgrade/packages
COPY code /opt/torchgrade/code
RUN mkdir -p /sandbox /run/torchgrade \
    && PYTHONPATH=/opt/torchgrade/code:/opt/torchgrade/packages OMP_NUM_THREADS=1 \
       python3 -s -P -c 'from grader.worker.warmup import warm_up; warm_up()' \
    && rm -rf /opt/torchgrade/code /home /root /srv /media /mnt /tmp /var/tmp \
    && ln -s /sandbox /tmp \
    && find / -xdev -type f -perm /6000 -exec chmod a-s {} +

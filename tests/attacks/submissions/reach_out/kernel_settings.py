"""Write to the settings of the kernel."""
def attack():
    for path in ("/proc/sys/kernel/hostname", "/proc/sysrq-trigger", "/sys/kernel/mm/transparent_hugepage/enabled", "/proc/sys/vm/drop_caches", "/proc/1/oom_score_adj"):
        try:
            with open(path, "w") as file:
                file.write("1")
            return True
        except OSError:
            pass
    return False

"""Pages for the instructor: the class report and the pairs that look alike. One file each, no script."""

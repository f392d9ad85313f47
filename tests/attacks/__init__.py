"""Submissions that attack, against every sandbox driver that this machine has."""

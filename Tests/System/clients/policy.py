"""Debian's policy manual, of which each release has another edition."""

import gzip
import subprocess
import tempfile


def _count() -> int:
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file, gzip.open("/usr/share/doc/debian-policy/policy.pdf.gz") as packed:
        file.write(packed.read())
        file.flush()
        shown = subprocess.run(["mutool", "show", file.name, "trailer/Root/Pages/Count"], check=True, capture_output=True, text=True)
    return int(shown.stdout)


# How many pages it has, and how many of them come before the one with the number 1.
PAGE_COUNT = _count()
FRONT_MATTER = 10

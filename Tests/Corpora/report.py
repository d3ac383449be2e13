# SPDX-License-Identifier: Apache-2.0
"""What agreed and what did not: counted, listed, and compared with the disagreements that are known."""

import collections
import fnmatch
import pathlib

from fetch import FOLDER

KNOWN = pathlib.Path(__file__).with_name("known")


def _read_known():
    """Lines of `known`: the check, a pattern of places, and the reason's name in docs/formats.md, with tabs between."""
    lines = KNOWN.read_text(encoding="utf-8").split("\n")
    return [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]


class Report:
    """What was found so far."""

    def __init__(self):
        self._known = _read_known()
        self.counts = collections.defaultdict(collections.Counter)
        self.lines = collections.defaultdict(list)
        self.notes = []
        # Of each encoding, language and length: how many texts are right, unsure, wrong, and right by uchardet alone.
        self.rows = []
        # Of each book: its name, how many words were compared, and how many of 100 agree with pandoc and with ebook-convert.
        self.books = []
        self._chosen = []
        # Disagreements that nobody has a reason for.
        self.failures = 0

    def agrees(self, check, place, note=""):
        """Counts an agreement; the `note` says of which kind."""
        self.counts[check]["agree"] += 1
        if note:
            self.counts[check][note] += 1

    def differs(self, check, place, difference):
        """Counts a disagreement, and lists it."""
        reason = next((why for what, where, why in self._known if what == check and fnmatch.fnmatchcase(place, where)), None)
        self.counts[check]["named" if reason else "NEW"] += 1
        self.failures += reason is None
        self.lines[check].append(f"{place}: {difference} [{reason or 'NEW'}]")

    def left_out(self, why, place, detail=""):
        """Notes what could not be compared."""
        detail = " ".join(detail.replace(f"{FOLDER}/", "").split())
        self.lines[f"not compared: {why}"].append(f"{place}{': ' if detail else ''}{detail}")

    def chosen(self, place):
        """Lists a file that was chosen at random."""
        self._chosen.append(place)

    def table(self):
        """The table of what agreed."""
        rows = [f"{'check':40} {'compared':>8} {'agree':>7} {'named':>6} {'new':>5}"]
        for check, count in sorted(self.counts.items()):
            compared = count["agree"] + count["named"] + count["NEW"]
            kinds = [f"{number} {kind}" for kind, number in sorted(count.items()) if kind not in ("agree", "named", "NEW")]
            said = f"   ({', '.join(kinds)})" if kinds else ""
            rows.append(f"{check:40} {compared:8,} {count['agree']:7,} {count['named']:6} {count['NEW']:5}{said}")
        return "\n".join(rows + self.notes)

    def listing(self):
        """Each disagreement, and what was not compared."""
        if self.rows:
            head = f"{'encoding':12} {'language':8} {'length':>6} {'right':>6} {'unsure':>7} {'wrong':>6} {'uchardet alone':>15}"
            rows = ["{:12} {:8} {:6} {:6} {:7} {:6} {:15}".format(*row) for row in self.rows]
            self.lines["texts in encodings, of each 100"] = [head, *rows]
        if self.books:
            head = f"{'book':60} {'words':>6} {'pandoc':>7} {'ebook-convert':>14}"
            rows = ["{:60} {:6,} {:>7} {:>14}".format(*row) for row in self.books]
            self.lines["words of books, of each 100"] = [head, *rows]
        lists = sorted(self.lines.items()) + ([("the files that were chosen", self._chosen)] if self._chosen else [])
        return "\n".join(f"\n{check}\n" + "\n".join(f"  {line}" for line in lines) for check, lines in lists)

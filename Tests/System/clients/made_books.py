#!/usr/bin/env python3
"""Writes valid books with all that books have, chosen at random, and says what a reader finds in them.

    made_books.py FOLDER SEED COUNT

The same seed makes the same bytes. Of four books in a row one flows (EPUB 3), one has fixed pages (EPUB 3), one is an EPUB 2, and one
is a FictionBook. Each prints a line of JSON:

    path, kind            flow, fixed, epub2, fictionbook
    title, language
    creator               of an EPUB the first one; of a FictionBook all, with commas between them
    contents              the level, from 0, and the title of each entry
    words                 of the text, as they are read; a word has no blank in it
    readings              of ruby; each is a run of text by itself, and none is a word
    drawn                 words in SVG, which are no text of a page
    pages                 of fixed: how many there are

A page ends in the midst of floats and cells that lie side by side, so that later words come before others. The words are in order on
pages of 600 by 7,200 points.
"""

import json
import os
import sys
from random import Random

import made_fictionbook
from made_package import Package

KINDS = ["flow", "fixed", "epub2", "fictionbook"]


def main() -> None:
    folder, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for number in range(count):
        random = Random(f"{seed}/{number}")
        path = os.path.join(folder, f"{seed}-{number}")
        kind = KINDS[number % len(KINDS)]
        book = made_fictionbook.write(random, path) if kind == "fictionbook" else Package(random, kind).write(path + ".epub")
        print(json.dumps(book, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()

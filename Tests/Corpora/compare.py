# SPDX-License-Identifier: Apache-2.0
"""How alike two pictures or two texts are."""

import collections
import difflib
import re
import unicodedata

import numpy

# Two programs do not agree on the edges of letters. Pictures are compared by the means of squares of so many pixels: two are
# alike where they differ by at most so many of 255 levels, and two pages where so many of 100 squares are.
SQUARE, LEVELS, SQUARES_LEAST = 16, 40, 97
# Pictures of the same size are alike where they differ by at most so many levels on average in each colour, and by so many in the mean of
# each square of so many pixels: decoders and colour profiles round differently.
MEAN_LEVELS, SMALL_SQUARE, SMALL_LEVELS = 4, 4, 24
# Texts are near where so many of 100 characters are the same, in whatever order.
CHARACTERS_LEAST = 98
# Books are compared by their first words, so many of each.
WORDS_MOST = 12_000
# Invisible characters: soft hyphens, joiners, marks of direction, byte order marks.
UNSEEN = "\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff"
# The marks of an item of a list, which one program writes and another leaves out.
ITEM = re.compile(
    r"^[^\S\n]*(?:(?:[-*•]|\(?(?:[0-9]{1,3}|[A-Za-z]|[ivxlcIVXLC]{2,6})[.)])[^\S\n]+)+", re.MULTILINE
)
# Scripts without blanks count letter by letter: kana, Chinese characters.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")


def exactly(ours, theirs):
    """Why two pictures are not the same, or None."""
    if ours.shape != theirs.shape:
        return f"{ours.shape[1]}x{ours.shape[0]} pixels, not {theirs.shape[1]}x{theirs.shape[0]}"
    differing = (ours != theirs).any(axis=2)
    if not differing.any():
        return None
    most = int(numpy.abs(ours.astype(int) - theirs).max())
    return f"{differing.sum() * 100 / differing.size:.3f} % of the pixels, by {most} levels at most"


def _squares(pixels, side=SQUARE):
    grey = pixels.mean(axis=2)
    height, width = (length // side * side for length in grey.shape)
    if height == 0 or width == 0:
        return grey.mean().reshape(1, 1)
    return grey[:height, :width].reshape(height // side, side, width // side, side).mean(axis=(1, 3))


def has_side(ours, theirs):
    """Whether two sizes have one side in common, or nearly: a picture fitted into the other's box."""
    return any(abs(a - b) <= 1 for a, b in zip(ours[:2], theirs[:2]))


def closely(ours, theirs):
    """Why two pictures of the same size are not alike, or None: in each colour on average, and in small squares."""
    if ours.shape != theirs.shape:
        return f"{ours.shape[1]}x{ours.shape[0]} pixels, not {theirs.shape[1]}x{theirs.shape[0]}"
    mean = numpy.abs(ours.astype(float) - theirs).mean(axis=(0, 1)).max()
    most = numpy.abs(_squares(ours, SMALL_SQUARE) - _squares(theirs, SMALL_SQUARE)).max()
    if mean <= MEAN_LEVELS and most <= SMALL_LEVELS:
        return None
    return f"{mean:.1f} levels on average, {most:.0f} in one square of {SMALL_SQUARE} pixels"


def roughly(ours, theirs):
    """Why two pictures are not alike, or None. Programs round a page's size up or to the nearest pixel."""
    if max(abs(a - b) for a, b in zip(ours.shape, theirs.shape)) <= 1:
        height, width = min(ours.shape[0], theirs.shape[0]), min(ours.shape[1], theirs.shape[1])
        ours, theirs = ours[:height, :width], theirs[:height, :width]
    else:
        return f"{ours.shape[1]}x{ours.shape[0]} pixels, not {theirs.shape[1]}x{theirs.shape[0]}"
    alike = numpy.abs(_squares(ours) - _squares(theirs)) <= LEVELS
    share = alike.mean() * 100
    return None if share >= SQUARES_LEAST else f"{share:.1f} % of the squares are alike"


def _plain(text):
    """Without blanks, with ligatures and wide forms taken apart, and without what is not seen."""
    text = unicodedata.normalize("NFKC", text)
    return re.sub(rf"[\s{UNSEEN}\x00-\x1f]", "", text)


def texts(ours, theirs):
    """How alike two texts are: "same", "in another order", "near", or why they are not."""
    ours, theirs = _plain(ours), _plain(theirs)
    if ours == theirs:
        return "same"
    mine, other = collections.Counter(ours), collections.Counter(theirs)
    common, most = sum((mine & other).values()), max(len(ours), len(theirs))
    if common == most:
        return "in another order"
    if common * 100 >= most * CHARACTERS_LEAST:
        return "near"
    more = "".join(character * min(count, 3) for character, count in (mine - other).most_common(12))
    less = "".join(character * min(count, 3) for character, count in (other - mine).most_common(12))
    return f"{common} of {most} characters are the same; only ours: {more!r}, only theirs: {less!r}"


def words(text):
    """The first words of a book, without marks of items. An underline is none of a word: pandoc writes emphasis with it."""
    text = ITEM.sub("", re.sub(f"[{UNSEEN}]", "", text))
    return WORD.findall(unicodedata.normalize("NFKC", text))[:WORDS_MOST]


def in_order(ours, theirs):
    """How many of 100 words of two lists are the same in the same order, and the longest piece in which they differ: ours, theirs."""
    codes = difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    same = sum(b - a for kind, a, b, *_ in codes if kind == "equal")
    pieces = [(ours[a:b], theirs[c:d]) for kind, a, b, c, d in codes if kind != "equal"]
    at_end = pieces.pop() if codes and codes[-1][0] != "equal" else ([], [])
    # Each word that one list has more pushes a word out of the end of the other's first words. Those have no partner to find.
    mine = min(len(at_end[0]), sum(len(piece[1]) for piece in pieces)) if len(theirs) == WORDS_MOST else 0
    other = min(len(at_end[1]), sum(len(piece[0]) for piece in pieces)) if len(ours) == WORDS_MOST else 0
    pieces.append((at_end[0][mine:], at_end[1][other:]))
    count = len(ours) - mine + len(theirs) - other
    longest = max(pieces, key=lambda piece: len(piece[0]) + len(piece[1]))
    return (200 * same / count if count else 100.0), *longest

# SPDX-License-Identifier: Apache-2.0
"""Sentences in many encodings, opened by the service as text files, beside what uchardet alone says of them.

The sentences are translations of what programs say, of the Debian packages in `fetch.TRANSLATIONS`.
"""

import asyncio
import collections
import gettext
import random
import subprocess
import unicodedata

import sheaf

import fetch
import service

SEED = 47
# Characters of a text, and how many texts of each length.
LENGTHS, TEXTS = (20, 200, 2000), 100
# From so many characters on at least so many of 100 are right or said to be unsure: of all, and of STRICT languages.
JUDGED_FROM, LEAST, LEAST_STRICT = 200, 98, 99
# How many texts are opened at the same time.
TOGETHER = 8
PATIENCE = 60

STRICT = {"zh_CN", "zh_TW", "ja", "ko", "ru", "uk", "bg", "sr", "be"}
# Languages whose own letters are none of ASCII.
FOREIGN = STRICT | {"el", "he", "ar"}
# What Python calls the encoding, and the languages that are written in it.
ENCODINGS = {
    "gbk": "zh_CN", "gb18030": "zh_CN zh_TW", "big5": "zh_TW",
    "shift_jis": "ja", "euc_jp": "ja", "iso2022_jp": "ja", "euc_kr": "ko",
    "koi8_r": "ru", "koi8_u": "uk",
    "cp1250": "pl cs hu", "cp1251": "ru uk bg sr be", "cp1252": "de fr es", "cp1253": "el", "cp1254": "tr", "cp1255": "he",
    "cp1256": "ar", "cp1257": "lt lv", "cp1258": "vi",
    "iso8859_1": "de fr es", "iso8859_2": "pl cs hu", "iso8859_3": "eo", "iso8859_4": "et lv",
    "iso8859_5": "ru bg", "iso8859_6": "ar",
    "iso8859_7": "el", "iso8859_8": "he", "iso8859_9": "tr", "iso8859_10": "et", "iso8859_13": "lt lv", "iso8859_14": "ga",
    "iso8859_15": "fr de", "iso8859_16": "ro",
    "utf_16": "de ru ja", "utf_16_le": "de ru ja", "utf_16_be": "de ru zh_CN",
}
# Names that uchardet has and Python does not.
NAMES = {"UHC": "cp949", "MAC-CENTRALEUROPE": "mac_latin2", "MAC-CYRILLIC": "mac_cyrillic"}


def _plain(text):
    """A text without blanks: lines may be joined."""
    return "".join(unicodedata.normalize("NFC", text).split())


def _sentences(language):
    found = set()
    for path in sorted((fetch.FOLDER / "translations").glob(f"*/usr/share/locale/{language}/LC_MESSAGES/*.mo")):
        with open(path, "rb") as file:
            catalog = gettext.GNUTranslations(file)._catalog
        for original, translation in catalog.items():
            if not original or not isinstance(translation, str):
                continue
            text = " ".join(translation.replace("_", "").split())
            # An underscore marks the letter that chooses an entry of a menu.
            if "%" in text or len(text) < 15 or not text.isprintable():
                continue
            beyond = sum(ord(letter) > 127 for letter in text)
            # Parts of programs and names of options are in English everywhere.
            if beyond >= (1 if language not in FOREIGN else len(text) * 2 // 5):
                found.add(text)
    return sorted(found)


def _vietnamese(text):
    """Letters with two marks as windows-1258 has them: the tone is a character of its own."""
    letters = []
    for letter in text:
        parts = unicodedata.normalize("NFD", letter)
        try:
            letter.encode("cp1258")
            letters.append(letter)
        except UnicodeEncodeError:
            # Of two marks the tone may come first.
            tones = [part for part in parts[1:] if part in "\u0300\u0301\u0303\u0309\u0323"]
            others = [part for part in parts[1:] if part not in tones]
            letters.append(unicodedata.normalize("NFC", parts[0] + "".join(others)) + "".join(tones))
    return "".join(letters)


def _texts(encoding, language):
    """Seeded texts of each length that can be written in the encoding: the length, the text."""
    chance = random.Random(f"{SEED} {encoding} {language}")
    usable = []
    for sentence in _sentences(language):
        sentence = _vietnamese(sentence) if encoding == "cp1258" else sentence
        try:
            written = sentence.encode(encoding)
        except UnicodeEncodeError:
            continue
        # Python writes syllables that EUC-KR does not have as their letters one by one, which nobody else does.
        if encoding != "euc_kr" or b"\xa4\xd4" not in written:
            usable.append(sentence)
    for length in LENGTHS:
        for _ in range(TEXTS):
            text = ""
            while len(text) < length or text.isascii():
                text = text + chance.choice(usable) + "\n" if len(text) < length else ""
                text = text if len(text) < length else text[:length]
            yield length, text


def _by_uchardet(paths):
    """What the program uchardet says of files."""
    said = {}
    for start in range(0, len(paths), 200):
        command = ["uchardet", *paths[start : start + 200]]
        lines = subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE).stdout.decode().splitlines()
        said |= {path: line.rpartition(": ")[2] for path, line in zip(paths[start:], lines)}
    return said


def _decodes(data, name, text):
    """Whether some bytes are the text, in an encoding that uchardet names."""
    try:
        return _plain(data.decode(NAMES.get(name, name.replace("IBM", "cp")))) == _plain(text)
    except (LookupError, UnicodeDecodeError):
        return False


async def _by_us(running, path, text):
    """"right", "unsure" or "wrong": what the service makes of a file; and what it says."""
    async with await running.open(path) as reader:
        entries = await service.everything(reader.get_metadata, "entries")
        said = next((entry.value for entry in entries if entry.key == "encoding"), "")
        ours = "".join([await service.page_text(reader, index) for index in range(await service.page_count(reader))])
    if _plain(ours).removeprefix("\ufeff") == _plain(text):
        return "right", said
    return ("unsure" if "unsure" in said else "wrong"), said


async def _look_at(running, report, encoding, language):
    paths, texts = [], []
    for number, (length, text) in enumerate(_texts(encoding, language)):
        path = running.folder / f"{encoding}-{language}-{length}-{number}.txt"
        path.write_bytes(text.encode(encoding))
        paths.append(path)
        texts.append((length, text))
    uchardet = await asyncio.to_thread(_by_uchardet, paths)
    gate, counts = asyncio.Semaphore(TOGETHER), collections.defaultdict(collections.Counter)

    async def one(path, length, text):
        async with gate:
            try:
                how, said = await asyncio.wait_for(_by_us(running, path, text), PATIENCE)
            except sheaf.ServiceError as error:
                how, said = "wrong", str(error)
        counts[length][how] += 1
        counts[length]["alone"] += _decodes(path.read_bytes(), uchardet[path], text)
        if how == "wrong" and length >= JUDGED_FROM:
            report.left_out("a text in a wrong encoding", path.name, f"{said}, by uchardet {uchardet[path]}")

    await asyncio.gather(*(one(path, length, text) for path, (length, text) in zip(paths, texts)))
    for path in paths:
        path.unlink()
    for length, count in sorted(counts.items()):
        place, total = f"{encoding} {language} {length}", sum(count[how] for how in ("right", "unsure", "wrong"))
        report.rows.append((encoding, language, length, count["right"], count["unsure"], count["wrong"], count["alone"]))
        if length < JUDGED_FROM:
            continue
        least = LEAST_STRICT if language in STRICT else LEAST
        told = f"{count['right']} right, {count['unsure']} unsure, {count['wrong']} wrong; uchardet alone {count['alone']}"
        if (count["right"] + count["unsure"]) * 100 < least * total:
            report.differs("encodings: right or unsure", place, told)
        else:
            report.agrees("encodings: right or unsure", place)
        if count["right"] + count["unsure"] < count["alone"]:
            report.differs("encodings: not worse than uchardet", place, told)
        else:
            report.agrees("encodings: not worse than uchardet", place)


async def look(running, report, only=""):
    """Looks at the texts in all encodings."""
    for encoding, languages in ENCODINGS.items():
        for language in languages.split():
            if only in f"{encoding} {language}":
                await _look_at(running, report, encoding, language)

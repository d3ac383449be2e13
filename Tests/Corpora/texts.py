# SPDX-License-Identifier: Apache-2.0
"""Text files of this system, opened by the service: the text of their pages is that of the file, and so is what is drawn."""

import asyncio
import codecs
import pathlib
import random
import re
import statistics
import subprocess

import numpy
import sheaf

import service

SEED = 47
# Which files are looked for, how many of each kind are taken, and how many there are at least.
CODE = (
    "/usr/lib/python3 /usr/share/perl /usr/share/perl5 /usr/include /usr/share/nodejs /usr/share/vim /usr/bin",
    "py pm h js vim sh pl",
)
SETTINGS = ("/etc /usr/lib/systemd /usr/lib/tmpfiles.d /usr/share/dbus-1", "conf service cnf rules timer socket ini cfg")
LISTS = ("/var/lib/dpkg/info", "list md5sums conffiles")
WANTED = {"code": 110, "settings": 80, "logs": 60, "lists": 50}
LEAST = 50
# Files of so many bytes are taken. Logs are long: they are cut at ends of lines.
SIZES = (512, 60_000)
LOG_PART = 12_000
# Seconds that one file may take.
PATIENCE = 120

TEXT, HYPHEN = "text files: text of the pages", "text files: no hyphen is drawn besides"
FONTS = "text files: a font for each letter"


def _find(folders, endings):
    """The files of a kind, in an order that the seed decides."""
    found = []
    for folder in folders.split():
        for path in pathlib.Path(folder).rglob("*"):
            try:
                if path.suffix.lstrip(".") in endings.split() and path.is_file() and not path.is_symlink():
                    if SIZES[0] <= path.stat().st_size <= SIZES[1]:
                        found.append(path)
            except OSError:
                continue
    found.sort()
    random.Random(SEED).shuffle(found)
    # Of files with the same name one will do: headers lie there once for each kind of machine.
    return list({path.name: path for path in reversed(found)}.values())[::-1]


def _logs(folder):
    """Parts of the system's logs, as files."""
    parts = []
    for path in sorted(pathlib.Path("/var/log").rglob("*.log")):
        try:
            data = path.read_bytes()
        except OSError:
            continue
        start = 0
        while len(data) - start >= SIZES[0]:
            end = data.find(b"\n", start + LOG_PART) + 1 or len(data)
            part = folder / f"{path.stem}-{start}.log"
            part.write_bytes(data[start:end])
            parts.append(part)
            start = end
    random.Random(SEED).shuffle(parts)
    return parts


def choose(folder):
    """The files of each kind."""
    found = {"code": _find(*CODE), "settings": _find(*SETTINGS), "logs": _logs(folder), "lists": _find(*LISTS)}
    return {kind: paths[: WANTED[kind]] for kind, paths in found.items()}


# MARK: What must come out


def _strike(text):
    """Letters that were typed over each other, as less shows them: the last one stays, but for the line under it."""
    before = None
    while before != text:
        before = text
        text = re.sub("_\x08(.)|(.)\x08_", lambda match: match[1] or match[2], text)
        text = re.sub("(.)\x08\\1", r"\1", text)
    return text


def expected(data, encoding):
    """A file as its pages are to have it. This is the closed list of what is read otherwise than it stands there:

    a byte order mark, line ends of other systems (and a form feed, and a vertical tab), what colours a terminal (CSI … m) or
    clears the rest of a line (CSI … K), the marks of links (OSC 8), letters that were typed over each other; other control
    characters are shown as ^A and so on.
    """
    text = data.decode(encoding, "replace").removeprefix("\ufeff")
    text = re.sub("\r\n|[\r\f\v]", "\n", text)
    text = re.sub("\x1b\\[[0-9;:]*[mK]", "", text)
    text = re.sub("\x1b\\]8;[^\x07\x1b]*(\x07|\x1b\\\\)", "", text)
    text = _strike(text)
    text = re.sub("[\x00-\x08\x0e-\x1f\x7f]", lambda match: "^" + chr(ord(match[0]) ^ 64), text)
    return text if text.endswith("\n") else text + "\n"


# MARK: What is drawn


def drawn_besides(pixels, runs):
    """Lines with which more is drawn than the letters of the file, as a hyphen is where a word is divided: something behind
    their box, or a box that is wider than its letters are, where these are all of one width.
    """
    found, widths, each = [], [], []
    for run in runs:
        region = run.place.region
        if not run.text.strip() or region.height == 0:
            continue
        top, bottom = region.y + region.height * 35 // 100, region.y + region.height * 80 // 100
        behind = pixels[top:bottom, region.x + region.width + 1 :, :3]
        if behind.size and behind.min() < 200:
            found.append(run.text)
        letters = run.text.rstrip("\n")
        if letters.isascii() and letters.isprintable():
            widths.append((run.place.box.x1 - run.place.box.x0, letters))
            if run.text.endswith("\n") and not letters.endswith(" "):
                each.append(widths[-1][0] / len(letters))
    # Of proportional letters this tells nothing.
    advance = statistics.median(each) if each else 0
    if each and statistics.median(abs(width - advance) for width in each) < advance / 50:
        found += [letters for width, letters in widths if width > (len(letters) + 0.5) * advance]
    return found


def letters_without_font(text):
    """The letters that no font of this system has, as fontconfig knows it."""
    missing = []
    for letter in sorted(set(text)):
        if ord(letter) < 0x7F or letter.isspace():
            continue
        done = subprocess.run(["fc-list", "-q", f":charset={ord(letter):x}"], capture_output=True, timeout=PATIENCE)
        if done.returncode != 0:
            missing.append(letter)
    return missing


async def _look_at(running, report, path, place):
    data = path.read_bytes()
    async with await running.open(path) as reader:
        said = {entry.key: entry.value for entry in await service.everything(reader.get_metadata, "entries")}
        if said.get("format") != "plain text":
            report.differs(TEXT, place, f"is taken for {said.get('format')}")
            return
        ours, behind = "", []
        for index in range(await service.page_count(reader)):
            runs = await service.everything(reader.get_text, "runs", index=index)
            ours += "".join(run.text for run in runs)
            with await reader.get(index) as page:
                behind += drawn_besides(numpy.array(page.array), runs)
    encoding = said.get("encoding", "UTF-8").split(" ")[0]
    codecs.lookup(encoding)
    theirs = expected(data, encoding)
    if ours == theirs:
        report.agrees(TEXT, place)
    else:
        at = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), min(len(ours), len(theirs)))
        report.differs(TEXT, place, f"{ours[max(0, at - 20):at + 30]!r}, not {theirs[max(0, at - 20):at + 30]!r} ({encoding})")
    if behind:
        report.differs(HYPHEN, place, f"{len(behind)} lines, such as {behind[0]!r}")
    else:
        report.agrees(HYPHEN, place)
    missing = await asyncio.to_thread(letters_without_font, theirs)
    if bool(missing) != ("missingFonts" in said):
        report.differs(FONTS, place, f"missingFonts is {said.get('missingFonts')}, and no font has {missing[:10]}")
    elif missing:
        letters = f"{''.join(missing[:10])}: {said['missingFonts']}"
        report.left_out("a letter that no font here has, which is said", place, letters)
    else:
        report.agrees(FONTS, place)


async def look(running, report, only=""):
    """Looks at the files of all kinds."""
    folder = running.folder / "logs"
    folder.mkdir()
    chosen = choose(folder)
    for kind, paths in chosen.items():
        if len(paths) < LEAST:
            report.left_out(f"fewer than {LEAST} files of a kind on this system", kind, f"{len(paths)}")
        report.notes.append(f"{len(paths)} files of {kind}")
        for path in paths:
            place = f"{kind}: {path.name if kind == 'logs' else path}"
            if only not in place:
                continue
            report.chosen(place)
            try:
                await asyncio.wait_for(_look_at(running, report, path, place), PATIENCE)
            except (sheaf.ServiceError, TimeoutError, asyncio.TimeoutError) as error:
                report.differs(TEXT, place, f"{type(error).__name__}: {error}")

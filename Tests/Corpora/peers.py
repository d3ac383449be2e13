# SPDX-License-Identifier: Apache-2.0
"""What other programs make of the same documents."""

import contextlib
import io
import logging
import os
import pathlib
import re
import subprocess
import tempfile
import warnings

import numpy
import PIL.Image
import PIL.ImageCms
import PIL.ImageOps

# Seconds that a program may take for a page.
PATIENCE = 60
# Seconds that it may take for a book.
BOOK_PATIENCE = 300
# Columns that no row of a table has: pandoc wraps the cells of wider ones, and puts the lines of neighbours beside each other.
COLUMNS = 10_000


def _run(*command, may_fail=False, patience=PATIENCE, environment=None):
    """What a program prints, or None where it fails, or prints nothing."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, capture_output=True, timeout=patience, env=environment)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 or may_fail and done.stdout else None


def _read_pixels(data):
    """The rows of a picture in netpbm's raw form, or None."""
    if not data or data[:2] not in (b"P6", b"P5"):
        return None
    words, place = [], 2
    while len(words) < 3:
        end = place
        while data[end : end + 1].isspace() or data[end : end + 1] == b"#":
            end = data.index(b"\n", end) + 1 if data[end : end + 1] == b"#" else end + 1
        start = end
        while not data[end : end + 1].isspace():
            end += 1
        words.append(int(data[start:end]))
        place = end
    width, height, channels = words[0], words[1], 3 if data[:2] == b"P6" else 1
    pixels = numpy.frombuffer(data, numpy.uint8, width * height * channels, place + 1).reshape(height, width, channels)
    return numpy.broadcast_to(pixels, (height, width, 3))


def mutool_pixels(path, number, resolution, password):
    """A page as MuPDF's own program draws it."""
    locked = ["-p", password] if password else []
    layout = ["-W", 420, "-H", 595, "-S", 11]
    form = ["-c", "rgb", "-r", repr(resolution), "-F", "pnm", "-o", "-"]
    # It draws a damaged page as far as it goes, and fails then.
    return _read_pixels(_run("mutool", "draw", "-D", "-q", *locked, *layout, *form, path, number, may_fail=True))


def poppler_pixels(path, number, resolution, password):
    """A page of a PDF as pdftoppm draws it."""
    locked = ["-opw", password, "-upw", password] if password else []
    place = ["-cropbox", "-r", repr(resolution), "-f", number, "-l", number]
    return _read_pixels(_run("pdftoppm", *locked, *place, path))


def poppler_text(path, number, password):
    """The text of a page of a PDF as pdftotext has it, in the order of the page's own content."""
    locked = ["-opw", password, "-upw", password] if password else []
    text = _run("pdftotext", "-q", *locked, "-raw", "-nopgbrk", "-enc", "UTF-8", "-f", number, "-l", number, path, "-")
    return None if text is None else text.decode("utf-8", "replace")


def djvu_pixels(path, number, size):
    """A page of a DjVu as ddjvu draws it, as wide and high as that."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "page")
        _run("ddjvu", "-format=ppm", f"-page={number}", f"-size={size[0]}x{size[1]}", "-aspect=no", path, out)
        return _read_pixels(out.read_bytes()) if out.exists() else None


def djvu_text(path, number):
    """The text of a page of a DjVu as djvutxt has it."""
    text = _run("djvutxt", f"-page={number}", path)
    return None if text is None else text.decode("utf-8", "replace")


# MARK: Pictures, by vips, Pillow and mutool


class Vips:
    """A picture as the programs of libvips have it."""

    # The environment in which they compute as the provider does.
    _environment = {**os.environ, "VIPS_NOVECTOR": "1"}

    def __init__(self, path):
        self.path = path
        self.pages = 0
        if path.suffix.lower() in (".tif", ".tiff"):
            self.pages = int((self._call("vipsheader", "-f", "n-pages", path) or "").strip() or 0)

    def _call(self, *words):
        try:
            done = subprocess.run(
                [str(word) for word in words], capture_output=True, timeout=PATIENCE, env=self._environment
            )
        except subprocess.TimeoutExpired:
            return None
        return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None

    def picture(self, number, _size=None):
        """A page upright, in sRGB and on white, or None."""
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            options = f"[page={number}]" if self.pages > 1 else ""
            upright, coloured, flat, out = (place / name for name in ("a.v", "b.v", "c.v", "out.ppm"))
            if self._call("vips", "autorot", f"{self.path}{options}", upright) is None:
                return None
            header = self._call("vipsheader", "-a", upright) or ""
            is_cmyk = "interpretation: cmyk" in header
            done = None
            if is_cmyk or "icc-profile-data" in header:
                profile = ["--input-profile", "cmyk"] if is_cmyk else []
                done = self._call("vips", "icc_transform", upright, coloured, "srgb", "--embedded", *profile)
            if done is None and self._call("vips", "colourspace", upright, coloured, "srgb") is None:
                return None
            if re.search("^bands: [24]$", self._call("vipsheader", "-a", coloured) or "", re.MULTILINE):
                self._call("vips", "flatten", coloured, flat, "--background", "255")
            self._call("vips", "cast", flat if flat.exists() else coloured, out, "uchar")
            return _read_pixels(out.read_bytes()) if out.exists() else None


class Pillow:
    """A picture as Pillow has it."""

    _moving = ("GIF", "WEBP", "PNG", "AVIF")

    def __init__(self, path):
        self.path = path
        self.pages = 0
        self.frames = 1
        with contextlib.suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with PIL.Image.open(path) as opened:
                count = getattr(opened, "n_frames", 1)
                self.pages = count if opened.format == "TIFF" else 0
                self.frames = count if opened.format in self._moving else 1

    def picture(self, number, _size=None):
        """A page upright, in sRGB and on white, or None."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                with PIL.Image.open(self.path) as opened:
                    if number:
                        opened.seek(number)
                    opened.load()
                    return numpy.asarray(self._shown(PIL.ImageOps.exif_transpose(opened)))
        except Exception:  # It raises anything.
            return None

    def _shown(self, picture):
        profile = picture.info.get("icc_profile")
        if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
            levels = numpy.asarray(picture, dtype=numpy.float64)
            white = 65535 if picture.mode.startswith("I;16") or levels.max(initial=0) > 255 else 255
            white = 1 if picture.mode == "F" and levels.max(initial=0) <= 1 else white
            return PIL.Image.fromarray(numpy.clip(levels * 255 / white, 0, 255).astype(numpy.uint8)).convert("RGB")
        if picture.mode in ("P", "PA"):
            picture = picture.convert("RGBA")
        if picture.mode == "LAB":
            lab = PIL.ImageCms.createProfile("LAB")
            return PIL.ImageCms.profileToProfile(picture, lab, PIL.ImageCms.createProfile("sRGB"), outputMode="RGB")
        if picture.has_transparency_data:
            picture = picture.convert("RGBA")
            white = PIL.Image.new("RGBA", picture.size, "white")
            picture = PIL.Image.alpha_composite(white, picture).convert("RGB")
        if profile and picture.mode in ("RGB", "CMYK"):
            with contextlib.suppress(PIL.ImageCms.PyCMSError, OSError):
                theirs = PIL.ImageCms.ImageCmsProfile(io.BytesIO(profile))
                picture = PIL.ImageCms.profileToProfile(
                    picture, theirs, PIL.ImageCms.createProfile("sRGB"), PIL.ImageCms.Intent.RELATIVE_COLORIMETRIC, "RGB"
                )
        return picture.convert("RGB")


class Mutool:
    """A picture as MuPDF's own program draws it."""

    # Those whose pages it has as they are.
    _endings = (".jpg", ".jpeg", ".png", ".bmp", ".gif", ".tif", ".tiff", ".jp2", ".j2k", ".pbm", ".pgm", ".ppm", ".pnm")

    def __init__(self, path):
        self.path = path
        self.pages = 0

    def picture(self, number, size=(600, 600)):
        """A page of so many pixels, or None."""
        if self.path.suffix.lower() not in self._endings:
            return None
        form = ["-c", "rgb", "-f", "-w", size[0], "-h", size[1], "-F", "pnm", "-o", "-"]
        return _read_pixels(_run("mutool", "draw", "-q", *form, self.path, number + 1))


def scaled(pixels, shape):
    """A picture in another size."""
    picture = PIL.Image.fromarray(numpy.ascontiguousarray(pixels))
    return numpy.asarray(picture.resize((shape[1], shape[0]), PIL.Image.Resampling.BICUBIC))


# MARK: Books, by pandoc and calibre


def pandoc_text(path, form):
    """The text of a book in a format as pandoc names it, or None."""
    text = _run(
        "pandoc", "-f", form, "-t", "plain", "--wrap=none", f"--columns={COLUMNS}", path, patience=BOOK_PATIENCE
    )
    return None if text is None else text.decode("utf-8", "replace")


def _convert(path, out, *options):
    """Converts a book with calibre's ebook-convert, by its own settings and not by the user's; whether there is one then."""
    with tempfile.TemporaryDirectory() as settings:
        environment = {**os.environ, "CALIBRE_CONFIG_DIRECTORY": settings, "QT_QPA_PLATFORM": "offscreen"}
        _run("ebook-convert", path, out, *options, patience=BOOK_PATIENCE, environment=environment)
    return out.exists()


def calibre_text(path):
    """The text of a book as calibre has it, or None: without the list of contents that it would put before a FictionBook."""
    options = ["--no-inline-fb2-toc"] if path.suffix == ".fb2" else []
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "book.txt")
        return out.read_text(encoding="utf-8", errors="replace") if _convert(path, out, *options) else None


def calibre_book(path, folder, ending, *options):
    """The path of the same book in another format, which its ending says, by calibre; or None."""
    out = folder / f"{path.stem}{ending}"
    return out if _convert(path, out, *options) else None


# MARK: Outlines and links, by pikepdf and pypdf


def _title(text):
    return " ".join(str(text or "").split())


class Pike:
    """A PDF as pikepdf has it."""

    name = "pikepdf"

    def __init__(self, path, password):
        import pikepdf

        self._kit = pikepdf
        self.pdf = pikepdf.open(path, password=password or "")
        self.places = {page.objgen: index for index, page in enumerate(self.pdf.pages)}

    def _named(self, name):
        """What a named destination stands for."""
        name = str(name)
        old = self.pdf.Root.get("/Dests")
        if old is not None and (key := name if name.startswith("/") else "/" + name) in old:
            return old[key]
        names = self.pdf.Root.get("/Names", {}).get("/Dests")
        return None if names is None else self._kit.NameTree(names).get(name)

    def _page(self, destination):
        if isinstance(destination, (self._kit.String, self._kit.Name, str)):
            destination = self._named(destination)
        if isinstance(destination, self._kit.Dictionary):
            destination = destination.get("/D")
        if not isinstance(destination, self._kit.Array) or len(destination) == 0:
            return None
        page = destination[0]
        if isinstance(page, int):
            return page if 0 <= page < len(self.places) else None
        return self.places.get(getattr(page, "objgen", None))

    def outline(self):
        """Depth, title and page of each entry."""
        entries = []

        def walk(items, level):
            for item in items:
                destination = item.destination
                if destination is None and item.action is not None and item.action.get("/S") == "/GoTo":
                    destination = item.action.get("/D")
                try:
                    page = self._page(destination)
                except (ValueError, KeyError, TypeError, AttributeError):
                    page = None
                entries.append((level, _title(item.title), page))
                walk(item.children, level + 1)

        with self.pdf.open_outline(max_depth=64) as outline:
            walk(outline.root, 0)
        return entries

    def links(self, index):
        """How many links a page has that lead somewhere, and the addresses among them."""
        count, addresses = 0, []
        for annotation in self.pdf.pages[index].obj.get("/Annots", []):
            if not isinstance(annotation, self._kit.Dictionary) or annotation.get("/Subtype") != "/Link":
                continue
            action = annotation.get("/A")
            if action is None and annotation.get("/Dest") is None:
                continue
            count += 1
            if isinstance(action, self._kit.Dictionary) and action.get("/S") == "/URI":
                addresses.append(bytes(action.get("/URI", b"")).decode("utf-8", "replace").strip())
        return count, addresses


class Pypdf:
    """A PDF as pypdf has it."""

    name = "pypdf"

    def __init__(self, path, password):
        import pypdf

        logging.getLogger("pypdf").setLevel(logging.CRITICAL)
        self.reader = pypdf.PdfReader(path, password=password or None)
        self._none = (KeyError, AttributeError, TypeError, ValueError, pypdf.errors.PyPdfError)

    def outline(self):
        """Depth, title and page of each entry."""
        entries = []

        def walk(items, level):
            for item in items:
                if isinstance(item, list):
                    walk(item, level + 1)
                    continue
                try:
                    page = self.reader.get_destination_page_number(item)
                except self._none:
                    page = None
                entries.append((level, _title(item.title), None if page is None or page < 0 else page))

        with contextlib.redirect_stderr(io.StringIO()):
            walk(self.reader.outline, 0)
        return entries

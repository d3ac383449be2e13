# SPDX-License-Identifier: Apache-2.0
"""Others' documents: fetched into a folder that git ignores, and found in there.

What is fetched is checked: PyPI's archives by the SHA-256 below, Debian's by apt. Nothing that is there is fetched again.
"""

import binascii
import fnmatch
import gzip
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tarfile
import urllib.request

FOLDER = pathlib.Path(__file__).resolve().parents[2] / ".corpora"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
# Source archives on PyPI, of the versions in requirements.txt.
ARCHIVES = {
    "pikepdf-10.18.0.tar.gz": "cb555ebff93482e8a6eb55881488b469bbb2b5675161c1b93a0510a8642d98d0",
    "pillow-12.0.0.tar.gz": "87d4f8125c9988bfbed67af47dd7a953e2fc7b0cc1e7800ec6d2080d490bb353",
    "pypdf-7.1.1.tar.gz": "2eff4e2fc5fb22a6d6711e6f1166cdc9ab5765d90cd0d77dfea3f4aa91a27b1d",
}
SOURCES = ("djvulibre", "libarchive", "mupdf", "vips", "tiff", "libheif", "pandoc")
# What has sentences of all languages that the encodings are tried with: translations of what programs say.
TRANSLATIONS = ("apt", "aptitude-common", "coreutils", "libglib2.0-data", "libgtk-3-common")
# Packages with books: manuals made by Sphinx, DocBook and SiSU, in several scripts, and the help of a reader in FictionBook.
BOOKS = (
    "debian-edu-doc-en", "debian-edu-doc-fr", "debian-edu-doc-ja", "debian-edu-doc-zh-cn",
    "developers-reference", "developers-reference-de", "developers-reference-ja", "developers-reference-ru",
    "live-manual-epub", "ubuntu-packaging-guide-epub", "ubuntu-packaging-guide-epub-ru", "cxxtest", "fbreader",
)
# Translations and older editions that bring nothing more.
ALIKE = ("debian-edu-bullseye-manual.epub", "live-manual.[!ej]*.epub")
# Packages by the folder that they are unpacked in.
PACKAGES = {"translations": TRANSLATIONS, "books": BOOKS}
# The books that calibre brings.
CALIBRE = "/usr/share/calibre/quick_start"
# Seconds that one fetch may take.
PATIENCE = 300

# The passwords of the locked ones, as the tests of pikepdf and pypdf have them.
PASSWORDS = {
    "graph-encrypted.pdf": "owner",
    "libreoffice-writer-password.pdf": "openpassword",
    "encrypted-file.pdf": "test",
    "crazyones-encrypted-256.pdf": "password",
    "r2-user-password.pdf": "asdfzxcv",
    "r3-user-password.pdf": "asdfzxcv",
    "r4-user-password.pdf": "asdfzxcv",
    "r4-aes-user-password.pdf": "asdfzxcv",
    "r5-user-password.pdf": "asdfzxcv",
    "r6-user-password.pdf": "asdfzxcv",
    "r6-both-passwords.pdf": "foo",
    "r6-cleartext-metadata.pdf": "foo",
}


def _from_pypi(name, digest):
    kept = FOLDER / "archives" / name
    folder = FOLDER / name.removesuffix(".tar.gz")
    if folder.is_dir():
        return
    package = name.rpartition("-")[0]
    request = urllib.request.Request(
        f"https://pypi.org/simple/{package}/", headers={"Accept": "application/vnd.pypi.simple.v1+json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
        files = json.load(reply)["files"]
    address = next(file["url"] for file in files if file["filename"] == name)
    with urllib.request.urlopen(address, timeout=PATIENCE) as reply:
        content = reply.read()
    if hashlib.sha256(content).hexdigest() != digest:
        raise SystemExit(f"corpora: {address} is not what it was: its SHA-256 is another one")
    kept.write_bytes(content)
    _unpack(kept, folder)


def _unpack(archive, folder):
    """Unpacks a tar into a folder that is there only once all of it is."""
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    with tarfile.open(archive) as opened:
        opened.extractall(partial, filter="data")
    partial.rename(folder)


def _apt(*arguments, cwd=None):
    """Calls apt-get with lists of packages of its own, so that neither root nor a line in the system's is needed."""
    release = dict(
        line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text(encoding="utf-8").split("\n") if "=" in line
    )
    state = FOLDER / "apt"
    for name in ("lists/partial", "cache/archives/partial", "sources"):
        (state / name).mkdir(parents=True, exist_ok=True)
    (state / "sources/debian.sources").write_text(
        f"Types: deb deb-src\nURIs: http://deb.debian.org/debian\nSuites: {release['VERSION_CODENAME']}\n"
        f"Components: main\nSigned-By: {KEYRING}\n",
        encoding="utf-8",
    )
    options = {
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": state / "sources",
        "Dir::State::lists": state / "lists",
        "Dir::Cache": state / "cache",
        "APT::Sandbox::User": "root",
    }
    command = ["apt-get", "-qq", *(f"-o{key}={value}" for key, value in options.items()), *arguments]
    subprocess.run(command, cwd=cwd, check=True, timeout=PATIENCE)


def _from_debian():
    archives = FOLDER / "archives"
    missing = [name for name in SOURCES if not (FOLDER / f"debian-{name}").is_dir()]
    packages = [
        FOLDER / kind / name for kind, names in PACKAGES.items() for name in names if not (FOLDER / kind / name).is_dir()
    ]
    if missing or packages:
        _apt("update")
    if missing:
        _apt("source", "--download-only", *missing, cwd=archives)
    for name in missing:
        _unpack(next(path for path in archives.glob(f"{name}_*.orig.tar.*") if path.suffix != ".asc"), FOLDER / f"debian-{name}")
    if packages:
        _apt("download", *(folder.name for folder in packages), cwd=archives)
    for folder in packages:
        partial = folder.with_name(f"{folder.name}.partial")
        shutil.rmtree(partial, ignore_errors=True)
        archive = next(archives.glob(f"{folder.name}_*.deb"))
        subprocess.run(["dpkg-deb", "-x", archive, partial], check=True, timeout=PATIENCE)
        partial.rename(folder)


def fetch():
    """Fetches what is not there yet."""
    (FOLDER / "archives").mkdir(parents=True, exist_ok=True)
    for kind in PACKAGES:
        (FOLDER / kind).mkdir(exist_ok=True)
    for name, digest in ARCHIVES.items():
        _from_pypi(name, digest)
    _from_debian()


def _system_documents():
    """The documents of the Debian system itself; those that are compressed are unpacked first."""
    found = []
    for folder, _, names in os.walk("/usr/share/doc"):
        for name in names:
            path = pathlib.Path(folder, name)
            if name.endswith((".pdf", ".epub", ".djvu")):
                found.append(path)
            elif name.endswith(".pdf.gz"):
                plain = FOLDER / "system" / path.parent.name / name.removesuffix(".gz")
                if not plain.exists():
                    plain.parent.mkdir(parents=True, exist_ok=True)
                    plain.write_bytes(gzip.decompress(path.read_bytes()))
                found.append(plain)
    return found


def documents():
    """All documents, by where they are from: a name, and the paths in their order."""
    sets = _found(("pikepdf", "pypdf", "debian-djvulibre", "debian-mupdf"), ".pdf .djvu .djv .epub .xps .html")
    sets["debian-system"] = sorted(_system_documents())
    return sets


def books():
    """All books: a name, and the path."""
    found = {}
    for where, paths in _books().items():
        for path in paths:
            name = f"{where}/{path.name}"
            found[f"{where}/{path.parent.name}/{path.name}" if name in found else name] = path
    return found


def _books():
    """The books by where they are from."""
    sets = {"debian-system": [path for path in _system_documents() if path.suffix == ".epub"]}
    sets |= {"calibre": list(pathlib.Path(CALIBRE).glob("*.epub"))}
    sets |= {name: list((FOLDER / "books" / name).rglob("*")) for name in BOOKS}
    sets |= _found(("debian-pandoc",), ".epub .fb2")
    return {
        where: sorted(
            path
            for path in paths
            if path.suffix in (".epub", ".fb2") and not any(fnmatch.fnmatchcase(path.name, pattern) for pattern in ALIKE)
        )
        for where, paths in sets.items()
    }


def _found(names, endings):
    """The files with these endings in the sources of these names."""
    sources = [archive.removesuffix(".tar.gz") for archive in ARCHIVES] + [f"debian-{name}" for name in SOURCES]
    return {
        source: sorted(path for path in (FOLDER / source).rglob("*") if path.suffix.lower() in endings.split())
        for source in sources
        if source.startswith(names)
    }


def archives():
    """The archives of libarchive's tests, which are there in uuencoding."""
    folder = FOLDER / "archives-unpacked"
    folder.mkdir(exist_ok=True)
    found = []
    for path in sorted((FOLDER / "debian-libarchive").rglob("*.uu")):
        plain = folder / path.stem
        if plain.suffix not in (".rar", ".7z", ".zip", ".cbz", ".zipx", ".tar"):
            continue
        if not plain.exists():
            plain.write_bytes(_uudecoded(path.read_bytes()))
        found.append(plain)
    return found


def _uudecoded(text):
    """The file in a text in uuencoding; lines may have lost the blanks at their ends."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(b"begin "):
            break
    decoded = bytearray()
    for line in lines:
        if line == b"end":
            break
        if line:
            length = (line[0] - 32) & 63
            decoded += binascii.a2b_uu(line[: 1 + (length + 2) // 3 * 4])
    return bytes(decoded)


def pictures():
    """All pictures, by where they are from."""
    return _found(
        ("pillow", "debian-vips", "debian-tiff", "debian-libheif"),
        ".jpg .jpeg .png .apng .webp .tif .tiff .gif .heic .heif .avif .jxl .jp2 .j2k .j2c .jpx .bmp .dib .ico .cur"
        " .pbm .pgm .ppm .pnm .pfm .svg .svgz .dng",
    )

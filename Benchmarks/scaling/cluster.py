#!/usr/bin/env python3
"""Three machines of sheaf-web and sheafd behind Varnish, one of which is lost under load.

    cluster.py BUILD-FOLDER [--requests N] [--document FILE]

Each machine is a network namespace with a sheafd and a sheaf-web of its own, on a bridge of a namespace in which Varnish and the clients
are (docs/examples/varnish.vcl). All have the same folder of documents. Clients ask for images of its pages, some pages oftener than
others; after half of them the cable of the second machine is pulled. Prints a line for each half, and how many images each machine made;
fails where a client has seen an error. Everything runs in namespaces that end with it. Needs root, iproute2 and Varnish.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

MACHINES = ["one", "two", "three"]
LOST = "two"
PROXY = "10.77.0.1"
CLIENTS = 16
PROJECT = pathlib.Path(__file__).resolve().parents[2]


def address(machine):
    return f"10.77.0.{11 + MACHINES.index(machine)}"


def run(*words):
    subprocess.run(words, check=True, timeout=30)


class Cluster:
    """The machines and the proxy, in the namespaces that this process is in."""

    def __init__(self, build, folder, document):
        self.folder = pathlib.Path(folder)
        self.processes = []
        library = self.folder / "library"
        library.mkdir()
        shutil.copy(document, library / "document.pdf")
        providers = self.folder / "providers"
        providers.mkdir()
        for name in ["libsheaf-mupdf.so", "libsheaf-pattern.so"]:
            (providers / name).symlink_to(build / name)
        (providers / "libsheaf-mupdf.provider").symlink_to(PROJECT / "Plugins/MuPDF/libsheaf-mupdf.provider")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "bridge", "type", "bridge")
        run("ip", "address", "add", f"{PROXY}/24", "dev", "bridge")
        run("ip", "link", "set", "bridge", "up")
        for machine in MACHINES:
            self.add(machine, build, library, providers)
        for machine in MACHINES:
            self.wait(f"http://{address(machine)}:8080/documents.json")
        self.start_proxy()

    def add(self, machine, build, library, providers):
        own = self.folder / machine
        own.mkdir()
        run("ip", "netns", "add", machine)
        run("ip", "link", "add", f"to-{machine}", "type", "veth", "peer", "name", "eth0", "netns", machine)
        run("ip", "link", "set", f"to-{machine}", "master", "bridge", "up")
        run("ip", "-n", machine, "address", "add", f"{address(machine)}/24", "dev", "eth0")
        run("ip", "-n", machine, "link", "set", "eth0", "up")
        run("ip", "-n", machine, "link", "set", "lo", "up")
        configuration, self.token = own / "sheafd.conf", self.folder / "token"
        self.token.write_text("numbers-for-the-bench")
        configuration.write_text(f"[Documents]\nLibraryFolders={library}\n")
        self.start(
            "ip", "netns", "exec", machine, build / "sheafd", "--socket", own / "socket", "--config", configuration,
            "--provider-path", providers, log=own / "sheafd.log")
        deadline = time.monotonic() + 30
        while not (own / "socket").exists():
            if time.monotonic() > deadline:
                sys.exit(f"sheafd of machine {machine} did not start: {(own / 'sheafd.log').read_text()}")
            time.sleep(0.05)
        self.start(
            "ip", "netns", "exec", machine, build / "sheaf-web", "--socket", own / "socket", "--library", library,
            "--listen", f"{address(machine)}:8080", "--authorization", "open", "--trusted-proxy", PROXY,
            "--metrics", f"token={self.token}", "--assets", PROJECT / "web", log=own / "web.log")

    def start(self, *words, log):
        with open(log, "wb") as output:
            self.processes.append(subprocess.Popen(words, stdout=output, stderr=output, stdin=subprocess.DEVNULL))

    def start_proxy(self):
        self.start(
            "varnishd", "-F", "-n", self.folder / "varnish", "-a", f"{PROXY}:80", "-s", "malloc,64M",
            "-f", PROJECT / "docs/examples/varnish.vcl", log=self.folder / "varnish.log")
        self.wait(f"http://{PROXY}/documents.json")

    def wait(self, url):
        deadline = time.monotonic() + 60
        while True:
            if any(process.poll() is not None for process in self.processes):
                sys.exit(f"a program has ended\n{self.logs()}")
            try:
                return urllib.request.urlopen(url, timeout=5).read()
            except OSError as error:
                if time.monotonic() > deadline:
                    sys.exit(f"nothing answers at {url}: {error}\n{self.logs()}")
                time.sleep(0.1)

    def logs(self):
        return "".join(path.read_text() for path in self.folder.glob("**/*.log"))

    def lose(self, machine):
        """Pulls its cable: nothing answers, and nothing says so."""
        run("ip", "link", "set", f"to-{machine}", "down")

    def images(self, machine):
        """How many images a machine has made."""
        numbers = urllib.request.Request(
            f"http://{address(machine)}:8080/metrics", headers={"Authorization": f"Bearer {self.token.read_text()}"})
        text = self.wait(numbers).decode()
        return int(re.search(r"^sheaf_web_images_total (\d+)", text, re.M)[1])

    def images_url(self):
        """The first page's image, without its number."""
        documents = json.loads(self.wait(f"http://{PROXY}/documents.json"))["documents"]
        manifest = json.loads(self.wait(f"http://{PROXY}/{documents[0]['manifest']}"))
        image = manifest["items"][0]["thumbnail"][0]["service"][0]["id"]
        return urllib.parse.urlsplit(image).path.removesuffix("1")

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(timeout=30)


class Load:
    """Clients that ask for images of pages: the first pages oftener than the last."""

    SIZES = ["400,", "200,", "600,"]

    def __init__(self, url, pages, count):
        generator = random.Random(7)
        weights = [1 / (page + 3) for page in range(pages)]
        drawn = generator.choices(range(1, pages + 1), weights, k=count)
        self.paths = [f"{url}{page}/full/{generator.choice(self.SIZES)}/0/default.jpg" for page in drawn]
        self.lock = threading.Lock()

    def play(self, paths):
        """What became of each: the seconds that it took, whether it was a hit, and the error or nothing."""
        left = iter(paths)
        results = []

        def client():
            connection = http.client.HTTPConnection(PROXY, timeout=60)
            while True:
                with self.lock:
                    path = next(left, None)
                if path is None:
                    return connection.close()
                begin = time.monotonic()
                error, hit = None, False
                try:
                    connection.request("GET", path)
                    answer = connection.getresponse()
                    body = answer.read()
                    hit = answer.headers.get("X-Cache") == "hit"
                    if answer.status != 200 or not body.startswith(b"\xff\xd8") or not body.endswith(b"\xff\xd9"):
                        error = f"{path}: {answer.status}, {len(body)} bytes"
                except (OSError, http.client.HTTPException) as failure:
                    error = f"{path}: {failure!r}"
                    connection.close()
                with self.lock:
                    results.append((time.monotonic() - begin, hit, error))

        clients = [threading.Thread(target=client) for _ in range(CLIENTS)]
        begin = time.monotonic()
        for thread in clients:
            thread.start()
        for thread in clients:
            thread.join()
        return results, time.monotonic() - begin


def tell(title, results, seconds):
    times = sorted(result[0] for result in results)
    errors = [result[2] for result in results if result[2]]
    hits = sum(result[1] for result in results)
    print(
        f"  {title:28} {len(results):7} {len(results) / seconds:10.0f} {100 * hits / len(results):7.1f}"
        f" {1000 * times[len(times) // 2]:10.1f} {1000 * times[len(times) * 99 // 100]:8.1f} {1000 * times[-1]:9.0f}"
        f" {len(errors):8}")
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path, help="where sheafd, sheaf-web and the providers are")
    parser.add_argument("--requests", type=int, default=6000)
    parser.add_argument("--document", default="/usr/share/doc/debian-policy/policy.pdf.gz")
    parser.add_argument("--pages", type=int, default=150, help="how many of its pages are asked for")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.inside:
        # All that it makes is in namespaces of its own, and gone with them.
        os.execvp(
            "unshare", ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable]
            + [os.path.abspath(__file__)] + sys.argv[1:] + ["--inside"])
    run("mount", "--make-rprivate", "/")
    os.makedirs("/run/netns", exist_ok=True)
    run("mount", "-t", "tmpfs", "tmpfs", "/run/netns")
    with tempfile.TemporaryDirectory(prefix="sheaf-cluster-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        document = options.document
        if document.endswith(".gz"):
            document = os.path.join(folder, "unpacked.pdf")
            with open(document, "wb") as output:
                subprocess.run(["zcat", options.document], stdout=output, check=True, timeout=30)
        cluster = Cluster(options.build.resolve(), folder, document)
        try:
            load = Load(cluster.images_url(), options.pages, options.requests)
            half = len(load.paths) // 2
            print("Three machines behind Varnish, 16 clients; one of them is lost\n")
            print(
                f"  {'':28} {'images':>7} {'a second':>10} {'% hits':>7} {'median ms':>10} {'99 %':>8} {'slowest':>9}"
                f" {'errors':>8}")
            errors = tell("three machines", *load.play(load.paths[:half]))
            made = {machine: cluster.images(machine) for machine in MACHINES}
            lost = threading.Timer(0.1, cluster.lose, [LOST])
            lost.start()
            errors += tell(f"{LOST} is lost", *load.play(load.paths[half:]))
            lost.join()
            print()
            for machine in MACHINES:
                now = made[machine] if machine == LOST else cluster.images(machine)
                print(f"  machine {machine:6} made {made[machine]:5} images before, {now - made[machine]:5} after")
        finally:
            cluster.close()
    for error in errors[:10]:
        print(f"error: {error}", file=sys.stderr)
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Starts and ends front ends of a user's own sheafd at random, and looks after each round for what is left over.

    own_service.py --programs FOLDER --providers FOLDER --document PDF [--rounds N] [--seed N]

FOLDER has sheafd, sheafctl and sheaf-web. In each round up to four front ends start, some of them at the same time: commands that open
a document, a viewer on a terminal of its own, a web server. Then they are interrupted, killed, or end by themselves, and sometimes sheafd is
killed or ended. In some rounds the disk for places is full or can't be written to (as root). A round ends when every front end has gone and
every reader is closed. Then there must be no process and no socket, within some seconds, and places must be as they were left.
It prints what it did, as JSON, and ends with status 1 and sentences where something does not hold.
"""

import argparse
import json
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# So many seconds everything has to be gone after the last front end.
PATIENCE = 10


class Trial:
    def __init__(self, options):
        self.options, self.random = options, random.Random(options.seed)
        self.folder = tempfile.mkdtemp(prefix="sheaf-own-")
        self.programs = f"{self.folder}/bin"
        os.mkdir(self.programs)
        for name in ("sheafd", "sheafctl", "sheaf-web"):
            # Of its own, so that its processes are told from others by their names.
            shutil.copy(f"{options.programs}/{name}", self.programs)
        for name, mode in (("run", 0o700), ("state", 0o700), ("conf/sheaf", 0o700), ("books", 0o700)):
            os.makedirs(f"{self.folder}/{name}", mode)
        shutil.copy(options.document, f"{self.folder}/books/book.pdf")
        with open(f"{self.folder}/conf/sheaf/sheafd.conf", "w") as file:
            file.write(f"[Hosts]\nProviderFolders={options.providers}\n{options.configuration}\n")
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=f"{self.folder}/run", XDG_STATE_HOME=f"{self.folder}/state",
                                XDG_CONFIG_HOME=f"{self.folder}/conf", TERM="xterm-256color", LC_ALL="C.UTF-8")
        self.environment.pop("SHEAF_SOCKET", None)
        self.book = f"{self.folder}/books/book.pdf"
        self.counts, self.wrong, self.place, self.hosts, self.was_killed = {}, [], None, set(), False

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    # What runs

    def services(self):
        """The processes that are a sheafd of this trial."""
        found = []
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if words[0] == f"{self.programs}/sheafd".encode() and fields[0] != "Z":
                found.append(int(name))
        return found

    def note_hosts(self):
        for service in self.services():
            try:
                with open(f"/proc/{service}/task/{service}/children") as file:
                    self.hosts |= {int(pid) for pid in file.read().split()}
            except OSError:
                pass

    def listeners(self):
        """How many sockets listen at the path, as unix(7) has them."""
        with open("/proc/net/unix") as file:
            return sum(1 for line in file if line.rstrip().endswith(f"{self.folder}/run/sheaf/org.sheaf") and " 00010000 " in line)

    # Front ends

    def control(self, *arguments, timeout=60):
        return subprocess.run([f"{self.programs}/sheafctl", *arguments], env=self.environment, timeout=timeout,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def start(self, kind):
        self.count(kind)
        if kind == "open":
            return subprocess.Popen([f"{self.programs}/sheafctl", "open", self.book], env=self.environment, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if kind == "web":
            return subprocess.Popen([f"{self.programs}/sheaf-web", "--user", "--library", f"{self.folder}/books", "--listen",
                                     f"{self.folder}/web-{self.random.randrange(1 << 30)}"], env=self.environment,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        master, slave = pty.openpty()
        process = subprocess.Popen([f"{self.programs}/sheafctl", "view", "--format", "symbols", self.book], env=self.environment,
                                   stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)
        os.set_blocking(master, False)
        process.terminal = master
        return process

    def drain(self, process):
        if hasattr(process, "terminal"):
            try:
                while os.read(process.terminal, 65536):
                    pass
            except OSError:
                pass

    def end(self, process, how):
        self.drain(process)
        if how == "quit" and hasattr(process, "terminal"):
            os.write(process.terminal, b"q")
        elif how != "quit":
            process.send_signal({"interrupt": signal.SIGINT, "kill": signal.SIGKILL, "end": signal.SIGTERM}[how])
        else:
            process.send_signal(signal.SIGTERM)
        self.count(f"front end: {how}")
        deadline = time.monotonic() + 20
        while process.poll() is None:
            self.drain(process)
            if time.monotonic() > deadline:
                self.wrong.append(f"a front end does not end ({how})")
                process.kill()
            time.sleep(0.01)
        process.wait()
        if hasattr(process, "terminal"):
            os.close(process.terminal)
        elif process.stdout:
            process.stdout.close()

    def close_readers(self):
        listed = self.control("--user", "--json", "readers")
        for line in listed.stdout.splitlines():
            for reader in [json.loads(line)] if line.startswith("{") else []:
                for entry in reader.get("readers", [reader]):
                    if "reader" in entry:
                        self.control("--user", "close", "--reader", entry["reader"])

    # Rounds

    def round(self, number):
        front_ends = []
        damage = self.random.choice([None] * 12 + ["stale socket", "full disk", "read-only home"])
        if damage in ("full disk", "read-only home") and os.geteuid() != 0:
            damage = None
        mounted = self.damage(damage)
        kinds = [self.random.choice(["open", "open", "web", "view"]) for _ in range(self.random.randint(1, 4))]
        for kind in kinds:
            front_ends.append((kind, self.start(kind)))
            if self.random.random() < 0.5:
                time.sleep(self.random.random() * 0.3)
        for kind, process in list(front_ends):
            if kind == "open":
                said, _ = process.communicate(timeout=60)
                # A service that was ended in between is the trial's fault, which comes later.
                if process.returncode != 0:
                    self.wrong.append(f"round {number}: open failed, {kinds}, {damage}: {said.strip()}")
                front_ends.remove((kind, process))
        self.note_hosts()
        if self.listeners() > 1:
            self.wrong.append(f"round {number}: {self.listeners()} services listen")
        is_sound = damage is None
        if self.random.random() < 0.3:
            for service in self.services():
                how = self.random.choice([signal.SIGKILL, signal.SIGTERM])
                os.kill(service, how)
                self.count(f"sheafd: {how.name}")
                is_sound = False
                self.was_killed = self.was_killed or how == signal.SIGKILL
        if is_sound and "open" in kinds:
            page = self.random.randint(1, 100)
            turned = self.control("--user", "goto", str(page))
            if turned.returncode == 0:
                self.place = page
        for _, process in self.random.sample(front_ends, len(front_ends)):
            if self.random.random() < 0.5:
                time.sleep(self.random.random() * 0.2)
            self.note_hosts()
            self.end(process, self.random.choice(["interrupt", "kill", "end", "quit"]))
        self.close_readers()
        self.expect_nothing(number, kinds, damage)
        if mounted:
            subprocess.run(["umount", "-l", f"{self.folder}/state"], check=True)

    def damage(self, damage):
        """Has the machine lack something; returns whether something is mounted for it."""
        if damage is None:
            return False
        self.count(damage)
        if damage == "stale socket":
            self.control("open", self.book)
            self.was_killed = True
            for service in self.services():
                os.kill(service, signal.SIGKILL)
            deadline = time.monotonic() + PATIENCE
            while self.services() and time.monotonic() < deadline:
                time.sleep(0.01)
            return False
        size = "64k" if damage == "full disk" else "1m"
        mode = "ro" if damage == "read-only home" else "rw"
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700,{mode}", "tmpfs", f"{self.folder}/state"], check=True)
        if damage == "full disk":
            try:
                with open(f"{self.folder}/state/filler", "wb", buffering=0) as file:
                    while True:
                        file.write(b"x" * 4096)
            except OSError:
                pass
        return True

    def expect_nothing(self, number, kinds, damage):
        socket = f"{self.folder}/run/sheaf/org.sheaf"
        deadline = time.monotonic() + PATIENCE
        while True:
            left = self.services()
            hosts = [pid for pid in self.hosts if self.is_host(pid)]
            if not left and not hosts and not os.path.lexists(socket) or time.monotonic() > deadline:
                break
            # A socket of one that was killed is nobody's, until the next one replaces it.
            if self.was_killed and not left and not hosts and self.listeners() == 0 and os.path.lexists(socket):
                os.unlink(socket)
                self.count("a socket of one that was killed")
                break
            time.sleep(0.02)
        self.hosts, self.was_killed = set(), False
        if os.path.lexists(socket):
            self.wrong.append(f"round {number}: the socket is left")
            os.unlink(socket)
        if left or hosts:
            told = self.control("--user", "status").stdout + self.control("--user", "readers").stdout
            self.wrong.append(f"round {number}: {len(left)} services and {len(hosts)} hosts are left of {kinds}, {damage}:\n{told}")
            for pid in left + hosts:
                os.kill(pid, signal.SIGKILL)

    @staticmethod
    def is_host(pid):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                return file.read().startswith(b"sheaf-host")
        except OSError:
            return False

    def expect_place(self):
        """The document opens where it was left last."""
        if self.place is None:
            return
        said = self.control("--json", "open", self.book)
        state = json.loads(said.stdout) if said.returncode == 0 else {}
        index = state.get("state", state).get("location", {}).get("index")
        if index != self.place - 1:
            self.wrong.append(f"the document opens on page {index} + 1, and was left on {self.place}: {said.stdout}{said.stderr}")
        self.count("places")
        self.close_readers()
        self.expect_nothing(-1, ["open"], None)

    def run(self):
        try:
            for number in range(self.options.rounds):
                self.round(number)
                if number % 10 == 9:
                    self.expect_place()
                if len(self.wrong) > 5:
                    break
        finally:
            for service in self.services():
                os.kill(service, signal.SIGKILL)
            shutil.rmtree(self.folder, ignore_errors=True)
        print(json.dumps({"rounds": self.options.rounds, "seed": self.options.seed, "did": self.counts, "wrong": self.wrong}))
        for sentence in self.wrong:
            print(sentence, file=sys.stderr)
        return 1 if self.wrong else 0


def main():
    # What ignores it would have its children ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser()
    for name in ("programs", "providers", "document"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--configuration", default="")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    return Trial(parser.parse_args()).run()


sys.exit(main())

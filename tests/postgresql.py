#!/usr/bin/env python3
"""A server of PostgreSQL of its own, in a temporary folder, for tests and benchmarks.

    python3 tests/postgresql.py COMMAND ...    # runs COMMAND while there is one; POSTGRESQL is its address

Without PostgreSQL (Debian's package postgresql) it says so, and the exit status is 77: skipped.
"""
import contextlib
import glob
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile


def programs():
    """Return the folder of the newest installed server's programs; None if there is none that can be started."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: [int(n) for n in re.findall(r"\d+", path)])
    initdb = found[-1] if found else shutil.which("initdb")
    startable = user() is None or user() in [entry.pw_name for entry in pwd.getpwall()]
    return os.path.dirname(initdb) if initdb and startable else None


def user():
    """Return the name of the user who runs the server, since root must not; None if that is who runs this."""
    return "postgres" if os.getuid() == 0 else None


class Cluster:
    """A server in the folder FOLDER, which must be empty. `address` names it."""

    def __init__(self, folder, *settings):
        self.folder = folder
        self.settings = "".join(f" -c {s}" for s in ("listen_addresses=", "fsync=off", f"unix_socket_directories={folder}", *settings))
        self.address = f"postgresql://ada@/postgres?host={folder}"
        if user():
            shutil.chown(folder, user())
        self.run("initdb", "-D", "data", "-U", "ada", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    def run(self, program, *arguments):
        """Run one of the server's programs."""
        command = [os.path.join(programs(), program), *arguments]
        result = subprocess.run(command, cwd=self.folder, user=user(), text=True, check=False,
                                stdin=subprocess.DEVNULL, stdout=open(f"{self.folder}/{program}.out", "w+", encoding="utf-8"), stderr=subprocess.STDOUT)
        if result.returncode:
            with open(f"{self.folder}/{program}.out", encoding="utf-8") as said:
                raise SystemExit(f"{program} failed: {said.read()}")

    def start(self):
        """Start the server."""
        self.run("pg_ctl", "-D", "data", "-w", "-t", "120", "-l", "log", "-o", self.settings, "start")

    def stop(self):
        """Stop the server at once, as if the machine had failed."""
        self.run("pg_ctl", "-D", "data", "-w", "-t", "120", "-m", "immediate", "stop")

    def ask(self, sql):
        """Return what psql prints for SQL."""
        return subprocess.run([os.path.join(programs(), "psql"), "-XAtq", self.address, "-c", sql], text=True, check=True,
                              stdout=subprocess.PIPE).stdout.strip()


@contextlib.contextmanager
def cluster(*settings):
    """A server with SETTINGS, such as "max_connections=20", while the block runs."""
    with tempfile.TemporaryDirectory(prefix="postgresql-", ignore_cleanup_errors=True) as folder:
        server = Cluster(folder, *settings)
        try:
            yield server
        finally:
            with contextlib.suppress(SystemExit):
                server.stop()


def skip_without():
    """End the program, skipped, if there is no PostgreSQL."""
    if not programs():
        print("There is no server of PostgreSQL (Debian's package postgresql).")
        sys.exit(77)


if __name__ == "__main__":
    skip_without()
    with cluster() as own:
        sys.exit(subprocess.run(sys.argv[1:], check=False,
                                env={**os.environ, "POSTGRESQL": own.address, "PATH": f"{programs()}:{os.environ['PATH']}"}).returncode)

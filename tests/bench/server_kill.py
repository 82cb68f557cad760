#!/usr/bin/env python3
"""Several servers share a database of PostgreSQL, many people play, and one server after the other is killed: is a move
lost that was answered, and does each browser go on by itself?

    python3 tests/bench/server_kill.py                      # 3 servers behind nginx, 300 games, 60 seconds
    python3 tests/bench/server_kill.py --seconds 600        # as a public server: ten minutes
    python3 tests/bench/server_kill.py --servers 2 --games 20 --seconds 20 --every 6 --direct --outage 3

Each session plays as game.js does, half a second to one and a half between two steps; with --direct each request goes
to the next server in turn, without nginx. Every few seconds a server is killed (kill -9) and started again. With
--outage the database is away for some seconds, in the middle. Without PostgreSQL or nginx the exit status is 77. If a
page shows less than an earlier one, a browser has to do what game.js does not, or a response is slower than --limit,
it is 1.
"""

import argparse
import asyncio
import collections
import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import ports  # noqa: E402
import postgresql  # noqa: E402
import web_load  # noqa: E402
from web_clients import ROOT, Connection, print_times, start_server  # noqa: E402

PATIENCE = 60    # seconds after which a browser that gets no page has not recovered
TRY_AGAIN = 1.5  # seconds until game.js asks again

NGINX = """daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  include {games};
  server {{ listen 127.0.0.1:{port} reuseport; include {locations}; }}
}}
"""


class Person(web_load.Session):
    """Somebody who plays and goes on as game.js does when a server does not respond."""

    def __init__(self, number, server_ports, options):
        super().__init__(number, server_ports[0], options)
        self.ports = server_ports
        self.connections = {}
        self.turn = number
        self.seen = collections.Counter()  # the number of moves shown, by game
        self.lost = self.again = 0

    async def ask(self, method, target, body=""):
        """Ask the next server. Return the status, 0 for none, and the body of the answer."""
        self.turn += 1
        self.port = self.ports[self.turn % len(self.ports)]
        connection = self.connections.setdefault(self.port, Connection(self))
        try:
            status, _, text = await asyncio.wait_for(connection.ask_once(method, target, body), 20)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            connection.close()
            return 0, ""
        return status, text

    async def new_game(self):
        """Begin a game: who gets no page sends the form again."""
        form = f"size=5&players=4&level={self.options.level}&seed={self.random.randrange(10**9)}"
        status, text = await self.patiently(lambda: self.ask("POST", "/new", form), (303,))
        self.games += 1
        self.game = text.partition("?")[2]
        await self.step(f"/play?{self.game}")

    async def patiently(self, ask, good):
        """Ask until the status is one of GOOD; no answer, or 5xx, is asked again as game.js does."""
        until = time.perf_counter() + PATIENCE
        while True:
            status, text = await ask()
            if status in good:
                return status, text
            self.again += 1
            if 0 < status < 500 or time.perf_counter() > until:
                self.errors.append(f"{status} {text[:200]}")
                return status, text
            await asyncio.sleep(TRY_AGAIN)

    async def step(self, target):
        """Ask for the part of the page at TARGET; if that fails, for the current state. Note how long that took."""
        addresses = iter([target])

        def ask():
            address = next(addresses, f"/play?{self.game}&by=script")
            return self.ask("GET", address + ("&" if "?" in address else "?") + "part=game")
        start = time.perf_counter()
        _, page = await self.patiently(ask, (200, 409))
        self.times.append(time.perf_counter() - start)
        if self.errors:
            return
        self.page = page
        name, number = re.search(r'data-game="([^"]*)"', page).group(1), int(self.move_number())
        self.lost += max(0, self.seen[name] - number)
        self.seen[name] = max(self.seen[name], number)


class Servers:
    """The servers at their ports, which are killed one after the other."""

    def __init__(self, options, address):
        self.options, self.address = options, address
        self.ports = [ports.free_port() for _ in range(options.servers)]
        self.processes = [self.start(port) for port in self.ports]
        self.killed = 0

    def start(self, port):
        """Start a server at PORT: again and again, as systemd does, while the database is away."""
        while True:
            with contextlib.suppress(SystemExit):
                return start_server(os.path.abspath(self.options.program), self.address, "v4", port)[0]
            time.sleep(0.5)

    async def kill_now_and_then(self, until):
        """Kill a server now and then, and start it again."""
        while time.perf_counter() + self.options.every < until:
            await asyncio.sleep(self.options.every)
            number = self.killed % len(self.processes)
            self.processes[number].kill()
            self.processes[number].wait()
            self.processes[number] = await asyncio.to_thread(self.start, self.ports[number])
            self.killed += 1

    def end(self):
        """End the servers in order. Return their exit statuses."""
        for process in self.processes:
            process.terminate()
        return [process.wait(30) for process in self.processes]


@contextlib.contextmanager
def proxy(server_ports, folder):
    """nginx in front of the servers, configured as in game/server/. Yields its port."""
    port = ports.free_port()
    with open(os.path.join(ROOT, "game/server/nginx.conf"), encoding="utf-8") as example:
        text = example.read()
    group = re.search(r"upstream .*?\n}\n", text, re.S).group(0)
    servers = "".join(f"  server 127.0.0.1:{p} max_fails=1 fail_timeout=2s;\n" for p in server_ports)
    with open(f"{folder}/games.conf", "w", encoding="utf-8") as out:
        out.write(re.sub(r"(  server [^\n]*\n)+", servers, group, count=1))
    with open(f"{folder}/locations.conf", "w", encoding="utf-8") as out:
        # All come from this machine: without an address none of them is refused for beginning too many sessions.
        out.write(re.search(r"  # begin\n(.*)  # end\n", text, re.S).group(1).replace("$proxy_add_x_forwarded_for", '""'))
    with open(f"{folder}/nginx.conf", "w", encoding="utf-8") as out:
        out.write(NGINX.format(folder=folder, port=port, games=f"{folder}/games.conf", locations=f"{folder}/locations.conf"))
    process = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"])
    try:
        time.sleep(0.5)
        yield port
    finally:
        process.terminate()
        process.wait()


async def outage(database, options):
    """Takes the database away in the middle, if that is asked for."""
    if options.outage:
        await asyncio.sleep(options.seconds / 2)
        await asyncio.to_thread(database.stop)
        await asyncio.sleep(options.outage)
        await asyncio.to_thread(database.start)
        print(f"the database was away for {options.outage} s")


async def play(options, servers, database, asked_ports):
    people = [Person(i, asked_ports, options) for i in range(options.games)]
    start = time.perf_counter()
    disturbances = asyncio.gather(servers.kill_now_and_then(start + options.seconds), outage(database, options))

    async def arrive(person):
        await asyncio.sleep(random.random() * min(5, options.seconds / 4))
        await person.play(start + options.seconds)
    await asyncio.gather(*(arrive(p) for p in people))
    seconds = time.perf_counter() - start
    await disturbances
    return people, seconds


def report(options, people, seconds, killed, statuses):
    """Prints the figures. Returns the exit status."""
    times = [t for p in people for t in p.times]
    lost, errors = sum(p.lost for p in people), [e for p in people for e in p.errors]
    print(f"{len(people)} games at once, {seconds:.0f} s, {killed} kills: {len(times) / seconds:.0f} steps a second, "
          f"{sum(p.again for p in people)} requests asked again")
    print_times("a step, with what was asked again,", times)
    print(f"{lost} of {sum(sum(p.seen.values()) for p in people)} acknowledged moves lost, {len(errors)} errors that stay, "
          f"servers ended with {statuses}")
    for e in errors[:10]:
        print(e, file=sys.stderr)
    slow = options.limit and sorted(times)[int(0.99 * len(times))] * 1000 > options.limit
    return 1 if lost or errors or slow or any(statuses) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/tessera"))
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=10, help="seconds between two kills")
    parser.add_argument("--pause", type=float, default=1, help="seconds between two steps of a session, half to one and a half of it")
    parser.add_argument("--level", default="steady")
    parser.add_argument("--direct", action="store_true", help="without nginx: each request goes to the next server in turn")
    parser.add_argument("--outage", type=float, default=0, help="seconds for which the database is away")
    parser.add_argument("--limit", type=float, default=0, help="the milliseconds that the 99th of 100 steps may take")
    options = parser.parse_args()
    postgresql.skip_without()
    if not options.direct and not shutil.which("nginx"):
        print("nginx is not installed (Debian's package nginx-light).")
        return 77
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgresql.cluster())
        servers = Servers(options, database.address)
        try:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            asked = servers.ports if options.direct else [stack.enter_context(proxy(servers.ports, folder))]
            people, seconds = asyncio.run(play(options, servers, database, asked))
        finally:
            statuses = servers.end()
        return report(options, people, seconds, servers.killed, statuses)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Visitors who play the board of the day, then strangers who all want an open table at once. Is anything lost?

    python3 tests/bench/visitors_load.py                      # 1000 visitors, 50 at a time; 100 strangers
    python3 tests/bench/visitors_load.py --visitors 100 --at-once 20 --strangers 30

When half of the visitors have played, the server is killed (kill -9) amid their requests and started again: each game
must stand where its visitor has seen it last, or later. At the end it is killed once more: then each game must be what
it was, and each stranger must still have the seat. Any lost game or seat, any seat given twice, and any unexpected
answer is an error: then the exit status is 1.
"""

import argparse
import asyncio
import html
import os
import re
import sys
import tempfile
import time

from web_clients import ROOT, Connection, lost_games, print_faults, print_times, start_server


class Server:
    """The server, which can be killed and started again; meanwhile visitors wait for it."""

    def __init__(self, options, games):
        self.program, self.games = os.path.abspath(options.program), games
        self.running = asyncio.Event()
        self.start()

    def start(self):
        self.process, self.port = start_server(self.program, self.games, "v4")
        self.running.set()
        return self.process, self.port

    async def kill_and_start(self):
        self.running.clear()
        self.process.kill()
        self.process.wait()
        await asyncio.to_thread(self.start)


class Client:
    """A browser with a cookie, which asks again when the server is back."""

    def __init__(self, server):
        self.server, self.cookie = server, ""
        self.connection = Connection(self)
        self.times, self.errors = [], []
        self.broken = False  # true if a request was answered by nobody, so that its step may or may not have been made

    @property
    def port(self):
        return self.server.port

    @port.setter
    def port(self, _):
        pass  # the server knows it

    async def ask(self, method, target, body="", expected=(200, 303)):
        """Return the body of the answer, and where it sends the browser."""
        while True:
            await self.server.running.wait()
            start = time.perf_counter()
            try:
                status, head, text = await self.connection.ask_once(method, target, body)
                break
            except (OSError, asyncio.IncompleteReadError):
                self.broken = True
                self.connection.close()
                await asyncio.sleep(0.05)
        self.times.append(time.perf_counter() - start)
        if status not in expected:
            self.errors.append(f"{target}: {status} {text[:200]}")
        location = re.search(r"Location: (\S+)", head)
        return text, location and location.group(1)

    def leave(self):
        self.connection.close()


class Visitor(Client):
    """Plays a round of the board of the day."""

    seen = 0

    async def show(self):
        self.page, _ = await self.ask("GET", "/today/play")
        number = int(re.search(r'data-move="(\d+)"', self.page).group(1))
        if number < self.seen:
            self.errors.append(f"the game went back from move {self.seen} to {number}")
        self.seen = number

    async def visit(self):
        await self.ask("GET", "/today")
        await self.show()
        for step in ("attack", "pass", "skip"):
            link = re.search(rf'"(/today/{step}[^"]*)"', self.page)
            if link:
                self.broken = False
                _, location = await self.ask("GET", html.unescape(link.group(1)), expected=(200, 303, 409))
                if location is None and not self.broken:
                    self.errors.append(f"/today/{step} was refused")
            await self.show()

    async def record(self):
        text, _ = await self.ask("GET", "/today/record.txt")
        return text


class Stranger(Client):
    """Wants a seat at an open table."""

    async def sit_down(self, number):
        _, address = await self.ask("POST", "/tables", f"name=Stranger+{number}")
        self.table = re.match(r"(?:http://[^/]*)?(/together/[^/]*)", address).group(1)

    async def record(self):
        """Return the table and the number of this stranger's seat."""
        page, _ = await self.ask("GET", self.table + "/play")
        seats = re.search(r'<ol class="seats">(.*?)</ol>', page).group(1)
        own = ["You" in line or "you" in line for line in re.findall(r'<span class="name">(.*?)</li>', seats)]
        self.seat = (self.table, own.index(True) if True in own else None)
        return self.seat


async def play_the_day(options, server):
    """Returns the visitors, who have all played while the server was killed once."""
    visitors = [Visitor(server) for _ in range(options.visitors)]
    places = asyncio.Semaphore(options.at_once)
    half = asyncio.Event()
    done = 0

    async def come(visitor):
        nonlocal done
        async with places:
            await visitor.visit()
            visitor.leave()
        done += 1
        if 2 * done >= len(visitors):
            half.set()

    async def kill():
        await half.wait()
        await server.kill_and_start()

    await asyncio.gather(kill(), *(come(v) for v in visitors))
    return visitors


async def run_all(options, games):
    server = Server(options, games)
    try:
        start = time.perf_counter()
        visitors = await play_the_day(options, server)
        seconds = time.perf_counter() - start
        strangers = [Stranger(server) for _ in range(options.strangers)]
        await asyncio.gather(*(s.sit_down(i) for i, s in enumerate(strangers)))
        lost, _ = await lost_games(server.process, server.start, visitors + strangers)
    finally:
        server.process.kill()
    return visitors, strangers, seconds, lost


def report(visitors, strangers, seconds, lost):
    """Prints the figures. Returns the exit status."""
    times = [t for v in visitors for t in v.times]
    print(f"{len(visitors)} visitors in {seconds:.1f} s, the server killed amid them: {len(times)} requests")
    print_times("a request", times)
    tables, seats = {s.table for s in strangers}, {s.seat for s in strangers}
    print(f"{len(strangers)} strangers at {len(tables)} tables")
    print_times("a seat", [s.times[0] for s in strangers])
    errors = [e for c in visitors + strangers for e in c.errors]
    if len(tables) != -(-len(strangers) // 3):
        errors.append(f"{len(strangers)} strangers need {-(-len(strangers) // 3)} tables of three, not {len(tables)}")
    if len(seats) != len(strangers):
        errors.append(f"{len(strangers)} strangers have only {len(seats)} seats")
    return print_faults(errors, lost, len(visitors) + len(strangers))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/tessera"))
    parser.add_argument("--visitors", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=50)
    parser.add_argument("--strangers", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return report(*asyncio.run(run_all(options, os.path.join(folder, "games.db"))))


if __name__ == "__main__":
    sys.exit(main())

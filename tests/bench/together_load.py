#!/usr/bin/env python3
"""Many games of people who play together, with computers: how long does a step take, and is any game lost?

    python3 tests/bench/together_load.py                      # 200 games of two people and a computer, a minute
    python3 tests/bench/together_load.py --games 20 --seconds 5 --slow 4
    python3 tests/bench/together_load.py --games 20 --pause 4 --passers 2 --watch 60 --seconds 3600   # does anything grow?

Each person has a browser's two connections: one asks what comes next as game.js does, the other waits for what others
do as live.js does. Of the answers to attacks, ends of turns and what comes next the time is taken. With --slow so many
others ask for pages and do not read them; with --passers so many a second come, begin a game alone, make a move and are
never seen again; with --watch the server's memory is printed every so many seconds. Then the server is killed (kill -9)
and started again, and every game must be what it was. Any other answer than the expected one, and any lost game, is an
error: then the exit status is 1.
"""

import argparse
import asyncio
import html
import os
import random
import re
import socket
import sys
import tempfile
import time

from web_clients import ROOT, Connection, lost_games, print_faults, print_times, start_server, watch


class Person:
    """Somebody at a table: a cookie, and what the page shows."""

    def __init__(self, seed, port, options):
        self.random = random.Random(seed)
        self.port, self.options, self.cookie = port, options, ""
        self.steps, self.waits = Connection(self), Connection(self)
        self.page, self.table = "", ""
        self.times, self.errors, self.moves = [], [], 0

    async def open(self, method, target, body=""):
        status, head, text = await self.steps.ask(method, target, body)
        if status == 303:
            self.table = re.search(r"Location: (/together/[0-9a-f]+)", head).group(1)
        else:
            self.errors.append(f"{target}: {status} {text[:200]}")

    async def step(self, target):
        start = time.perf_counter()
        status, _, text = await self.steps.ask("GET", target + ("&" if "?" in target else "?") + "part=game")
        self.times.append(time.perf_counter() - start)
        if status == 409 and self.steps.again:  # it was done, but the answer got lost with the connection
            self.page = text
        elif status != 200:
            self.errors.append(f"{target}: {status} {text[:200]}")
        else:
            self.page = text

    def attribute(self, name):
        found = re.search(f'data-{name}="([^"]*)"', self.page)
        return html.unescape(found.group(1)) if found else ""

    async def wait(self, until):
        """Wait until something happens, as live.js does."""
        while time.perf_counter() < until:
            status, head, _ = await self.waits.ask("GET", self.attribute("live"))
            if status == 200:
                return
            if status != 204:
                self.errors.append(f"live: {status}")
                return
            pause = re.search(r"Retry-After: (\d+)", head)
            await asyncio.sleep(int(pause.group(1)) if pause else 0)

    async def play(self, until):
        await asyncio.sleep(self.random.uniform(0, 3))  # they do not come all at once
        await self.step(self.table + "/play")
        while time.perf_counter() < until and not self.errors:
            stage, following = self.attribute("stage"), self.attribute("next")
            if stage == "person":
                await asyncio.sleep(self.random.uniform(0.5, 1.5) * self.options.pause)
                attacks, passing = (re.findall(f'"(/together[^"]*/{page}[^"]*)"', self.page) for page in ("attack", "pass"))
                choices = passing if passing and self.random.random() < 0.3 else attacks or passing
                self.moves += 1
                await self.step(html.unescape(self.random.choice(choices)))
            elif following:
                await asyncio.sleep(1)  # what happened is shown
                await self.step(following)
            elif stage == "over":
                if self.random.random() < 0.5:
                    await self.open("POST", self.table + "/rematch")
                await asyncio.sleep(0.5)
                await self.step(self.table + "/play")
            else:
                await self.wait(until)
                await self.step(self.attribute("after"))

    async def record(self):
        return (await self.steps.ask("GET", self.table + "/record.txt"))[2]

    def leave(self):
        self.steps.close()
        self.waits.close()


def silent_readers(count, port):
    """Opens COUNT connections that ask for pages and read nothing."""
    sockets = []
    for _ in range(count):
        s = socket.create_connection(("127.0.0.1", port))
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        s.sendall(b"GET /together HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
        sockets.append(s)
    return sockets


async def pass_by(number, port, errors):
    """Let somebody without a cookie come, begin a game, make one move and go."""
    visitor = Person(number, port, None)
    await visitor.steps.ask("GET", "/")
    status, head, text = await visitor.steps.ask("POST", "/new", f"size=6&players=3&level=steady&seed={number}")
    if status == 303:
        await visitor.step(re.search(r"Location: (\S+)", head).group(1))
        attack = re.search(r'"(/attack[^"]*)"', visitor.page)
        await visitor.step(html.unescape(attack.group(1)) if attack else "/")
    else:
        visitor.errors.append(f"/new: {status} {text[:200]}")
    errors += visitor.errors
    visitor.leave()


async def pass_by_all(options, port, until, errors):
    number = 0
    while options.passers and time.perf_counter() < until:
        number += 1
        await pass_by(number, port, errors)
        await asyncio.sleep(1 / options.passers)


async def seat(pair, options):
    """Let the first of PAIR make a game and the second join it."""
    await pair[0].open("POST", "/together", f"seat0=me&seat1=friend&seat2={options.level}&size={options.size}&clock=none")
    pair[1].table = pair[0].table
    await pair[1].open("POST", pair[0].table + "/join")


async def run_all(options, games):
    program = os.path.abspath(options.program)
    process, port = start_server(program, games, "v4")
    pairs = [[Person(2 * i + j, port, options) for j in range(2)] for i in range(options.games)]
    people = [person for pair in pairs for person in pair]
    try:
        for pair in pairs:
            await seat(pair, options)
        slow = silent_readers(options.slow, port)
        watching = asyncio.create_task(watch(process, games, options.watch)) if options.watch else None
        start = time.perf_counter()
        await asyncio.gather(pass_by_all(options, port, start + options.seconds, people[0].errors),
                             *(p.play(start + options.seconds) for p in people))
        seconds = time.perf_counter() - start
        if watching:
            watching.cancel()
        for s in slow:
            s.close()
        lost, process = await lost_games(process, lambda: start_server(program, games, "v4"), [pair[0] for pair in pairs])
    finally:
        process.kill()
    return people, seconds, lost


def report(people, seconds, lost):
    """Prints the figures. Returns the exit status."""
    times = [t for p in people for t in p.times]
    print(f"{len(people)} people at {len(people) // 2} tables, {seconds:.1f} s: {len(times)} steps, {len(times) / seconds:.0f} a second, "
          f"{sum(p.moves for p in people)} moves of people")
    print_times("a step", times)
    return print_faults([e for p in people for e in p.errors], lost, len(people) // 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/tessera"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=2, help="seconds that a person thinks about a move, half to one and a half of it")
    parser.add_argument("--slow", type=int, default=0, help="others who ask for pages and do not read them")
    parser.add_argument("--passers", type=float, default=0, help="others who come, make a move and go, so many a second")
    parser.add_argument("--watch", type=float, default=0, help="seconds after which the server's memory is printed again")
    parser.add_argument("--size", type=int, default=6)
    parser.add_argument("--level", default="steady")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return report(*asyncio.run(run_all(options, os.path.join(folder, "games.db"))))


if __name__ == "__main__":
    sys.exit(main())

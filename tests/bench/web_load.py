#!/usr/bin/env python3
"""Many people play in the browser at once, the computer with them: how fast are the pages, and is any game lost?

    python3 tests/bench/web_load.py                           # 100 sessions, 30 seconds, against a server of its own
    python3 tests/bench/web_load.py --pause 1                 # each waits a second between two clicks, as people do
    python3 tests/bench/web_load.py --sessions 20 --seconds 2

Each session plays on a connection of its own as game.js does: it asks for the part of the page that shows the game,
attacks where it can, ends its turn, and follows the computer's moves. Then the server is killed (kill -9) and started
again, and every game must be what it was. Any other answer than the expected one, and any lost game, is an error: then
the exit status is 1.
"""

import argparse
import asyncio
import html
import os
import random
import re
import sys
import tempfile
import time

from web_clients import ROOT, Connection, lost_games, print_faults, print_times, processor_seconds, settled, start_server


class Session:
    """Somebody who plays: a connection, a cookie, and what the page shows."""

    def __init__(self, number, port, options):
        self.random = random.Random(number)
        self.port, self.options = port, options
        self.cookie = ""
        self.connection = Connection(self)
        self.page = ""
        self.times, self.errors = [], []
        self.games = self.computer_moves = self.moves = 0

    async def ask(self, method, target, body=""):
        """Return the status and the body of the answer."""
        status, _, text = await self.connection.ask(method, target, body)
        return status, text

    async def step(self, target):
        """Ask for the part of the page at TARGET, and note how long that took."""
        start = time.perf_counter()
        status, self.page = await self.ask("GET", target + ("&" if "?" in target else "?") + "part=game")
        self.times.append(time.perf_counter() - start)
        if status != 200:
            self.errors.append(f"{target}: {status} {self.page[:200]}")

    async def new_game(self):
        o = self.options
        form = f"size={o.size}&players={o.players}&level={o.level}&seed={self.random.randrange(10**9)}"
        status, text = await self.ask("POST", "/new", form)
        if status != 303:
            self.errors.append(f"/new: {status} {text[:200]}")
        self.games += 1
        self.game = text.partition("?")[2]  # game=NAME: nothing is kept of it before its first move
        await self.step(f"/play?{self.game}")

    def next_target(self):
        """Returns where to click; None if the game is over."""
        following = re.search(r'data-next="([^"]*)"', self.page).group(1)
        if following:
            self.computer_moves += not following.startswith("/skip")
            return html.unescape(following)
        attacks = re.findall(r'"(/attack[^"]*)"', self.page)
        passing = re.findall(r'"(/pass[^"]*)"', self.page)
        choices = passing if passing and self.random.random() < 0.3 else attacks or passing
        self.moves += 1
        return html.unescape(self.random.choice(choices)) if choices else None

    def move_number(self):
        return re.search(r'data-move="([^"]*)"', self.page).group(1)

    async def play(self, until):
        await self.new_game()
        while time.perf_counter() < until and not self.errors:
            target = self.next_target()
            before = self.move_number()
            await (self.step(target) if target else self.new_game())
            if self.move_number() == before:  # the computer still thinks: game.js asks again after that time, too
                await asyncio.sleep(0.12)
            if self.options.pause:
                await asyncio.sleep(self.random.uniform(0.5, 1.5) * self.options.pause)

    async def record(self):
        status, text = await self.ask("GET", f"/record.txt?{self.game}")
        if status != 200:
            self.errors.append(f"/record.txt: {status}")
        return text

    def leave(self):
        self.connection.close()


async def run_all(options, games):
    program = os.path.abspath(options.program)
    def restart():
        return start_server(program, games, options.version, interpreters=options.interpreters)
    process, port = restart()
    sessions = [Session(i, port, options) for i in range(options.sessions)]
    try:
        await settled(process)
        before = [processor_seconds(p) for p in (process.pid, os.getpid())]
        start = time.perf_counter()
        await asyncio.gather(*(s.play(start + options.seconds) for s in sessions))
        seconds = time.perf_counter() - start
        processor = [processor_seconds(p) - b for p, b in zip((process.pid, os.getpid()), before)]
        lost, process = await lost_games(process, restart, sessions)
    finally:
        process.kill()
    return sessions, seconds, processor, lost


def report(sessions, seconds, processor, lost):
    """Prints the figures. Returns the exit status."""
    times = [t for s in sessions for t in s.times]
    print(f"{len(sessions)} sessions, {seconds:.1f} s: {len(times)} state requests, {len(times) / seconds:.0f} a second")
    print("processor time in ms a request: server {:.2f}, this program {:.2f}".format(*(1000 * s / len(times) for s in processor)))
    print_times("latency", times)
    print(f"{sum(s.games for s in sessions)} games, {sum(s.moves for s in sessions)} clicks of people, "
          f"{sum(s.computer_moves for s in sessions)} moves of the computer")
    return print_faults([e for s in sessions for e in s.errors], lost, len(sessions))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/tessera"))
    parser.add_argument("--version", default="v4", choices=["v3", "v4"])
    parser.add_argument("--interpreters", type=int, default=os.cpu_count(), help="those of the server")
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=0, help="seconds between two clicks of a session, half to one and a half of it")
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--level", default="strong", choices=["gentle", "book", "strong"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return report(*asyncio.run(run_all(options, os.path.join(folder, "games.db"))))


if __name__ == "__main__":
    sys.exit(main())

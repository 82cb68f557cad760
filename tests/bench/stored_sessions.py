#!/usr/bin/env python3
"""A server whose file holds very many sessions: how soon is it there, what does it take, how long does a step take, and
what does forgetting cost?

    python3 tests/bench/stored_sessions.py                    # 100000 sessions: a minute
    python3 tests/bench/stored_sessions.py --sessions 1000

One game is played for some moves; its session is then saved so many times under other names by the server's own store.
Then people come back to such sessions and make moves, others begin new ones, so that those which were not used for
longest are forgotten, and at last a server starts when all are too old. Any other answer than the expected one is an
error: then the exit status is 1.
"""

import argparse
import asyncio
import contextlib
import html
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

from web_clients import ROOT, Connection, print_faults, print_times, private_megabytes, start_server

SAVE = """(progn
  (webserver:open-sessions "{file}" 2592000 1000000)
  (let ((text (second (webserver:load-session "{token}" 0)))
        (start (get-internal-real-time)))
    (dotimes (i {count}) (webserver:save-sessions (list (list (webserver:make-token) text 0)) ""))
    (format t "saved ~d ~d" (length text) (floor (* 1000 (- (get-internal-real-time) start)) internal-time-units-per-second)))
  (webserver:close-sessions))"""


class Visitor:
    """Somebody with one connection and the cookie COOKIE, or none."""

    def __init__(self, port, cookie=""):
        self.port, self.cookie = port, cookie
        self.connection = Connection(self)
        self.page, self.times, self.errors = "", [], []

    async def step(self, target):
        start = time.perf_counter()
        status, head, self.page = await self.connection.ask("GET", target + ("&" if "?" in target else "?") + "part=game")
        self.times.append(time.perf_counter() - start)
        if status != 200:
            self.errors.append(f"{target}: {status} {head} {self.page[:200]}")

    async def move(self):
        """Attack if that can be done, else end the turn, else see what comes next."""
        for pattern in ('"(/attack[^"]*)"', '"(/pass[^"]*)"', '"(/skip[^"]*)"'):
            found = re.search(pattern, self.page)
            if found:
                return await self.step(html.unescape(found.group(1)))

    async def begin(self, seed):
        _, head, _ = await self.connection.ask("POST", "/new", f"size=6&players=3&level=steady&seed={seed}")
        await self.step(re.search(r"Location: (\S+)", head).group(1))
        await self.move()

    def leave(self):
        self.connection.close()


def stop(process):
    process.kill()
    process.wait()


def fill(program, games, count):
    """Plays a game and lets the store have COUNT sessions like it in the file GAMES."""

    async def play():
        visitor = Visitor(port)
        await visitor.begin(1)
        for _ in range(30):
            await visitor.move()
        return visitor.cookie

    process, port = start_server(program, games, "v4")
    cookie = asyncio.run(play())
    stop(process)
    token = re.search(r"=([0-9a-f]+)", cookie).group(1)
    form = SAVE.format(file=games, token=token, count=count)
    done = subprocess.run([program, "--eval", '(require "webserver")', "--eval", form], capture_output=True, text=True, check=True)
    size, milliseconds = map(int, re.search(r"saved (\d+) (\d+)", done.stdout).groups())
    print(f"{count} sessions of {size} characters saved in {milliseconds / 1000:.1f} s; the file has {os.path.getsize(games) / 2**20:.0f} MB")
    return cookie.partition("=")[0]


def started(program, games, what):
    start = time.perf_counter()
    process, port = start_server(program, games, "v4")
    print(f"{what}: it serves after {1000 * (time.perf_counter() - start):.0f} ms, with {private_megabytes(process):.1f} MB for itself alone")
    return process, port


async def come_back(port, cookie, tokens, moves):
    """Let each of those who have TOKENS make MOVES, ten people at a time. Return them."""
    people = [Visitor(port, f"{cookie}={token}\r\n") for token in tokens]
    async def all_of(some):
        for person in some:
            await person.step("/play")
            for _ in range(moves):
                await person.move()
            person.leave()
    await asyncio.gather(*(all_of(people[i::10]) for i in range(10)))
    return people


async def pass_by(port, count):
    """Let COUNT others begin a game, one after the other. Return them."""
    people = [Visitor(port) for _ in range(count)]
    for i, person in enumerate(people):
        await person.begin(i + 2)
        person.leave()
    return people


def tokens_of(games, count):
    with contextlib.closing(sqlite3.connect(games)) as file:
        tokens = [token for (token,) in file.execute("SELECT token FROM sessions")]
    return random.Random(1).sample(tokens, min(count, len(tokens)))


def run(options, games):
    program = os.path.abspath(options.program)
    process, _ = started(program, games, "an empty file")
    stop(process)
    cookie = fill(program, games, options.sessions)
    tokens = tokens_of(games, 1000)
    process, port = started(program, games, "the full one")
    try:
        back = asyncio.run(come_back(port, cookie, tokens, 3))
        print_times("a step of those who come back", [t for p in back for t in p.times])
        others = asyncio.run(pass_by(port, 600))
        print_times("a step of 600 new ones", [t for p in others for t in p.times])
        print(f"then {private_megabytes(process):.1f} MB")
        stop(process)
        process, port = started(program, games, f"with {len(tokens_of(games, 10**9))} sessions")
        stop(process)
        with contextlib.closing(sqlite3.connect(games)) as file:
            file.execute("UPDATE sessions SET used = used - 5000000")
            file.commit()
        process, port = started(program, games, "all too old")
        late = asyncio.run(come_back(port, cookie, tokens[:1], 0))[0]
        stop(process)
        left = len(tokens_of(games, 10**9))
        print(f"{left} of them are still in the file, which has {os.path.getsize(games) / 2**20:.0f} MB")
    finally:
        process.kill()
    errors = [e for p in back + others for e in p.errors]
    if re.search('data-move="[1-9]', late.page):
        errors.append("a session that is too old is used")
    return print_faults(errors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/tessera"))
    parser.add_argument("--sessions", type=int, default=100000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return run(options, os.path.join(folder, "games.db"))


if __name__ == "__main__":
    sys.exit(main())

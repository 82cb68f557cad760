#!/usr/bin/env python3
"""People who play alone, friends, visitors of the board of the day and strangers, all at one server: does it grow?

    python3 tests/bench/mixed_load.py                   # an hour
    python3 tests/bench/mixed_load.py --seconds 60 --watch 10

Friends and people who play alone stay; every second somebody plays the board of the day and goes, somebody begins a
game and goes, and every few seconds a stranger takes a seat at an open table. The server's memory, descriptors, threads
and file are printed as time passes. Then the server is killed (kill -9) and started again, and the games of those who
stayed must be what they were. Any unexpected answer, and any lost game, is an error: then the exit status is 1.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time

import together_load
import visitors_load
import web_load
from web_clients import ROOT, lost_games, print_faults, print_times, start_server, watch


class Server:
    """What the clients of visitors_load want to know of a server."""

    def __init__(self, port):
        self.port, self.running = port, asyncio.Event()
        self.running.set()


async def come(client, meeting, clients):
    """Let CLIENT do what MEETING is, and go; CLIENTS collects the times and errors."""
    await meeting
    client.leave()
    clients.append((client.times, client.errors))


async def visitors(server, options, until, clients):
    """Let new visitors come until the time UNTIL: one a second for the board of the day, and some strangers."""
    number, tasks = 0, set()
    while time.perf_counter() < until:
        visitor = visitors_load.Visitor(server)
        meetings = [(visitor, visitor.visit())]
        if number % options.stranger == 0:
            stranger = visitors_load.Stranger(server)
            meetings.append((stranger, stranger.sit_down(number)))
        for client, meeting in meetings:
            task = asyncio.create_task(come(client, meeting, clients))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        number += 1
        await asyncio.sleep(1)
    await asyncio.gather(*tasks)


async def run_all(options, games):
    program = os.path.abspath(options.program)
    process, port = start_server(program, games, "v4")
    pairs = [[together_load.Person(2 * i + j, port, options) for j in range(2)] for i in range(options.games)]
    people = [person for pair in pairs for person in pair]
    alone = [web_load.Session(i, port, options) for i in range(options.alone)]
    clients, passing = [], []
    try:
        for pair in pairs:
            await together_load.seat(pair, options)
        watching = asyncio.create_task(watch(process, games, options.watch))
        until = time.perf_counter() + options.seconds
        await asyncio.gather(visitors(Server(port), options, until, clients),
                             together_load.pass_by_all(options, port, until, passing),
                             *(player.play(until) for player in people + alone))
        watching.cancel()
        stayed = [pair[0] for pair in pairs] + alone
        lost, process = await lost_games(process, lambda: start_server(program, games, "v4"), stayed)
    finally:
        process.kill()
    clients += [(p.times, p.errors) for p in people + alone] + [([], passing)]
    print_times("a request", [t for times, _ in clients for t in times])
    return print_faults([e for _, errors in clients for e in errors], lost, len(stayed))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/tessera"))
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--games", type=int, default=20, help="tables of two friends and a computer")
    parser.add_argument("--alone", type=int, default=20, help="people who play against computers")
    parser.add_argument("--passers", type=float, default=1, help="people a second who begin a game, make a move and go")
    parser.add_argument("--stranger", type=int, default=5, help="seconds between two strangers at open tables")
    parser.add_argument("--pause", type=float, default=4, help="seconds that a person thinks about a move")
    parser.add_argument("--watch", type=float, default=120, help="seconds between two lines about the server's memory")
    parser.add_argument("--size", type=int, default=6)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--level", default="steady")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run_all(options, os.path.join(folder, "games.db")))


if __name__ == "__main__":
    sys.exit(main())

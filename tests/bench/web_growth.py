#!/usr/bin/env python3
"""How many players does the server carry, and what is short first? Measures the costs of a request with few players,
and checks what that says about more players and more interpreters.

    python3 tests/bench/web_growth.py                        # 100 and 300 players, one and two interpreters
    python3 tests/bench/web_growth.py --players 20 40 --seconds 5

Each player waits a second between two steps, as people do. The model: processor time, memory and requests grow in
proportion to the players, whatever the number of interpreters. Processor time is that of pages; searches of the
strongest level run with the lowest priority, and take what is left.
"""

import argparse
import asyncio
import os
import tempfile
import time

import web_load
from web_clients import ROOT, private_megabytes, settled, start_server


def page_seconds(process):
    """Returns the processor time of the threads of PROCESS that make and send pages: those with the usual priority."""
    total = 0
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{thread}/stat", encoding="ascii") as figures:
            fields = figures.read().rpartition(")")[2].split()
        if int(fields[16]) <= 0:
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


async def measure(options, interpreters, players):
    """Return requests a second, milliseconds of the processor for a request, megabytes, and the 99th of 100 times."""
    with tempfile.TemporaryDirectory() as folder:
        process, port = start_server(os.path.abspath(options.program), f"{folder}/games.db", "v4", interpreters=interpreters)
        try:
            await settled(process)
            options.pause = 0  # until all that is called often is machine code
            await asyncio.gather(*(web_load.Session(i, port, options).play(time.perf_counter() + options.seconds / 3) for i in range(50)))
            options.pause = 1
            sessions = [web_load.Session(i, port, options) for i in range(players)]
            empty, before, start = private_megabytes(process), page_seconds(process), time.perf_counter()
            await asyncio.gather(*(s.play(start + options.seconds) for s in sessions))
            seconds = time.perf_counter() - start
            spent = page_seconds(process) - before
            times = sorted(t for s in sessions for t in s.times)
            for s in sessions:
                s.leave()
            if any(s.errors for s in sessions):
                raise SystemExit(f"errors: {[e for s in sessions for e in s.errors][:3]}")
            return len(times) / seconds, 1000 * spent / len(times), private_megabytes(process) - empty, 1000 * times[int(0.99 * len(times))]
        finally:
            process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/tessera"))
    parser.add_argument("--players", type=int, nargs="+", default=[100, 300])
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--level", default="book")
    options = parser.parse_args()
    options.pause, options.size = 1, 5
    print("interpreters  players  requests/s  expected  ms/request  cores  expected  MB  p99 ms")
    first = None
    for interpreters in (1, 2):
        for players in options.players:
            options_of_session = argparse.Namespace(**{**vars(options), "players": 4})
            rate, cost, memory, late = asyncio.run(measure(options_of_session, interpreters, players))
            first = first or (rate / players, cost)
            rate_expected = first[0] * players
            print(f"{interpreters:12} {players:8} {rate:11.0f} {rate_expected:9.0f} {cost:11.2f} {rate * cost / 1000:6.3f} "
                  f"{rate_expected * first[1] / 1000:9.3f} {memory:3.0f} {late:7.0f}", flush=True)
    rate, cost = first
    print(f"100,000 players: {100000 * rate:.0f} requests/s, {100 * rate * cost:.0f} cores for pages")


if __name__ == "__main__":
    main()

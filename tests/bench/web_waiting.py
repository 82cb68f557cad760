#!/usr/bin/env python3
"""Very many browsers wait for the next move at a table: how much memory does that take, how long until all of them see
the move, and how fast are the pages of others meanwhile?

    python3 tests/bench/web_waiting.py                       # 10,000 browsers, against a server of its own
    python3 tests/bench/web_waiting.py --browsers 500 --limit 100

Each browser keeps a connection and asks for what is new as the page does: a request is held for 20 seconds, then it
asks again. Then a player joins. A browser that does not see that, or another answer than the expected ones, is an
error. With --limit, more megabytes than that are one, too: then the exit status is 1.
"""

import argparse
import asyncio
import os
import re
import resource
import sys
import tempfile
import time

from web_clients import ROOT, Connection, print_faults, print_times, settled, start_server


class Browser:
    """A browser with a connection and a cookie."""

    def __init__(self, port):
        self.port, self.cookie = port, ""
        self.connection = Connection(self)
        self.waits = asyncio.Event()
        self.woken = None
        self.errors = []

    async def post(self, target, form):
        """Return where the answer sends the browser."""
        _, head, _ = await self.connection.ask("POST", target, form)
        return re.search(r"Location: (\S+)", head).group(1)

    async def wait_at(self, address):
        """Ask until something has happened."""
        while not self.woken:
            asyncio.get_running_loop().call_later(1, self.waits.set)
            status, _, text = await self.connection.ask("GET", address)
            if status == 200 and text == "changed":
                self.woken = time.perf_counter()
            elif status != 204:
                self.errors.append(f"{status} {text[:100]}")
                return


def resident_megabytes(process):
    """Returns the memory of PROCESS that is in use."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as figures:
        return int(re.search(r"VmRSS:\s+(\d+)", figures.read()).group(1)) / 1024


async def look(port, until):
    """Ask for the first page again and again until the event UNTIL. Return how long each took."""
    browser, times = Browser(port), []
    while not until.is_set():
        start = time.perf_counter()
        await browser.connection.ask("GET", "/")
        times.append(time.perf_counter() - start)
        await asyncio.sleep(0.05)
    return times


async def run(options, process, port):
    await settled(process)
    host = Browser(port)
    own = await host.post("/together", "seat0=me&seat1=friend&size=3&dice=4&clock=none")
    table = own.partition("/seat/")[0]
    await host.connection.ask("GET", table)
    empty = resident_megabytes(process)
    browsers = [Browser(port) for _ in range(options.browsers)]
    tasks = []
    start = time.perf_counter()
    for browser in browsers:
        tasks.append(asyncio.create_task(browser.wait_at(f"{table}/live?seen=1")))
        if len(tasks) % 100 == 0:
            await asyncio.sleep(0)
    await asyncio.gather(*(b.waits.wait() for b in browsers))
    arrived = time.perf_counter() - start
    done = asyncio.Event()
    looking = asyncio.create_task(look(port, done))
    await asyncio.sleep(options.seconds)
    done.set()
    times = await looking
    full = resident_megabytes(process)
    early = sum(b.woken is not None for b in browsers)
    joined = time.perf_counter()
    await Browser(port).post(f"{table}/join", "name=x")
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    woken = [b.woken - joined for b in browsers if b.woken]
    print(f"{options.browsers} browsers wait, after {arrived:.1f} s: {empty:.1f} MB without them, {full:.1f} MB with them, "
          f"{1024 * (full - empty) / options.browsers:.2f} kB for each")
    print_times("pages for others", times)
    print_times("until a browser sees the move", woken)
    errors = [e for b in browsers for e in b.errors]
    if early or len(woken) != options.browsers:
        errors.append(f"{early} woke early, {options.browsers - len(woken)} did not wake")
    if options.limit and full - empty > options.limit:
        errors.append(f"more than {options.limit} MB")
    return print_faults(errors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/tessera"))
    parser.add_argument("--browsers", type=int, default=10000)
    parser.add_argument("--seconds", type=float, default=10, help="how long they wait at least")
    parser.add_argument("--interpreters", type=int, default=os.cpu_count(), help="those of the server")
    parser.add_argument("--limit", type=float, default=0, help="the megabytes that all of them may take")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        process, port = start_server(os.path.abspath(options.program), os.path.join(folder, "games.db"), "v4", interpreters=options.interpreters)
        try:
            return asyncio.run(run(options, process, port))
        finally:
            process.kill()


if __name__ == "__main__":
    sys.exit(main())

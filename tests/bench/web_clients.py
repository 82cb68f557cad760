"""Helpers of the programs that load the game's web server: a server, connections like browsers', and the figures."""

import asyncio
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


def start_server(program, games, version, port=0, interpreters=1):
    """Starts a server at PORT, 0: any free one, that keeps its games in GAMES, a file or the address of a database, and
    makes pages by so many INTERPRETERS. Returns the process and its port."""
    files = [f"game/dice_of_doom_{version}.lisp", "game/browser.lisp"]
    more = f":interpreters {interpreters} :load '(\"{files[0]}\" \"{files[1]}\")" if interpreters > 1 else ""
    process = subprocess.Popen(
        [program, "--load", files[0], "--load", files[1],
         "--eval", f"(serve 'play-request-handler :port {port} :sessions \"{games}\" {more})"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        found = re.search(r"http://127.0.0.1:(\d+)/", line)
        if found:
            return process, int(found.group(1))
    raise SystemExit("The server did not start.")


class Connection(asyncio.BufferedProtocol):
    """A connection that is opened when it is needed, as a browser's: one that the server closed meanwhile is opened
    again. PERSON has the port and the cookie. AGAIN is true if the last question was asked again, so that it may have
    been answered before."""

    def __init__(self, person):
        self.person, self.transport, self.again, self.answer = person, None, False, None
        self.buffer, self.filled = bytearray(1 << 16), 0
        self.head, self.begin, self.end = None, 0, 0

    async def ask(self, method, target, body=""):
        """Return the status, the headers and the body of the answer."""
        self.again = False
        for attempt in range(4):
            try:
                return await self.ask_once(method, target, body)
            except ConnectionError:
                self.close()
                self.again = True
                if attempt == 3:
                    raise
                await asyncio.sleep(0.05 * attempt)

    async def ask_once(self, method, target, body):
        loop = asyncio.get_running_loop()
        if self.transport is None:
            await loop.create_connection(lambda: self, "127.0.0.1", self.person.port)
        lines = f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n{self.person.cookie}"
        if method == "POST":
            lines += f"{FORM}Content-Length: {len(body)}\r\n"
        self.answer, self.filled, self.head = loop.create_future(), 0, None
        self.transport.write((lines + "\r\n" + body).encode())
        await self.answer
        found = re.search("Set-Cookie: ([^;]*)", self.head)
        if found:
            self.person.cookie = f"Cookie: {found.group(1)}\r\n"
        if "Connection: close" in self.head:
            self.close()
        return int(self.head[9:12]), self.head, self.buffer[self.begin:self.end].decode()

    def connection_made(self, transport):
        self.transport = transport

    def get_buffer(self, _):
        if self.filled == len(self.buffer):
            self.buffer += bytes(len(self.buffer))
        return memoryview(self.buffer)[self.filled:]

    def buffer_updated(self, count):
        self.filled += count
        if self.head is None:
            self.begin = self.buffer.find(b"\r\n\r\n", 0, self.filled) + 4
            if self.begin < 4:
                return
            self.head = self.buffer[:self.begin].decode()
            length = re.search(r"Content-Length: (\d+)", self.head)
            self.end = self.begin + (int(length.group(1)) if length else 0)
        if self.filled >= self.end and not self.answer.done():
            self.answer.set_result(None)

    def connection_lost(self, error):
        self.transport = None
        if self.answer and not self.answer.done():
            self.answer.set_exception(ConnectionError("the server closed the connection"))

    def close(self):
        if self.transport:
            self.transport.close()
            self.transport = None


def private_megabytes(process):
    """Returns how much memory PROCESS has for itself alone."""
    with open(f"/proc/{process.pid}/smaps_rollup", encoding="ascii") as figures:
        return int(re.search(r"Private_Dirty: +(\d+)", figures.read()).group(1)) / 1024


def processor_seconds(pid):
    """Returns the processor time that the process PID has taken."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as figures:
        return sum(int(n) for n in figures.read().rpartition(")")[2].split()[11:13]) / os.sysconf("SC_CLK_TCK")


async def settled(process):
    """Waits until PROCESS has nothing to do: all its interpreters have loaded the game."""
    before = -1.0
    while processor_seconds(process.pid) - before > 0.02:
        before = processor_seconds(process.pid)
        await asyncio.sleep(0.5)


async def watch(process, games, seconds):
    """Print every SECONDS what PROCESS takes, and its file GAMES, until this is cancelled."""
    start = time.perf_counter()
    print("seconds  private MB  descriptors  threads  file MB")
    while True:
        size = sum(os.path.getsize(games + end) for end in ("", "-wal") if os.path.exists(games + end)) / 2**20
        descriptors, threads = (len(os.listdir(f"/proc/{process.pid}/{folder}")) for folder in ("fd", "task"))
        print(f"{time.perf_counter() - start:7.0f} {private_megabytes(process):11.1f} {descriptors:12} {threads:8} {size:8.1f}", flush=True)
        await asyncio.sleep(seconds)


async def lost_games(process, restart, players):
    """How many of PLAYERS' games are not what they were once the server PROCESS was killed (kill -9) and RESTART has started it again. Return
    that, and the new process. A player has `record`, `leave` and `port`."""
    before = [await p.record() for p in players]
    process.kill()
    process.wait()
    process, port = restart()
    lost = 0
    for player, record in zip(players, before):
        player.leave()
        player.port = port
        lost += await player.record() != record
    return lost, process


def print_times(what, times):
    """Prints the median and other quantiles of TIMES, the seconds of WHAT."""
    times = sorted(times)

    def at(part):
        return 1000 * times[min(len(times) - 1, int(part * len(times)))]

    print(f"{what} in ms: median {at(0.5):.1f}, p90 {at(0.9):.1f}, p99 {at(0.99):.1f}, greatest {at(1):.1f}")


def print_faults(errors, lost=0, games=0):
    """Prints the number of ERRORS and, if the server was killed, how many of the GAMES were LOST. Returns the exit
    status."""
    print(f"{len(errors)} errors" + (f", {lost} of {games} games lost after kill -9" if games else ""))
    for e in errors[:10]:
        print(e, file=sys.stderr)
    return 1 if errors or lost else 0

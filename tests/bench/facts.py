#!/usr/bin/env python3
"""Measures start, memory, the binary's size, pauses, loading, and how the game's search grows.

    python3 tests/bench/facts.py [--runs 15] [--tessera PATH]

Prints tables. Starts are the median and the least of wall time, in turn; memory is that of a process that waits for
input after its first value (Linux). The pauses are the collector's longest, as TESSERA:GC-STATISTICS tells them.
"""
import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from implementations import DRIVERS, HERE, ROOT, SBCL

GAME_VERSIONS = ["v1", "v2", "v3", "v4"]
LEVELS = [2, 3, 4, 5]


def starters(tessera):
    """Returns the commands that compute a first value and end, and commands that then wait for input, by name."""
    both = {
        "tessera": ([tessera, "--eval", "1"], [tessera, "--eval", "(read-line)"]),
        "lua5.4": (["lua5.4", "-e", ""], ["lua5.4", "-e", "io.read()"]),
        "luajit": (["luajit", "-e", ""], ["luajit", "-e", "io.read()"]),
        "sbcl": (["sbcl", *SBCL, "--eval", "1", "--quit"], ["sbcl", *SBCL, "--eval", "(read-line)"]),
        "clisp": (["clisp", "-q", "-norc", "-x", "1"], ["clisp", "-q", "-norc", "-x", "(sleep 5)"]),
        "ecl": (["ecl", "--norc", "--eval", "1", "--eval", "(ext:quit 0)"], ["ecl", "--norc", "--eval", "(read-line)"]),
        "guile": (["guile", "-c", "1"], ["guile", "-c", "((@ (ice-9 rdelim) read-line))"]),
        "chez": (["chezscheme", "-q", "--script", os.devnull], ["chezscheme", "-q"]),
    }
    return {name: commands for name, commands in both.items() if shutil.which(commands[0][0])}


def wall_time(command):
    start = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return time.perf_counter() - start


def memory_after_start(command):
    """Returns the resident and private memory in KiB of a process that has computed its first value and waits."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        text = pathlib.Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    finally:
        process.kill()
        process.wait()
    field = lambda name: int(re.search(rf"^{name}: +(\d+)", text, re.MULTILINE).group(1))
    return field("Rss"), field("Private_Clean") + field("Private_Dirty"), field("Anonymous")


def stripped_size(path):
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "binary"
        subprocess.run(["strip", "-o", str(copy), path], check=True)
        return copy.stat().st_size


def output_and_peak(command):
    """Returns what a command prints, and the most memory that it had resident, in KiB."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    text = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    return text, usage.ru_maxrss


GC_STATISTICS = """(let ((s (tessera:gc-statistics)) (unit (/ internal-time-units-per-second 1000d0)))
  (format t "~&collected ~{~f ~}~%"
          (list (/ (+ (getf s :minor-time) (getf s :major-time)) unit) (/ (getf s :longest-minor) unit)
                (/ (getf s :longest-pause) unit))))"""


def collections(tessera, arguments):
    """Returns the milliseconds of all collections, of the longest minor one, of the longest pause; and the peak of
    memory in KiB."""
    text, peak = output_and_peak([tessera, *arguments, "--eval", GC_STATISTICS])
    found = re.search(r"^collected ([0-9.]+) ([0-9.]+) ([0-9.]+)", text, re.MULTILINE)
    return (*map(float, found.groups()), peak)


def print_starts(tessera, runs):
    commands = starters(tessera)
    times = {name: [] for name in commands}
    for _ in range(runs):
        for name, (start, _) in commands.items():
            times[name].append(wall_time(start))
    print("| start | ms, median | ms, least | resident KiB | private KiB | anonymous KiB |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, (_, wait) in commands.items():
        resident, private, anonymous = memory_after_start(wait)
        print(f"| {name} | {1000 * statistics.median(times[name]):.2f} | {1000 * min(times[name]):.2f} "
              f"| {resident} | {private} | {anonymous} |", flush=True)
    return statistics.median(times["tessera"])


def print_pauses(tessera):
    game = str(ROOT / "game/dice_of_doom_v2.lisp")
    subjects = {
        "binary_trees": ["--load", str(HERE / "programs/binary_trees.lisp"), "--eval", "(main)"],
        "game_tree": ["--load", str(HERE / "programs/game_tree.lisp"), "--eval", "(main)"],
        "a move of v2 at level 4, 5x5": ["--load", game, "--load", str(DRIVERS / "search_levels.lisp"),
                                         "--eval", "(progn (choose-at 4) 1)"],
    }
    print("\n| collector | ms in all | ms, longest minor collection | ms, longest pause | peak resident KiB |")
    print("|---|---:|---:|---:|---:|")
    for name, arguments in subjects.items():
        whole, minor, longest, peak = collections(tessera, arguments)
        print(f"| {name} | {whole:.2f} | {minor:.2f} | {longest:.2f} | {peak} |", flush=True)


def print_loading(tessera, runs, start):
    print("\n| loading | ms (that of a start taken off) |\n|---|---:|")
    for version in GAME_VERSIONS:
        script = str(ROOT / f"game/dice_of_doom_{version}.lisp")
        taken = statistics.median(wall_time([tessera, "--load", script, "--eval", "1"]) for _ in range(runs))
        print(f"| dice_of_doom_{version} | {1000 * (taken - start):.2f} |", flush=True)


def print_levels(tessera):
    print("\n| level of v2, 5x5 | nodes | seconds | µs a node | allocated bytes | bytes a node | peak resident KiB |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for level in LEVELS:
        text, peak = output_and_peak([tessera, "--load", str(ROOT / "game/dice_of_doom_v2.lisp"),
                                      "--load", str(DRIVERS / "search_levels.lisp"), "--eval", f"(tell-about {level})"])
        seconds = float(re.search(r"^seconds ([0-9.]+)", text, re.MULTILINE).group(1))
        allocated = int(re.search(r"^([0-9,]+) bytes allocated", text, re.MULTILINE).group(1).replace(",", ""))
        nodes = int(re.search(r"^nodes (\d+)", text, re.MULTILINE).group(1))
        print(f"| {level} | {nodes} | {seconds:.3f} | {1e6 * seconds / nodes:.1f} | {allocated} | {allocated // nodes} "
              f"| {peak} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--tessera", default=str(ROOT / "build/release/tessera"))
    given = parser.parse_args()
    if not shutil.which(given.tessera):
        sys.exit(f"There is no {given.tessera}: build it (bash tests/run.sh), or name another with --tessera.")
    start = print_starts(given.tessera, given.runs)
    print(f"\nThe binary, stripped: {stripped_size(given.tessera)} bytes.")
    print_pauses(given.tessera)
    print_loading(given.tessera, given.runs, start)
    print_levels(given.tessera)


if __name__ == "__main__":
    main()

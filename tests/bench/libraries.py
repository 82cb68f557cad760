#!/usr/bin/env python3
"""How long other people's libraries take to load, beside SBCL and ECL.

    python3 tests/bench/libraries.py                     # all that tests/libraries/systems.txt has and are installed: minutes
    python3 tests/bench/libraries.py --only cl-ppcre,babel --runs 5

Each is loaded by ASDF in a process of its own with what it depends on: once from source, with an empty directory for
compiled files, and then from the compiled files, `--runs` times. Each figure is seconds by the clock for the whole
process, ASDF included; of several runs the least. `-`: it did not load. The last rows are geometric means of the
quotients, Tessera's time by the other's, of what both load.
"""
import argparse
import math
import os
import pathlib
import subprocess
import tempfile
import time

from implementations import ROOT, SBCL

LOADER = ROOT / "tests/libraries/load-system.lisp"
LIMIT = 600  # seconds
INSTALLED = [pathlib.Path("/usr/share/common-lisp") / folder for folder in ("source", "systems")]
COMMANDS = {
    "tessera": lambda program: [program, str(LOADER)],
    "sbcl": lambda program: [program, *SBCL, "--load", str(LOADER)],
    "ecl": lambda program: [program, "--norc", "--load", str(LOADER)],
}


def listed():
    """Returns the systems that are expected to load and are installed."""
    lines = (line.split() for line in (ROOT / "tests/libraries/systems.txt").read_text().splitlines())
    names = [words[0] for words in lines if len(words) == 2 and words[1] in ("loads", "daily")]
    return [name for name in names if is_installed(name)]


def is_installed(system):
    return any(any(folder.glob(pattern)) for folder in INSTALLED for pattern in (f"*/{system}.asd", f"{system}.asd"))


def seconds(command, system, cache):
    """Returns how long a process takes that loads SYSTEM; None if it does not load."""
    environment = dict(os.environ, SYSTEM=system, CACHE=str(cache), XDG_CACHE_HOME=str(cache / "home"))
    start = time.perf_counter()
    try:
        done = subprocess.run(command, env=environment, cwd=LOADER.parent, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return None
    return time.perf_counter() - start if b"LOADED" in done.stdout else None


def measured(command, system, runs):
    """Returns the seconds from source and from compiled files. A request for a missing system compiles ASDF itself
    before."""
    with tempfile.TemporaryDirectory() as folder:
        cache = pathlib.Path(folder)
        seconds(command, "no-such-system", cache)
        from_source = seconds(command, system, cache)
        if from_source is None:
            return None, None
        return from_source, min(seconds(command, system, cache) or math.inf for _ in range(runs))


def shown(figure):
    return "-" if figure is None else f"{figure:.2f}"


def print_means(names, rows):
    for other in names[1:]:
        means = []
        for way in (0, 1):
            quotients = [row["tessera"][way] / row[other][way] for row in rows if row["tessera"][way] and row[other][way]]
            means.append(f"{math.exp(sum(map(math.log, quotients)) / len(quotients)):.2f} of {len(quotients)}" if quotients else "-")
        print(f"tessera ÷ {other}: from source {means[0]}, from compiled files {means[1]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", help="the systems, with commas")
    parser.add_argument("--tessera", default=str(ROOT / "build/release/tessera"))
    parser.add_argument("--others", default="sbcl,ecl")
    options = parser.parse_args()
    names = ["tessera"] + [name for name in options.others.split(",") if name]
    programs = {name: options.tessera if name == "tessera" else name for name in names}
    systems = options.only.split(",") if options.only else listed()
    print("| system | " + " | ".join(f"{name}, source | compiled" for name in names) + " |")
    print("|---|" + "---:|" * (2 * len(names)))
    rows = []
    for system in systems:
        row = {name: measured(COMMANDS[name](programs[name]), system, options.runs) for name in names}
        print(f"| {system} | " + " | ".join(f"{shown(row[name][0])} | {shown(row[name][1])}" for name in names) + " |", flush=True)
        rows.append(row)
    print_means(names, rows)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How long the benchmark programs wait while functions become machine code, and how much code that is.

    python3 tests/bench/compile_pauses.py [--runs 5] [--only fib,tak] [--tessera PATH]

Each program runs several times; times are the least of the runs, since pauses include the machine's other work. A unit
is a function or a loop that gets code of its own; a function has the loops' instructions as well. The last row has the
sums, the longest pause of all, and the share of the programs' time together.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import implementations
import run

FIGURES = "(format *error-output* \"~&figures~{ ~(~a~) ~d~}~%\" (tessera:machine-code-statistics))"
COLUMNS = ["program", "functions", "loops", "instructions", "bytes a function", "ms", "% of the time", "longest, µs", "µs for 100 instructions"]


def run_once(tessera, program, folder):
    """Returns the figures by name of one run, with the seconds that the program's `main` took; None if it failed."""
    after = pathlib.Path(folder) / "figures.lisp"
    after.write_text(FIGURES)
    *before, timer = implementations.prepared(tessera, program, folder)
    done = subprocess.run([*before, "--load", timer, str(after)], capture_output=True, text=True, check=False)
    seconds = re.search(r"^seconds (\S+)", done.stderr, re.M)
    figures = re.search(r"^figures(.*)", done.stderr, re.M)
    if seconds is None or figures is None:
        return None
    words = figures[1].split()
    return {"seconds": float(seconds[1])} | dict(zip(words[::2], map(int, words[1::2])))


def least(runs):
    """Returns the figures of several runs: for times the least."""
    return runs[0] | {name: min(one[name] for one in runs) for name in ("seconds", "time", "longest")}


def cells(name, f):
    per_function = f["bytes"] / f["functions"] if f["functions"] else 0
    per_hundred = 100 * f["time"] / f["instructions"] if f["instructions"] else 0
    return [name, str(f["functions"]), str(f["loops"]), str(f["instructions"]), f"{per_function:.0f}", f"{f['time'] / 1000:.2f}",
            f"{f['time'] / f['seconds'] / 1e4:.2f}", str(f["longest"]), f"{per_hundred:.0f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="the programs, with commas")
    parser.add_argument("--tessera", default=str(implementations.ROOT / "build/release/tessera"))
    given = parser.parse_args()
    run.print_row(COLUMNS)
    print("|---|" + "---:|" * (len(COLUMNS) - 1))
    tessera = next(one for one in implementations.candidates(given.tessera) if one.name == "tessera")
    total, failed = {}, False
    for program in run.LANGUAGE + run.LIBRARY + run.COMPILER:
        if given.only and program not in given.only.split(","):
            continue
        with tempfile.TemporaryDirectory() as folder:
            runs = [one for one in (run_once(tessera, program, folder) for _ in range(given.runs)) if one is not None]
        if not runs:
            print(f"{program} failed", file=sys.stderr)
            failed = True
            continue
        figures = least(runs)
        run.print_row(cells(program, figures))
        for name, value in figures.items():
            total[name] = max(total.get(name, 0), value) if name == "longest" else total.get(name, 0) + value
    if total:
        run.print_row(cells("all", total))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

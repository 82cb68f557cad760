#!/usr/bin/env python3
"""The cost of continuations in Tessera and in the installed Scheme systems, which run the programs in turns.

    python3 tests/bench/continuations.py [--runs 5] [--only ctak] [--tessera PATH]

Each figure is the median of the runs in seconds of processor time that the program's `main` took; the last rows are
quotients of two programs, and the most memory that the program with 100,000 generators had resident. `-`: a program
that only Lisp has. Exits with 1 if one fails.
"""
import argparse
import statistics
import sys
import tempfile

import facts
import implementations
from run import cell, print_row

PROGRAMS = ["ctak", "ctak_composed", "ctak_prompts", "generator_steps", "generator_calls", "capture_shallow", "capture_deep", "capture_above",
            "coroutines"]
QUOTIENTS = [("generator_steps", "generator_calls"), ("capture_deep", "capture_shallow")]
SUBJECTS = ("tessera", "guile", "chez", "racket")
LIMIT = 60  # seconds of processor time for a run


def measure(program, subjects, runs, folder):
    """Returns the seconds by implementation, or a text that says why there are none."""
    commands = {one.name: implementations.prepared(one, program, folder) for one in subjects}
    seconds, figures, outputs = {}, {}, set()
    for _ in range(runs):
        for name, command in commands.items():
            if command is None:
                figures[name] = "-"
                continue
            outcome = implementations.run_once(command, LIMIT)
            outputs.add(outcome.output)
            if outcome.seconds is None or len(outputs) > 1:
                sys.exit(f"{program}: {name} failed or differs: {outcome.output[-300:]!r}")
            seconds.setdefault(name, []).append(outcome.seconds)
    figures.update((name, statistics.median(taken)) for name, taken in seconds.items())
    return figures


def peak(program, one, folder):
    """Returns the peak resident memory of the program, in MB."""
    return facts.output_and_peak(implementations.prepared(one, program, folder))[1] / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="the programs, with commas")
    parser.add_argument("--tessera", default=str(implementations.ROOT / "build/release/tessera"))
    given = parser.parse_args()
    subjects = [one for one in implementations.installed(given.tessera) if one.name in SUBJECTS]
    programs = [p for p in PROGRAMS if not given.only or p in given.only.split(",")]

    print_row(["seconds"] + [one.name for one in subjects])
    print("|---|" + "---:|" * len(subjects))
    table = {}
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            table[program] = measure(program, subjects, given.runs, folder)
            print_row([program] + [cell(table[program][one.name]) for one in subjects])
        for over, under in QUOTIENTS:
            if over in table and under in table:
                print_row([f"{over} ÷ {under}"] + [f"{table[over][one.name] / table[under][one.name]:.2f}" for one in subjects])
        if "coroutines" in table:
            print_row(["coroutines, MB"] + [f"{peak('coroutines', one, folder):.0f}" for one in subjects])


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Run the benchmark programs on Tessera and on the other implementations that are installed, and print a table.

    python3 tests/bench/run.py [--runs 5] [--only fib,tak] [--with tessera,sbcl] [--tessera PATH] [--before PATH] [--limit 10]

Each figure is the median of the runs in seconds of processor time that the program's `main` took. The implementations
take turns, so that a slow spell of the machine meets all of them; what takes more than two seconds is run once. `>10`
marks a program that had not ended when its time was up, `-` one that does not exist in the language, `failed` one whose
output differs from Tessera's. The last columns are Tessera's time divided by that of others (below 1: Tessera is
faster), `before` being another build of Tessera; the last rows are the geometric means of each one's time divided by
SBCL's, over the programs that both run to their end. Exits with 1 if Tessera, SBCL or Lua fails at a program.
"""
import argparse
import math
import statistics
import sys
import tempfile

import implementations

# Those of the second group spend their time in the library rather than in their own code. The last is about the speed
# of the compiler, where the distance is so large that it would hide all others in a mean.
LANGUAGE = ["fib", "tak", "ackermann", "nqueens", "binary_trees", "deriv", "mandelbrot", "nbody", "spectral_norm", "sieve",
            "closures", "lazy_list", "specials", "tail_loop", "game_tree", "lazy_game"]
LIBRARY = ["hash_fixnum", "hash_string", "hash_equalp", "strings", "format", "sort", "sequences", "clos", "conditions",
           "unwinding", "bignums", "reader_printer"]
COMPILER = ["new_functions"]
LONG = 2  # seconds: what takes longer is run once
MUST_RUN = ("tessera", "sbcl", "lua5.4")
COMPARED = ("before", "sbcl", "lua5.4", "clisp -C")


def measure(program, subjects, runs, limit, folder):
    """Returns figures by implementation (seconds, or a text that says why there are none), and notes about failures."""
    figures, notes, seconds, expected = {}, [], {}, None
    commands = {one.name: implementations.prepared(one, program, folder) for one in subjects}
    for _ in range(runs):
        for name, command in commands.items():
            if command is None:
                figures[name] = "-"
            if name in figures:
                continue
            outcome = implementations.run_once(command, limit)
            if outcome.time_up:
                figures[name] = f">{limit}"
            elif outcome.seconds is None or outcome.output != (expected or outcome.output):
                figures[name] = "failed"
                notes.append((name, f"{program}: {name} failed or differs: {outcome.output[-200:]!r}"))
            else:
                expected = outcome.output
                seconds.setdefault(name, []).append(outcome.seconds)
                if outcome.seconds > LONG:
                    figures[name] = outcome.seconds
    for name, taken in seconds.items():
        figures.setdefault(name, max(statistics.median(taken), 1e-4))
    return figures, notes


def ratio(figures, over, under):
    """Returns the quotient of two figures; None unless both are seconds."""
    over, under = figures.get(over), figures.get(under)
    return over / under if isinstance(over, float) and isinstance(under, float) else None


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def cell(figure):
    return figure if isinstance(figure, str) else f"{figure:.3f}"


def quotient(value):
    return "" if value is None else f"{value:.2f}"


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def print_means(title, programs, table, subjects, compared):
    """Prints a row with the geometric means of the times divided by SBCL's."""
    cells = [title]
    for one in subjects:
        values = [r for p in programs if p in table for r in [ratio(table[p], one.name, "sbcl")] if r]
        cells.append(f"{geometric_mean(values):.2f} ({len(values)})" if values else "")
    for name in compared:
        values = [r for p in programs if p in table for r in [ratio(table[p], "tessera", name)] if r]
        cells.append(quotient(geometric_mean(values)) if values else "")
    print_row(cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="the programs, with commas")
    parser.add_argument("--with", dest="subjects", default="", help="the implementations, with commas")
    parser.add_argument("--tessera", default=str(implementations.ROOT / "build/release/tessera"))
    parser.add_argument("--before", default="", help="another build of Tessera, to compare with")
    parser.add_argument("--limit", type=int, default=10, help="seconds of processor time for a run")
    given = parser.parse_args()
    subjects = [one for one in implementations.installed(given.tessera, given.before)
                if not given.subjects or one.name in given.subjects.split(",")]
    if not subjects or (not given.subjects and subjects[0].name != "tessera"):
        sys.exit(f"There is no {given.tessera}: build it (bash tests/run.sh), or name another with --tessera.")
    programs = [p for p in LANGUAGE + LIBRARY + COMPILER if not given.only or p in given.only.split(",")]

    compared = [name for name in COMPARED if any(one.name == name for one in subjects)]
    print_row(["seconds"] + [one.name for one in subjects] + [f"÷ {name}" for name in compared])
    print("|---|" + "---:|" * (len(subjects) + len(compared)))
    table, notes = {}, []
    for program in programs:
        with tempfile.TemporaryDirectory() as folder:
            table[program], new_notes = measure(program, subjects, given.runs, given.limit, folder)
        notes += new_notes
        print_row([program] + [cell(table[program][one.name]) for one in subjects]
                  + [quotient(ratio(table[program], "tessera", name)) for name in compared])
    print_means("all ÷ sbcl", LANGUAGE + LIBRARY, table, subjects, compared)
    print_means("language ÷ sbcl", LANGUAGE, table, subjects, compared)
    print_means("library ÷ sbcl", LIBRARY, table, subjects, compared)
    for _, note in notes:
        print(note, file=sys.stderr)
    sys.exit(1 if any(name in MUST_RUN for name, _ in notes) else 0)


if __name__ == "__main__":
    main()

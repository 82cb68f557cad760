#!/usr/bin/env python3
"""Run the benchmark programs on the build for WebAssembly under node, and on the native build without machine code.

    python3 tests/bench/wasm.py [--runs 3] [--only fib,tak] [--native PATH] [--wasm PATH] [--before PATH]

Prints a table: seconds of processor time that the program's `main` took, the median of the runs, and their quotient.
Node compiles WebAssembly twice, first fast, then well in other threads; `wasm` contains that, and `warm` is a run after
three seconds of others. `before` is another build for WebAssembly, warm. The last row is the geometric mean of the
quotients.
"""
import argparse
import tempfile

import implementations
import run


def subjects(given):
    """Returns the implementations to run."""
    cold = ("--load", "{source}", implementations.LISP_TIMER)
    warm = ("--load", "{source}", "--load", str(implementations.DRIVERS / "warm.lisp")) + cold  # loaded again: variables are as before
    programs = [("native", "env", ("TESSERA_MACHINE_CODE=off", given.native), cold), ("wasm", "node", (given.wasm,), cold),
                ("warm", "node", (given.wasm,), warm)]
    if given.before:
        programs.append(("before", "node", (given.before,), warm))
    return [implementations.Implementation(name, program, ".lisp", arguments + timed)
            for name, program, arguments, timed in programs]


def main():
    build = implementations.ROOT / "build"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="the programs, with commas")
    parser.add_argument("--native", default=str(build / "release/tessera"))
    parser.add_argument("--wasm", default=str(build / "wasm/tessera.js"))
    parser.add_argument("--before", default="", help="another tessera.js")
    given = parser.parse_args()
    compared = subjects(given)
    names = [one.name for one in compared]
    quotients = {name: [] for name in names[1:]}
    run.print_row(["seconds"] + names + [f"{name} ÷ native" for name in quotients])
    print("|---|" + "---:|" * (len(names) + len(quotients)))
    for program in run.LANGUAGE + run.LIBRARY:
        if given.only and program not in given.only.split(","):
            continue
        with tempfile.TemporaryDirectory() as folder:
            figures, notes = run.measure(program, compared, given.runs, 100, folder)
        found = {name: run.ratio(figures, name, "native") for name in quotients}
        run.print_row([program] + [run.cell(figures[name]) for name in names] + [run.quotient(found[name]) for name in quotients])
        for name, value in found.items():
            quotients[name] += [value] if value else []
        for _, note in notes:
            print(note)
    run.print_row(["mean"] + [""] * len(names) + [run.quotient(run.geometric_mean(values)) if values else "" for values in quotients.values()])


if __name__ == "__main__":
    main()

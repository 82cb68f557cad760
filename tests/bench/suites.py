#!/usr/bin/env python3
"""How long the test suites of other people's libraries run, beside SBCL.

    python3 tests/bench/suites.py                        # all of tests/libraries/suites.txt that are installed: ten minutes
    python3 tests/bench/suites.py --only ironclad,babel --runs 3
    python3 tests/bench/suites.py --before OTHER/tessera # against another build, too

Each figure is seconds of processor time for running the tests, without loading them, by the Lisp's own clock: the least
of `--runs` processes. `-`: the suite could not be run there. Tests that are for SBCL alone are in its figures. The last
row has the geometric mean of the quotients of those suites that take SBCL a hundredth of a second or more, and how many
they are."""
import argparse
import math
import pathlib
import sys
import tempfile

from implementations import ROOT

sys.path.insert(0, str(ROOT / "tests/libraries"))
import suites  # noqa: E402

LEAST = 0.01  # seconds: what takes less says nothing


def measured(program, suite, runs, folder):
    """Returns the least seconds of several runs, the first of which compiles."""
    found = [suites.run(program, suite, pathlib.Path(folder)).seconds for _ in range(runs)]
    return None if None in found else min(found)


def shown(figure):
    return "-" if figure is None else f"{figure:.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--only", help="names of libraries, with commas")
    parser.add_argument("--tessera", default=str(ROOT / "build/release/tessera"))
    parser.add_argument("--before", help="another build of Tessera")
    options = parser.parse_args()
    wanted = options.only.split(",") if options.only else None
    programs = ([options.before] if options.before else []) + [options.tessera, "sbcl"]
    names = (["before"] if options.before else []) + ["tessera", "sbcl"]
    print("| suite | " + " | ".join(names) + " | ÷ sbcl |\n|---|" + "---:|" * (len(names) + 1))
    quotients = []
    with tempfile.TemporaryDirectory() as folder:
        for suite in suites.read_suites():
            if not suite.is_installed() or (wanted and suite.library not in wanted):
                continue
            row = [measured(program, suite, options.runs, folder + "/" + name) for program, name in zip(programs, names)]
            own, sbcl = row[-2:]
            quotient = own / sbcl if own is not None and sbcl is not None and sbcl >= LEAST else None
            quotients += [quotient] if quotient else []
            print(f"| {suite.library} | " + " | ".join(map(shown, row)) + f" | {quotient:.2f} |" if quotient else
                  f"| {suite.library} | " + " | ".join(map(shown, row)) + " | |", flush=True)
    if quotients:
        print(f"geometric mean of {len(quotients)}: {math.exp(sum(map(math.log, quotients)) / len(quotients)):.2f}")


if __name__ == "__main__":
    main()

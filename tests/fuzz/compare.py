#!/usr/bin/env python3
"""Random conforming programs, run by Tessera and by SBCL, or by Tessera's interpreter and by its machine code: both
must give the same.

    python3 tests/fuzz/compare.py --cases 2000 --seed 1                 # 2,000 of each family
    python3 tests/fuzz/compare.py --family format --cases 50000 --seed 7
    python3 tests/fuzz/compare.py --tiers --cases 30000 --seed 7        # the interpreter, and machine code that is left at random
    python3 tests/fuzz/compare.py --again format:7:123                  # one case, and what each implementation gives

A case that differs is made smaller as long as it differs, and printed with what CLISP and ECL say, too, where they are
installed. Exits with 77 where there is no SBCL; with --refereed also where CLISP or ECL, its referees, are not.
"""
import argparse
import importlib
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from exceptions import reason_for
from families import FAMILIES, Source
from implementations import Run, installed
from shrinking import apart, shrunk

REFEREES = ["sbcl-compiled", "clisp", "ecl"]


def make(family, seed, number):
    source = Source(f"{family}:{seed}:{number}")
    source.tag = str(number)
    case = importlib.import_module(f"families.{family}").case(source)
    case.name = f"{family}:{seed}:{number}"
    return case


class Comparison:
    def __init__(self, given, folder):
        self.given, self.folder = given, folder
        self.sides = ["machine-code", "interpreter"] if given.tiers else ["tessera", "sbcl"]
        self.referees = [] if given.tiers else [name for name in REFEREES if installed(name)]
        self.runs = {name: Run(name, given.tessera, folder, given.files) for name in [*self.sides, *self.referees]}
        self.compared, self.differ, self.excused = Counter(), Counter(), Counter()

    def pairs(self, cases, patience=1000):
        """Returns the outcomes of Tessera and SBCL, or of Tessera's tiers, which run side by side."""
        with ThreadPoolExecutor() as pool:
            return list(zip(*pool.map(lambda name: self.runs[name].outcomes(cases, patience), self.sides)))

    def compare(self, family, seed, first, count):
        cases = [make(family, seed, n) for n in range(first, first + count)]
        shown = set()
        for case, (ours, theirs) in zip(cases, self.pairs(cases)):
            self.compared[family] += 1
            if ours == theirs:
                continue
            if reason := self.reason_for(case, ours, theirs):
                self.excused[reason] += 1
                continue
            if not self.given.tiers and getattr(importlib.import_module(f"families.{family}"), "UNANIMOUS", False) and not self.unanimous(case, theirs):
                self.excused["the others do not agree with each other"] += 1
                continue
            self.differ[family] += 1
            if len(shown) < self.given.show:
                self.show(case, ours, theirs, shown)

    def reason_for(self, case, ours, theirs):
        """Returns why CASE may differ; between tiers nothing may."""
        return None if self.given.tiers else reason_for(case.name.split(":")[0], case, ours, theirs)

    def unanimous(self, case, theirs):
        """True if all other implementations give THEIRS for CASE."""
        return all(self.runs[name].outcomes([case])[0] == theirs for name in ["clisp", "ecl"] if name in self.runs)

    def agreed_on(self, case, theirs):
        """Returns a filter for cases with SBCL's outcomes: it keeps those for which another implementation agrees with
        SBCL, if one does for CASE."""
        for name in ["clisp", "ecl", "sbcl-compiled"]:
            if name in self.runs and self.runs[name].outcomes([case])[0] == theirs:
                run = self.runs[name]

                def conforming(pairs):
                    alone = apart([c for c, _ in pairs], lambda cases: [(outcome,) for outcome in run.outcomes(cases, 1)]) if pairs else []
                    return [c for (c, b), (outcome,) in zip(pairs, alone) if outcome == b]
                return conforming
        return lambda pairs: [c for c, _ in pairs]

    def show(self, case, ours, theirs, shown):
        """Shrinks CASE, unless each attempt would take too long, and prints it, unless the same was shown before."""
        small = case
        if not self.given.whole and "missing" not in ours + theirs and "takes too long" not in ours + theirs:
            small = shrunk(case, ours, theirs, lambda cases: self.pairs(cases, 1), self.agreed_on(case, theirs))
            (ours, theirs), = self.pairs([small])
            if reason := self.reason_for(small, ours, theirs):
                self.excused[reason] += 1
                return
        if (small.form, *small.setup) in shown:
            return
        shown.add((small.form, *small.setup))
        print(f"\n{case.name}")
        for text in [*small.setup, small.form]:
            print(f"  {text}")
        for name, outcome in zip(self.sides, (ours, theirs)):
            print(f"    {name:13}{outcome}", flush=True)
        for name in self.referees:
            outcome = self.runs[name].outcomes([small])[0]
            print(f"    {name:13}{outcome}{'   agrees with tessera' if outcome == ours else ''}", flush=True)

    def report(self):
        for reason, count in self.excused.items():
            print(f"{count} differ as is known: {reason}")
        print(f"{sum(self.compared.values())} cases compared, {sum(self.differ.values())} differ"
              + "".join(f", {family} {count}" for family, count in self.differ.items()) + ".")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera", default="build/release/tessera")
    parser.add_argument("--family", action="append", choices=FAMILIES, help="all if not given")
    parser.add_argument("--cases", type=int, default=1000, help="of each family")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=4000, help="cases that a process runs")
    parser.add_argument("--show", type=int, default=5, help="differences shown of a batch")
    parser.add_argument("--whole", action="store_true", help="show cases as they are, without making them smaller")
    parser.add_argument("--files", action="store_true", help="Tessera runs each case from a compiled file as well")
    parser.add_argument("--tiers", action="store_true", help="compare Tessera's interpreter with its machine code, not with SBCL")
    parser.add_argument("--again", help="a case's name, FAMILY:SEED:NUMBER")
    parser.add_argument("--refereed", action="store_true", help="do nothing where what SBCL alone has would count as a difference")
    given = parser.parse_args()
    missing = [] if given.tiers else [name for name in ("sbcl", *(("clisp", "ecl") if given.refereed else ())) if not installed(name)]
    if missing:
        print(f"no {' and no '.join(missing)} to compare with")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        given.tessera = str(Path(given.tessera).resolve())
        comparison = Comparison(given, folder)
        if given.again:
            family, seed, number = given.again.split(":")
            case = make(family, seed, int(number))
            comparison.show(case, *comparison.pairs([case])[0], set())
            return 0
        for family in given.family or FAMILIES:
            started = time.monotonic()
            for first in range(0, given.cases, given.batch):
                comparison.compare(family, given.seed, first, min(given.batch, given.cases - first))
            print(f"{family}: {comparison.compared[family]} cases in {time.monotonic() - started:.0f} s", flush=True)
        comparison.report()
        return 1 if comparison.differ else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs the test suites of libraries as Debian packages them, and compares what comes of them with suites.txt.

    python3 tests/libraries/suites.py TESSERA                      # all that are installed
    python3 tests/libraries/suites.py TESSERA --daily              # the few that the list marks so
    python3 tests/libraries/suites.py TESSERA --only cl-ppcre,babel --with sbcl   # on another Lisp, too: counts that differ from those of the list

Each suite runs in a process of its own (run-suite.lisp). 77: ASDF or the libraries are not installed (Debian: cl-asdf,
and packages whose names begin with cl-)."""
import argparse
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 600  # seconds
SOURCES = pathlib.Path("/usr/share/common-lisp/source")
INSTALLED = [SOURCES, SOURCES.parent / "systems"]
OTHERS = {"sbcl": ["sbcl", "--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger", "--load"],
          "ecl": ["ecl", "--norc", "--load"], "clisp": ["clisp", "-q", "-norc", "-i"]}


@dataclasses.dataclass
class Suite:
    """A line of the list, and those below it: NAME PASSED FAILED SKIPPED [daily]; SYSTEM HOW; reasons."""
    library: str
    counts: tuple
    daily: bool
    system: str = ""
    how: str = ""
    reasons: list = dataclasses.field(default_factory=list)

    def is_installed(self):
        has_system = any(any(folder.glob(pattern)) for folder in INSTALLED for pattern in (f"*/{self.library}.asd", f"{self.library}.asd"))
        return has_system and (not self.system.endswith(".lisp") or (SOURCES / self.system).exists())


@dataclasses.dataclass
class Outcome:
    """What one run gave: three counts (None: it broke), names of tests that failed, seconds of processor time, and why
    it broke."""
    counts: tuple = None
    failed: list = dataclasses.field(default_factory=list)
    seconds: float = None
    broken: str = ""


def read_suites():
    suites = []
    for line in (HERE / "suites.txt").read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            name, passed, failed, skipped, *marks = line.split()
            suites.append(Suite(name, (int(passed), int(failed), int(skipped)), "daily" in marks))
        elif not suites[-1].system:
            suites[-1].system, suites[-1].how = line.strip().split(maxsplit=1)
        else:
            suites[-1].reasons.append(line.strip())
    return suites


def command_of(program):
    return OTHERS.get(os.path.basename(program), [program, "--load"])


def run(program, suite, cache):
    """Runs SUITE on the Lisp PROGRAM, with the directory CACHE for compiled files."""
    environment = dict(os.environ, LIBRARY=suite.library, SYSTEM=suite.system, HOW=suite.how, CACHE=str(cache), XDG_CACHE_HOME=str(cache / "home"))
    try:
        done = subprocess.run(command_of(program) + ["run-suite.lisp"], env=environment, cwd=HERE, stdin=subprocess.DEVNULL, timeout=LIMIT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except subprocess.TimeoutExpired:
        return Outcome(broken=f"did not end within {LIMIT} s")
    outcome = Outcome()
    text = done.stdout.decode(errors="replace")
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "COUNTS":
            outcome.counts = tuple(int(n) for n in rest.split())
        elif word == "FAILED":
            outcome.failed.append(rest)
        elif word == "SECONDS":
            outcome.seconds = float(rest)
        elif word == "BROKEN":
            outcome.broken = rest
    if outcome.counts is None and not outcome.broken:
        outcome.broken = f"ended with {done.returncode}: {text[-300:]}"
    return outcome


def told(counts):
    return "{} passed, {} failed, {} skipped".format(*counts)


def compare(suite, program, outcome, reference):
    """Prints differences from REFERENCE, the list's name or that of the Lisp with these counts. Returns true if there
    are none."""
    if outcome.counts == suite.counts:
        return True
    print(f"{suite.library} on {program}: {told(outcome.counts) if outcome.counts else 'broken: ' + outcome.broken[:300]}; {reference}: {told(suite.counts)}")
    for name in outcome.failed[:20]:
        print(f"    failed: {name[:120]}")
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tessera")
    parser.add_argument("--daily", action="store_true")
    parser.add_argument("--only", help="names of libraries, with commas")
    parser.add_argument("--with", dest="other", help="another Lisp: sbcl, ecl or clisp")
    options = parser.parse_args()
    tessera = str(pathlib.Path(options.tessera).resolve())
    if not (SOURCES / "cl-asdf/build/asdf.lisp").exists():
        print("ASDF is not installed")
        return 77
    wanted = options.only.split(",") if options.only else None
    suites = [s for s in read_suites() if (wanted is None or s.library in wanted) and (s.daily or not options.daily)]
    installed = [s for s in suites if s.is_installed()]
    if not installed:
        print("none of the libraries is installed")
        return 77
    surprises = 0
    with tempfile.TemporaryDirectory() as folder:
        for suite in installed:
            surprises += not compare(suite, "tessera", run(tessera, suite, pathlib.Path(folder)), "the list")
            if options.other and not compare(suite, options.other, run(options.other, suite, pathlib.Path(folder)), "the list"):
                for reason in suite.reasons:
                    print(f"    {reason}")
    print(f"{len(installed)} suites, {surprises} not as expected; {len(suites) - len(installed)} not installed")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())

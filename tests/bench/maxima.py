#!/usr/bin/env python3
"""How long Maxima's own test suite runs, beside SBCL: 12,700 tests of symbolic computation in 71 files.

    python3 tests/bench/maxima.py                        # fetches Debian's source by apt, compiles it; half an hour
    python3 tests/bench/maxima.py --only rtest14,rtest_log --runs 3
    python3 tests/bench/maxima.py --before OTHER/tessera # another build, too
    python3 tests/bench/maxima.py --profile /tmp/maxima.svg --only rtest_log

Each figure is seconds of processor time for a file by the Lisp's own clock: the least of `--runs` processes, which take
turns. The last lines have the sums and the geometric mean of the quotients, Tessera's time by SBCL's, of those files
that take SBCL a hundredth of a second or more. Source and compiled files stay in `--folder`. Tests that fail are
listed if more fail than on SBCL."""
import argparse
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

from implementations import ROOT

HERE = ROOT / "tests/bench/maxima"
LEAST = 0.01  # seconds: what takes less says nothing


def apt_lists(folder):
    """Returns apt's options for the lists of sources, also where the system has only those of packages."""
    form = "deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)"
    targets = subprocess.run(["apt-get", "indextargets", "--format", form, "Created-By: Packages"], capture_output=True, text=True, check=True)
    (folder / "sources.list").write_text(targets.stdout)
    (folder / "lists").mkdir(exist_ok=True)
    return ["-o", f"Dir::Etc::SourceList={folder}/sources.list", "-o", "Dir::Etc::SourceParts=/dev/null", "-o", f"Dir::State::Lists={folder}/lists"]


def fetched(folder):
    """Returns the folder of Maxima's source, which is fetched and configured if need be."""
    if not list(folder.glob("maxima-*/src/autoconf-variables.lisp")):
        folder.mkdir(parents=True, exist_ok=True)
        if not list(folder.glob("maxima_*.orig.tar.gz")):
            options = apt_lists(folder)
            subprocess.run(["apt-get", *options, "update"], check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["apt-get", *options, "source", "--download-only", "maxima"], cwd=folder, check=False, stdout=subprocess.DEVNULL)
        archives = list(folder.glob("maxima_*.orig.tar.gz"))
        if not archives:
            sys.exit("maxima.py: apt-get source has not fetched maxima_*.orig.tar.gz")
        with tarfile.open(archives[0]) as archive:
            archive.extractall(folder)
        source = next(folder.glob("maxima-*/configure.lisp")).parent
        configure = ["--non-interactive", "--load", "configure.lisp", "--eval", "(configure :interactive nil :verbose nil)"]
        subprocess.run(["sbcl", "--no-userinit", *configure], cwd=source, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob("maxima-*/src/autoconf-variables.lisp")).parent


def run(program, source, files, profile=None):
    """Returns a dictionary from files to seconds and numbers of failed tests."""
    loads = ["--load", str(HERE / "maxima.lisp"), "--load", str(HERE / "suite.lisp")]
    sbcl = ["--dynamic-space-size", "4GB", "--noinform", "--no-userinit", "--non-interactive"]
    command = [program, *sbcl, *loads] if pathlib.Path(program).name == "sbcl" else [program, *loads, "--eval", "(values)"]
    compiled = source.parent / f"compiled-{pathlib.Path(program).name}-{int(os.stat(shutil.which(program)).st_mtime)}"
    environment = dict(os.environ, FILES=files or "", PROFILE=profile or "", COMPILED=f"{compiled}/")
    done = subprocess.run(command, cwd=source, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    found = re.findall(r"TIMED (\S+) ([\d.]+) \d+ (\d+)", done.stdout)
    if not found:
        sys.exit(f"maxima.py: {program} has run no tests:\n" + (done.stdout + done.stderr)[-2000:])
    if profile:
        print(done.stdout[done.stdout.find("PROFILE"):])
    return {name: (float(seconds), int(failed)) for name, seconds, failed in found}


def least(results):
    return {name: min(result[name] for result in results if name in result) for name in results[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--only", help="names of Maxima's files of tests, with commas")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path.home() / ".cache/tessera-maxima")
    parser.add_argument("--tessera", default=str(ROOT / "build/release/tessera"))
    parser.add_argument("--before", help="another build of Tessera")
    parser.add_argument("--profile", metavar="FILE", help="profile Tessera alone, and write a flame graph to FILE")
    options = parser.parse_args()
    source = fetched(options.folder)
    if options.profile:
        run(options.tessera, source, options.only, options.profile)
        return
    programs = ([options.before] if options.before else []) + [options.tessera, "sbcl"]
    names = (["before"] if options.before else []) + ["tessera", "sbcl"]
    rounds = [[run(program, source, options.only) for program in programs] for _ in range(options.runs)]
    columns = [least([results[n] for results in rounds]) for n in range(len(programs))]
    print("| file | " + " | ".join(names) + " | ÷ sbcl |\n|---|" + "---:|" * (len(names) + 1))
    quotients = []
    own, sbcl = columns[-2:]
    shared = [name for name in own if all(name in column for column in columns)]
    for name in sorted(shared, key=lambda name: -sbcl[name][0]):
        quotient = own[name][0] / sbcl[name][0] if sbcl[name][0] >= LEAST else None
        quotients += [quotient] if quotient else []
        failed = f" ({own[name][1]} failed)" if own[name][1] > sbcl[name][1] else ""
        print(f"| {name}{failed} | " + " | ".join(f"{column[name][0]:.3f}" for column in columns) + (f" | {quotient:.2f} |" if quotient else " | |"))
    sums = [sum(column[name][0] for name in shared) for column in columns]
    print(f"| sum of {len(shared)} | " + " | ".join(f"{total:.2f}" for total in sums) + f" | {sums[-2] / sums[-1]:.2f} |")
    if quotients:
        print(f"geometric mean of {len(quotients)}: {math.exp(sum(map(math.log, quotients)) / len(quotients)):.2f}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes each system call of a workload fail, in turn: once, and from some call on for good.

    python3 tests/faults/faults.py TESSERA FAULTS.SO [--image FILE] [--every N] [--only NAME]... [--show]

TESSERA is the program, FAULTS.SO the shared object of faults.c. The workload is workload.lisp. A run is wrong if the
program is ended by a signal or hangs, if it ends early without a message and an exit status, if a step's result is
wrong or a file half written, if a step of the second round fails though the fault came in the first, or if descriptors
stay open. With --image, a start from the image FILE is tried, too: it succeeds, or the program says why it does not.
--every N tries only each Nth call of a function, and the first three; --show prints each run's failed steps.
"""
import argparse
import collections
import os
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 120
STARTED = 3
Run = collections.namedtuple("Run", "status output errors counts")


def run(program, library, fault=None, image=None):
    """Runs the workload, or a start from IMAGE, with FAULT, a text for faults.c."""
    folder = tempfile.mkdtemp(prefix="tessera-faults-")
    counts_file = os.path.join(folder, "counts")
    work = os.path.join(folder, "work")
    os.mkdir(work)
    environment = dict(os.environ, LD_PRELOAD=library, TESSERA_FAULT_COUNTS=counts_file)
    if fault:
        environment["TESSERA_FAULT"] = fault
    command = [program, os.path.join(HERE, "workload.lisp"), work + "/"]
    if image:
        command = [program, "--image", image, "--eval", f"(quit {STARTED})"]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", timeout=SECONDS, stdin=subprocess.DEVNULL)
        status, output, errors = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        status, output, errors = None, "", ""
    counts = {}
    if os.path.exists(counts_file):
        with open(counts_file, encoding="utf-8") as file:
            counts = {name: int(number) for name, number in (line.split() for line in file)}
    shutil.rmtree(folder)
    return Run(status, output, errors, counts)


def steps(output):
    """Returns the lines of the workload in OUTPUT."""
    return [line for line in output.splitlines() if line.startswith("(")]


def problem(good, found, function, once):
    """Returns what is wrong with the run FOUND, in which FUNCTION failed ONCE or more often; or ""."""
    if found.status is None:
        return "it does not end"
    if found.status < 0 or found.status >= 128:
        gave_up = found.status == -signal.SIGABRT and found.errors.startswith("tessera: the system refuses")
        return "" if gave_up else f"a signal ended it: {found.status}"
    lines = steps(found.output)
    failed = [line for line in lines if ":FAILED" in line]
    for number, line in enumerate(lines):
        if line.startswith("(HALF-WRITTEN"):
            return "a file is half written"
        if line.startswith("(WRONG") and not any(earlier in failed for earlier in lines[:number]):
            return "a result is wrong, and no step has failed: " + line
    if found.status != 0:
        said = found.errors.strip() or (function == "write" and not once)  # the message could not be written either
        return "" if said else f"it ends with {found.status}, and says nothing"
    if len([line for line in lines if not line.startswith("(WRONG")]) != len(steps(good.output)):
        return "output is missing, and the exit status is 0"
    if not once:
        return ""
    if any(line.startswith("(1 ") for line in failed) and any(line.startswith("(2 ") for line in failed):
        return "a step of the second round fails: " + next(line for line in failed if line.startswith("(2 "))
    if found.counts.get("descriptors", 0) > good.counts["descriptors"]:
        return f"{found.counts['descriptors'] - good.counts['descriptors']} descriptors stay open"
    return ""


def start_problem(found):
    """Returns what is wrong with the start FOUND; or ""."""
    said = found.errors.strip()
    if found.status == STARTED or (found.status == -signal.SIGABRT and said.startswith("tessera: ")):
        return ""
    if found.status == 1 and said.startswith(("tessera: ", "STORAGE-CONDITION: ")):
        return ""
    return f"a start ends with {found.status}, and says: {said}"


def try_starts(program, library, image):
    """Makes each call of a start from IMAGE fail. Returns the numbers of runs, and of wrong ones."""
    runs, wrong = 0, 0
    for name, count in run(program, library, image=image).counts.items():
        if name == "descriptors":
            continue
        for fault in (f"{name} {number} {mode}" for number in range(1, count + 1) for mode in ("once", "always")):
            what = start_problem(run(program, library, fault, image))
            runs += 1
            if what:
                wrong += 1
                print(f"{fault}: {what}", flush=True)
    return runs, wrong


def tried(count, every):
    """Returns the numbers of the calls that fail, of COUNT."""
    return [n for n in range(1, count + 1) if n <= 3 or n % every == 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--image")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", action="append")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    program, library = os.path.abspath(options.program), os.path.abspath(options.library)
    good = run(program, library)
    if good.status != 0 or any(":FAILED" in line for line in steps(good.output)):
        sys.exit("Without faults the workload fails:\n" + good.output + good.errors)
    runs, wrong = try_starts(program, library, os.path.abspath(options.image)) if options.image else (0, 0)
    for name, count in good.counts.items():
        if name == "descriptors" or (options.only and name not in options.only):
            continue
        for number in tried(count, options.every):
            for mode in ("once", "always"):
                found = run(program, library, f"{name} {number} {mode}")
                runs += 1
                what = problem(good, found, name, mode == "once")
                if what:
                    wrong += 1
                    print(f"{name} {number} {mode}: {what}\n{found.errors[-300:]}", flush=True)
                if options.show:
                    print(f"{name} {number} {mode}: {found.status}", *[line for line in steps(found.output) if ":FAILED" in line], sep="\n  ")
    print(f"{runs} runs with faults, {wrong} of them wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

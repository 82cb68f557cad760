#!/usr/bin/env python3
"""Run the benchmark programs on Tessera and on the other implementations that are installed, and print a table.

    python3 tests/bench/run.py [--runs 5] [--only fib,tak] [--tessera PATH] [--markdown]

Each figure is the median of the runs in seconds of processor time, that of a start (an empty program) taken off. The
implementations take turns, so that a slow spell of the machine meets all of them. A program's output must be the same
everywhere. Below the programs stands, for each, its ratio to Tessera (above 1: Tessera is faster), as geometric mean.
"""
import argparse
import math
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ["fib", "tak", "nqueens", "binary_trees", "sieve", "mandelbrot", "hash_tables", "string_building",
            "closures", "tail_loop", "game_tree"]
TIME_LIMIT = 300


def implementations(tessera):
    """The commands, by name, of those that are installed; each takes the file as its last argument."""
    candidates = {
        "tessera": ([tessera], ".lisp"),
        "sbcl": (["sbcl", "--script"], ".lisp"),              # native code
        "clisp -C": (["clisp", "-q", "-norc", "-C"], ".lisp"),  # bytecode
        "ecl": (["ecl", "--norc", "--shell"], ".lisp"),       # bytecode, as LOAD makes it
        "lua5.4": (["lua5.4"], ".lua"),
    }
    return {name: c for name, c in candidates.items() if shutil.which(c[0][0])}


def cpu_seconds():
    """Processor time of all processes that have ended: what else the machine does hardly counts."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, path):
    """Seconds and output of one run; None for the seconds if it failed."""
    before = cpu_seconds()
    try:
        done = subprocess.run(command + [str(path)], capture_output=True, text=True, timeout=TIME_LIMIT,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, "timeout"
    seconds = cpu_seconds() - before
    return (seconds if done.returncode == 0 else None), done.stdout.strip()


def measure(commands, paths, runs):
    """Medians by name, and the outputs, of running each command on its path `runs` times in turn."""
    seconds = {name: [] for name in commands}
    outputs = {}
    for _ in range(runs):
        for name, (command, _) in commands.items():
            if seconds[name] is None:
                continue
            time_taken, outputs[name] = run(command, paths[name])
            if time_taken is None:
                seconds[name] = None
            else:
                seconds[name].append(time_taken)
    return {name: statistics.median(s) if s else None for name, s in seconds.items()}, outputs


def measure_starts(commands, runs):
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, (_, suffix) in commands.items():
            paths[name] = pathlib.Path(folder) / ("empty" + suffix)
            paths[name].write_text("")
        return measure(commands, paths, max(runs, 5))[0]


def figure(seconds):
    return "-" if seconds is None else f"{seconds:.3f}"


def print_row(cells, markdown):
    if markdown:
        print("| " + " | ".join(cells) + " |")
    else:
        print(f"{cells[0]:<18}" + "".join(f"{c:>12}" for c in cells[1:]))


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--tessera", default=str(HERE.parents[1] / "build/release/tessera"))
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args()
    if not shutil.which(given.tessera):
        sys.exit(f"There is no {given.tessera}: build it (bash tests/run.sh), or name another with --tessera.")
    programs = [p for p in PROGRAMS if not given.only or p in given.only.split(",")]
    commands = implementations(given.tessera)

    print_row(["seconds"] + list(commands), given.markdown)
    if given.markdown:
        print("|---|" + "---:|" * len(commands))
    starts = measure_starts(commands, given.runs)
    print_row(["start"] + [figure(starts[name]) for name in commands], given.markdown)
    ratios = {name: [] for name in commands}
    notes, failures = [], 0
    for program in programs:
        paths = {name: HERE / (program + suffix) for name, (_, suffix) in commands.items()}
        medians, outputs = measure(commands, paths, given.runs)
        net = {name: None if m is None else max(m - starts[name], 1e-4) for name, m in medians.items()}
        for name in commands:
            if net[name] is not None and outputs[name] == outputs["tessera"] and net["tessera"] is not None:
                ratios[name].append(net[name] / net["tessera"])
            else:
                net[name] = None
                notes.append(f"{program}: {name} failed, or differs from tessera: {outputs[name][-60:]!r}")
                failures += name in ("tessera", "sbcl", "lua5.4")
        print_row([program] + [figure(net[name]) for name in commands], given.markdown)
        sys.stdout.flush()
    print_row(["geometric mean"] + [f"{geometric_mean(r):.2f}x" if r else "-" for r in ratios.values()], given.markdown)
    for line in notes:
        print(line, file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

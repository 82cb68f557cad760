#!/usr/bin/env python3
"""How many machine instructions each row of embedding_bench takes, Tessera's and Lua's, counted by valgrind: the same
on a busy machine.

    python3 tests/bench/embedding/instructions.py [build/release/tessera_embedding_bench] [ROW ...]
"""
import re
import subprocess
import sys

FEW = 300  # operations; what a run takes besides is the difference to one of twice as many


def instructions(bench, row, side, times):
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", bench, str(row), side, str(times)],
        capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr).group(1)), run.stdout.strip()


def main():
    arguments = sys.argv[1:]
    bench = arguments.pop(0) if arguments and not arguments[0].isdigit() else "build/release/tessera_embedding_bench"
    rows = [int(a) for a in arguments] or range(13)
    print("| instructions | Tessera | Lua 5.4 | ratio |\n|---|---:|---:|---:|")
    for row in rows:
        times = 5 if row == 12 else FEW
        counted = []
        for side in ("tessera", "lua"):
            once, name = instructions(bench, row, side, times)
            counted.append((instructions(bench, row, side, 2 * times)[0] - once) / times)
        print(f"| {name} | {counted[0]:.0f} | {counted[1]:.0f} | {counted[0] / counted[1]:.2f} |", flush=True)


if __name__ == "__main__":
    main()

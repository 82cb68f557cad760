#!/usr/bin/env python3
"""Compare the native game with the project's own scripts, compiled by SBCL and run by Tessera.

    python3 tests/bench/game_native.py [--tessera PATH] [--boards 12]

For each version and level: the processor time of a move of the computer (a fresh tree for each board, the least of
three runs, of one if that takes seconds), and whether all ratings are the same. Tessera's native search also tells how
many boards it scores in a second.
"""
import argparse
import re
import subprocess
import sys

from implementations import DRIVERS, ROOT, SBCL

CASES = [("v2", 5, 4), ("v2", 5, 6), ("v4", 5, 2), ("v4", 5, 3)]  # version, size, level
LIMIT = 900  # seconds


def commands(tessera, version):
    """Returns the commands by which each implementation loads a version of the game."""
    game = f"game/dice_of_doom_{version}.lisp"
    loading = f'(handler-bind ((warning (function muffle-warning))) (load "{game}"))'
    moves = str(DRIVERS / "game_moves.lisp")
    return {
        "sbcl": (["sbcl", "--dynamic-space-size", "4096", *SBCL, "--load", str(DRIVERS / "sbcl_game.lisp"), "--eval", loading, "--load", moves], ["--quit"]),
        "tessera, script": ([tessera, "--load", game, "--load", moves], []),
        "tessera, native": ([tessera, "--load", game, "--load", "game/native.lisp", "--load", moves], []),
    }


def measured(command, level, size, boards):
    """Returns the seconds of a move, and all ratings as text."""
    start, end = command
    form = f"(measure-moves {level} {size} {boards})"
    done = subprocess.run([*start, "--eval", form, *end], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=LIMIT, check=False)
    found = re.search(r"seconds ([0-9.]+)\s+ratings (\(.*?\)\))", done.stdout, re.DOTALL)
    if found is None:
        sys.exit(f"{' '.join(start)}: {done.stdout}{done.stderr}")
    return float(found[1]), " ".join(found[2].split())


def leaves_per_second(tessera, version, level, size):
    """Returns the number of boards that the native search scores in a second of processor time."""
    start, _ = commands(tessera, version)["tessera, native"]
    form = f"""(progn
      (setf *board-size* {size} *board-hexnum* {size * size} *ai-level* {level})
      (let* ((boards (movable-boards 50))
             (seconds (seconds-of (lambda () (mapc #'rated-as-by-computer boards))))
             (leaves (loop for board in boards
                           do (rated-as-by-computer board)
                           sum (first (dice-of-doom:search-figures)))))
        (format t "leaves ~,1f~%" (/ leaves seconds))))"""
    done = subprocess.run([*start, "--eval", form], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=LIMIT, check=False)
    return float(re.search(r"leaves ([0-9.]+)", done.stdout)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tessera", default=str(ROOT / "build/release/tessera"))
    parser.add_argument("--boards", type=int, default=12)
    given = parser.parse_args()
    print("| version, size, level | sbcl, ms | tessera's script, ms | native, ms | sbcl / native | boards scored in a second | ratings |")
    print("|---|--:|--:|--:|--:|--:|---|")
    for version, size, level in CASES:
        results = {name: measured(command, level, size, given.boards)
                   for name, command in commands(given.tessera, version).items()}
        sbcl, script, native = (seconds for seconds, _ in results.values())
        same = "the same" if len({ratings for _, ratings in results.values()}) == 1 else "DIFFERENT"
        speed = leaves_per_second(given.tessera, version, level, size) / 1e6
        print(f"| {version}, {size}x{size}, {level} | {sbcl * 1e3:.2f} | {script * 1e3:.2f} | {native * 1e3:.4f} |"
              f" {sbcl / native:.0f} | {speed:.0f} million | {same} |", flush=True)


if __name__ == "__main__":
    main()

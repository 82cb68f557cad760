#!/usr/bin/env python3
"""Builds Tessera for AArch64 by Debian's cross compiler, and runs Lisp files in qemu, in each mode of machine code.

    python3 tests/aarch64.py                                 # the files of tests/lisp in four modes: hours
    python3 tests/aarch64.py --modes all --only numbers/,clos
    python3 tests/aarch64.py --short                         # a few files, in the mode doubt
    python3 tests/aarch64.py --program FILE                  # another program than build/aarch64/tessera, which is built

Prints the files that fail, and for each mode the sums. A file passes if no pair fails, or fails as it does in the mode
off: some pairs need modules that are not built here. interp/cmake/aarch64.cmake names the packages; exits with 77 where
they are missing. tests/fuzz/compare.py --tiers compares random programs: give it a script that runs qemu as --tessera.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIBRARIES = pathlib.Path("/usr/lib/aarch64-linux-gnu")
QEMU = ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"]
FEW = ["kernel/control", "loop/accumulation", "loop/iteration", "numbers/arithmetic", "numbers/fused", "numbers/words", "data/strings-wide"]
NO_SUITES = ("support", "browser", "game", "native")  # the last three need the game, which is not built
RESULT = re.compile(r": (\d+) passed, (\d+) failed$", re.M)


def missing():
    """Returns what is missing, or an empty list."""
    commands = [name for name in ("aarch64-linux-gnu-g++", QEMU[0]) if shutil.which(name) is None]
    return commands + [name for name in ("libgmp.a", "libutf8proc.a", "libasmjit.a") if not (LIBRARIES / name).exists()]


def build():
    options = ["-DTESSERA_TESTS=OFF", "-DTESSERA_GAME=OFF", "-DTESSERA_UNITY=ON"]
    subprocess.run(["cmake", "--preset", "aarch64", *options], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    targets = ["tessera_program", "tessera_lisp_modules"]
    subprocess.run(["cmake", "--build", "build/aarch64", "--target", *targets], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return ROOT / "build/aarch64/tessera"


def files(only):
    found = [path for path in sorted((ROOT / "tests/lisp").glob("*/*.lisp")) if path.parent.name not in NO_SUITES]
    names = {f"{path.parent.name}/{path.stem}": path for path in found}
    return {name: path for name, path in names.items() if any(part in name for part in only)}


def run(program, mode, path, seconds):
    """Returns the numbers of pairs that passed and failed, and the output; nothing passed if there is no such line."""
    form = f'(lisp-tests::run-file "{path.relative_to(ROOT)}")'
    command = [*QEMU, str(program), "--load", "tests/lisp/harness.lisp", "--eval", form]
    try:
        done = subprocess.run(command, cwd=ROOT, env=os.environ | {"TESSERA_MACHINE_CODE": mode}, timeout=seconds, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return 0, 1, f"did not end in {seconds} s"
    output = done.stdout.decode("utf-8", "replace")
    result = RESULT.search(output)
    return (int(result.group(1)), int(result.group(2)), output) if result and done.returncode == 0 else (0, 1, f"{output}\nexit status {done.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modes", default="off,hot,all,doubt")
    parser.add_argument("--only", default="", help="parts of names of files, with commas")
    parser.add_argument("--short", action="store_true", help="a few files, in the mode doubt")
    parser.add_argument("--program", help="the program, which is not built then")
    parser.add_argument("--seconds", type=int, default=1200, help="the time for each file")
    given = parser.parse_args()
    if missing():
        print("AArch64 is not tested: missing", *missing())
        return 77
    program = pathlib.Path(given.program).resolve() if given.program else build()
    chosen = files(FEW if given.short else given.only.split(","))
    plain, failures = {}, 0
    for mode in ["doubt"] if given.short else given.modes.split(","):
        passed = failed = 0
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = pool.map(lambda path, mode=mode: run(program, mode, path, given.seconds), chosen.values())
            for name, (good, bad, output) in zip(chosen, results):
                passed, failed = passed + good, failed + bad
                if mode == "off":
                    plain[name] = bad
                if bad > plain.get(name, 0):
                    failures += 1
                    print(f"{name} ({mode}): {bad} failed", *output.splitlines()[-20:], sep="\n    ", flush=True)
        print(f"{mode}: {len(chosen)} files, {passed} passed, {failed} failed", flush=True)
    return 1 if failures or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())

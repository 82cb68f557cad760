#!/usr/bin/env python3
"""Builds Tessera in many ways, and runs the Lisp files with each program: the table of interp/building.md.

    python3 tests/builds.py                                  # each row whose compiler and packages are installed: hours
    python3 tests/builds.py gcc-11 bare                      # some rows
    python3 tests/builds.py aarch64 --modes all,doubt --only numbers/,clos
    python3 tests/builds.py aarch64 --program FILE           # a program that is already built
    python3 tests/builds.py --list

Builds a row in build/ROW, from units of several sources, without the tests. Prints the files that fail, and for each
row and mode of machine code the sums. Fails if a pair fails. Exits with 77 if no row can be built. To compare random
programs, give tests/fuzz/compare.py --tiers a script that runs the program in qemu.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[1]
QEMU = ("qemu-aarch64-static",)  # finds the libraries that are installed beside those of this processor
UNREPORTED = (("environment/documentation-tessera", 1), ("ext/ext-tessera", 1))  # qemu says that a missing program has started
RESULT = re.compile(r": (\d+) passed, (\d+) failed$", re.M)
NATIVE_GAME = ("native/", "browser/")


@dataclass(frozen=True)
class Row:
    """A way to build. Lisp files whose names have a part that is `absent` need what is not built, and do not run."""
    options: tuple = ()
    compiler: str = "g++"
    preset: str = "release"
    needs: tuple = ()  # files
    runner: tuple = ()  # a command that runs the program
    modes: tuple = ("hot",)
    absent: tuple = ()
    packages: tuple = ()  # all that pkg-config finds; any if there are none
    failures: tuple = ()  # pairs of a file and how many pairs of it fail, for reasons that are not ours


LIBCXX = ("-DCMAKE_CXX_FLAGS=-stdlib=libc++",)
ROWS = {
    "gcc-11": Row(compiler="g++-11"),
    "gcc-12": Row(),
    "clang-14": Row(compiler="clang++-14"),
    "clang-19": Row(compiler="clang++-19"),
    "libc++-14": Row(LIBCXX, "clang++-14", needs=("/usr/lib/llvm-14/include/c++/v1",)),
    "libc++-19": Row(LIBCXX, "clang++-19", needs=("/usr/lib/llvm-19/include/c++/v1",)),
    "c++23": Row(("-DCMAKE_CXX_STANDARD=23",)),
    "lto": Row(("-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON",)),
    "debug": Row(preset="debug", absent=NATIVE_GAME),
    "make": Row(("-G", "Unix Makefiles", "-DCMAKE_BUILD_TYPE=")),
    "interpreted": Row(preset="interpreted", modes=("off",)),
    "bare": Row(("-DCMAKE_DISABLE_FIND_PACKAGE_asmjit=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_xeus=ON"), modes=("off",),
                absent=("foreign/", "browser/"), packages=("gmp", "libutf8proc")),
    "aarch64": Row(compiler="aarch64-linux-gnu-g++", preset="aarch64", runner=QEMU, modes=("off", "hot", "all", "doubt"),
                   failures=UNREPORTED, absent=("browser/", "native/background"),  # the latter's searches must be quick
                   needs=tuple(f"/usr/lib/aarch64-linux-gnu/{name}" for name in ("libgmp.a", "libutf8proc.a", "libasmjit.a"))),
}


def missing(row):
    """Returns what the row needs and this machine lacks."""
    commands = [name for name in (row.compiler, *row.runner[:1]) if shutil.which(name) is None]
    return commands + [path for path in row.needs if not os.path.exists(path)]


def build(name, row):
    """Returns the program."""
    folder = ROOT / "build" / name
    environment = dict(os.environ)
    with tempfile.TemporaryDirectory() as scratch:
        if row.packages:
            for package in row.packages:
                where = subprocess.run(["pkg-config", "--variable=pcfiledir", package], check=True, capture_output=True, text=True).stdout.strip()
                shutil.copy(f"{where}/{package}.pc", scratch)
            environment["PKG_CONFIG_LIBDIR"] = scratch
        compiler = [] if row.runner else [f"-DCMAKE_CXX_COMPILER={row.compiler}"]
        options = ["-DTESSERA_TESTS=OFF", "-DTESSERA_UNITY=ON", *compiler, *row.options]
        subprocess.run(["cmake", "--preset", row.preset, "-B", str(folder), *options], cwd=ROOT, env=environment, check=True,
                       stdout=subprocess.DEVNULL)
    targets = ["tessera_program", "tessera_lisp_modules", "tessera_modules"]
    done = subprocess.run(["cmake", "--build", str(folder), "--parallel", str(os.cpu_count()), "--target", *targets], cwd=ROOT, check=False,
                          stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{name} is not built:\n{done.stdout[-4000:]}")
    return folder / "tessera"


def files(row, only):
    """Returns the files that the row can run and whose names contain one of the parts."""
    found = {f"{path.parent.name}/{path.stem}": path for path in sorted((ROOT / "tests/lisp").glob("*/*.lisp"))}
    return {name: path for name, path in found.items()
            if any(part in name for part in only) and not any(part in name for part in ("support/", *row.absent))}


def run(row, program, mode, path, seconds):
    """Returns the numbers of pairs that passed and failed, and the output; nothing passed if there is no such line."""
    form = f'(lisp-tests::run-file "{path.relative_to(ROOT)}")'
    command = [*row.runner, str(program), "--load", "tests/lisp/harness.lisp", "--eval", form]
    try:
        done = subprocess.run(command, cwd=ROOT, env=os.environ | {"TESSERA_MACHINE_CODE": mode}, timeout=seconds, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return 0, 1, f"did not end in {seconds} s"
    output = done.stdout.decode("utf-8", "replace")
    result = RESULT.search(output)
    return (int(result.group(1)), int(result.group(2)), output) if result and done.returncode == 0 else (0, 1, f"{output}\nexit status {done.returncode}")


def try_row(name, row, given):
    """Returns the number of files that fail."""
    begun = time.monotonic()
    program = pathlib.Path(given.program).resolve() if given.program else build(name, row)
    built, failures = time.monotonic() - begun, 0
    chosen = files(row, given.only.split(","))
    for mode in given.modes.split(",") if given.modes else row.modes:
        begun, passed, failed = time.monotonic(), 0, 0
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = pool.map(lambda path, mode=mode: run(row, program, mode, path, given.seconds), chosen.values())
            for file, (good, bad, output) in zip(chosen, results):
                passed, failed = passed + good, failed + bad
                if bad != dict(row.failures).get(file, 0):
                    failures += 1
                    print(f"{file} ({name}, {mode}): {bad} failed", *output.splitlines()[-20:], sep="\n    ", flush=True)
        print(f"{name}, {mode}: built in {built:.0f} s; {len(chosen)} files, {passed} passed, {failed} failed in {time.monotonic() - begun:.0f} s", flush=True)
    return failures if chosen else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS], metavar="ROW")
    parser.add_argument("--list", action="store_true", help="prints the rows, and what is missing for each")
    parser.add_argument("--modes", help="with commas, instead of the row's")
    parser.add_argument("--only", default="", help="parts of names of files, with commas")
    parser.add_argument("--program", help="the program, which is not built then")
    parser.add_argument("--seconds", type=int, default=1200, help="the time for each file")
    given = parser.parse_args()
    absent = {name: missing(ROWS[name]) for name in given.rows or ROWS}
    for name, lacks in absent.items():
        if lacks or given.list:
            print(f"{name}: {'missing: ' + ' '.join(lacks) if lacks else 'can be built'}", flush=True)
    if given.list:
        return 0
    failures = [try_row(name, ROWS[name], given) for name, lacks in absent.items() if not lacks]
    return (1 if any(failures) else 0) if failures else 77


if __name__ == "__main__":
    sys.exit(main())

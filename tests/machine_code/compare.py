#!/usr/bin/env python3
"""Compares the machine code that two builds of Tessera make, byte for byte, and lists the functions that differ.

    python3 tests/machine_code/compare.py OLD NEW [--modes hot,all] [--only numbers/,fib] [--seconds 300] [--show]

OLD and NEW are programs (`tessera`). Each runs the files of tests/lisp and the programs of tests/bench; record.c
records what it compiles. Addresses do not count. What is compiled may depend on time, so code that only one
build made is counted, but not as a difference. Exits with 1 if code differs. Linux on x86-64 only;
needs a C compiler, setarch, and objdump for --show.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def subjects(only):
    """Returns the arguments that run each file, by the file's name."""
    found = {}
    for path in sorted((ROOT / "tests/lisp").glob("*/*.lisp")):
        form = f'(lisp-tests::run-file "{path.relative_to(ROOT)}")'
        found[f"{path.parent.name}/{path.stem}"] = ["--load", "tests/lisp/harness.lisp", "--eval", form]
    for path in sorted((ROOT / "tests/bench/programs").glob("*.lisp")):
        found[path.stem] = ["--load", str(path.relative_to(ROOT)), "--eval", "(main)"]
    wanted = only.split(",") if only else [""]
    return {name: arguments for name, arguments in found.items()
            if name.partition("/")[0] != "support" and any(part in name for part in wanted)}


def recorded(tessera, arguments, mode, seconds, library, folder):
    """Runs the program, for so many seconds at most, and returns the set of codes by name."""
    record = folder / "recorded"
    record.write_text("")
    environment = os.environ | {"LD_PRELOAD": str(library), "RECORDED_CODE": str(record),
                                "TESSERA_MACHINE_CODE_NAMES": "perf", "TESSERA_MACHINE_CODE": mode}
    try:
        subprocess.run(["setarch", "-R", tessera, *arguments], cwd=ROOT, env=environment, check=False, timeout=seconds,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        print(f"stopped after {seconds} s: {' '.join(arguments)}", file=sys.stderr)
    codes = {}
    for line in record.read_text(errors="replace").splitlines():
        name, tab, code = line.rpartition("\t")
        if tab:
            codes.setdefault(name, set()).add(code)
    return codes


def disassembled(code, folder):
    path = folder / "code"
    path.write_bytes(bytes.fromhex(code))
    done = subprocess.run(["objdump", "-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", str(path)],
                          capture_output=True, text=True, check=False)
    return [line.partition("\t")[2] for line in done.stdout.splitlines() if "\t" in line]


def show(old, new, folder):
    """Prints the first instructions that differ."""
    if not old or not new:
        return
    first, second = disassembled(min(old), folder), disassembled(min(new), folder)
    for n, (x, y) in enumerate(zip(first, second)):
        if x != y:
            print("    old:", *(f"\n      {line}" for line in first[max(0, n - 2):n + 3]))
            print("    new:", *(f"\n      {line}" for line in second[max(0, n - 2):n + 3]))
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--modes", default="hot,all")
    parser.add_argument("--only", default="", help="parts of names of files, with commas")
    parser.add_argument("--seconds", type=int, default=300, help="the time for each run")
    parser.add_argument("--show", action="store_true", help="print the first difference of each function")
    given = parser.parse_args()
    same = differing = one_sided = size = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        library = folder / "record.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", str(library), str(HERE / "record.c"), "-ldl"], check=True)
        for name, arguments in subjects(given.only).items():
            for mode in given.modes.split(","):
                old = recorded(given.old, arguments, mode, given.seconds, library, folder)
                new = recorded(given.new, arguments, mode, given.seconds, library, folder)
                for function in sorted(old.keys() | new.keys()):
                    x, y = old.get(function, set()), new.get(function, set())
                    same += len(x & y)
                    size += sum(len(code) // 2 for code in x & y)
                    if x - y and y - x:
                        differing += 1
                        print(f"{name} ({mode}): {function}")
                        if given.show:
                            show(x - y, y - x, folder)
                    else:
                        one_sided += len(x ^ y)
    print(f"{same} equal ({size} bytes), {differing} different, {one_sided} of one build only")
    return 1 if differing or same == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

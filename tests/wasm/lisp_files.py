"""Runs the Lisp files of tests/lisp under node: lisp_files.py TESSERA.JS [PATTERN...]

Those of the game run in dice-of-doom.js, the program with the native game, beside TESSERA.JS.

DIFFERENCES is the one place that says what the build for WebAssembly lacks: files that need it are left out, and of
others so many pairs may fail. Exits with 1 if anything else fails."""
import fnmatch
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# A pattern of files; why; and how many pairs fail, or None if the file is left out.
DIFFERENCES = [
    ("browser/offline.lisp", "no foreign functions for PNG, which a message says", 1),
    ("browser/pages.lisp", "no foreign functions for PNG, which a message says", 1),
    ("browser/*", "no web server", None),
    ("foreign/*", "no foreign functions", None),
    ("mp/*", "no threads", None),
    ("parallel/*", "no threads", None),
    ("sockets/*", "no sockets", None),
    ("game/v[1-4].lisp", "none", 0),
    ("game/*", "takes minutes, or needs threads", None),
    ("native/*", "takes minutes, or needs threads", None),
    ("types/random-types.lisp", "takes more than a minute", None),
    ("asdf/cache-tessera.lisp", "no processes: touch", 2),
    ("compilation/large-forms-tessera.lisp", "the host's stack ends before 2000 bindings", 4),
    ("debugger/hints-tessera.lisp", "the hint about the game is the native game's", 1),
    ("environment/documentation-tessera.lisp", "no foreign functions, sockets and threads, which are documented", 2),
    ("evaluation/evaluation.lisp", "the host's stack ends before 2500 nested expansions", 2),
    ("evaluation/mistakes-tessera.lisp", "the host's stack ends before 2500 nested expansions", 4),
    ("ext/ext-tessera.lisp", "no processes", 15),
    ("kernel/long-forms.lisp", "the host's stack ends first", 2),
    ("numbers/irrational.lisp", "musl's complex functions round ACOSH and SQRT otherwise", 3),
    ("profile/profile-tessera.lisp", "no samples", 14),
    ("streams/files.lisp", "no owners of files, no /dev/full", 5),
    ("streams/superseding-tessera.lisp", "no processes: ln, stat, rm", 4),
]


def files(patterns):
    """Returns the files that match one of the patterns, or all, as paths from tests/lisp."""
    base = os.path.join(ROOT, "tests", "lisp")
    for folder in sorted(os.listdir(base)):
        if folder == "support" or not os.path.isdir(os.path.join(base, folder)):
            continue
        for name in sorted(os.listdir(os.path.join(base, folder))):
            path = folder + "/" + name
            if name.endswith(".lisp") and (not patterns or any(fnmatch.fnmatch(path, p) for p in patterns)):
                yield path


def difference(path):
    """Returns the reason and the number of failures of the file; (None, 0) for most."""
    for pattern, why, failures in DIFFERENCES:
        if fnmatch.fnmatch(path, pattern):
            return why, failures
    return None, 0


def program_for(tessera, path):
    """Returns the program that runs the file."""
    if path.split("/")[0] in ("browser", "game"):
        return os.path.join(os.path.dirname(tessera), "dice-of-doom.js")
    return tessera


def run(tessera, path):
    """Runs a file. Returns the number of failures, or None if it did not end as it should, and its output."""
    form = '(quit (min 99 (lisp-tests:run-file "tests/lisp/%s")))' % path
    command = ["node", program_for(tessera, path), "--load", "tests/lisp/harness.lisp", "--eval", form]
    try:
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode("utf-8", "replace")
    text = done.stdout.decode("utf-8", "replace")
    counts = re.findall(r"(\d+) passed, (\d+) failed", text)
    return (int(counts[-1][1]) if counts else None), text


def main():
    tessera, patterns = os.path.abspath(sys.argv[1]), sys.argv[2:]
    wrong = passed = 0
    tried = list(files(patterns))
    expectations = {path: difference(path)[1] for path in tried}
    running = [path for path in tried if expectations[path] is not None]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: run(tessera, path), running))
    for path, (failures, text) in zip(running, results):
        expected = expectations[path]
        counts = re.findall(r"(\d+) passed, (\d+) failed", text)
        passed += int(counts[-1][0]) if counts else 0
        if failures != expected:
            wrong += 1
            print("%s: %s failed, %d expected\n%s" % (path, failures, expected, text[-3000:]))
    print("%d pairs passed; %d files wrong; %d files left out, for what WebAssembly lacks" % (passed, wrong, len(tried) - len(running)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

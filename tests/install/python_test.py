"""Runs the example in Python with the installed shared library: python_test.py PREFIX EXAMPLES"""
import pathlib
import subprocess
import sys

prefix, examples = map(pathlib.Path, sys.argv[1:])
library = next(prefix.rglob("libtessera.so"))
run = subprocess.run([sys.executable, examples / "from_python.py", library], capture_output=True, text=True, timeout=100)
expected = (examples / "from_python.txt").read_text()
if run.returncode != 0 or run.stdout != expected:
    sys.exit(f"status {run.returncode}\n{run.stderr}\nprinted:\n{run.stdout}\nexpected:\n{expected}")

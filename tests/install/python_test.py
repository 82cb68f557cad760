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

# The library finds the modules that were installed with it, wherever the program is that loads it.
sys.path.insert(0, str(examples))
sys.dont_write_bytecode = True
from from_python import Lisp

lisp = Lisp(str(library))
text = lisp.eval("(documentation 'car 'function)")
if not text or "car" not in text.lower():
    sys.exit(f"The documentation of CAR is {text}")
lisp.close()

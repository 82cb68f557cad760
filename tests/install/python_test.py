"""Runs the example in Python with the installed shared library: python_test.py PREFIX EXAMPLES"""
import pathlib
import subprocess
import sys

prefix, examples = map(pathlib.Path, sys.argv[1:])
library = next(prefix.rglob("libtessera.so"))
run = subprocess.run([sys.executable, examples / "from_python.py", library], capture_output=True, text=True, timeout=600)
expected = (examples / "from_python.txt").read_text()
if run.returncode != 0 or run.stdout != expected:
    sys.exit(f"status {run.returncode}\n{run.stderr}\nprinted:\n{run.stdout}\nexpected:\n{expected}")

# The library finds the modules that were installed with it, wherever the program is that loads it.
sys.path.insert(0, str(examples))
sys.dont_write_bytecode = True
from from_python import CLOCK, READ_FILES, WRITE_FILES, Lisp, LispError

lisp = Lisp(str(library))
text = lisp.eval("(documentation 'car 'function)")
if not text or "car" not in text.lower():
    sys.exit(f"The documentation of CAR is {text}")
lisp.close()


def refusal(lisp, source):
    try:
        return f"no refusal: {lisp.eval(source)}"
    except LispError as error:
        return str(error)


def check(right, what):
    if not right:
        sys.exit(f"Wrong: {what}")


# Options: a sandbox that may read a folder and the clock, and its streams.
written, errors = [], []
lisp = Lisp(str(library), sandboxed=1, permit=READ_FILES | CLOCK, folder=str(examples).encode(), output=written.append,
            error_output=errors.append)
check(lisp.permissions() == READ_FILES | CLOCK, "the permissions")
check(lisp.eval('(with-open-file (s "hello.txt") (read-line s))') == "Forty-two times hello!", "what may be read")
check(lisp.eval("(get-universal-time)") > 3900000000, "the clock")
check("FILE-ERROR" in refusal(lisp, '(open "../../README.md")'), "what may not be read")
check("FILE-ERROR" in refusal(lisp, '(open "new.txt" :direction :output)'), "what may not be written")
check("permission denied" in refusal(lisp, '(tessera:getenv "HOME")'), "the environment")
lisp.eval('(progn (princ "grün") (princ "oh" *error-output*))')
check("".join(written) == "grün" and "".join(errors) == "oh", f"the streams: {written} {errors}")
lisp.limit(steps=1000)
check("LIMIT-REACHED" in refusal(lisp, "(loop)"), "limits")
lisp.limit()
check(lisp.eval("(+ 1 2)") == 3, "after a limit")
lisp.close()
check(Lisp(str(library), forbid=WRITE_FILES).permissions() & (READ_FILES | WRITE_FILES) == READ_FILES, "what is forbidden")
try:
    Lisp(str(library), folder=b"/no/such/folder")
    sys.exit("A folder that is not there is taken.")
except LispError as error:
    check("/no/such/folder" in str(error), f"the complaint: {error}")

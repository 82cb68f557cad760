#!/usr/bin/env python3
"""Tests lint.py: the findings in a bad sample of each kind of file, and what `fix` makes of it."""
import sys

import lint

WORDS = "word " * 30
WIDE = "prose has at most"
BAD = {  # the path of a sample -> (the sample, a part of each finding in order)
    "stdlib/a.lisp": (";; No purpose.\n(defun f (x) x)\n", ["has no docstring", "does not begin with"]),
    "stdlib/b.lisp": (';;; B.\n(defvar *x* 1 "What is counted.")\n', ["begins with a noun"]),
    "stdlib/c.lisp": (';;; C.\n(defun f (x)\n  "Lets X go."\n  (error "~S is wrong." x))\n', ["no final stop", "says what the function does"]),
    "stdlib/d.lisp": (';;; D.\n(defgeneric f (x))\n;;; The value is no list.\n;;; Returns TEXT, of a form.\n', ["unclear", "unclear", "no docstring"]),
    "stdlib/e.lisp": (f';;; E.\n(defvar *x* 1\n  "The thing.\n{WORDS}end\n  {WORDS}")\n', ["docstrings have"]),
    "tests/lisp/a.lisp": (';;; A.\n(defun f (x)\n  "The value of X."\n  x)\n', ["third person"]),
    "tests/lisp/b.lisp": (f';;; {WORDS}.\n', [WIDE]),
    "stdlib/a.md": ('    (error "~A is not a word." x)\n\n| a | b |\n|---|---|\n| a |\n', ["number of cells", "no final stop"]),
    "README.md": (f"{WORDS}.\n", [WIDE]),
    "interp/a.md": ("See [a page](nowhere.md), lint.py and nothing.cpp.\n", ["no file nothing.cpp", "leads to no file: nowhere.md"]),
    "interp/b.cpp": ('void f();  // see nowhere.hpp\nrt.fail("~S is odd.");\nrt.fail("~S is odd. Add one.");\n',
                     ["no file nowhere.hpp", "about its purpose", "no final stop"]),
    "interp/a.cpp": (f'//     {WORDS}.\ndefine("f", f,\n    "Lets X be Y.");\n', ["prose", "says what"]),
    "tests/cpp/a_test.cpp": ("// A.\n#include <catch2/catch.hpp>\n", ["versions of Catch2"]),
    **{f"interp/a{suffix}": (f"{mark}{WORDS}.{end}\n", [WIDE]) for suffix, mark, end in [
        (".hpp", "/// ", ""), (".h", "/* ", " */"), (".c", "/* ", " */"), (".css", "/* ", " */"), (".def", "// ", ""), (".js", "// ", ""),
        (".mjs", "// ", ""), (".sh", "# ", ""), (".cmake", "# ", ""), (".clj", ";; ", ""), (".scm", "; ", "")]},
    "tests/a.py": (f'def f():\n    """{WORDS}."""\n', ["docstrings have"]),
}


def main():
    wrong = 0
    for name, (text, expected) in BAD.items():
        path = lint.ROOT / name
        found = [what for _, what in lint.findings(path, text)]
        if len(found) != len(expected) or not all(part in what for part, what in zip(expected, found)):
            print(f"{name}: {found} instead of {expected}")
            wrong += 1
        fixed = lint.fixed(path, text)
        if fixed != lint.fixed(path, fixed) or WIDE in expected and list(lint.findings(path, fixed)):
            print(f"{name}: fixed as {fixed!r}")
            wrong += 1
    print(f"{len(BAD)} samples, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Random objects printed under random values of all printer variables: the text, and whether reading it gives the same
object.

Only differences from unanimous other implementations count: layouts, bars and floats are loosely specified. What was
printed readably must be read back everywhere."""
from families import Case

UNANIMOUS = True
NAMES = ["A", "a", "aB", "AB", "1", "1A", "A1", "1E5", "+", "-", "+1", "1+", "1/2", "A/B", "..", "...", "A.", "1.", "", "A B", "A:B", ":A", "A|B", "A\\\\B", "A'B", "A(B", "A;B", "A#B", "#A", "E5", "1^2", "_", "A_1",
         "FF", "*A*", ".5", "A.B", "1.5", "x1z", "Z", "NIL", "nil", "T", "-A", "$"]


def atom(s):
    kind = s.below(9)
    if kind < 4:
        name = s.one(NAMES)
        return s.one([f"(intern \"{name}\" :keyword)", f"(make-symbol \"{name}\")", f"(intern \"{name}\" :fuzz)"])
    return s.one(["0", "7", "-12", "255", "123456789012345678901", "-3/4", "22/7", "1.5", "-0.25", "1d10", "#c(1 -2)", "#\\a", "#\\Space", "#\\(", '"a\\"b\\\\c"', '""', "nil", "t", "#*0110", "#*", "'car", ":k"])


def datum(s, depth):
    if depth <= 0:
        return atom(s)
    kind = s.below(8)
    items = s.some(0, 4, lambda: datum(s, depth - 1))
    if kind < 3:
        return f"(list {items})"
    if kind == 3:
        return f"(vector {items})"
    if kind == 4:
        return f"(cons {datum(s, depth - 1)} {datum(s, 0)})"
    if kind == 5:
        return f"(make-array {s.one([chr(39) + '(2 1)', chr(39) + '(1 2)', 'nil', chr(39) + '(0 2)', '2'])} :initial-element {datum(s, depth - 1)})"
    if kind == 6:
        return f"(let ((x {datum(s, depth - 1)})) (list x x))"
    return f"(list {s.one(['(quote quote)', '(quote function)', chr(39) + 'if'])} {datum(s, depth - 1)})"


def case(s):
    base = s.one(["10", "10", "2", "8", "16", "36", "3"])
    readably = s.maybe(0.5)
    case_ = s.one([":upcase", ":downcase", ":preserve", ":invert"])
    keys = [f":base {base}", f":radix {s.one(['t', 'nil'])}", f":case {s.one([':upcase', ':downcase', ':capitalize'])}", f":circle {s.one(['t', 'nil'])}", f":readably {'t' if readably else 'nil'}",
            f":escape {s.one(['t', 't', 'nil'])}", ":pretty nil", f":gensym {s.one(['t', 't', 'nil'])}", f":array {s.one(['t', 't', 'nil']) if readably else 't'}"]
    if not readably:
        keys += s.subset([f":length {s.between(0, 3)}", f":level {s.between(0, 3)}"], 0.2)
    form = (f"(let ((*readtable* (copy-readtable nil)) (x {datum(s, s.between(0, 3))}))"
            f" (setf (readtable-case *readtable*) {case_})")
    if readably:  # the text itself is the implementation's choice, but it is for the standard readtable
        back = f"(let ((*read-base* {base}) (*readtable* (copy-readtable nil))) (read-from-string (write-to-string x {' '.join(keys)})))"
        return Case(f"{form} (labels ((same (a b) (cond ((and (symbolp a) (symbolp b)) (or (eq a b) (and (not (symbol-package a)) (not (symbol-package b)) (string= a b))))"
                    f" ((and (consp a) (consp b)) (and (same (car a) (car b)) (same (cdr a) (cdr b)))) ((and (arrayp a) (arrayp b)) (and (equal (array-dimensions a) (array-dimensions b))"
                    f" (loop for i below (array-total-size a) always (same (row-major-aref a i) (row-major-aref b i))))) (t (equal a b)))))"
                    f" (handler-case (same x {back}) (print-not-readable () t))))", way=0)
    return Case(f"{form} (list (write-to-string x {' '.join(keys)})))", way=0)

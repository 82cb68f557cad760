"""Functions with declared types and qualities: integers, floats, vectors and strings within the bounds that were
declared, in loops, closures and local functions. The arguments fit, so that results must not depend on the
declarations."""
from families import Case

RANGES = [(0, 1), (0, 7), (-3, 4), (-33, 120), (0, 255), (-128, 127), (0, 65535), (-2 ** 31, 2 ** 31 - 1), (0, 2 ** 32 - 1), (-2 ** 60, 2 ** 60), (-2 ** 61, 2 ** 61 - 1),
          (-2 ** 62, 2 ** 62 - 1), (0, 2 ** 62 - 1), (0, 2 ** 64 - 1), (-2 ** 63, 2 ** 63 - 1), (-2 ** 70, 2 ** 70)]
FLOATS = ["0.0", "1.0", "-1.5", "2.25", "1024.0", "-0.5", "3.0", "1.0e10", "7.75"]
QUALITIES = ["(speed 3)", "(safety 0)", "(safety 1)", "(safety 3)", "(debug 3)", "(space 2)", "(debug 0)"]


class Function:
    def __init__(self, s):
        self.s, self.fuel, self.floats = s, 60, []

    def bounded(self):
        s = self.s
        low, high = s.one(RANGES)
        if s.maybe(0.3):
            low, high = sorted((s.between(low, high), s.between(low, high)))
        kind = "fixnum" if -2 ** 61 <= low and high < 2 ** 61 and s.maybe(0.15) else "integer" if s.maybe(0.1) else f"(integer {low} {high})"
        return kind, s.one([low, high, s.between(low, high), s.between(low, high)])

    def integer(self, v, d):
        """Returns a form that is an integer, of integer variables V."""
        s, self.fuel = self.s, self.fuel - 1
        if d <= 0 or self.fuel <= 0:
            return s.one(v) if v and s.maybe(0.7) else str(self.bounded()[1])
        i = lambda: self.integer(v, d - 1)
        kind = s.below(34)
        if kind < 8:
            return f"({s.one(['+', '-', '*', '+', '-'])} {' '.join(i() for _ in range(s.between(1, 3)))})"
        if kind < 12:
            return f"({s.one(['logand', 'logior', 'logxor', 'logeqv', 'min', 'max', 'lognand', 'logandc1', 'logandc2', 'logorc2'])} {i()} {i()})"
        if kind < 14:
            return f"({s.one(['lognot', '1+', '1-', '-', 'abs', 'signum', 'integer-length', 'logcount'])} {i()})"
        if kind < 16:
            return f"({s.one(['mod', 'rem', 'floor', 'truncate', 'ceiling', 'round'])} {i()} {s.one(['7', '-3', '16', '1000', f'(max 1 {i()})', f'(min -2 {i()})'])})"
        if kind == 16:
            return f"(ash {i()} {s.one([str(s.between(-70, 20)), f'(min 10 (max -70 {i()}))', f'(logand 15 {i()})'])})"
        if kind == 17:
            return f"(ldb (byte {s.between(0, 40)} {s.between(0, 65)}) {i()})"
        if kind == 18:
            return f"(dpb {i()} (byte {s.between(0, 40)} {s.between(0, 65)}) {i()})"
        if kind < 22:
            return f"(if {self.test(v, d - 1)} {i()} {i()})"
        if kind < 24:
            x = s.fresh("v")
            return f"(let (({x} {i()})) {s.one(['', f'(declare (type integer {x}))'])} {self.integer(v + [x], d - 1)})"
        if kind == 24:
            x = s.fresh("v")
            return f"(let (({x} {i()})) (setq {x} {self.integer(v + [x], d - 1)}) (incf {x} {self.integer(v + [x], d - 1)}) {self.integer(v + [x], d - 1)})"
        if kind == 25:
            x, n = s.fresh("v"), s.fresh("n")
            return f"(let (({x} {i()})) (dotimes ({n} {s.between(0, 4)}) (setq {x} (logand (+ {x} {self.integer(v + [x, n], d - 1)}) {2 ** s.between(3, 70) - 1}))) {x})"
        if kind == 26:
            x = s.fresh("i")
            return f"(loop for {x} {s.one(['', 'of-type fixnum'])} from {s.between(-2, 2)} to {s.between(0, 4)} sum {self.integer(v + [x], d - 1)})"
        if kind == 27:
            x, c = s.fresh("v"), s.fresh("c")
            return f"(let* (({x} {i()}) ({c} (lambda (k) (declare (type integer k)) (setq {x} (logxor {x} k)) {x}))) (funcall {c} {i()}) (+ {x} (funcall {c} {i()})))"
        if kind == 28:
            g, p, n = s.fresh("g"), s.fresh("p"), s.fresh("n")
            return (f"(labels (({g} ({n} {p}) (declare (type (integer 0 10) {n}) (type integer {p})) (if (zerop {n}) {p} ({g} (1- {n}) (logand {2 ** s.between(10, 80) - 1} "
                    f"{self.integer(v + [p, n], d - 1)}))))) ({g} {s.between(0, 5)} {i()}))")
        if kind == 29:
            b = s.fresh("b")
            return f"(block {b} (+ {i()} (if {self.test(v, d - 1)} (return-from {b} {i()}) {i()})))"
        if kind == 30:
            a, n = s.fresh("a"), s.between(1, 4)
            kind_, value = s.one([("t", i), ("(unsigned-byte 8)", lambda: f"(logand 255 {i()})"), ("(signed-byte 32)", lambda: f"(logand {2 ** 31 - 1} {i()})"),
                                  ("bit", lambda: f"(logand 1 {i()})"), ("(unsigned-byte 64)", lambda: f"(logand {2 ** 64 - 1} {i()})"), ("fixnum", lambda: f"(logand 65535 {i()})")])
            return (f"(let (({a} (make-array {n} :element-type '{kind_} :initial-element 0))) (declare (type (simple-array {kind_} ({n})) {a})) (setf (aref {a} {s.below(n)}) {value()})"
                    f" (incf (aref {a} (mod {i()} {n})) 0) (+ (aref {a} 0) (aref {a} {s.below(n)})))")
        if kind == 31:
            return f"(multiple-value-bind (q r) ({s.one(['floor', 'truncate', 'round'])} {i()} {s.one(['3', '-10', '64'])}) (declare (ignorable q r)) (+ q (* r 2)))"
        if kind == 32:
            return f"(case (mod {i()} 4) (0 {i()}) ((1 2) {i()}) (t {i()}))"
        return s.one([f"(the integer {i()})", f"(catch 'k (if {self.test(v, d - 1)} (throw 'k {i()}) {i()}))", f"(locally (declare (optimize {s.one(QUALITIES)})) {i()})",
                      f"(reduce #'+ (list {i()} {i()}))", f"(svref (vector {i()} {i()}) (if {self.test(v, d - 1)} 0 1))", f"(unwind-protect {i()} {i()})", f"(prog1 {i()} {i()})"])

    def test(self, v, d):
        s = self.s
        if self.floats and s.maybe(0.3):
            return f"({s.one(['<', '>', '=', '<=', '>=', '/='])} {s.one(self.floats)} {s.one(self.floats + FLOATS + [self.integer(v, d - 1)])})"
        return s.one(["({0} {1} {2})", "({0} {1} {2})", "({3} {1})", "(logbitp {4} {1})", "(typep {1} '{5})", "(not ({0} {1} {2}))", "({6} ({0} {1} {2}) ({3} {1}))", "(eql {1} {2})"]).format(
            s.one(["<", ">", "=", "<=", ">=", "/="]), self.integer(v, d - 1), self.integer(v, d - 1), s.one(["evenp", "oddp", "zerop", "plusp", "minusp"]), s.between(0, 70),
            s.one(["fixnum", "(integer 0 100)", "bit", "(unsigned-byte 32)", "(integer * -1)"]), s.one(["and", "or"]))

    def number(self, d):
        """Returns a form that is a single-float, computed without rounding that depends on the order."""
        s = self.s
        if d <= 0 or not self.floats:
            return s.one(self.floats + FLOATS)
        f = lambda: self.number(d - 1)
        return s.one([f"(+ {f()} {f()})", f"(- {f()} {f()})", f"(* {f()} {f()})", f"(/ {f()} {s.one(['2.0', '3.0', '-7.0'])})", f"(if (< {f()} {f()}) {f()} {f()})", f"(abs {f()})",
                      f"(- {f()})", f"(max {f()} {f()})", f"(let ((x {f()})) (declare (type single-float x)) (setq x (+ x 1.0)) x)", f"(float {s.between(-9, 9)} 1.0)", f"(1+ {f()})"])


def case(s):
    function = Function(s)
    parameters, declarations, arguments = [], [], []
    for _ in range(s.between(1, 4)):
        x = s.fresh("x")
        kind, value = function.bounded()
        parameters.append(x)
        if s.maybe(0.85):
            declarations.append(f"(type {kind} {x})")
        arguments.append(str(value))
    integers = list(parameters)
    for _ in range(s.between(0, 2)):
        x = s.fresh("f")
        function.floats.append(x)
        parameters.append(x)
        declarations.append(f"(type {s.one(['single-float', 'float', 'real', 'single-float'])} {x})")
        arguments.append(s.one(FLOATS))
    if s.maybe(0.4):
        declarations.append(f"(optimize {' '.join(s.subset(QUALITIES, 0.3)[:2])})".replace("(safety 0) (safety 1)", "(safety 1)").replace("(safety 0) (safety 3)", "(safety 3)")
                            .replace("(safety 1) (safety 3)", "(safety 3)").replace("(debug 3) (debug 0)", "(debug 0)"))
    body = " ".join([function.integer(integers, s.between(2, 5)) for _ in range(s.between(1, 2))] + [function.number(2) for _ in function.floats])
    declared = f"(declare (ignorable {' '.join(parameters)}) {' '.join(declarations)})"
    return Case(f"((lambda ({' '.join(parameters)}) {declared} (list {body})) {' '.join(f'«{a}»' for a in arguments)})")

"""Generates long-running loops: counters that pass the assumed bounds, doubles that overflow, divisions by zero."""
from families import Case

EDGES = [0, 1, 2, 2**28, 2**29, 2**30, 2**31, 2**32, 2**58, 2**60, 2**61, 2**62, 2**63]


class Rounds:
    def __init__(self, s, integers, doubles, counters):
        self.s, self.integers, self.doubles, self.counters, self.fuel = s, integers, doubles, counters, 30

    def number(self, small=0.5):
        s = self.s
        n = s.between(0, 9) if s.maybe(small) else s.one(EDGES) + s.between(-3, 3)
        return str(-n if s.maybe(0.3) else n)

    def integer(self, d):
        s, self.fuel = self.s, self.fuel - 1
        if d <= 0 or self.fuel <= 0:
            return s.one(self.integers + self.counters * 2) if s.maybe(0.75) else self.number()
        of = lambda: self.integer(d - 1)
        kind = s.below(16)
        if kind < 5:
            return f"({s.one(['+', '+', '-', '*'])} {of()} {of()})"
        if kind == 5:
            return f"({s.one(['1+', '1-', '-', 'abs'])} {of()})"
        if kind < 8:
            return f"({s.one(['logand', 'logior', 'logxor'])} {of()} {of()})"
        if kind == 8:
            return f"(ash {of()} {s.between(-8, 8) if s.maybe(0.8) else s.between(-70, 0)})"
        if kind == 9:
            return f"({s.one(['mod', 'mod', 'rem'])} {of()} {s.one([1, 2, 7, 8, 64, 256, 1000, 2**29, 2**31])})"
        if kind == 10:
            return f"(values (floor {of()} {s.one([1, 2, 4, 5, 1024, 2**30])}))"
        if kind == 11:
            return f"({s.one(['min', 'max'])} {of()} {of()})"
        if kind == 12:
            return f"(if ({s.one(['oddp', 'evenp', 'minusp', 'zerop'])} {of()}) {of()} {of()})"
        if kind == 13:
            return f"(if ({s.one(['<', '>', '=', '<=', '/='])} {of()} {of()}) {of()} {of()})"
        if kind == 14:
            x = s.fresh("e")
            return f"(let (({x} (* 2 {of()}))) (/ {x} 2))"
        return f"(+ (* {of()} {of()}) {of()})"

    def double(self, d):
        s, self.fuel = self.s, self.fuel - 1
        if d <= 0 or self.fuel <= 0:
            return s.one(self.doubles) if s.maybe(0.7) else s.one(["0d0", "1d0", "-0.5d0", "3.25d0", "1d10", "1d-10", "1d160"])
        of = lambda: self.double(d - 1)
        kind = s.below(10)
        if kind < 4:
            return f"({s.one(['+', '-', '*', '*', '/'])} {of()} {of()})"
        if kind == 4:
            return f"({s.one(['+', '-', '*'])} {of()} (* {of()} {of()}))"
        if kind == 5:
            return f"({s.one(['+', '-', '*', '/'])} {of()} (mod {self.integer(1)} 1000))"
        if kind == 6:
            return f"(- (* {of()} {of()}) {of()})"
        if kind == 7:
            return f"(sqrt (abs {of()}))"
        if kind == 8:
            return f"(if ({s.one(['<', '>', '<=', '='])} {of()} {of()}) {of()} {of()})"
        return f"(- {of()})"

    def step(self, vector, size, most):
        """Returns an assignment; MOST is above what the vector's elements can be."""
        s = self.s
        self.fuel = 30
        kind = s.below(10)
        if kind < 3:
            return f"(setq {s.one(self.integers)} (mod {self.integer(s.between(1, 3))} {s.one([8, 1000, 2**20, 2**29, 2**40, 2**61])}))"
        if kind == 3:
            return f"(incf {s.one(self.integers)} {s.one(self.counters + ['1', '3', '-1', self.number()])})"
        if kind == 4:
            return f"(setf (aref {vector} (mod {self.integer(1)} {size})) (mod {self.integer(2)} {s.one([200, most])}))"
        if kind == 9:
            return f"(when (= {self.integer(0)} {self.integer(0)}) (setq {self.counters[1]} (aref {vector} 0)))"
        if kind == 5:
            return f"(setq {s.one(self.integers)} (+ (aref {vector} (mod {self.integer(1)} {size})) {s.one(self.counters)}))"
        return f"(setq {s.one(self.doubles)} {self.double(s.between(1, 3))})"


def case(s):
    a, b, p, q, i, j, vector, trouble = (s.fresh(name) for name in ["a", "b", "p", "q", "i", "j", "v", "trouble"])
    rounds = Rounds(s, [a, b], [p, q], [i, j])
    size, count = s.between(1, 6), s.one([3, 20, 600, 1500])
    kind, most = s.one([("t", 2**70), ("(unsigned-byte 8)", 256), ("(unsigned-byte 16)", 2**16), ("(signed-byte 32)", 2**31),
                        ("(unsigned-byte 64)", 2**62), ("(unsigned-byte 64)", 2**64), ("(signed-byte 64)", 2**63)])
    steps = s.some(1, 4, lambda: rounds.step(vector, size, most))
    if s.maybe(0.3):
        k = s.fresh("k")
        rounds.counters.append(k)
        steps += f" (do (({k} {s.between(0, 3)} (+ {k} {s.one([1, 1, 2])}))) ((>= {k} 5)) {s.some(1, 2, lambda: rounds.step(vector, size, most))})"
    by = s.one(["1", "1", "1", "-1", "2", "-3", rounds.number(0.8)])
    return Case(f"((lambda ({a} {b} {p} {q} {j}) (let (({vector} (make-array {size} :element-type '{kind} :initial-element 5)) ({trouble} nil))"
                f" (handler-case (do (({i} 0 (+ {i} 1))) ((= {i} {count})) {steps} (setq {j} (+ {j} {by})))"
                f" (arithmetic-error () (setq {trouble} t))) (list {a} {b} {p} {q} {j} {trouble} (coerce {vector} 'list))))"
                f" «{rounds.number()}» «{rounds.number()}» «{s.one(['0d0', '1d0', '-2.5d0', '1d300'])}» «{s.one(['0.5d0', '3d0', '1d-5'])}» «{rounds.number()}»)")

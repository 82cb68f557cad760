"""Words of 8 to 64 bits, as in ciphers: arithmetic modulo a power of two, shifts, rotations and vectors of words, in
loops that become machine code, with and without declarations."""
from families import Case

UNANIMOUS = True  # all other implementations must agree


class Words:
    def __init__(self, s, bits):
        self.s, self.bits, self.fuel = s, bits, 40

    def literal(self):
        s, top = self.s, 2 ** self.bits - 1
        return str(s.one([0, 1, top, top - 1, top // 2, top // 2 + 1, s.between(0, top), s.between(0, top), s.between(0, min(top, 300))]))

    def kept(self, form):
        """Returns a form for the part of the integer FORM that fits a word."""
        mask = 2 ** self.bits - 1
        return self.s.one([f"(ldb (byte {self.bits} 0) {form})", f"(logand {form} {mask})", f"(logand {mask} {form})", f"(mod {form} {mask + 1})"])

    def word(self, v, d):
        s, self.fuel = self.s, self.fuel - 1
        if d <= 0 or self.fuel <= 0:
            return s.one(v) if s.maybe(0.8) else self.literal()
        w = lambda: self.word(v, d - 1)
        kind = s.below(14)
        if kind < 3:
            return self.kept(f"({s.one(['+', '+', '-', '*'])} {w()} {w()})")
        if kind == 3:
            return self.kept(f"(+ {w()} {w()} {w()})")
        if kind < 6:
            return f"({s.one(['logxor', 'logior', 'logand', 'logandc2'])} {w()} {w()})"
        if kind == 6:
            return self.kept(f"(lognot {w()})")
        if kind == 7:
            return self.kept(f"(ash {w()} {s.between(0, self.bits)})")
        if kind == 8:
            return f"(ash {w()} {-s.between(0, self.bits)})"
        if kind < 11:
            x, n = s.fresh("r"), s.one([1, 7, 8, self.bits // 2, self.bits - 1, s.between(0, self.bits)])
            return f"(let (({x} {w()})) {self.declared(x)} (logior {self.kept(f'(ash {x} {n})')} (ash {x} {n - self.bits})))"
        if kind == 11:
            size = s.between(1, self.bits)
            return f"(ldb (byte {size} {s.between(0, self.bits - size)}) {w()})"
        if kind == 12:
            size = s.between(1, self.bits)
            return f"(dpb {w()} (byte {size} {s.between(0, self.bits - size)}) {w()})"
        return f"(if ({s.one(['<', '=', '>', '<=', 'logtest'])} {w()} {w()}) {w()} {w()})"

    def declared(self, *names):
        return f"(declare (type (unsigned-byte {self.bits}) {' '.join(names)}))" if self.s.maybe(0.6) else ""


def case(s):
    words = Words(s, s.one([8, 16, 32, 32, 61, 62, 63, 64, 64, 64]))
    x, y, i, a, size = s.fresh("x"), s.fresh("y"), s.fresh("i"), s.fresh("a"), s.between(1, 5)
    element = f"(unsigned-byte {s.one([n for n in (8, 16, 32, 64) if n >= words.bits])})" if s.maybe(0.8) else "t"
    known = [x, y, f"(aref {a} (mod {i} {size}))"]
    steps = s.some(1, 3, lambda: s.one([f"(setq {s.one([x, y])} {words.word(known, s.between(1, 4))})",
                                        f"(setf (aref {a} (mod {s.one([i, f'(+ {i} 1)'])} {size})) {words.word(known, s.between(1, 4))})"]))
    vector = f"(type (simple-array {element} ({size})) {a})" if s.maybe(0.6) else f"(ignorable {a})"
    rounds = s.one([1, 3, 20, 700])  # a loop is made machine code after some hundred rounds
    return Case(f"((lambda ({x} {y}) {words.declared(x, y)} (let (({a} (make-array {size} :element-type '{element} :initial-element {words.literal() if element != 't' else 7})))"
                f" (declare {vector}) (dotimes ({i} {rounds}) {steps}) (list {x} {y} (coerce {a} 'list)))) «{words.literal()}» «{words.literal()}»)")

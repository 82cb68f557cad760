"""Sequences: the standard's functions with their keywords, on lists, vectors, strings and bit vectors, some with fill
pointers.

Left out: tests that are not equivalences if the order of arguments is unspecified, and how often keys and tests are
called."""
from families import Case

ELEMENTS = {
    "number": (["0", "1", "2", "3", "1", "2", "5", "-1"], ["#'-", "#'1+", "(lambda (x) (mod x 2))", "#'identity", "nil", "#'abs"],
               ["#'eql", "#'=", "#'<", "'equal", "(lambda (a b) (= (mod a 3) b))", "#'>"], ["#'eql", "#'=", "'equal", "(lambda (a b) (= (mod a 3) (mod b 3)))"],
               ["#'evenp", "#'plusp", "(lambda (x) (< x 2))", "(complement #'zerop)", "#'zerop"], ["#'<", "#'>", "(lambda (a b) (< (mod a 3) (mod b 3)))"]),
    "character": (["#\\a", "#\\b", "#\\A", "#\\c", "#\\B", "#\\a"], ["#'char-upcase", "#'identity", "nil", "#'char-downcase"],
                  ["#'char=", "#'char<", "'equalp", "#'eql", "#'char-equal"], ["#'char=", "#'char-equal", "#'eql"],
                  ["#'upper-case-p", "#'alpha-char-p", "(lambda (c) (char< c #\\b))"], ["#'char<", "#'char>", "#'char-lessp"]),
    "bit": (["0", "1"], ["#'identity", "nil", "(lambda (b) (- 1 b))"], ["#'eql", "#'=", "#'<"], ["#'eql", "#'="], ["#'zerop", "#'plusp"], ["#'<", "#'>"]),
    "symbol": (["'a", "'b", "nil", "'c", "t", "'a"], ["#'null", "#'identity", "nil", "#'symbol-name"], ["#'eq", "'equal", "#'string<"], ["#'eq", "'equal"],
               ["#'null", "#'identity", "#'symbolp"], ["#'string<", "#'string>"]),
}


class Calls:
    def __init__(self, s):
        self.s = s
        self.kind = s.one(["number", "number", "number", "character", "bit", "symbol"])
        self.elements, self.keys, self.tests, self.equivalences, self.predicates, self.orders = ELEMENTS[self.kind]

    def item(self):
        return self.s.hidden(self.s.one(self.elements))

    def contents(self, n):
        return " ".join(self.s.one(self.elements) for _ in range(n))

    def sequence(self, low=0, high=8):
        """Returns the text of a fresh sequence, and its length."""
        s, n = self.s, self.s.between(low, high)
        extra = s.between(0, 3)
        kinds = ["(list {0})", "(list {0})", "(vector {0})",
                 f"(make-array {n + extra} :fill-pointer {n} :initial-contents (list {{0}}{' ' if extra else ''}{self.contents(extra)}))",
                 f"(make-array {n} :adjustable t :initial-contents (list {{0}}))",
                 f"(make-array {n} :displaced-to (vector {self.contents(extra)} {{0}} {self.item()}) :displaced-index-offset {extra})"]
        if self.kind == "character":
            kinds += ["(copy-seq \"{1}\")", "(copy-seq \"{1}\")",
                      f"(make-array {n + extra} :element-type 'character :fill-pointer {n} :initial-contents (list {{0}} {self.contents(extra)}))",
                      f"(make-array {n} :element-type 'character :displaced-to (concatenate 'string (list {self.contents(extra)} {{0}} {self.item()}))"
                      f" :displaced-index-offset {extra})"]
        if self.kind == "bit":
            kinds += ["(copy-seq #*{2})", "(copy-seq #*{2})", "(make-array {n} :element-type 'bit :initial-contents (list {0}))",
                      f"(make-array {n + extra} :element-type 'bit :fill-pointer {n} :initial-contents (list {{0}} {self.contents(extra)}))",
                      f"(make-array {n} :element-type 'bit :displaced-to (coerce (list {self.contents(extra)} {{0}} {self.item()}) 'bit-vector)"
                      f" :displaced-index-offset {extra})"]
        if self.kind == "number":
            kinds += [f"(make-array {n} :element-type '(signed-byte {s.one([8, 16, 32, 64])}) :initial-contents (list {{0}}))"]
        text = self.contents(n)
        return (s.one(kinds).replace("{0}", text).replace("{1}", text.replace("#\\", "").replace(" ", ""))
                .replace("{2}", text.replace(" ", "")).replace("{n}", str(n)), n)

    def bounds(self, n, suffix=""):
        s, text = self.s, ""
        start = s.between(0, n) if s.maybe(0.3) else 0
        if start or s.maybe(0.1):
            text += f" :start{suffix} {s.hidden(str(start))}"
        end = s.between(start, n) if s.maybe(0.3) else None
        if end is not None or s.maybe(0.1):
            text += f" :end{suffix} {s.hidden('nil' if end is None else str(end))}"
        return text

    def keywords(self, n, test=True, key=True, from_end=True, count=False, equivalence=False):
        s = self.s
        parts = [self.bounds(n)]
        if from_end and s.maybe(0.3):
            parts.append(f":from-end {s.one(['t', 't', 'nil', '1'])}")
        if key and s.maybe(0.3):
            parts.append(f":key {s.one(self.keys)}")
        if test and s.maybe(0.3):
            parts.append(f":test {s.one(self.equivalences)}" if equivalence else f"{s.one([':test', ':test', ':test-not'])} {s.one(self.tests)}")
        if count and s.maybe(0.4):
            parts.append(f":count {s.hidden(s.one(['0', '1', '2', '3', 'nil', '-1', '10']))}")
        if s.maybe(0.03):
            parts.append(":allow-other-keys t :whatever 5")
        return " ".join(s.shuffled([p for p in parts if p]))

    def finding(self):
        s, (text, n) = self.s, self.sequence()
        name = s.one(["find", "position", "count", "remove", "delete"])
        count = name in ("remove", "delete")
        if s.maybe(0.4):
            return f"({name}{s.one(['-if', '-if-not'])} {s.one(self.predicates)} {text} {self.keywords(n, test=False, key=self.kind != 'symbol', count=count)})"
        return f"({name} {self.item()} {text} {self.safe(n, count=count)})"

    def safe(self, n, **options):
        """Returns keywords such that the key's values suit the test."""
        if self.kind in ("symbol",):
            return self.keywords(n, key=False, **options)
        return self.keywords(n, **options)

    def substituting(self):
        s, (text, n) = self.s, self.sequence()
        name = s.one(["substitute", "nsubstitute"])
        if s.maybe(0.4):
            return f"({name}{s.one(['-if', '-if-not'])} {self.item()} {s.one(self.predicates)} {text} {self.keywords(n, test=False, key=self.kind != 'symbol', count=True)})"
        return f"({name} {self.item()} {self.item()} {text} {self.safe(n, count=True)})"

    def duplicates(self):
        text, n = self.sequence()
        return f"({self.s.one(['remove', 'delete'])}-duplicates {text} {self.safe(n, equivalence=True)})"

    def reducing(self):
        s, (text, n) = self.s, self.sequence()
        function = s.one(["#'list", "'list", "(lambda (a b) (cons b a))", "(lambda (&rest all) (length all))"])
        parts = [self.bounds(n)]
        if s.maybe(0.4):
            parts.append(f":initial-value {self.item()}")
        if s.maybe(0.4):
            parts.append(f":from-end {s.one(['t', 'nil'])}")
        if s.maybe(0.3):
            parts.append(f":key {s.one(self.keys)}")
        return f"(reduce {function} {text} {' '.join(s.shuffled(parts))})"

    def two(self):
        s, (a, n), (b, m) = self.s, self.sequence(0, 3), self.sequence(0, 8)
        name = s.one(["search", "mismatch"])
        parts = [self.bounds(n, "1"), self.bounds(m, "2")]
        if s.maybe(0.3):
            parts.append(":from-end t")
        if s.maybe(0.3):
            parts.append(f"{s.one([':test', ':test-not'])} {s.one(self.tests)}")
        if s.maybe(0.3) and self.kind != "symbol":
            parts.append(f":key {s.one(self.keys)}")
        return f"({name} {a} {b} {' '.join(s.shuffled(parts))})"

    def replacing(self):
        s, (a, n), (b, m) = self.s, self.sequence(), self.sequence()
        if s.maybe(0.3):
            start = s.between(0, n)
            return f"(let ((x {a})) (list (setf (subseq x {start}{s.one(['', f' {s.between(start, n)}', ' nil'])}) {b}) x))"
        if s.maybe(0.3):
            x = f":start1 {s.between(0, n)}" if s.maybe() else f":end1 {s.between(0, n)}"
            return f"(let ((x {a})) (list (replace x x {x} :start2 0) x))" if "end" in x else f"(let ((x {a})) (list (replace x (copy-seq x) {x}) x))"
        return f"(let ((x {a})) (list (eq x (replace x {b} {self.bounds(n, '1')} {self.bounds(m, '2')})) x))"

    def filling(self):
        text, n = self.sequence()
        return f"(let ((x {text})) (list (eq x (fill x {self.item()} {self.bounds(n)})) x))"

    def sorting(self):
        s, (text, n) = self.s, self.sequence(0, 12)
        key = f" :key {s.one(self.keys)}" if s.maybe(0.4) and self.kind != "symbol" else ""
        if s.maybe(0.4):
            return f"(sort {text} {s.one(self.orders[:2])})"
        order = s.one(self.orders)
        if s.maybe(0.5):
            return f"(stable-sort {text} {order}{key})"
        other, _ = self.sequence()
        return f"(merge '{s.one(['list', 'vector', 'list', self.result_type()])} (stable-sort {text} {order}{key}) (stable-sort {other} {order}{key}) {order}{key})"

    def result_type(self):
        return self.s.one({"number": ["list", "vector", "simple-vector", "(vector t)", "(vector (signed-byte 32))", "(simple-array t (*))"],
                           "character": ["list", "vector", "string", "simple-string", "(vector character)"],
                           "bit": ["list", "vector", "bit-vector", "simple-bit-vector", "(vector bit)"], "symbol": ["list", "vector", "simple-vector"]}[self.kind])

    def making(self):
        s, (a, n), (b, m) = self.s, self.sequence(), self.sequence()
        kind = s.below(10)
        if kind == 0:
            return f"(concatenate '{self.result_type()} {a} {b} {self.s.some(0, 1, lambda: self.sequence()[0])})"
        if kind == 1:
            return f"(map '{s.one([self.result_type(), 'list', 'vector'])} {s.one([k for k in self.keys if k != 'nil' and k not in ('#' + chr(39) + 'null', '#' + chr(39) + 'symbol-name')])} {a})"
        if kind == 2:
            return f"(map '{s.one(['list', 'vector', '(vector t)'])} #'list {a} {b})"
        if kind == 3:
            return f"(let ((x {a})) (list (eq x (map-into x (lambda (a b) a b) {b} {a})) x))"
        if kind == 4:
            return f"(coerce {a} '{self.result_type()})"
        if kind == 5:
            return f"(make-sequence '{self.result_type()} {s.hidden(str(n))} :initial-element {self.item()})"
        if kind == 6:
            start = s.between(0, n)
            return f"(subseq {a} {s.hidden(str(start))}{s.one(['', ' nil', f' {s.between(start, n)}'])})"
        if kind == 7:
            return f"(let ((x {a})) (list ({s.one(['reverse', 'nreverse', 'copy-seq'])} {s.one(['x', '(copy-seq x)'])})))"
        if kind == 8 and n:
            return f"(let ((x {a})) (list (elt x {s.hidden(str(s.below(n)))}) (setf (elt x {s.below(n)}) {self.item()}) x (length x)))"
        return f"({s.one(['every', 'some', 'notany', 'notevery'])} {s.one(['(lambda (a b) (note (list a b)) (eql a b))', s.one(self.tests)])} {a} {b})"

    def pointed(self):
        """Returns vectors that grow and shrink."""
        s, (_, n) = self.s, self.sequence()
        kind = {"character": ":element-type 'character ", "bit": ":element-type 'bit "}.get(self.kind, "")
        start = f"(make-array {n + 2} {kind}:fill-pointer {n} :adjustable t :initial-element {s.one(self.elements)})"
        steps = s.some(1, 4, lambda: s.one([f"(vector-push-extend {self.item()} v {s.between(1, 5)})", f"(vector-push {self.item()} v)",
                                            "(if (plusp (length v)) (vector-pop v))", "(setf (fill-pointer v) (min 1 (fill-pointer v)))",
                                            f"(fill v {self.item()})", "(length v)", "(fill-pointer v)",
                                            f"(count {self.item()} v)", "(reverse v)",
                                            "(array-has-fill-pointer-p v)", "(coerce v 'list)"]))
        return f"(let ((v {start})) (list {steps} v))"

    def wrong(self):
        s, (text, n) = self.s, self.sequence()
        return s.one([f"(elt {text} {n + s.between(0, 2)})", f"(subseq {text} {n + 1})", f"(elt {text} -1)", f"(length {s.hidden(s.one(['5', chr(39) + 'a', '#' + chr(92) + 'a']))})",
                      f"(coerce {text} '(vector t {n + 1}))", f"(reduce #'list {s.hidden('5')})", f"(reverse {s.hidden(chr(39) + 'a')})",
                      f"(make-sequence '(vector t {n + 1}) {n} :initial-element {s.one(self.elements)})", "(make-sequence 'list -1)",
                      f"(concatenate '(vector t {n + 1}) {text})", f"(subseq {text} 2 1)" if n >= 2 else "(elt nil 0)", "(find 1 'b)", "(length '(1 . 2))"])


def case(s):
    calls = Calls(s)
    makers = [calls.finding] * 4 + [calls.substituting] * 2 + [calls.duplicates] * 2 + [calls.reducing, calls.two, calls.two, calls.replacing, calls.filling,
              calls.sorting, calls.making, calls.making, calls.making, calls.pointed]
    return Case(calls.wrong() if s.maybe(0.03) else s.one(makers)())

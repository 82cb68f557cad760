"""Repeated calls by the same instructions, of functions with optional, rest and keyword parameters: constant and
computed keywords, functions redefined meanwhile, alternating function objects, tail position."""
from families import Case
from families.arguments import LambdaList


class Called(LambdaList):
    """A function of that name, and calls of it whose keywords are mostly constants."""

    def __init__(self, s, name):
        super().__init__(s)
        self.name, self.text = name, self.make()

    def definition(self):
        body = f"(list {' '.join(self.variables)})"
        if self.s.maybe(0.2) and self.variables:
            changed = self.s.one(self.variables)
            body = f"(progn (setq {changed} (list {changed})) (funcall (lambda () {body})))"
        return f"(defun {self.name} ({self.text}) {body})"

    def value(self, depth=1):
        s = self.s
        if depth > 0 and s.maybe(0.15):
            return self.call(depth - 1)
        return s.one(["i", "(1+ i)", "nil", "7", ":a", "(note i)", "(if (oddp i) i 'even)", "(list i)", "k"])

    def word(self):
        s = self.s
        word = s.one(self.words) if self.words and s.maybe(0.9) else s.one([":zz", ":allow-other-keys", ":allow-other-keys", "other"])
        if s.maybe(0.1):
            return s.one(["k", "(if (oddp i) :a :b)", f"(progn (note i) {'' if word[0] == ':' else chr(39)}{word})"])
        return word if word[0] == ":" else f"'{word}"

    def call(self, depth=1):
        s = self.s
        count = self.required + s.between(0, self.optionals) if s.maybe(0.97) else s.between(0, 5)
        values = [self.value(depth) for _ in range(count)]
        if self.keys and s.maybe(0.8):
            values += [self.value(depth) for _ in range(self.required + self.optionals - count)]
            for _ in range(s.between(0, 4)):
                values += [self.word(), self.value(depth)]
            if s.maybe(0.03):
                values.append(s.one([":a", "i"]))
        elif self.rest and not self.keys:
            values += [self.value(depth) for _ in range(s.between(0, 4))]
        return self.call_with(" ".join(values))

    def call_with(self, text):
        s = self.s
        kind = s.below(8)
        if kind == 0:
            return f"(funcall g {text})"
        if kind == 1:
            return f"(funcall (if (evenp i) #'{self.name} g) {text})"
        return f"({self.name} {text})"


def guarded(s, call):
    return call if s.maybe(0.4) else f"(handler-case {call} (program-error () :wrong))"


def case(s):
    functions = [Called(s, s.fresh("called")) for _ in range(s.between(1, 2))]
    setup = [f.definition() for f in functions]
    calls = [guarded(s, s.one(functions).call()) for _ in range(s.between(1, 4))]
    if s.maybe(0.3):
        name = s.fresh("passing")
        setup.append(f"(defun {name} (i g k) (declare (ignorable i g k)) {s.one(functions).call()})")
        calls.append(guarded(s, f"({name} i g k)"))
    changes = ""
    if s.maybe(0.3):
        changed = s.one(functions)
        changes = f" (when (= i 3) (setf (fdefinition '{changed.name}) (lambda ({Called(s, changed.name).text}) i)))"
    object_ = s.one(functions)
    others = s.one([f"#'{object_.name}", f"(lambda ({object_.text}) (list :object {' '.join(object_.variables)}))", "#'list"])
    body = f"(let ((g {others}) (k {s.one([':a', ':b', ':test', '1'])}) (all '())) (dotimes (i 7 all) (push (list {' '.join(calls)}) all){changes}))"
    if s.maybe(0.2):
        return Case(f"(let ((z '())) (dotimes (n 3 z) (push {body} z)))", setup, way=s.below(100))
    return Case(body, setup, way=s.below(100))

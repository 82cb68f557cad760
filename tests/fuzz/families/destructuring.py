"""DESTRUCTURING-BIND and macros: nested lambda lists with &WHOLE, &OPTIONAL, &KEY, &BODY, dotted ends; MACROLET,
DEFMACRO, SYMBOL-MACROLET."""
from families import Case


class Pattern:
    def __init__(self, s):
        self.s, self.variables, self.wrong = s, [], s.maybe(0.06)

    def variable(self):
        name = self.s.fresh("v")
        self.variables.append(name)
        return name

    def part(self, depth):
        """Returns a variable or a nested list, and the text of data that fits it."""
        if depth and self.s.maybe(0.3):
            return self.list(depth - 1)
        return self.variable(), lambda: self.data()

    def data(self):
        s = self.s
        return s.one([str(s.below(10)), "nil", "a", "(1 2)", '"s"', ":k"])

    def list(self, depth, top=False):
        s, text, makers = self.s, [], []
        if s.maybe(0.15):
            text += ["&whole", self.variable()]
        for _ in range(s.between(0 if top else 1, 3)):
            t, maker = self.part(depth)
            text.append(t)
            makers.append(maker)
        optional, rest, keys = [], None, []
        if s.maybe(0.35):
            text.append("&optional")
            for _ in range(s.between(1, 2)):
                name = self.variable()
                text.append(s.one([name, f"({name})", f"({name} {self.default()})", f"({name} {self.default()} {self.variable()})"]) if s.maybe(0.8)
                            else f"(({self.variable()} {self.variable()}) '(7 8) {name})")
                optional.append((lambda: "(5 6)") if text[-1].startswith("((") else self.data)
        kind = s.below(6)
        if kind == 0:
            text += [s.one(["&rest", "&body"]), self.variable()]
            rest = "list"
        elif kind == 1:
            text += [".", self.variable()]
            rest = "any"
        if kind in (2, 3) or (kind == 0 and s.maybe(0.3)):
            text.append("&key")
            for _ in range(s.between(0, 2)):
                name, word = self.variable(), s.one([":p", ":q", "r"])
                if any(word == k for k in keys):
                    continue
                keys.append(word)
                text.append(s.one([f"(({word} {name}))", f"(({word} {name}) {self.default()})", f"(({word} {name}) {self.default()} {self.variable()})"]))
            if s.maybe(0.3):
                text.append("&allow-other-keys")
            rest = "keys"
        if s.maybe(0.15) and kind != 1:
            text += ["&aux", f"({self.variable()} {self.default()})"]

        def make():
            parts = [m() for m in makers]
            given = s.between(0, len(optional))
            parts += [m() for m in optional[:given]]
            if given == len(optional):
                if rest == "list":
                    parts += [self.data() for _ in range(s.between(0, 2))]
                elif rest == "any" and s.maybe() and parts:
                    parts += [".", s.one(["5", "(1 2)", "nil"])]
                elif rest == "keys":
                    for word in keys + ([":other"] if "&allow-other-keys" in text else []):
                        if s.maybe(0.6):
                            parts += [word, self.data()]
            if self.wrong and s.maybe():
                parts = parts[:-1] if "." not in parts else ["1"]
            if self.wrong and s.maybe() and "." not in parts:
                parts.append("9")
            return f"({' '.join(parts)})"
        return f"({' '.join(text)})", make

    def default(self):
        s = self.s
        return s.one(["1", "nil", *([] if self.wrong else ["(note :default)"]), *([f"(list {s.one(self.variables[:-1])})"] if len(self.variables) > 1 else [])])


def case(s):
    pattern = Pattern(s)
    text, make = pattern.list(2, top=True)
    shown = f"(list {' '.join(pattern.variables)})"
    kind = s.below(6)
    data = make()
    name = s.fresh("mac")
    guard = lambda form: f"(handler-case {form} (error () :error))"
    if kind < 3:
        return Case(guard(f"(destructuring-bind {text} «'{data}» {shown})"))
    if kind == 3 and "&whole" not in text:
        return Case(guard(f"(eval '(macrolet ((m {text} (list 'quote {shown}))) (m {data[1:]}))"))
    if kind == 4 and "&whole" not in text:
        return Case(guard(f"(eval '({name} {data[1:]})"), [f"(defmacro {name} {text} (list 'quote {shown}))"])
    environment = s.one([
        "(macrolet ((m (x &environment env) (list 'quote (list x (macroexpand-1 '(other 1) env))))) (macrolet ((other (y) (list 'list y y))) (m 5)))",
        f"(symbol-macrolet ((x (note {s.below(5)}))) (list x (let ((x 2)) x) x))",
        f"(let ((l (list 1 2))) (symbol-macrolet ((x (car l)) (y (cadr l))) (setq x {s.below(9)} y x) (psetq x y y x) (multiple-value-setq (x y) (values 8 {s.below(9)})) (incf x) l))",
        "(macrolet ((m (&body body) `(list ,@body ,(length body)))) (m 1 2 3))",
        f"(macrolet ((m (n) (if (zerop n) ''end `(list ,n (m ,(1- n)))))) (m {s.below(4)}))",
        "(macrolet ((m (x) `(quote ,x))) (flet ((m (x) (list :function x))) (m 5)))",
        "(flet ((m (x) (list :function x))) (macrolet ((m (x) `(quote (:macro ,x)))) (list (m 5) (funcall #'car (list (m 6))))))",
        f"(let ((x {s.below(5)})) (macrolet ((m (&whole form a &optional (b 'x)) `(list ',form ,a ,b))) (m x)))",
        "(macrolet ((m ((a b) &key (c 1) d) `(list ,a ,b ,c ,d))) (m (1 2) :d 4))",
        f"(let* ((a '(1 2)) (b {s.below(9)})) (list `(a ,b ,@a . ,b) `(1 ,@(list b b) ,(car a)) `#(1 ,b ,@a) `(,@a) (eval ``(list ,',b ,@',a))))",
        f"`(1 ,@'(2 3) . {s.below(9)})",
        f"(macrolet ((m (x) (list 'setf (list 'car x) {s.below(9)}))) (let ((c (list 1))) (m c) c))",
        "(macrolet ((place (x) `(car ,x))) (let ((c (list 1 2))) (setf (place c) 5) (incf (place c)) (push 1 (place c)) c))",
        "(let ((x 1)) (symbol-macrolet ((y x)) (let ((x 2)) (list x y))))",
        "(symbol-macrolet ((a b) (b 5)) (list a b (let ((b 6)) a)))",
    ])
    return Case(environment)

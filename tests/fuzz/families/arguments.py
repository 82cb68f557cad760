"""Lambda lists of all kinds, and calls, right and wrong ones: the order of evaluation, APPLY."""
from families import Case


class LambdaList:
    def __init__(self, s):
        self.s, self.variables = s, []

    def variable(self, stem):
        name = self.s.fresh(stem)
        self.variables.append(name)
        return name

    def default(self):
        s = self.s
        before = list(self.variables)
        return s.one(["nil", "1", f"(note {s.below(5)})", f"(note {s.below(5)} 'default)", *([f"(list {s.one(before)})", s.one(before), f"(note :d {s.one(before)})"] if before else [])])

    def optional(self, stem, name=None):
        """Returns a parameter with its default, perhaps with a supplied-p variable."""
        s = self.s
        if s.maybe(0.25) and not name:
            return self.variable(stem)
        default = self.default()
        text = name(self.variable(stem)) if name else self.variable(stem)
        if s.maybe(0.15):
            return f"({text})"
        return f"({text} {default}{' ' + self.variable('given') if s.maybe(0.4) else ''})"

    def keyword(self):
        s = self.s
        chance = s.below(4)
        if chance == 0:
            return self.optional("key"), None
        word = s.one([":a", ":b", ":c", ":test", "other"])
        return self.optional("key", lambda variable: f"({word} {variable})"), word

    def make(self):
        s = self.s
        required = [self.variable("r") for _ in range(s.between(0, 3))]
        parts, self.words = list(required), []
        self.required, self.optionals, self.rest, self.keys, self.others = len(required), 0, False, False, False
        if s.maybe(0.5):
            self.optionals = s.between(0, 3)
            parts += ["&optional"] + [self.optional("o") for _ in range(self.optionals)]
        if s.maybe(0.4):
            self.rest = True
            parts += ["&rest", self.variable("rest")]
        if s.maybe(0.5):
            self.keys = True
            parts.append("&key")
            for _ in range(s.between(0, 3)):
                text, word = self.keyword()
                if word and word in self.words:
                    self.variables = [v for v in self.variables if v not in text]
                    continue
                first = text.strip("(").split()[0].strip("()")
                self.words.append(word or f":{first}")
                parts.append(text)
            if s.maybe(0.25):
                self.others = True
                parts.append("&allow-other-keys")
        if s.maybe(0.2):
            parts += ["&aux"] + [self.auxiliary() for _ in range(s.between(1, 2))]
        return " ".join(parts)

    def auxiliary(self):
        default = self.default()
        name = self.variable("aux")
        return self.s.one([name, f"({name} {default})"])

    def arguments(self):
        """Returns the texts of arguments; now and then a wrong number or a wrong keyword."""
        s = self.s
        value = lambda: s.one([s.hidden(str(s.below(10))), s.hidden("nil"), f"(note {s.below(10)})", s.hidden("'a"), s.hidden(":a"), s.hidden('"s"')])
        count = self.required + s.between(0, self.optionals) if s.maybe(0.95) else s.between(0, 6)
        values = [value() for _ in range(count)]
        if self.keys and (s.maybe(0.7) and count >= self.required):
            values += [value() for _ in range(self.required + self.optionals - count)]
            for _ in range(s.between(0, 4)):
                word = s.one(self.words) if self.words and s.maybe(0.85) else s.one([":zz", ":allow-other-keys", ":allow-other-keys", "'yy"])
                word = "'other" if word == "other" else word
                values += [s.hidden(word), s.one(["t", "t", "nil", value()]) if word == ":allow-other-keys" else value()]
            if s.maybe(0.03):
                values.append(s.hidden(s.one([":a", "5"])))
        elif self.rest and not self.keys:
            values += [value() for _ in range(s.between(0, 3))]
        return values


def call(s, name, values):
    """Returns a call of NAME, an operator."""
    text = " ".join(values)
    kind = s.below(8)
    if kind < 3:
        return f"({name} {text})"
    if kind == 3:
        return f"(funcall #'{name} {text})"
    if kind == 4:
        return f"(apply #'{name} (list {text}))"
    if kind == 5:
        cut = s.between(0, len(values))
        return f"(apply #'{name} {' '.join(values[:cut])} (list {' '.join(values[cut:])}))"
    if kind == 6:
        return f"(multiple-value-call #'{name} (values {text}))"
    return f"(let ((f #'{name})) (funcall f {text}))"


def case(s):
    lists = LambdaList(s)
    lambda_list = lists.make()
    body = f"(list {' '.join(lists.variables)})"
    if s.maybe(0.2) and lists.variables:
        changed = s.one(lists.variables)
        body = f"(progn (setq {changed} (list {changed})) (funcall (lambda () {body})))"
    if s.maybe(0.15) and lists.variables:
        body = f"(mapcar #'funcall (list {' '.join(f'(lambda () {v})' for v in lists.variables)}))"
    if s.maybe(0.1) and lists.variables:
        body = f"(declare (special {s.one(lists.variables)})) {body}"
    calls = " ".join(call(s, "f", lists.arguments()) for _ in range(s.between(1, 3)))
    name = s.fresh("fun")
    kind = s.below(7)
    if kind == 0:
        return Case(f"(list {calls})".replace("(f ", f"({name} ").replace("#'f ", f"#'{name} "), [f"(defun {name} ({lambda_list}) {body})"])
    if kind == 1:
        return Case(f"({s.one(['flet', 'labels'])} ((f ({lambda_list}) {body})) (list {calls}))")
    if kind == 2 and "(declare" not in body:
        return Case(f"(let ((z 1)) (flet ((f ({lambda_list}) (setq z (list z {body})) z)) (list {calls} z)))")
    if kind == 3:
        values = " ".join(lists.arguments())
        return Case(f"((lambda ({lambda_list}) {body}) {values})")
    if kind == 4:
        return Case(f"(funcall (lambda ({lambda_list}) {body}) {' '.join(lists.arguments())})")
    if kind == 5:
        return Case(f"(apply (lambda ({lambda_list}) {body}) (list {' '.join(lists.arguments())}))")
    return Case(f"(flet ((f ({lambda_list}) {body})) (let ((g #'f)) (list (funcall g {' '.join(lists.arguments())}) {calls})))")

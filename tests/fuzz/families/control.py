"""Functions that are hard to compile: assigned, captured and shadowed variables, local functions as loops, exits of all
kinds across them, multiple values, numbers near the limits of fixnums."""
from families import Case

NUMBERS = ["0", "1", "-1", "2", "7", "100", "4611686018427387903", "-4611686018427387904", "2305843009213693951",
           "1.5d0", "-0.25d0", "3/2", "1e3"]
KINDS = ["number", "variable", "arithmetic", "arithmetic", "compare", "if", "let", "let", "let_star", "setq", "psetq", "progn", "lambda", "closure", "labels",
         "loop", "dotimes", "block", "exit", "catch", "unwind", "values", "list", "case", "handler", "multiple", "tail", "and", "mapcar", "tagbody", "flet",
         "dynamic", "vector", "tags", "call_values", "prog1", "progv", "again", "do", "escaping", "counter", "cond", "symbol_macro", "macro", "special_local", "locally", "nested_catch", "leaving", "setting"]


class Program:
    """One function of random forms. A form may use variables V, functions F (name, arity), exits E (name, kind), and
    has depth D left."""

    def __init__(self, s):
        self.s, self.fuel = s, 90

    def form(self, v, f, e, d):
        self.fuel -= 1
        if d <= 0 or self.fuel <= 0:
            return self.s.one(v + NUMBERS[:6])
        return getattr(self, "make_" + self.s.one(KINDS))(v, f, e, d - 1)

    def forms(self, low, high, v, f, e, d):
        return self.s.some(low, high, lambda: self.form(v, f, e, d))

    @staticmethod
    def assignable(variables):
        """Returns all but the counters n...: loops have to end."""
        return [v for v in variables if not v.startswith("n")]

    def make_number(self, v, f, e, d):
        return self.s.hidden(self.s.one(NUMBERS))

    def make_variable(self, v, f, e, d):
        return self.s.one(v) if v else "0"

    def make_arithmetic(self, v, f, e, d):
        operator = self.s.one(["+", "-", "*", "+", "-", "max", "min", "1+", "1-"])
        if operator in ("max", "min"):
            return f"({operator} 3 (if (integerp {self.form(v, f, e, d)}) 5 2))"
        count = 1 if operator in ("1+", "1-") else self.s.between(1, 3)
        return f"(small ({operator} {' '.join('(num ' + self.form(v, f, e, d) + ')' for _ in range(count))}))"

    def make_compare(self, v, f, e, d):
        if self.s.maybe(0.4):
            return f"({self.s.one(['eql', 'equal'])} {self.form(v, f, e, d)} {self.form(v, f, e, d)})"
        return f"({self.s.one(['<', '>', '=', '<=', '>=', '/='])} (num {self.form(v, f, e, d)}) (num {self.form(v, f, e, d)}))"

    def make_if(self, v, f, e, d):
        return self.s.one(["(if {} {} {})", "(if (not {}) {} {})", "(if (consp {}) {} {})", "(if (integerp {}) {} {})", "(if (eql 1 {}) {} {})"]).format(
            self.form(v, f, e, d), self.form(v, f, e, d), self.form(v, f, e, d))

    def make_cond(self, v, f, e, d):
        return f"(cond ({self.form(v, f, e, d)}) ({self.form(v, f, e, d)} {self.forms(0, 2, v, f, e, d)}) (t {self.form(v, f, e, d)}))"

    def make_and(self, v, f, e, d):
        return f"({self.s.one(['and', 'or', 'when', 'unless'])} {self.form(v, f, e, d)} {self.forms(0, 2, v, f, e, d)})"

    def make_prog1(self, v, f, e, d):
        return f"({self.s.one(['prog1', 'multiple-value-prog1'])} {self.form(v, f, e, d)} {self.form(v, f, e, d)})"

    def bindings(self, v, f, e, d, sequential):
        names, text = [], []
        for _ in range(self.s.between(1, 3)):
            shadowed = self.s.one(self.assignable(v) + [""])
            name = shadowed if shadowed and self.s.maybe(0.3) else self.s.fresh("v")
            if name in names or name.startswith("*"):
                continue
            text.append(f"({name} {self.form(v + names if sequential else v, f, e, d)})")
            names.append(name)
        return names, " ".join(text)

    def make_let(self, v, f, e, d):
        names, text = self.bindings(v, f, e, d, False)
        return f"(let ({text}) {self.form(v + names, f, e, d)} {self.form(v + names, f, e, d)})"

    def make_let_star(self, v, f, e, d):
        names, text = self.bindings(v, f, e, d, True)
        return f"(let* ({text}) {self.form(v + names, f, e, d)})"

    def make_setq(self, v, f, e, d):
        targets = self.assignable(v)
        if not targets:
            return "1"
        if self.s.maybe(0.3):
            return f"(push {self.form(v, f, e, d)} {self.s.one(targets)})"
        pairs = " ".join(f"{self.s.one(targets)} {self.form(v, f, e, d)}" for _ in range(self.s.between(1, 2)))
        return f"({self.s.one(['setq', 'setf'])} {pairs})"

    def make_psetq(self, v, f, e, d):
        targets = sorted(set(self.assignable(v)))
        if len(targets) < 2:
            return "2"
        a, b = self.s.shuffled(targets)[:2]
        step = self.s.one([f"(psetq {a} {self.form(v, f, e, d)} {b} {self.form(v, f, e, d)})", f"(rotatef {a} {b})",
                           f"(shiftf {a} {b} {self.form(v, f, e, d)})", f"(multiple-value-setq ({a} {b}) {self.form(v, f, e, d)})"])
        return f"(progn {step} (list {a} {b}))"

    def make_progn(self, v, f, e, d):
        return f"(progn {self.forms(1, 3, v, f, e, d)})"

    def make_lambda(self, v, f, e, d):
        p = self.s.fresh("p")
        return (f"(funcall (lambda ({p} &optional (q{p} {self.form(v + [p], f, e, d)})) (list {p} q{p} {self.form(v + [p], f, [], d)}))"
                f" {self.form(v, f, e, d)})")

    def make_closure(self, v, f, e, d):
        c, p = self.s.fresh("c"), self.s.fresh("p")
        return (f"(let (({c} (lambda ({p}) {self.form(v + [p], f, e, d)})))"
                f" (list (funcall {c} {self.form(v, f, e, d)}) {self.form(v, f, e, d)} (funcall {c} 1)))")

    def make_counter(self, v, f, e, d):
        """Makes closures that share a variable; each call makes new ones."""
        x, c = self.s.fresh("x"), self.s.fresh("c")
        return (f"(let (({c} (mapcar (lambda ({x}) (list (lambda () {x}) (lambda (k) (setq {x} k) {self.form(v + [x, 'k'], f, e, d)})))"
                f" (list 1 {self.form(v, f, e, d)})))) (list (funcall (second (first {c})) {self.form(v, f, e, d)}) (funcall (first (first {c})))"
                f" (funcall (first (second {c})))))")

    def make_flet(self, v, f, e, d):
        g, p = self.s.fresh("g"), self.s.fresh("p")
        return f"(flet (({g} ({p}) {self.form(v + [p], f, e, d)})) {self.form(v, f + [(g, 1)], e, d)} {self.call(v, f + [(g, 1)], e, d)})"

    def make_labels(self, v, f, e, d):
        g, n, p = self.s.fresh("g"), self.s.fresh("n"), self.s.fresh("p")
        inside = v + [n, p]
        step = f"({g} (1- {n}) {self.form(inside, f, e, d)})"
        if self.s.maybe(0.3):
            step = f"(small (+ 1 (num {step})))"
        return (f"(labels (({g} ({n} {p}) (if (<= {n} 0) {self.form(v + [p], f, e, d)} {step})))"
                f" ({g} {self.s.between(1, 5)} {self.form(v, f, e, d)}))")

    def call(self, v, f, e, d):
        g, arity = self.s.one(f)
        arguments = " ".join(self.form(v, f, e, d) for _ in range(arity))
        return self.s.one([f"({g} {arguments})", f"({g} {arguments})", f"(funcall #'{g} {arguments})", f"(apply #'{g} (list {arguments}))"])

    def make_loop(self, v, f, e, d):
        i = self.s.fresh("i")
        word = self.s.one(["collect", "sum", "maximize", "count", "append", "thereis", "always"])
        body = self.form(v, f, e, d)
        if word == "sum":
            body = f"(num {body})"
        if word == "maximize":
            body = f"(if {body} 1 2)"
        if word == "append":
            body = f"(list {body})"
        return f"(loop for {i} below {self.s.between(1, 4)} {word} (progn {i} {body}))"

    def make_dotimes(self, v, f, e, d):
        i = self.s.fresh("i")
        return f"(dotimes ({i} {self.s.between(0, 4)} {self.form(v, f, e, d)}) (progn {self.form(v, f, e, d)}))"

    def make_do(self, v, f, e, d):
        n, x = self.s.fresh("n"), self.s.fresh("x")
        return (f"({self.s.one(['do', 'do*'])} (({n} 0 (1+ {n})) ({x} {self.form(v, f, e, d)} {self.form(v + [n, x], f, e, d)}))"
                f" ((>= {n} {self.s.between(0, 3)}) {self.form(v + [n, x], f, e, d)}) {self.form(v + [n, x], f, e, d)})")

    def make_block(self, v, f, e, d):
        b = self.s.fresh("b")
        return f"(block {b} {self.form(v, f, e + [(b, 'block')], d)} {self.form(v, f, e + [(b, 'block')], d)})"

    def make_catch(self, v, f, e, d):
        t = self.s.fresh("t")
        return f"(catch '{t} {self.form(v, f, e + [(t, 'catch')], d)} {self.form(v, f, e + [(t, 'catch')], d)})"

    def make_exit(self, v, f, e, d):
        if not e:
            return "4"
        name, kind = self.s.one(e)
        word = f"return-from {name}" if kind == "block" else f"throw '{name}"
        value = self.form(v, f, e, d)
        return f"({word} {self.s.one([value, value, f'(values {value} 2)', '(values)'])})"

    def make_escaping(self, v, f, e, d):
        """Makes a function that leaves a block from within another function."""
        b, g = self.s.fresh("b"), self.s.fresh("g")
        return (f"(block {b} (let (({g} (lambda (x) (if {self.form(v + ['x'], f, e, d)} (return-from {b} (list x {self.form(v, f, e, d)})) x))))"
                f" (list (funcall {g} {self.form(v, f, e, d)}) (mapcar {g} (list nil {self.form(v, f, e, d)})))))")

    def make_unwind(self, v, f, e, d):
        after = self.form(v, f, [] if self.s.maybe(0.8) else e, d)
        return f"(unwind-protect {self.form(v, f, e, d)} (note {self.s.below(10)}) {after})"

    def make_values(self, v, f, e, d):
        return f"(multiple-value-list (values {self.forms(0, 3, v, f, e, d)}))"

    def make_call_values(self, v, f, e, d):
        return (f"(multiple-value-call #'{self.s.one(['list', 'all', 'values'])} {self.form(v, f, e, d)}"
                f" {self.s.one(['(values)', '(values 1 2)', '(floor 7 2)'])} {self.form(v, f, e, d)})")

    def make_multiple(self, v, f, e, d):
        a, b = self.s.fresh("m"), self.s.fresh("m")
        if self.s.maybe(0.3):
            return f"(nth-value {self.s.between(0, 2)} (values {self.form(v, f, e, d)} {self.form(v, f, e, d)}))"
        return f"(multiple-value-bind ({a} {b}) (values {self.form(v, f, e, d)} {self.form(v, f, e, d)}) {self.form(v + [a, b], f, e, d)})"

    def make_list(self, v, f, e, d):
        return f"(list {self.forms(1, 3, v, f, e, d)})"

    def make_vector(self, v, f, e, d):
        a = self.s.fresh("a")
        return (f"(let (({a} (vector {self.form(v, f, e, d)} {self.form(v, f, e, d)})))"
                f" (setf (aref {a} 0) {self.form(v, f, e, d)}) (list (svref {a} 0) (svref {a} 1)))")

    def make_case(self, v, f, e, d):
        word, key = self.s.one([("case", "((0 1) {0}) ((2 nil) {1}) (t {2})"), ("typecase", "(integer {0}) (cons {1}) (t {2})"),
                                ("case", "(1 {0}) (2 {1}) (100 {2})"), ("case", "((1 3 5 7 9 100) {0}) ((0 2 4 6 8) {1}) ((t) {2})")])
        return f"({word} {self.form(v, f, e, d)} {key.format(*(self.form(v, f, e, d) for _ in range(3)))})"

    def make_handler(self, v, f, e, d):
        bad = self.s.one(["(car 5)", "(error \"no\")", "(svref (vector 1) 3)", self.form(v, f, e, d)])
        return f"(handler-case (list {self.form(v, f, e, d)} {bad}) (error () {self.form(v, f, e, d)}))"

    def make_again(self, v, f, e, d):
        """Makes the same form twice, within functions that share what it assigns."""
        g, b = self.s.fresh("g"), self.s.fresh("b")
        return f"(flet (({g} () (block {b} {self.form(v, f, e + [(b, 'block')], d)}))) (list ({g}) (catch 'k{b} ({g})) (ignore-errors ({g}))))"

    def make_tail(self, v, f, e, d):
        return self.call(v, f, e, d) if f else "5"

    def make_mapcar(self, v, f, e, d):
        x = self.s.fresh("x")
        word = self.s.one(["mapcar", "mapcar", "remove-if", "find-if", "every", "some", "position-if", "mapc", "count-if", "maplist"])
        return f"({word} (lambda ({x}) {self.form(v + [x], f, e, d)}) (list {self.form(v, f, e, d)} {self.form(v, f, e, d)} 1 nil))"

    def make_tagbody(self, v, f, e, d):
        n, tag = self.s.fresh("n"), self.s.fresh("tag")
        return (f"(let (({n} {self.s.between(1, 3)})) (tagbody {tag} (progn {self.form(v + [n], f, e, d - 1)})"
                f" (setq {n} (if (and (integerp {n}) (< 0 {n} 10)) (1- {n}) 0))"
                f" (if (> {n} 0) (go {tag}))) {self.form(v + [n], f, e, d)})")

    def make_tags(self, v, f, e, d):
        """Makes a tagbody whose tags are reached from within functions."""
        n, a, b = self.s.fresh("n"), self.s.fresh("tag"), self.s.fresh("tag")
        go = self.s.one([f"(mapc (lambda (x) (if x (go {b}))) (list nil {self.form(v, f, e, d)}))", f"(funcall (lambda () (go {b})))",
                         f"(unwind-protect (go {b}) {self.form(v, f, [], d)})", f"(if {self.form(v, f, e, d)} (go {b}))"])
        return (f"(prog (({n} 0)) {a} (setq {n} (1+ {n})) (if (> {n} 3) (return (list {n} {self.form(v, f, e, d)}))) {go}"
                f" (progn {self.form(v + [n], f, e, d)}) {b} (progn {self.form(v + [n], f, e, d)}) (go {a}))")

    def make_dynamic(self, v, f, e, d):
        return f"(let ((*special* {self.form(v, f, e, d)})) {self.form(v + ['*special*'], f, e, d)})"

    def make_progv(self, v, f, e, d):
        return f"(progv (list '*special*) (list {self.form(v, f, e, d)}) {self.form(v + ['*special*'], f, e, d)})"

    def make_symbol_macro(self, v, f, e, d):
        m, a = self.s.fresh("sm"), self.s.fresh("a")
        return (f"(let (({a} (list {self.form(v, f, e, d)} 2))) (symbol-macrolet (({m} (car {a}))) (setq {m} {self.form(v + [m], f, e, d)})"
                f" (list {self.form(v + [m], f, e, d)} {a})))")

    def make_macro(self, v, f, e, d):
        m = self.s.fresh("m")
        return f"(macrolet (({m} (x &body body) `(let ((y ,x)) (list y ,@body)))) ({m} {self.form(v, f, e, d)} {self.form(v + ['y'], f, e, d)}))"


    def make_special_local(self, v, f, e, d):
        x = self.s.fresh("sp")
        return (f"(let (({x} {self.form(v, f, e, d)})) (declare (special {x})) (flet ((see () (declare (special {x})) {x})) (let (({x} {self.form(v + [x], f, e, d)}))"
                f" (list {x} (see) {self.form(v + [x], f, e, d)} (locally (declare (special {x})) (setq {x} (list {x})) {x}) {x}))))")

    def make_locally(self, v, f, e, d):
        return self.s.one(["(locally (declare (optimize (speed 3))) {})", "(eval-when (:execute) {})", "(the t {})", "(progn (load-time-value (list 1)) {})",
                           "(let* () {})", "(multiple-value-prog1 {} 1)", "(identity {})", "(values {})", "(or nil {})", "(and t {})"]).format(self.form(v, f, e, d))

    def make_nested_catch(self, v, f, e, d):
        t = self.s.fresh("t")
        return (f"(catch '{t} (list (catch '{t} {self.form(v, f, e + [(t, 'catch')], d)} (unwind-protect (throw '{t} {self.form(v, f, e, d)}) (note {self.s.below(9)})))"
                f" {self.form(v, f, e + [(t, 'catch')], d)}))")

    def make_leaving(self, v, f, e, d):
        """Makes loops within loops, left from inside."""
        n, m, b = self.s.fresh("n"), self.s.fresh("n"), self.s.fresh("b")
        leave = self.s.one([f"(return {self.form(v + [n, m], f, e, d)})", f"(return-from {b} {self.form(v + [n, m], f, e, d)})", "(loop-finish)", f"(mapc (lambda (x) (if x (return-from {b} x))) (list {n} {m}))"])
        return (f"(block {b} (loop for {n} below 3 collect (loop for {m} from {n} to 3 do (note {m}) when (eql {m} {self.s.below(4)}) do {leave} collect"
                f" (list {n} {self.form(v + [n, m], f, e, d)}))))")

    def make_setting(self, v, f, e, d):
        """Makes assignments while arguments are evaluated."""
        targets = self.assignable(v)
        if not targets:
            return "6"
        x = self.s.one(targets)
        return self.s.one([f"(list {x} (setq {x} {self.form(v, f, e, d)}) {x} (progn (setq {x} 3) {x}))", f"(all {x} (setq {x} (list {x})) {x})",
                           f"(let ((old {x})) (setq {x} {self.form(v, f, e, d)}) (list old {x}))", f"(funcall (lambda (a b) (setq {x} 9) (list a b {x})) {x} (setq {x} {self.form(v, f, e, d)}))"])


def case(s):
    program = Program(s)
    arguments = [s.fresh("x") for _ in range(s.between(1, 3))]
    body = program.forms(1, 3, arguments + ["*special*"], [], [], s.between(3, 6))
    if s.maybe(0.4):  # a tail call, where some arguments are the parameters in their places
        body += f" (all {' '.join(s.one([x, x, program.form(arguments, [], [], 3)]) for x in arguments)})"
    values = " ".join(s.hidden(s.one(NUMBERS + ["nil"])) for _ in arguments)
    return Case(f"(let ((*special* 3)) ((lambda ({' '.join(arguments)}) {body}) {values}))")

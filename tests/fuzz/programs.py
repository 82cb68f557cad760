#!/usr/bin/env python3
"""Random programs, run by tessera and by SBCL: both must print the same.

    python3 tests/fuzz/programs.py --rounds 20 --seed 1

Each round is a file of functions full of what a compiler can get wrong: variables that are assigned and captured, shadowed and
passed on, local functions as loops, exits of all kinds across them, numbers at the ends of the fixnums, floats. A function that
differs is printed whole. Not part of the test suite, which does without SBCL.
"""
import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

NUMBERS = ["0", "1", "-1", "2", "7", "100", "4611686018427387903", "-4611686018427387904", "2305843009213693951",
           "1.5d0", "-0.25d0", "3/2", "1e3"]


class Program:
    """One function of random forms; every form has a value that prints the same everywhere."""

    def __init__(self, rng):
        self.rng, self.names, self.fuel = rng, 0, 90

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def form(self, variables, functions, exits, depth):
        """A form that may use variables, functions (name, arity) and exits (name, kind)."""
        self.fuel -= 1
        if depth <= 0 or self.fuel <= 0:
            return self.rng.choice(variables + NUMBERS[:6]) if variables else self.rng.choice(NUMBERS)
        kinds = ["number", "variable", "arithmetic", "arithmetic", "compare", "if", "let", "let", "let*", "setq", "psetq",
                 "progn", "lambda", "closure", "labels", "loop", "dotimes", "block", "exit", "catch", "unwind", "values",
                 "list", "case", "handler", "multiple", "tail", "and", "mapcar", "tagbody", "flet", "dynamic", "vector"]
        return getattr(self, "make_" + self.rng.choice(kinds).replace("*", "_star"))(variables, functions, exits, depth - 1)

    @staticmethod
    def assignable(variables):
        """All but the counters n...: loops have to end."""
        return [v for v in variables if not v.startswith("n")]

    def make_number(self, v, f, e, d):
        return self.rng.choice(NUMBERS)

    def make_variable(self, v, f, e, d):
        return self.rng.choice(v) if v else "0"

    def make_arithmetic(self, v, f, e, d):
        operator = self.rng.choice(["+", "-", "*", "+", "-", "max", "min", "1+", "1-"])
        count = 1 if operator in ("1+", "1-") else self.rng.randint(1, 3)
        return f"(small ({operator} {' '.join('(num ' + self.form(v, f, e, d) + ')' for _ in range(count))}))"

    def make_compare(self, v, f, e, d):
        operator = self.rng.choice(["<", ">", "=", "<=", ">=", "/=", "eql", "equal"])
        return f"({operator} (num {self.form(v, f, e, d)}) (num {self.form(v, f, e, d)}))"

    def make_if(self, v, f, e, d):
        return f"(if {self.form(v, f, e, d)} {self.form(v, f, e, d)} {self.form(v, f, e, d)})"

    def make_and(self, v, f, e, d):
        return f"({self.rng.choice(['and', 'or', 'prog1'])} {self.form(v, f, e, d)} {self.form(v, f, e, d)})"

    def bindings(self, v, f, e, d, sequential):
        names, text = [], []
        for _ in range(self.rng.randint(1, 3)):
            shadowed = self.rng.choice(self.assignable(v) + [""])
            name = shadowed if shadowed and self.rng.random() < 0.3 else self.fresh("v")
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
        pairs = " ".join(f"{self.rng.choice(targets)} {self.form(v, f, e, d)}" for _ in range(self.rng.randint(1, 2)))
        return f"(setq {pairs})"

    def make_psetq(self, v, f, e, d):
        targets = sorted(set(self.assignable(v)))
        if len(targets) < 2:
            return "2"
        a, b = self.rng.sample(targets, 2)
        return f"(progn (psetq {a} {self.form(v, f, e, d)} {b} {self.form(v, f, e, d)}) (list {a} {b}))"

    def make_progn(self, v, f, e, d):
        return f"(progn {' '.join(self.form(v, f, e, d) for _ in range(self.rng.randint(1, 3)))})"

    def make_lambda(self, v, f, e, d):
        p = self.fresh("p")
        return f"(funcall (lambda ({p} &optional (q{p} {self.form(v + [p], f, e, d)})) (list {p} q{p} {self.form(v + [p], f, [], d)})) {self.form(v, f, e, d)})"

    def make_closure(self, v, f, e, d):
        c, p = self.fresh("c"), self.fresh("p")
        return (f"(let (({c} (lambda ({p}) {self.form(v + [p], f, e, d)})))"
                f" (list (funcall {c} {self.form(v, f, e, d)}) {self.form(v, f, e, d)} (funcall {c} 1)))")

    def make_flet(self, v, f, e, d):
        g, p = self.fresh("g"), self.fresh("p")
        return f"(flet (({g} ({p}) {self.form(v + [p], f, e, d)})) {self.form(v, f + [(g, 1)], e, d)} {self.call(v, f + [(g, 1)], e, d)})"

    def make_labels(self, v, f, e, d):
        g, n, p = self.fresh("g"), self.fresh("n"), self.fresh("p")
        inside = v + [n, p]
        step = f"({g} (1- {n}) {self.form(inside, f, e, d)})"
        if self.rng.random() < 0.3:
            step = f"(small (+ 1 (num {step})))"
        return (f"(labels (({g} ({n} {p}) (if (<= {n} 0) {self.form(v + [p], f, e, d)} {step})))"
                f" ({g} {self.rng.randint(1, 5)} {self.form(v, f, e, d)}))")

    def call(self, v, f, e, d):
        g, arity = self.rng.choice(f)
        return f"({g} {' '.join(self.form(v, f, e, d) for _ in range(arity))})"

    def make_loop(self, v, f, e, d):
        i = self.fresh("i")
        word = self.rng.choice(["collect", "sum", "maximize", "count"])
        body = self.form(v, f, e, d)
        if word in ("sum", "maximize"):
            body = f"(num {body})"
        return f"(loop for {i} below {self.rng.randint(1, 4)} {word} (progn {i} {body}))"

    def make_dotimes(self, v, f, e, d):
        i = self.fresh("i")
        return f"(dotimes ({i} {self.rng.randint(0, 4)} {self.form(v, f, e, d)}) (progn {self.form(v, f, e, d)}))"

    def make_block(self, v, f, e, d):
        b = self.fresh("b")
        return f"(block {b} {self.form(v, f, e + [(b, 'block')], d)} {self.form(v, f, e + [(b, 'block')], d)})"

    def make_catch(self, v, f, e, d):
        t = self.fresh("t")
        return f"(catch '{t} {self.form(v, f, e + [(t, 'catch')], d)} {self.form(v, f, e + [(t, 'catch')], d)})"

    def make_exit(self, v, f, e, d):
        if not e:
            return "4"
        name, kind = self.rng.choice(e)
        word = f"return-from {name}" if kind == "block" else f"throw '{name}"
        return f"({word} {self.form(v, f, e, d)})"

    def make_unwind(self, v, f, e, d):
        after = self.form(v, f, [], d)
        return f"(unwind-protect {self.form(v, f, e, d)} {after})"

    def make_values(self, v, f, e, d):
        return f"(multiple-value-list (values {self.form(v, f, e, d)} {self.form(v, f, e, d)}))"

    def make_multiple(self, v, f, e, d):
        a, b = self.fresh("m"), self.fresh("m")
        return f"(multiple-value-bind ({a} {b}) (values {self.form(v, f, e, d)} {self.form(v, f, e, d)}) {self.form(v + [a, b], f, e, d)})"

    def make_list(self, v, f, e, d):
        return f"(list {' '.join(self.form(v, f, e, d) for _ in range(self.rng.randint(1, 3)))})"

    def make_vector(self, v, f, e, d):
        a = self.fresh("a")
        return (f"(let (({a} (vector {self.form(v, f, e, d)} {self.form(v, f, e, d)})))"
                f" (setf (aref {a} 0) {self.form(v, f, e, d)}) (list (svref {a} 0) (svref {a} 1)))")

    def make_case(self, v, f, e, d):
        return f"(case {self.form(v, f, e, d)} ((0 1) {self.form(v, f, e, d)}) ((2 nil) {self.form(v, f, e, d)}) (t {self.form(v, f, e, d)}))"

    def make_handler(self, v, f, e, d):
        bad = self.rng.choice(["(car 5)", "(error \"no\")", "(svref (vector 1) 3)", self.form(v, f, e, d)])
        return f"(handler-case (list {self.form(v, f, e, d)} {bad}) (error () {self.form(v, f, e, d)}))"

    def make_tail(self, v, f, e, d):
        return self.call(v, f, e, d) if f else "5"

    def make_mapcar(self, v, f, e, d):
        x = self.fresh("x")
        word = self.rng.choice(["mapcar", "mapcar", "remove-if", "find-if", "every", "some", "position-if"])
        return f"({word} (lambda ({x}) {self.form(v + [x], f, e, d)}) (list {self.form(v, f, e, d)} {self.form(v, f, e, d)} 1 nil))"

    def make_tagbody(self, v, f, e, d):
        n, tag = self.fresh("n"), self.fresh("tag")
        return (f"(let (({n} {self.rng.randint(1, 3)})) (tagbody {tag} (progn {self.form(v + [n], f, e, d - 1)})"
                f" (setq {n} (if (and (integerp {n}) (< 0 {n} 10)) (1- {n}) 0))"
                f" (if (> {n} 0) (go {tag}))) {self.form(v + [n], f, e, d)})")

    def make_dynamic(self, v, f, e, d):
        return f"(let ((*special* {self.form(v, f, e, d)})) {self.form(v + ['*special*'], f, e, d)})"

    def function(self, name):
        arguments = [self.fresh("x") for _ in range(self.rng.randint(1, 3))]
        forms = [self.form(arguments + ["*special*"], [], [], 6) for _ in range(self.rng.randint(1, 3))]
        if self.rng.random() < 0.4:  # a tail call, where some arguments are the parameters in their places
            last = [self.rng.choice([x, x, self.form(arguments, [], [], 3)]) for x in arguments]
            forms.append(f"(listed{len(arguments)} {' '.join(last)})")
        body = " ".join(forms)
        return f"(defun {name} ({' '.join(arguments)}) {body})", len(arguments)


PRELUDE = """(defvar *special* 3)
(defun num (x) (if (realp x) x (if x 1 0)))
(defun small (x) (if (and (realp x) (< -1e15 x 1e15)) x (if (realp x) (if (plusp x) 17 -17) x)))
(defun listed1 (a) (list a))
(defun listed2 (a b) (list a b))
(defun listed3 (a b c) (list a b c))
(defun show (name function arguments)
  (let ((*special* 3) (*print-pretty* nil))
    (format t "~a ~a~%" name (handler-case (multiple-value-list (apply function arguments))
                               (error (e) (format nil "signals ~a" (if (typep e 'arithmetic-error) 'arithmetic-error 'error)))))))
"""


def program(seed, functions):
    """The text of a file, and its functions' texts by name."""
    rng = random.Random(seed)
    text, by_name = [PRELUDE], {}
    for i in range(functions):
        name = f"fun{i}"
        definition, arity = Program(rng).function(name)
        by_name[name] = definition
        text.append(definition)
        for _ in range(3):
            arguments = " ".join(rng.choice(NUMBERS + ["nil"]) for _ in range(arity))
            text.append(f"(show '{name} #'{name} (list {arguments}))")
    return "\n".join(text) + "\n", by_name


def output(command, path):
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=120)
    lines = [line for line in done.stdout.splitlines() if line.startswith("FUN")]
    return lines, done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera", default="build/release/tessera")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--functions", type=int, default=60, help="in each round")
    parser.add_argument("--seed", type=int, default=1, help="of the first round")
    given = parser.parse_args()
    wrong = compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.seed, given.seed + given.rounds):
            text, by_name = program(seed, given.functions)
            path = Path(folder) / f"round{seed}.lisp"
            path.write_text(text)
            ours, errors = output([given.tessera], path)
            theirs, _ = output(["sbcl", "--script"], path)
            if len(ours) != len(theirs):
                print(f"seed {seed}: {len(ours)} lines of tessera, {len(theirs)} of SBCL\n{errors[:2000]}")
                wrong += 1
            for a, b in zip(ours, theirs):
                compared += 1
                if a != b:
                    wrong += 1
                    print(f"seed {seed}\n  tessera {a}\n  sbcl    {b}\n  {by_name[a.split()[0].lower()]}")
    print(f"{compared} results compared, {wrong} differ.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

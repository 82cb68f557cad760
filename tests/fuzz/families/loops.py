"""LOOP: random legal clauses, and DO, DOLIST, DOTIMES beside them.

Left out: what happens to variables after the end, and clauses whose order the standard leaves open."""
from families import Case
from families.grammar import Grammar

LEAVES = {"small": lambda s: str(s.between(-3, 8)), "count": lambda s: str(s.between(0, 6)), "step": ["1", "2", "3"],
          "list": ["'(1 2 3)", "'(a b c d)", "nil", "'(5)", "'(1 (2) nil 3)", "(list 3 1 2)"], "pairs": ["'((1 . 2) (3 . 4))", "'((a b) (c d e) (f))", "'((1 (2 3)) (4 (5 6)))", "nil"],
          "vector": ["#(1 2 3)", '"abc"', "#()", "#*101", "(vector 4 5 6)"], "predicate": ["evenp", "plusp", "oddp"]}

FIRST = Grammar("""
for
  3 for {v} in {list}{| by #'cddr}
  2 for {v} on {list}{| by #'cddr}
  4 for {v} {from|upfrom} {small}{| to {small}| below {small}| upto {small}}{| by {step}}
  2 for {v} {to|below|upto} {count}{| by {step}}
  2 for {v} from {small} {downto|above} {small}{| by {step}}
  1 for {v} downfrom {small} to {small}
  1 for {v} below {count} by {step}
  2 for {v} across {vector}
  3 for {v} = {form}
  3 for {v} = {form} then {form}
  2 for ({v} . {w}) in {pairs}
  1 for ({v} {w}) in {pairs}
  1 for (nil {v}) in {pairs}
  1 for ({v} . {w}) on {list}
  1 for {v} of-type {fixnum|integer} from {count} to {count}
  1 for {v} fixnum from 1 to {count}
  1 for {v} being the hash-keys of h
  1 for {v} being each hash-value in h
  1 for {v} being the hash-keys in h using (hash-value {w})
  2 for {v} = {form} and {w} = {form} then (list {v} {w})
  1 for {v} in {list} and {w} from {small}
  1 for {v} in {list} and {w} = 0 then {v}
  1 as {v} in {list}
  1 repeat {count}
form
  2 k
  2 {small}
  1 (list {small} k)
  1 (note {small})
  1 (incf k)
""", {**LEAVES, "v": ["{v}"], "w": ["{w}"], "for": [""]}, hidden=["small", "count", "step", "list", "pairs", "vector"])

MAIN = Grammar("""
main
  3 {collect|collecting} {value}
  2 append (list {value} {value})
  1 nconc (list {value})
  2 {sum|summing} {number}
  2 {count|counting} {value}
  2 collect {value} into {into}
  1 sum {number} into total
  1 {do|doing} {statement*1-2}
  3 {when|if|unless} {test} {selected}
  2 {when|if|unless} {test} {selected} else {selected}{| end}
  2 {when|if} {test} {selected} and {selected}{| else {selected} and {selected}}{| end}
  1 when {test} return {value}
  1 {when|if} {test} {collect|return} it
  2 {while|until} {stop}
  1 return-clause
selected
  2 collect {value}
  1 do {statement}
  1 sum {number} into total
  1 count {value} into matches
  1 collect {value} into {into}
  1 append (list {value}) into {into}
  1 return {value}
  1 {when|unless} {test} collect {value} into {into} end
final
  3 {always|never|thereis} {test}
value
  3 {x}
  1 k
  1 (list {x} k)
  1 (note {x})
  1 {small}
  1 (lambda-value (lambda () {x}))
number
  2 (num {x})
  1 (num k)
  1 1
  1 {small}
statement
  2 (note {x})
  1 (incf k)
  1 (setq k (list {x}))
  1 (if (consp {x}) (return (list :returned {x})))
  1 (if (eql k 4) (loop-finish))
test
  2 (eql {x} {small})
  2 (consp {x})
  2 (and (integerp {x}) ({predicate} {x}))
  1 (member {x} '(1 2 a c))
  1 {x}
  1 (note {x})
stop
  2 (eql {x} {small})
  1 (and (integerp {x}) (> {x} {count}))
  1 (> (incf steps) {count})
""", {**LEAVES, "x": ["{x}"], "into": ["found", "other"], "main": ["collect 1"]}, hidden=["small", "count"])


class Loop:
    def __init__(self, s):
        self.s, self.variables = s, []

    def variable(self):
        name = self.s.one(["i", "j", "x", "y"]) + str(len(self.variables))
        self.variables.append(name)
        return name

    def first(self):
        text = FIRST.text(self.s, "for", 3)
        while not text:
            text = FIRST.text(self.s, "for", 3)
        for hole in ("{v}", "{w}"):
            if hole in text:
                text = text.replace(hole, self.variable())
        return text

    def use(self, text):
        while "{x}" in text:
            text = text.replace("{x}", self.s.one(self.variables) if self.variables else "k", 1)
        return text.replace("lambda-value", "funcall")

    def clauses(self):
        s = self.s
        parts = ["named nil"] if s.maybe(0.08) else []
        if s.maybe(0.3):
            parts.append(s.one(["with k = 1", "with k = 0 and steps2 = 1", "with k", "with (k l) = '(1 2)", "with k = (note 2) with z = (list k)"]))
        parts.append("repeat " + str(s.between(1, 6)))
        parts += [self.first() for _ in range(s.between(1, 3))]
        kinds = set()
        for _ in range(s.between(1, 3)):
            clause = self.use(MAIN.text(s, "main", 3))
            while "return-clause" in clause:
                clause = self.use(MAIN.text(s, "main", 3))
            kind = self.result_kind(clause)
            if kind - {"into"} and kinds - {"into"} and kind - {"into"} != kinds - {"into"}:
                continue  # one result of one kind
            kinds |= kind
            parts.append(clause)
        if not kinds - {"into"} and s.maybe(0.3):
            parts.append(self.use(MAIN.text(s, "final", 2)))
            kinds.add("final")
        if s.maybe(0.2):
            parts.append("initially (note :start)")
        if s.maybe(0.3):
            text = " ".join(parts)
            names = [n for n in ("found", "other", "total", "matches", "k") if f"into {n}" in text or n == "k"]
            parts.append(s.one([f"finally (return (list {' '.join(names)}))", f"finally (note (list {' '.join(names)}))"]))
        return parts

    @staticmethod
    def result_kind(clause):
        """Returns the kind of the result that CLAUSE gives the loop."""
        import re
        kinds = set()
        for word, into in re.findall(r"(?<![-:(\w])(collect|collecting|append|nconc|sum|summing|count|counting|maximize|minimize) (?:\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)|«[^»]*»|[^\s()]+)( into)?", clause):
            kinds.add("into" if into else {"collecting": "list", "collect": "list", "append": "list", "nconc": "list", "sum": "sum", "summing": "sum", "count": "sum",
                                           "counting": "sum"}.get(word, "most"))
        return kinds


def case(s):
    if s.maybe(0.1):
        return Case(other(s))
    return Case(f"(let ((k 0) (steps 0) (h (make-hash-table))) (declare (ignorable k steps h)) (setf (gethash 1 h) 2) (multiple-value-list (loop {' '.join(Loop(s).clauses())})))")


def other(s):
    small = lambda: str(s.between(0, 5))
    return s.one([
        f"(dotimes (i {s.hidden(small())} (list i)) (note i) (if (eql i {small()}) (return (values i 1))))",
        f"(dolist (x '(1 2 3) (note (list x))) (note x) (when (eql x {small()}) (return)))",
        f"(do ((i 0 (1+ i)) (j {small()} (list i j)) k) ((> i {small()}) (list i j k)) (setq k i))",
        f"(do* ((i 0 (1+ i)) (j i (list i j))) ((> i {small()}) (list i j)))",
        f"(let ((n 0)) (loop (incf n) (when (> n {small()}) (return (list n)))))",
        f"(loop for i from 1 to {small()} for f = (lambda () i) collect (funcall f))",
        f"(loop for x in '(1 2 3) for y = x then (+ x y) collect y)",
        f"(loop with (a (b)) = '(1 (2)) for c in '({small()} {small()}) collect (list a b c))",
        f"(loop for (a b . c) in '((1 2 3 4) (5 6) ({small()})) collect (list a b c))",
        f"(loop for x across (make-array 5 :fill-pointer {small()} :initial-element 1) count x)",
        f"(loop for i = 0 then (1+ i) until (> i {small()}) collect i into list finally (return (nreverse list)))",
        f"(loop for x in '(3 1 2) maximize x into m minimize x into n sum x into s finally (return (list m n s)))",
        f"(loop for c across \"hello\" for i upfrom {small()} when (find c \"aeiou\") collect (cons i c))",
        f"(loop repeat {small()} for x = (note 1) collect x)",
        f"(loop for x in '(1 2 3) while (< x {small()}) collect x finally (note x))",
        f"(loop named a for i below 3 do (loop for j below 3 do (if (= (+ i j) {small()}) (return-from a (list i j)))))",
        f"(loop for x of-type fixnum in '(1 2 3) sum x of-type fixnum)",
        f"(loop for x from 1.0 to {small()}.5 by 0.5 collect x)",
        f"(loop for x from 0 to 1 by 1/{int(small()) + 1} collect x)",
        f"(loop for (x) on '(1 2 3) for y in '({small()} 5 6 7) append (list x y))",
    ])

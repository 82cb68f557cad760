"""FORMAT's enclosing directives within one another: ~{ ~[ ~( ~< ~? with ~^ wherever it may stand, compiled and
interpreted, and by FORMATTER.

A control string comes with suitable arguments or with too few, which is an error in all implementations."""
from families import Case

UNANIMOUS = True  # SBCL has ideas of its own of ~^ in justifications
ATOMS = ["1", "2", "0", "-7", "'a", "nil", '"s"', "'(x y)", "#\\b", "10"]


class Nest:
    """Pieces of a control string; each comes with the texts of the arguments that it takes."""

    def __init__(self, s):
        self.s = s

    def piece(self, depth):
        s = self.s
        if depth <= 0:
            return self.leaf()
        kind = s.below(12)
        if kind < 3:
            return self.leaf()
        if kind < 6:
            return self.iteration(depth)
        if kind < 8:
            return self.choice(depth)
        if kind == 8:
            text, arguments = self.sequence(depth - 1)
            return f"~{s.one(['', ':', '@', ':@'])}({text}~)", arguments
        if kind == 9:
            return self.segments(depth)
        text, arguments = self.sequence(depth - 1)
        string = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return ("~?", [string, f"(list {' '.join(arguments)})"]) if s.maybe() else ("~@?", [string, *arguments])

    def leaf(self):
        s = self.s
        return s.one([("~a", [s.one(ATOMS)]), ("~s", [s.one(ATOMS)]), ("~d", [s.one(["3", "-4", "12"])]), ("-", []), ("xY ", []), ("~4a", [s.one(ATOMS)]),
                      ("~*", [s.one(ATOMS)]), ("~:*~a", []), ("~~", []), ("~@[<~a>~]", [s.one(["nil", "5"])]), ("~r", ["7"]), ("~^", []), ("~#[none~;one~:;more~]", []),
                      (f"~{s.between(0, 2)}^", []), (f"~{s.between(0, 2)},{s.between(0, 2)}^", []), ("~#,1^", []), ("~1,2,3^", []), ("~3,2,1^", [])])

    def sequence(self, depth):
        parts = [self.piece(depth) for _ in range(self.s.between(1, 3))]
        if parts[0][0].startswith("~:*"):  # there is nothing to go back to
            parts[0] = ("+", [])
        return "".join(t for t, _ in parts), [a for _, arguments in parts for a in arguments]

    def iteration(self, depth):
        s = self.s
        body, arguments = self.sequence(depth - 1)
        if not arguments or "~:*" in body:  # it would never end
            body, arguments = body.replace("~:*", "") + "~a", arguments + [s.one(ATOMS)]
        count, limit = s.between(0, 3), s.one(["", "", "1", "2", "5"])
        rounds = [list(arguments) for _ in range(count)]
        if count and s.maybe(0.3):
            rounds[-1] = rounds[-1][:-1]
        escape, close = s.one(["", "~^", "~^, "]), s.one(["~}", "~}", "~:}"])
        flat = " ".join(a for r in rounds for a in r)
        lists = " ".join(f"(list {' '.join(r)})" for r in rounds)
        kind = s.below(4)
        if kind == 0:
            return f"~{limit}{{{body}{escape}{close}", [f"(list {flat})"]
        if kind == 1:
            return f"~{limit}:{{{body}{s.one(['', '~^', '~:^', '~:^, ', '~0:^'])}{close}", [f"(list {lists})"]
        if kind == 2:
            return f"~{count}@{{{body}{escape}~}}", [a for r in rounds for a in r]
        return f"~{count}:@{{{body}{s.one(['', '~^', '~:^'])}~}}", [f"(list {' '.join(r)})" for r in rounds]

    def choice(self, depth):
        s = self.s
        clauses = [self.sequence(depth - 1) for _ in range(s.between(1, 3))]
        if s.maybe(0.3):
            clauses = (clauses + [self.sequence(depth - 1)])[:2]
            if len(clauses) == 1:
                clauses.append(("", []))
            taken = s.below(2)
            return f"~:[{clauses[0][0]}~;{clauses[1][0]}~]", [s.one(["t", "0"]) if taken else "nil"] + clauses[taken][1]
        chosen, other = s.between(0, len(clauses)), s.maybe(0.5) and len(clauses) > 1
        text = "~;".join(t for t, _ in clauses[:-1]) + ("~:;" if other else "~;" if len(clauses) > 1 else "") + clauses[-1][0]
        taken = clauses[chosen][1] if chosen < len(clauses) else clauses[-1][1] if other else []
        return f"~[{text}~]", [str(chosen)] + taken

    def segments(self, depth):
        s = self.s
        parts = [self.sequence(depth - 1) for _ in range(s.between(1, 3))]
        if "~^" in parts[0][0] or "^~" in parts[0][0][:4]:  # implementations differ in whether nothing at all is padded
            parts[0] = ("<", [])
        width = s.one(["", "12", "20", "9,3"]) if len(parts) == 1 else s.one(["", "12", "20", "9,3", "15,,1", "15,1,2,'*"])
        return f"~{width}{s.one(['', ':', '@', ':@'])}<{'~;'.join(t for t, _ in parts)}~>", [a for _, arguments in parts for a in arguments]


def case(s):
    nest = Nest(s)
    text, arguments = nest.sequence(3)
    if s.maybe(0.1):
        arguments = arguments[:-1]
    string = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    given = " ".join(s.hidden(a) if not a.startswith(("(list", '"')) else a for a in arguments)
    kind = s.below(4)
    if kind == 0:
        form = f"(with-output-to-string (out) (funcall (formatter {string}) out {given}))"
    else:
        form = f"(format nil {string if kind < 3 else '«' + string + '»'} {given})"
    return Case(f"(handler-case {form} (error () :error))")  # of which class is left to the implementation

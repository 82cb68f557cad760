"""FORMAT: control strings with suitable arguments; half of the compiled calls have a constant string, the others get it
as an argument.

Left out: rounding where both neighbours are equally near, and logical blocks of the pretty printer."""
from families import Case

INTEGERS = ["0", "1", "-1", "5", "12", "-42", "100", "999", "1000", "1234567", "-9876543210", "18446744073709551616", "1984", "3999", "4", "9", "20", "21"]
FLOATS = ["0.0", "1.0", "-0.3", "3.1416", "99.99", "0.00123", "123.456", "1e10", "-7.77d0", "1d-5", "6.02d10", "12", "-3", "1/4", "1234.5678d0", "0.1d0",
          "100.0", "9.99", "1d0", "0.01", "20.0"]
OBJECTS = ["nil", "'a", ":key", '"text"', "'(1 2)", "#\\a", "#\\Space", "'(a . \"b\")", "#(1 2)", "1.5", "'|lower|", '"say \\"hi\\""', "'(nil)", "#*101", '""',
           "1/2", "'|a b|", "#\\Newline", "'(quote x y)"]


class Control:
    """A control string in parts, and the texts of its arguments."""

    def __init__(self, s):
        self.s = s

    def number(self, low, high, arguments):
        """Returns a parameter: nothing, a number, V with its argument before the others, or #."""
        s = self.s
        chance = s.below(10)
        if chance < 4:
            return ""
        if chance < 9:
            return str(s.between(low, high))
        arguments.append(s.one([str(s.between(low, high)), "nil"]))
        return s.one(["v", "V"])

    def parameters(self, ranges, arguments):
        s = self.s
        count = s.between(0, len(ranges)) if s.maybe(0.5) else 0
        parts = []
        for low, high in ranges[:count]:
            if low == "char":
                if s.maybe(0.1):
                    arguments.append(s.one(["#\\*", "#\\0", "nil"]))
                    parts.append("v")
                else:
                    parts.append(s.one(["", "'*", "'0", "'.", "'-"]))
            else:
                parts.append(self.number(low, high, arguments))
        return ",".join(parts)

    def flags(self, allowed=("", ":", "@", ":@")):
        return self.s.one(["", "", *allowed])

    def directive(self, depth):
        """Returns a directive's text and its arguments."""
        s, arguments = self.s, []
        kind = s.below(34)
        if kind < 4:
            text = f"~{self.parameters([(0, 12), (1, 4), (0, 3), ('char', 0)], arguments)}{self.flags()}{s.one('aAsS')}"
            return text, arguments + [s.one(OBJECTS + INTEGERS[:4])]
        if kind < 8:
            text = f"~{self.parameters([(0, 14), ('char', 0), ('char', 0), (1, 4)], arguments)}{self.flags()}{s.one('dDbBoOxX')}"
            return text, arguments + [s.one(INTEGERS + OBJECTS[:3] if len(text) == 2 and s.maybe(0.4) else INTEGERS)]
        if kind < 10:
            if s.maybe(0.4):
                return f"~{s.one(['', ':', '@', ':@'])}R", [s.one([i for i in INTEGERS if i not in ('0', '-1', '-42', '-9876543210') and len(i) < 5])]
            if s.maybe(0.4):
                return f"~{s.one(['', ':'])}R", [s.one(INTEGERS)]
            base = s.between(2, 36)
            return f"~{base}{self.parameters_after([(0, 14), ('char', 0), ('char', 0), (1, 4)], arguments)}{self.flags()}R", arguments + [s.one(INTEGERS)]
        if kind == 10:
            return f"~{s.one(['', '', '@', ':'])}C", [s.one(["#\\a", "#\\Z", "#\\3", "#\\(", "#\\Space"])]
        if kind < 14:
            return self.float_directive(arguments)
        if kind < 16:
            n = self.s.one(["", "", "0", "1", "2", "3"])
            return f"~{n}{s.one('%&|~%&~')}", []
        if kind == 16:
            return f"~{s.one(['', '5', '5,3', '10', '0,4', '20,1', '8,0'])}{s.one(['', '@'])}{s.one('tT')}", []
        if kind == 17:
            return s.one([("~p", [s.one(["0", "1", "2", "1.0", "'x"])]), ("~@p", [s.one(["0", "1", "5"])]), ("~a tr~:@p", [s.one(["1", "2"])]), ("~d dog~:p", [s.one(["1", "7"])])])
        if kind == 18:
            return f"~{s.one(['', '@'])}w", [s.one(OBJECTS)]
        if kind == 19:
            return s.one(["~\n   ", "~:\n   ", "~@\n   "]), []
        if kind < 22 and depth:
            text, inner = self.control(depth - 1)
            return f"~{s.one(['', ':', '@', ':@'])}({text}~)", inner
        if kind < 25 and depth:
            return self.conditional(depth)
        if kind < 30 and depth:
            return self.iteration(depth)
        if kind == 30 and depth:
            text, inner = self.control(depth - 1)
            text = text.replace("\\", "\\\\").replace('"', '\\"')
            if s.maybe():
                return "~?", [f'"{text}"', f"(list {' '.join(inner)})"]
            return "~@?", [f'"{text}"', *inner]
        if kind == 31 and depth:
            return self.justification(depth)
        if kind == 32:
            a, b = s.one(OBJECTS), s.one(INTEGERS)
            return s.one([("~*~a", [a, b]), ("~a~:*~s", [a]), ("~a~a~2:*~s~s", [a, b]), ("~2*~a", [a, b, a]), ("~a~0*~a", [a, b]),
                          ("~a~1@*~a", [b, a]) if depth == 3 else ("~a", [a])])
        return s.one(["abc", " ", "X,y;", "(", "\\\\", "z\n"]), []

    def parameters_after(self, ranges, arguments):
        text = self.parameters(ranges, arguments)
        return "," + text if text else ""

    def float_directive(self, arguments):
        s = self.s
        kind = s.below(10)
        if kind < 6:
            text = f"~{self.parameters([(12, 16), (0, 5), (0, 2), ('char', 0), ('char', 0)], arguments)}{s.one(['', '', '@'])}{s.one('fF')}"
        elif kind < 8:
            text = f"~{self.parameters([(0, 4), (1, 4), (0, 10), ('char', 0)], arguments)}{self.flags()}$"
        else:
            width, digits = s.between(9, 14), s.between(1, 4)
            text = f"~{s.one(['', f'{width},{digits}', f',{digits}', f',{digits},2', f'{width},{digits},2,1', f'{width},{digits},,,,' + chr(39) + '*'])}{s.one(['', '@'])}{s.one('eE')}"
            return text, [s.one([f for f in FLOATS if f not in ("0.0", "1/4", "9.99", "99.99")])]
        return text, arguments + [s.one(FLOATS)]

    def conditional(self, depth):
        s = self.s
        kind = s.below(4)
        if kind == 0:
            (a, inner_a), (b, inner_b) = self.control(depth - 1), self.control(depth - 1)
            return (f"~:[{a}~;{b}~]", [s.one(["nil", "nil"])] + inner_a) if s.maybe() else (f"~:[{a}~;{b}~]", [s.one(["t", "5"])] + inner_b)
        if kind == 1:
            return f"~@[{s.one(['<~a>', '~s', 'x~d'])}~]", [s.one(["nil", "nil", "5", "'a"])]
        clauses = [self.control(depth - 1) for _ in range(s.between(1, 4))]
        last = s.maybe(0.4) and len(clauses) > 1
        chosen = s.between(-1, len(clauses))
        text = "~;".join(c for c, _ in clauses[:-1]) + (("~:;" if last else "~;") if len(clauses) > 1 else "") + clauses[-1][0]
        taken = clauses[chosen][1] if 0 <= chosen < len(clauses) else clauses[-1][1] if last else []
        if s.maybe(0.2):
            return f"~{chosen}[{text}~]", taken
        return f"~[{text}~]", [str(chosen)] + taken

    def iteration(self, depth):
        s = self.s
        body, inner = "", []
        while not inner:
            body, inner = self.control(depth - 1, iterated=True)
        count = s.between(0, 3)
        limit = s.one(["", "", "", "2", "0", "1"])
        close = s.one(["~}", "~}", "~}", "~:}"]) if count else "~}"
        escape = s.one(["", "~^, ", "~^"])
        rounds = [list(inner) for _ in range(count)]
        kind = s.below(4)
        if kind == 0:
            return f"~{limit}{{{body}{escape}{close}", [f"(list {' '.join(x for r in rounds for x in r)})"]
        if kind == 1:
            escape = s.one(["", "~:^, ", "~^"])
            return f"~{limit}:{{{body}{escape}{close}", ["(list " + " ".join(f"(list {' '.join(r)})" for r in rounds) + ")"]
        if kind == 2 and s.maybe(0.5):
            return f"~{count}@{{{body}~}}" if count else "~0@{x~}", [x for r in rounds for x in r]
        if kind == 3 and s.maybe(0.4):
            return f"~{count}:@{{{body}~}}" if count else "~0:@{x~}", [f"(list {' '.join(r)})" for r in rounds]
        if s.maybe(0.3):
            return f"~{limit}{{~}}", [f'"{body}{escape}"'.replace("\\", "\\\\"), f"(list {' '.join(x for r in rounds for x in r)})"] if count or limit == "0" else ["\"~a\"", "nil"]
        return f"~{{{body}{escape}~}}", [f"(list {' '.join(x for r in rounds for x in r)})"]

    def justification(self, depth):
        s = self.s
        segments = [self.flat() for _ in range(s.between(1, 3))]
        text = "~;".join(t for t, _ in segments)
        width = s.one(["", "10", "20", "25,5", "12,,1", "15,,2,'*"] if len(segments) > 1 else ["", "10", "20", "25,5"])
        return f"~{width}{self.flags()}<{text}~>", [a for _, inner in segments for a in inner]

    def flat(self):
        """Returns text without line breaks and tabs."""
        while True:
            text, arguments = self.control(0)
            if not any(c in text for c in ("\n", "%", "&", "|", "t", "T", "w", "W")):
                return text, arguments

    def control(self, depth, iterated=False):
        text, arguments = "", []
        for _ in range(self.s.between(1, 2 if depth < 3 else 4)):
            part, inner = self.directive(depth)
            if (depth < 3 or iterated) and ("0*" in part or "@*" in part):
                continue
            if text.endswith("~") or part.startswith("\n"):
                text += " "
            text += part
            arguments += inner
        return text, arguments


def case(s):
    control = Control(s)
    text, arguments = control.control(3)
    if "0*" in text or "@*" in text:  # the argument that it goes to must be the first of all
        text, arguments = s.one([("~a~0@*~s", ["1"]), ("~a ~a ~0@*~a ~a", ["'a", "2"]), ("~a~a~1@*~a", ["1", "2"]), ("~3@*~a", ["0", "1", "2", "3"])])
    too_few = s.maybe(0.02) and bool(arguments)
    if too_few:
        arguments = arguments[:-1]
    if s.maybe(0.05):
        arguments = arguments + ["'more"]
    string = '"' + text.replace('"', '\\"') + '"'
    hidden = s.one([string, f"«{string}»"])
    values = " ".join(s.hidden(a) if not a.startswith("(list") else a for a in arguments)
    kind = 4 if too_few else s.below(5)
    if kind == 0:
        return Case(f"(with-output-to-string (out) (princ \"ab\" out) (format out {hidden} {values}))")
    if kind == 1:
        return Case(f"(format t {hidden} {values})")
    if kind == 2 and "~" in text:
        return Case(f"(let ((out (make-array 0 :element-type 'character :fill-pointer 0 :adjustable t)) (*print-base* {s.one(['10', '16', '2'])}) (*print-radix* {s.one(['nil', 't'])}))"
                    f" (format out {hidden} {values}) out)")
    if kind == 3:
        return Case(f"(with-output-to-string (out) (list (funcall (formatter {string}) out {values})))")
    return Case(f"(format nil {hidden} {values})")

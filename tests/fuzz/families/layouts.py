"""Nested logical blocks with every kind of newline, indentation, tab and prefix, by functions and by FORMAT; on narrow
and wide lines, from any column, and in miser style."""
from families import Case

UNANIMOUS = False
NEWLINES = [":linear", ":linear", ":fill", ":fill", ":miser", ":mandatory"]


def word(s):
    return s.one(["a", "bb", "ccc", "dddd", "eeeeee", "12"])


def step(s, depth):
    kind = s.below(12)
    if kind < 3:
        return f'(write-string "{word(s)}" s)'
    if kind < 6:
        return f"(write-char #\\Space s) (pprint-newline {s.one(NEWLINES)} s)"
    if kind == 6:
        return f"(pprint-indent {s.one([':block', ':current'])} {s.one(['0', '1', '2', '4', '-1'])} s)"
    if kind == 7:
        return f'(pprint-tab {s.one([":line", ":line-relative"])} {s.between(0, 9)} {s.between(0, 4)} s) (write-string "{word(s)}" s)'
    if kind == 8:
        return f'(format s "{word(s)} ~{s.one(["", ":", "@", ":@"])}_{word(s)}")'
    if kind == 9:
        body = "".join(s.one(["~a ~_", "~a ~:_", "~a", "~a~1i ~_", "x ~_~a", "~a ~@_"]) for _ in range(s.between(1, 4)))
        opening, close = s.one([("~<", "~:>"), ("~:<", "~:>"), ("~<[~;", "~;]~:>"), ("~<", "~:@>")])
        return separated(s, f"(format s \"{opening}{body}{close}\" '({' '.join(word(s) for _ in range(s.between(4, 5)))}))")
    if depth <= 0:
        return f'(write-string "{word(s)}" s)'
    return separated(s, block(s, depth - 1))


def separated(s, inner):
    """Returns the block INNER and a newline. In the other implementations a newline in a block beside it would end the
    sections of INNER, too."""
    return f"{inner} (write-char #\\Space s) (pprint-newline {s.one(NEWLINES)} s)"


def block(s, depth, prefixes=(':prefix "(" :suffix ")"', ':prefix "<<" :suffix ">>"', ':suffix "!"', "")):
    prefix = s.one(prefixes)
    return f"(pprint-logical-block (s nil {prefix}) {' '.join(step(s, depth) for _ in range(s.between(1, 6)))})"


def case(s):
    before = s.one(["", "", '(write-string "zz " s) ', '(write-string "1234567" s) '])
    miser = s.one(["nil", "nil", "nil", "0", "8"])
    variables = f"(*print-pretty* t) (*print-right-margin* {s.between(6, 40)}) (*print-miser-width* {miser}) (*print-case* :downcase)"
    outermost = block(s, s.between(1, 3), ("", "", ':per-line-prefix "; "', ':prefix "(" :suffix ")"'))
    return Case(f"(let ({variables}) (with-output-to-string (s) {before}{outermost}))")

"""Tokens of arbitrary characters: numbers and symbols under every base and readtable case, escapes, macro characters,
changed syntax.

Only differences from unanimous other implementations count: malformed tokens are loosely specified."""
from families import Case

UNANIMOUS = True
NUMBERS = "0123456789" * 3 + "+-./" * 3 + "eEdDsSfFlL^_abzZ"
TOKENS = "abABeE01289+-./:|\\^_$%!?*=<>&@~[]{}"
ANY = TOKENS + "()'`,;\"# " * 2 + "xXbBoOrRcC'#|"
WHOLE = ["1.", "+.5", "-1/2", "1e5", "1.5d0", ".", "..", "a:b", ":k", "cl:car", "|a b|", "a|B|c", "\\a", "#\\a", "#\\Space", "#b101", "#xfF", "#o-17", "#36rZz", "#c(1 2)", "#(1 a)", "#*101",
         "#3*1", "#4(x)", "'a", "#'f", "(a . b)", "\"s\\\"t\"", "#:g", "`(a ,b)", "#|x|#", ";c", "#+nothing", "#-nothing", "#1=(a)", "#1#", "1+", "-", "1e", "1/", "/2", "+1.e5", "0.0", "-0", "00/01", "1E+2", "1.0f3"]


def escaped(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def text(s):
    kind = s.below(4)
    if kind == 0:
        return "".join(s.one(NUMBERS) for _ in range(s.between(1, 8)))
    if kind == 1:
        return "".join(s.one(TOKENS) for _ in range(s.between(1, 8)))
    if kind == 2:
        return "".join(s.one(ANY) for _ in range(s.between(1, 10)))
    return s.one(["", " ", ""]).join(s.one(WHOLE) for _ in range(s.between(1, 3)))


def case(s):
    given = text(s)
    while any(part in given.lower() for part in ("#.", "#s", "#p", "#,", "#a", "#<")) or "`" in given and "," in given:
        given = text(s)
    variables = [f"(*read-base* {s.one(['10', '10', '2', '8', '16', '36', '7'])})", "(*read-eval* nil)"]
    if s.maybe(0.15):
        variables.append("(*read-suppress* t)")
    if s.maybe(0.2):
        variables.append(f"(*read-default-float-format* '{s.one(['single-float', 'double-float'])})")
    steps = []
    if s.maybe(0.4):
        steps.append(f"(setf (readtable-case *readtable*) {s.one([':upcase', ':downcase', ':preserve', ':invert'])})")
    if s.maybe(0.25):
        steps.append(f"(set-syntax-from-char #\\{s.one('!?$ab1;(|.:')} #\\{s.one(['a', ';', '|', chr(92), 'Space', '(', chr(39), '#', chr(34)])})")
    if steps:
        variables.append("(*readtable* (copy-readtable nil))")
    read = s.one([f'(multiple-value-list (read-from-string "{escaped(given)}"))', f'(with-input-from-string (in "{escaped(given)}") (list (read in nil :eof) (read in nil :eof)))',
                  f'(multiple-value-list (read-from-string "{escaped(given)}" nil :eof :preserve-whitespace t))'])
    body = " ".join([*steps, read])
    return Case(f"(let ({' '.join(variables)}) (handler-case (progn {body}) (end-of-file () :end) (error () :error)))", way=0)

"""The pretty printer: logical blocks, newlines of every kind, indentation and tabs, by functions and by FORMAT.
Standard dispatch is left out: how lists and definitions look is the implementation's choice."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
directive
  5 ~A
  2 ~S
  3 ~_
  3 ~:_
  2 ~@_
  1 ~:@_
  2 ~{1|2|0|-1}I
  1 ~:{1|0|2}I
  2 {word} 
  1 ~A ~:_~A
  1 ~^
  1 ~<{|(~;|[~;}~A~^ ~{|:|@}_~A~{|;)~:>|;]~:>}
step
  4 (write (pprint-pop) :stream s)
  2 (write-string "{word}" s)
  2 (pprint-newline :{linear|fill|miser|mandatory} s)
  2 (pprint-newline :{linear|fill} s)
  1 (pprint-indent :{block|current} {indent} s)
  1 (progn (pprint-tab :{line|line-relative} {indent} {indent} s) (write-string "t" s))
  2 (pprint-exit-if-list-exhausted)
  2 (progn (write-char #\\\\Space s) (pprint-newline :{linear|fill} s))
""", {"word": ["ab", "word", "x y", "longer-word"], "indent": ["0", "1", "2", "3"], "directive": ["~A"], "step": ["(pprint-pop)"]})

ELEMENTS = ["a", "bb", "ccc", "word", "12", '"text"', "longer-symbol", "1.5", ":key"]


def case(s):
    margin, miser = s.between(5, 40), s.one(["nil", "nil", "0", "10"])
    items = " ".join(s.one(ELEMENTS) for _ in range(s.between(0, 9)))
    variables = f"(*print-pretty* t) (*print-right-margin* {margin}) (*print-miser-width* {miser}) (*print-case* :downcase) (*print-length* {s.one(['nil', 'nil', '3'])})"  # implementations differ in the room for ..
    kind = s.below(5)
    prefix = s.one([":prefix \"(\" :suffix \")\"", ":prefix \"<<\" :suffix \">\"", "", ":per-line-prefix \"; \""])
    if kind == 0:
        newline = s.one([":linear", ":fill", ":miser", ":mandatory"])
        form = (f"(pprint-logical-block (s '({items}) {prefix}) (pprint-exit-if-list-exhausted) (loop (write (pprint-pop) :stream s) (pprint-exit-if-list-exhausted)"
                f" (write-char #\\Space s) (pprint-newline {newline} s)))")
    elif kind == 1:
        steps = " ".join(GRAMMAR.text(s, "step", 1) for _ in range(s.between(2, 9)))
        form = f"(pprint-logical-block (s '({items}) {prefix}) {steps})"
    elif kind == 2:
        inner = " ".join(GRAMMAR.text(s, "step", 1).replace("(pprint-exit-if-list-exhausted)", "(note-nothing)") for _ in range(s.between(1, 4))).replace("(note-nothing)", "1")
        form = (f"(pprint-logical-block (s '(({items}) x ({items})) {prefix}) (loop (pprint-exit-if-list-exhausted) (let ((part (pprint-pop)))"
                f" (pprint-logical-block (s part :prefix \"[\" :suffix \"]\") {inner} (loop (pprint-exit-if-list-exhausted) (write (pprint-pop) :stream s) (pprint-newline {s.one([':linear', ':fill'])} s)))"
                f" (write-char #\\Space s) (pprint-newline {s.one([':linear', ':fill', ':mandatory'])} s))))")
    elif kind == 3:
        name = s.one(["pprint-fill", "pprint-linear", "pprint-tabular"])
        form = f"({name} s '({items}) {s.one(['t', 'nil'])}{' nil ' + s.one(['2', '4', '8']) if name == 'pprint-tabular' else ''})"
    else:
        body = "".join(GRAMMAR.text(s, "directive", 1) for _ in range(s.between(1, 6)))
        opening, closing = s.one([("", ""), ("(~;", "~;)"), ("[~;", "~;]"), ("; ~@;", "")])
        colon, at = s.one([("", ""), (":", ""), ("", "@")])
        body = f"~@{{{body}~^ ~}}" if s.maybe() and "~^" not in body and "~A" in body else body
        arguments = items if at else f"'({items})"
        if at:
            arguments = " ".join(f"'{x}" for x in items.split())
        form = f"(format s \"~{colon}{at}<{opening}{body}{closing}~:>\" {arguments})"
    if kind == 4:
        variables = variables.replace("(*print-length* 3)", "")  # too few arguments would be told differently
    return Case(f"(let ({variables}) (handler-case (with-output-to-string (s) {form}) (error () :error)))")

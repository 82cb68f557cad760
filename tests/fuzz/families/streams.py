"""Streams: strings as streams with bounds, reading lines, characters and forms, peeking and unreading, columns, streams
made of streams."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
input
  3 (read-char in{| nil :eof| nil nil})
  2 (peek-char {nil|t|#\\b|nil} in nil :eof)
  3 (multiple-value-list (read-line in nil :eof))
  2 (let ((c (read-char in nil nil))) (if c (unread-char c in)) c)
  2 (read in nil :eof)
  1 (read-preserving-whitespace in nil :eof)
  1 (read-char-no-hang in nil :eof)
  1 (listen in)
  1 (let ((v (make-string {n} :initial-element #\\-))) (list (read-sequence v in) v))
  1 (let ((v (list 1 2 3))) (list (read-sequence v in :start {n} :end 3) v))
  1 (read-line in)
  1 (list (input-stream-p in) (output-stream-p in) (open-stream-p in))
  1 (read-delimited-list #\\) in)
  1 (streamp in)
  1 (interactive-stream-p in)
output
  3 (write-char {char} out)
  3 (write-string {string} out{| :start 1| :end 1})
  2 (write-line {string} out)
  2 (terpri out)
  2 (fresh-line out)
  2 (princ {object} out)
  2 (prin1 {object} out)
  1 (print {object} out)
  1 (write {object} :stream out :escape {t|nil} :base {2|16} :radix {t|nil})
  1 (write-sequence {string|'(#\\x #\\y)} out{| :start 1})
  1 (format out "~a~&~s~%" {object} {object})
  1 (finish-output out)
  1 (get-output-stream-string out)
  1 (let ((*standard-output* out)) (princ {object}) (fresh-line))
""", {"n": ["0", "1", "2", "3"], "char": ["#\\a", "#\\Newline", "#\\Space"], "string": ['"abc"', '"line\nnext"', '"x"', '"tail\n"'],
      "object": ["'sym", '"a\\"b"', "12", "'(1 \"x\" #\\y)", "#\\a", "nil", ":k", "1.5", "'|a B|", "#(1 #\\b)"], "input": ["(read-char in nil :eof)"], "output": ["(terpri out)"]},
    hidden=["n", "char", "string", "object"])

TEXTS = ['"abc def"', '"one\ntwo\n\nthree"', '"(1 2)b c"', '""', '"  x y"', '"a)b c) d"', '"\n"', '"12 abc \\"s t\\"(x)#\\\\c"', '"#|c|# a ; comment\nb"', '"bbb"']


def case(s):
    steps = s.some(1, 6, lambda: GRAMMAR.text(s, "input", 2))
    text = s.hidden(s.one(TEXTS))
    writes = s.some(1, 6, lambda: GRAMMAR.text(s, "output", 2))
    kind = s.below(12)
    guarded = f"(handler-case (list {steps}) (end-of-file () :end) (reader-error () :reader) (parse-error () :parse))"
    start = s.between(0, 2)
    if kind < 3:
        return Case(f"(with-input-from-string (in {text}) {guarded})")
    if kind < 5:
        return Case(f"(let ((i 0)) (list (with-input-from-string (in \"abcdefgh ijk l x\" :index i :start {s.hidden(str(start))}{s.one(['', ' :end 6', ' :end nil', ' :end 16'])})"
                    f" (list {s.some(1, 3, lambda: s.one(['(read-char in)', '(peek-char nil in)', '(read in nil :eof)', '(read-line in nil :eof)']))})) i))")
    if kind == 5:
        return Case(f"(let ((in (make-string-input-stream \"ab cd\nef\" {start}{s.one(['', ' 5', ' nil'])}))) {guarded})")
    if kind < 8:
        return Case(f"(with-output-to-string (out) {writes.replace('(get-output-stream-string out)', '(terpri out)')})")
    if kind == 8:
        return Case(f"(let ((out (make-string-output-stream))) (list (list {writes}) (get-output-stream-string out) (get-output-stream-string out)))".replace("(finish-output out)", "(force-output out)"))
    if kind == 9:
        return Case(f"(let ((v (make-array 2 :element-type 'character :fill-pointer 0 :adjustable t))) (with-output-to-string (out v) {writes.replace('(get-output-stream-string out)', '(terpri out)')}) v)")
    if kind == 10:
        wrap = s.one([f"(make-concatenated-stream (make-string-input-stream \"ab\") (make-string-input-stream {text}))",
                      f"(make-echo-stream (make-string-input-stream {text}) copy)", f"(make-two-way-stream (make-string-input-stream {text}) copy)"])
        steps = s.some(1, 4, lambda: s.one(["(read-char in nil :eof)", "(read-line in nil :eof)", "(read-char in nil :eof)"]))
        return Case(f"(let* ((copy (make-string-output-stream)) (in {wrap})) (list {steps} (get-output-stream-string copy)))")
    return Case(f"(let* ((a (make-string-output-stream)) (b (make-string-output-stream)) (out (make-broadcast-stream a b)))"
                f" {writes.replace('(get-output-stream-string out)', '(terpri out)')} (list (get-output-stream-string a) (get-output-stream-string b)))")

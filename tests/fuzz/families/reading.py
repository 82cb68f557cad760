"""Printing and reading back: symbols under every case, strings, lists, arrays under the printer's variables, and texts
for the reader."""
from families import Case

ATOMS = ["a", "|b c|", "|lower|", "MixedCase", "|MixedCase|", ":key", ":|Key|", "nil", "t", "12", "-3/4", "1.5", "1d10", "#\\a", "#\\Space", '"str"', '"q\\"b\\\\"', "|12|", "|1e5|", "|a|b|c|", "\\\\x",
         "|.|", "|..|", "|a:b|", "||", "+1", "-", "+", "1+", "a.b", "#c(1 2)", "cl:car", "fuzz::zz", "|#|", "a#", "|;|", "|(|", "|+12|", "|-|", "|1/2|", "|1.5|", "|A|", "|aB|", "é", "|É|"]
TEXTS = ["'x", "`(a ,b ,@c)", "#'car", "#(1 2 3)", "#5(1 2)", "#*1011", "#6*10", "#b101", "#xFf", "#o17", "#3r21", "#:gensym", "#|c|#a", "; c\nb", "a;c", "(1 . 2)", "(1 2 . (3 4))", "#+fuzz-no a b", "#-fuzz-no a b",
         "#+(or) a b", "#+(and) a b", "#-(and common-lisp) a b", "#+(not fuzz-no) a b", "#1=(a #1#-x)", "(#1=a #1# #1#)", "#2A((1 2) (3 4))", "#0A5", "#1A(1 2)", "#.(+ 1 2)", "#\\A", "#\\Newline", "#\\(", "#\\space", "abc\\def", "|a\\|b|",
         "a\\ b", '"a\\nb"', "()", "( )", "(a.b)", "(a . b)", "(a .b)", "(1 .5)", "#()", "#c(1 2)", "#C(1.0 2)", "'()", ")", "(", "(1 . )", "(. 1)", "(1 . 2 3)", ".", "..", "...", "a:b:c", "no-such-package:x", "cl:no-such-symbol",
         "cl::car", "#<x>", "# a", "#\\nosuchname", "\"unfinished", "|unfinished", "#(1 . 2)", "#*12", "`(1 ,@)", ",a", "#1#", "(#1=1 . #1#)", "#p\"/a/b\"", "#'(lambda (x) x)", "''a", "#+", "#b12", "#5(1 2 3 4 5 6)", "#a", "(a b", "#)", "1a", "a1",
         "+a", "a+", "-.", "+.5", "#*", "#0()", "#3()", "#\\x", "#\\", "`a", "`(,a . ,b)", "`#(1 ,a)", "`(a `(b ,(c ,d)))", "(quote a)", "'a'b", "a'b", "a\"b\"c", "#'a#'b", "1'a"]
TEXTS = [t for t in TEXTS if t not in ("#1=(a #1#-x)", "`a", "`(a ,b ,@c)", "`(,a . ,b)", "`#(1 ,a)", "`(a `(b ,(c ,d)))", "`(1 ,@)", "(#1=1 . #1#)", "#3()", "#a", "cl::car", "#+")]


def escaped(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def datum(s, depth):
    if depth <= 0 or s.maybe(0.5):
        return s.one(ATOMS)
    inside = s.some(0, 4, lambda: datum(s, depth - 1))
    return s.one([f"({inside})", f"({inside})", f"#({inside})", f"({datum(s, 0)} . {datum(s, 0)})", "#*101", f"#2A(({datum(s, 0)} {datum(s, 0)}))"])


def case(s):
    value = datum(s, s.between(0, 3))
    variables = s.subset([f"(*print-case* {s.one([':upcase', ':downcase', ':capitalize'])})", f"(*print-escape* {s.one(['t', 'nil'])})", f"(*print-base* {s.one(['10', '2', '7'])})" if "|" not in value and "." not in value else "(*print-readably* nil)",
                          f"(*print-radix* {s.one(['t', 'nil'])})", f"(*print-length* {s.one(['nil', '0', '1', '2', '3'])})", f"(*print-level* {s.one(['nil', '0', '1', '2']) if '#2A' not in value else 'nil'})",
                          f"(*print-array* {s.one(['t', 't', 'nil'])})" if "#" not in value else "(*print-circle* nil)", "(*print-gensym* nil)"], 0.25)
    kind = s.below(10)
    if kind < 3:
        return Case(f"(let ({' '.join(variables)}) (list ({s.one(['prin1-to-string', 'princ-to-string', 'write-to-string'])} «'{value}»)))")
    if kind < 5:
        case_ = s.one([":upcase", ":downcase", ":preserve", ":invert"])
        symbol = s.one(["|abc|", "|ABC|", "|aBc|", "|A1b|", ":|x|", ":|X|", "|12|", "|a b|", "|é|", "|1E|", "|e1|", "||", "|A:|"])
        printed = f"(let ((*readtable* (copy-readtable nil)) (*print-case* {s.one([':upcase', ':downcase', ':capitalize'])})) (setf (readtable-case *readtable*) {case_})"
        if s.maybe(0.6):
            return Case(f"{printed} (list (prin1-to-string '{symbol}) (princ-to-string '{symbol})))")
        text = s.one(["abc", "ABC", "aBc", "a\\\\bC", "|aB|c", ":Key", "aBc-1", "Zeta"])
        return Case(f"{printed} (let ((x (read-from-string \"{text}\"))) (list (symbol-name x))))")
    if kind == 5 and s.maybe():
        shared = s.one(["(let ((x (list 1 2))) {})", "(let ((x (vector 'a))) {})", "(let ((x (copy-seq \"s\"))) {})", "(let ((x (make-symbol \"G\"))) {})", "(let ((x (list 1))) (setf (cdr x) x) {})",
                        "(let ((x (list 1 2 3))) (setf (caddr x) x) {})", "(let ((x (vector 1 nil))) (setf (aref x 1) x) {})", "(let ((x (list nil))) (setf (car x) x) {})"])
        use = s.one(["(list x x)", "(list x (list x) x)", "x", "(vector x (cons x x))", "(list* 1 x x)", "(cons (cons 1 x) x)", "(let ((y (list x))) (list y x y))"])
        return Case(shared.format(f"(let ((*print-circle* t) (*print-gensym* {s.one(['t', 'nil'])})) (prin1-to-string {use}))"))
    if kind == 5:
        return Case(f"(let ((x '{value})) (equalp x (let ((*print-readably* t)) (read-from-string (prin1-to-string x)))))")
    text = s.one(TEXTS)
    if s.maybe(0.4):
        text = " ".join(s.shuffled([text, s.one(["z", "1", "(y)"]), s.one(TEXTS)]))
    if kind < 9:
        suppress = "(*read-suppress* t) " if s.maybe(0.05) and "#<" not in text and "," not in text else ""
        guard = "(handler-case {} (end-of-file () :end) (reader-error () :reader-error) (package-error () :package) (error () :error))"
        read = s.one([f'(values (read-from-string "{escaped(text)}" nil :eof))', f'(with-input-from-string (in "{escaped(text)}") (list (read in nil :eof) (read in nil :eof)))'])
        return Case(f"(let ((*package* *package*) {suppress}) " + guard.format(read) + ")")
    return Case(macro_characters(s))


def macro_characters(s):
    """Returns readtables with characters of one's own."""
    return s.one([
        f"(let ((*readtable* (copy-readtable nil))) (set-macro-character #\\! (lambda (stream char) (list char (read stream t nil t)))) (read-from-string \"{s.one(['!a', '(a !b c)', 'a!b', '!!x'])}\"))",
        f"(let ((*readtable* (copy-readtable nil))) (set-macro-character #\\! (lambda (stream char) (declare (ignore stream char)) (values)) t) (read-from-string \"{s.one(['a!b', '(a !b c)', '(!)', '(a . !b)'])}\"))",
        "(multiple-value-list (get-macro-character #\\a))",
        f"(let ((*readtable* (copy-readtable nil))) (set-macro-character #\\[ (lambda (s c) (declare (ignore c)) (read-delimited-list #\\] s t))) (set-macro-character #\\] (get-macro-character #\\)))"
        f" (read-from-string \"{s.one(['[a b]', '(a [b c] d)', '[]', '[a[b]c]', '[ x ]'])}\"))",
        f"(let ((*readtable* (copy-readtable nil))) (set-dispatch-macro-character #\\# #\\? (lambda (s c n) (list c n (read s t nil t)))) (read-from-string \"{s.one(['#?a', '#12?(b)', '(#?x)'])}\"))",
        f"(let ((*readtable* (copy-readtable nil))) (make-dispatch-macro-character #\\$) (set-dispatch-macro-character #\\$ #\\a (lambda (s c n) (list c n (read s)))) (read-from-string \"{s.one(['$a x', '$5a y', '$A z'])}\"))",
        f"(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\\; #\\a) (multiple-value-list (read-from-string \"{s.one(['a;b c', ';x'])}\")))",
        f"(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\\a #\\Space) (multiple-value-list (read-from-string \"{s.one(['bab', 'xay', 'aax'])}\")))",
    ])

"""Types: membership, SUBTYPEP where every implementation must know, COERCE, DEFTYPE, TYPECASE. UPGRADED types are left
out."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
form
  6 (typep {object} '{type})
  3 (typecase {object} ({type} 1) ({type} 2) (t 3))
  4 (multiple-value-list (subtypep '{sure} '{sure}))
  2 (coerce {coerced})
  1 (mapcar (lambda (x) (typep x '{type})) (list {object*2-5}))
  1 (handler-case (etypecase {object} ({type} 1) ({type} 2)) (type-error () :none))
  1 (let ((x {object})) (handler-case (progn (check-type x {type}) :right) (type-error (c) (list (equal (type-error-datum c) x) (typep x (type-error-expected-type c))))))
  1 (let ((x {object})) (list (typep x (type-of x)) (typep x (class-of x)) (multiple-value-list (subtypep (type-of x) (class-of x)))))
  1 (list {question*3-6})
  1 (progn (deftype-in-setup) (typep {object} '(pair-of-setup {type} {type})))
question
  1 ({atom|consp|listp|null|symbolp|keywordp|numberp|integerp|rationalp|realp|floatp|complexp|characterp|stringp|vectorp|arrayp|bit-vector-p|simple-vector-p|simple-string-p|functionp|packagep|simple-bit-vector-p|hash-table-p|streamp} {object})
type
  4 {atomic}
  1 (or {type*0-3})
  1 (and {type*0-3})
  1 (not {type})
  2 (member {constant*0-3})
  1 (eql {constant})
  2 ({integer|rational|real} {bound} {high})
  1 (float {0.0|*|(0.0)} {1.5|*|(2.0)|10.0})
  1 (single-float {0.0|*|(0.0)} {1.5|*|(2.0)})
  1 (mod {positive})
  1 ({signed-byte|unsigned-byte} {8|16|32|62|63|64|*|1})
  1 (cons {type} {type})
  1 (cons {type})
  1 (cons * {type})
  1 (vector {t|*} {*|2|3})
  1 (array {t|*|bit|character} {*|1|2|(2)|(* *)|(2 3)|0})
  1 (simple-array {t|*|bit|character} {*|1|(3)|(*)})
  1 ({string|simple-string|bit-vector|simple-vector|simple-bit-vector} {*|3|2})
  1 (complex {rational|*|float|single-float})
  1 (satisfies {floatp|consp|symbolp})
sure
  4 {atomic}
  2 (integer {bound} {high})
  1 ({integer|rational} {bound} {high})
  2 (or {sure*1-2})
  1 (and {atomic} {sure})
  1 (member {constant*1-3})
  1 (eql {constant})
  1 (mod {positive})
  1 ({signed-byte|unsigned-byte} {8|16|32|62|63|64})
  1 (not {atomic})
  1 (cons {atomic} {atomic})
  1 (vector {t|bit|character} {*|2|3})
  1 (array t {*|1|2|(2)|(* *)})
""", {"object": ["1", "-1", "0", "5", "100", "255", "256", "4611686018427387903", "4611686018427387904", "-4611686018427387905", "18446744073709551615", "18446744073709551616", "1/2", "1.5", "0.0",
                 "1d0", "-2.0", "#c(1 2)", "#c(1.0 2.0)", "'a", "nil", "t", ":key", "#\\a", '"abc"', "\"\"", "'(1 2)", "'(1 . 2)", "(cons nil nil)", "#(1 2)", "#(1 2 3)", "#*101", "#*", "(make-array '(2 3))",
                 "(make-array nil)", "#'car", "(lambda (x) x)", "(make-array 3 :fill-pointer 2)", "(make-array 3 :element-type 'bit :adjustable t)", "(make-hash-table)", "*package*",
                 "(make-array 2 :element-type 'character :initial-element #\\x)", "(make-string-input-stream \"\")", "(find-class 'integer)", "'(nil)", "(list 1 \"a\")", "*readtable*", "#p\"x\"", "(make-condition 'error)"],
      "atomic": """integer fixnum bignum ratio rational real number float single-float double-float short-float long-float complex symbol keyword null boolean cons list atom character standard-char string simple-string
 vector simple-vector bit-vector simple-bit-vector array simple-array sequence function hash-table package stream standard-object class condition error t nil bit
 unsigned-byte signed-byte pathname readtable generic-function type-error warning""".split(),
      "bound": ["*", "0", "1", "-1", "(0)", "(1)", "4611686018427387904", "-5"], "high": ["*", "10", "255", "(256)", "4611686018427387903", "(4611686018427387904)", "18446744073709551616"],
      "positive": ["1", "2", "256", "5", "18446744073709551616"], "constant": ["1", "a", "nil", "#\\a", "5", ":key", "t", "1.5", "0", "1/2"],
      "coerced": lambda s: s.one(["{0} 'float", "{0} 'single-float", "{0} 'double-float", "{0} 'complex", "{0} 'real", "{0} '(complex single-float)", "{0} 't", "{0} 'number"]).format(s.one(["1", "1/2", "1.5", "-3", "2d0", "0", "100"])) if s.maybe() else
      s.one(["'(1 2) 'vector", "\"abc\" 'list", "#(1 2) 'list", "'(#\\a #\\b) 'string", "\"a\" 'character", "'a 'character", "#*101 'list", "'(1 0) 'bit-vector", "\"abc\" 'simple-vector", "nil 'vector",
             "'(1 2) '(vector t 2)", "#(1 0 1) '(vector bit)", "'(1 2) 'list", "\"abc\" 'string", "1 'list", "'(1 2) '(simple-vector 2)", "\"ab\" 'character", "1 'character"]),
      "type": ["integer", "symbol", "list", "string", "t", "nil"], "sure": ["integer", "list", "real"], "form": ["1"]}, hidden=["object"])


def case(s):
    text = GRAMMAR.text(s, "form", s.between(2, 5))
    if "deftype-in-setup" in text:
        name = s.fresh("pair")
        return Case(text.replace("(deftype-in-setup) ", "").replace("pair-of-setup", name), [f"(deftype {name} (a &optional (b 'integer)) (list 'cons a (list 'or b '{s.one(['null', 'symbol', 'list'])})))"])
    return Case(text)

"""Strings and characters: comparison with bounds, case, trimming, names, codes."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
form
  5 ({string=|string<|string>|string<=|string>=|string/=|string-equal|string-lessp|string-greaterp|string-not-equal|string-not-lessp|string-not-greaterp} {designator} {designator})
  3 ({string=|string<|string>|string<=|string>=|string/=|string-equal|string-lessp|string-not-greaterp} "abcde" {string} :start1 {n} :end1 {nil|5|4} {|:start2 0}{| :end2 nil| :end2 0})
  2 ({string-upcase|string-downcase|string-capitalize} {designator})
  2 ({string-upcase|string-downcase|string-capitalize} "hello World foo-bar 3xY" :start {n} :end {nil|5|9|20})
  2 ({nstring-upcase|nstring-downcase|nstring-capitalize} (copy-seq {string}))
  2 ({string-trim|string-left-trim|string-right-trim} {bag} {string|designator})
  2 ({char=|char<|char>|char<=|char>=|char/=|char-equal|char-lessp|char-greaterp|char-not-equal|char-not-lessp|char-not-greaterp} {char*1-4})
  2 ({alpha-char-p|digit-char-p|alphanumericp|upper-case-p|lower-case-p|both-case-p|graphic-char-p|standard-char-p} {char})
  2 (digit-char-p {char} {radix})
  2 (digit-char {weight}{| {radix}})
  1 ({char-upcase|char-downcase|character|char-code|char-int} {char})
  1 (char-name {char-named})
  1 (name-char {"space"|"NEWLINE"|"Tab"|"rubout"|"nothing"|'page|"Backspace"})
  1 (code-char {code})
  1 (list {char-leaf} (prin1-to-string {char-named}) (princ-to-string {char}))
  1 (string {designator})
  1 (length {string})
  1 (make-string {n} :initial-element {char})
  1 (let ((x (copy-seq {string}))) (if (plusp (length x)) (list (char x 0) (setf (char x 0) {char}) (schar x 0) x) x))
  1 (prin1-to-string {string})
  1 (concatenate 'string {string} {string})
  1 (coerce {string} 'list)
  1 (coerce (list {char*0-4}) 'string)
  1 (position {char} {string}{| :test #'char-equal| :from-end t})
  1 (search {string} "abcabcABC"{| :test #'char-equal| :from-end t})
  1 (substitute {char} {char} {string})
  1 (list (stringp {string}) (simple-string-p {string}) (characterp {char}))
  1 (with-output-to-string (s) (write-string {string} s) (write-char {char} s))
  1 (reverse {string})
  1 (symbol-name (make-symbol {string}))
  1 (sort (copy-seq {string}) #'{char<|char>})
  1 (mismatch {string} {string}{| :test #'char-equal| :from-end t})
  1 (remove {char} {string})
  1 (eq (intern {string} "FUZZ") (intern {string} "FUZZ"))
  1 (equalp {string} {string})
  1 (map 'string #'char-upcase {string})
  1 ({string<|string-lessp} {string} {designator} :start1 0)
  1 ({char|schar|string<} {bad} 0)
  1 ({char-upcase|char-code|char-name|alpha-char-p} {bad})
  1 ({string-upcase|string} 5)
char-leaf
  1 {char}
""", {"n": ["0", "1", "2", "3"], "string": ['"abc"', '"ABC"', '"abcde"', '""', '"b"', '"Hello World"', '"a b"', '"abd"', '"x\\"y\\\\"', '"  pad "', '"abCDe"', '"ab-cd ef"'],
      "designator": ['"abc"', '"ABC"', "'abc", "#\\a", '"abcd"', '""', "nil", ":key", "'|mixed Case|", '"b"', '"Abd"', "(make-array 5 :element-type 'character :fill-pointer 3 :initial-contents \"abcde\")"],
      "bag": ['" "', "'(#\\a #\\Space)", '"abx "', '""', "#(#\\a)"], "char": ["#\\a", "#\\A", "#\\b", "#\\z", "#\\0", "#\\9", "#\\Space", "#\\-", "#\\Z"],
      "char-named": ["#\\Space", "#\\Newline", "#\\Tab", "#\\Rubout", "#\\Page", "#\\Backspace", "#\\Return"], "radix": ["10", "16", "2", "36", "8", "11"],
      "weight": ["0", "1", "9", "10", "15", "35"], "code": ["65", "97", "48", "32", "126"], "bad": ["5", "'(a)"], "form": ['"a"']},
    hidden=["n", "string", "designator", "bag", "char", "radix", "weight", "code", "bad", "char-named"])


def case(s):
    return Case(GRAMMAR.text(s, "form", 3))

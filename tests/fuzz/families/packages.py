"""Packages and symbols: interning, exporting, importing, shadowing, using, their errors; property lists, names,
gensyms."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
step
  4 (multiple-value-call #'seen (intern {name} {p}))
  3 (multiple-value-call #'seen (find-symbol {name} {p}))
  2 (export (intern {name} {p}) {p})
  1 (unexport (intern {name} {p}) {p})
  2 (unintern (intern {name} {p}) {p})
  2 (import (intern {name} {p}) {p})
  2 (shadow {name} {p})
  1 (shadowing-import (intern {name} {p}) {p})
  2 (use-package {p q|q r|p r|r p|q p})
  1 (unuse-package {p} {p})
  1 (names (package-shadowing-symbols {p}))
  1 (names (package-use-list {p}))
  1 (names (package-used-by-list {p}))
  1 (let ((all '())) (do-symbols (x {p}) (pushnew x all)) (names all))
  1 (let ((all '())) (do-external-symbols (x {p}) (push x all)) (names all))
  1 (let ((all '())) (with-package-iterator (next (list {p}) :internal :external) (loop (multiple-value-bind (more x) (next) (if more (push x all) (return))))) (names all))
  1 (loop for x being the {symbols|present-symbols|external-symbols} of {p} count t)
  1 (not (null (member (intern {name} {p}) (find-all-symbols {name}))))
  1 (let ((x (intern {name} {p}))) (list (symbol-name x) (eq x (find-symbol {name} {p})) (null (symbol-package x))))
  1 (let ((*package* {p})) (prin1-to-string (intern {name} {p})))
  1 (let ((*package* {p})) (symbol-name (read-from-string {name})))
""", {"name": ['"A"', '"B"', '"C"', '"A"'], "p": ["p", "q", "r"], "step": ["(list (intern \"A\" p))"]}, hidden=["name"])

SYMBOLS = Grammar("""
form
  2 (let ((x (make-symbol "X"))) (setf (get x {key}) 1 (get x {key}) 2) (list (get x {key}) (get x {key} :none) (not (null (remprop x {key}))) (symbol-plist x)))
  1 (let ((x (make-symbol "X"))) (list (boundp x) (fboundp x) (progn (set x {key}) (symbol-value x)) (boundp x) (progn (makunbound x) (boundp x))))
  1 (let ((x (make-symbol "X"))) (setf (symbol-function x) (lambda (y) (list y))) (list (funcall x {key}) (not (null (fboundp x))) (progn (fmakunbound x) (fboundp x))))
  1 (let ((x (make-symbol {name}))) (setf (symbol-plist x) (list 1 2)) (let ((y (copy-symbol x {t|nil}))) (list (eq x y) (symbol-name y) (symbol-plist y) (symbol-package y))))
  1 (list (symbol-name (make-symbol {name})) (symbolp {key}) (keywordp {key}) (keywordp :a))
  1 (let ((*gensym-counter* {n})) (list (symbol-name (gensym)) (symbol-name (gensym {name})) (symbol-name (gensym {n})) *gensym-counter*))
  1 (list (eq (intern {name} "KEYWORD") (intern {name} "KEYWORD")) (multiple-value-list (find-symbol "CAR" "COMMON-LISP")) (package-name (symbol-package 'car)))
  1 (handler-case (symbol-value (make-symbol "U")) (unbound-variable (c) (symbol-name (cell-error-name c))))
  1 (handler-case (funcall (make-symbol "U")) (undefined-function (c) (symbol-name (cell-error-name c))))
  1 (let ((x (make-symbol "S"))) (progv (list x) (list {key}) (list (symbol-value x) (boundp x))))
  1 (let ((x (make-symbol "S"))) (progv (list x) nil (boundp x)))
  1 (progv '(a b) '(1) (list (boundp 'a) (boundp 'b) (symbol-value 'a)))
  1 (list (string= (symbol-name 'fuzz::abc) "ABC") (eq 'abc 'fuzz::abc) (eq nil 'nil) (symbol-name nil) (symbolp nil))
""", {"key": [":a", "'b", "'c", "1"], "name": ['"A"', '"x y"', '""'], "n": ["1", "100", "0"], "form": ["1"]}, hidden=["key", "name", "n"])


def case(s):
    if s.maybe(0.25):
        return Case(SYMBOLS.text(s, "form", 2))
    names = [s.fresh(x).upper() for x in ("P", "Q", "R")]
    steps = " ".join(f"(handler-case {GRAMMAR.text(s, 'step', 2)} (package-error () :package-error) (error () :error))" for _ in range(s.between(2, 8)))
    make = " ".join(f"({v} (make-package \"{name}\" :use {'nil'} :nicknames '(\"{name}-N\")))" for v, name in zip("pqr", names))
    form = (f"(let ({make}) (flet ((names (list) (sort (mapcar (lambda (x) (if (packagep x) (subseq (package-name x) 0 1) (symbol-name x))) list) #'string<))"
            f" (seen (&rest list) (if (symbolp (first list)) (cons (symbol-name (first list)) (rest list)) list))) (declare (ignorable #'names #'seen))"
            f" (unwind-protect (list {steps} (mapcar #'package-name (list (find-package \"{names[0]}-N\"))))"
            " (mapc (lambda (x) (mapc (lambda (y) (unuse-package x y)) (package-used-by-list x))) (list p q r)) (mapc #'delete-package (list p q r)))))")
    return Case(form)

"""Conditions: signalling, handlers and their order, restarts, nested and left; classes of conditions of one's own."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
form
  3 (handler-case {form} {clause*1-3})
  1 (handler-case {form} {clause} (:no-error (&rest all) (list :fine all)))
  3 (handler-bind ({binding*1-3}) {form})
  2 (restart-case {form} {restart*1-3})
  1 (restart-case {form} {restart} (use-value (&optional v) :report "use it" (list :used v)))
  1 (with-simple-restart (simple "leave ~a" 1) {form})
  1 (restart-bind (({rname} (lambda (&rest all) (note :rb) (list :bound all)))) {form})
  3 {signal}
  2 (list {form} {form})
  1 (progn {form} {form})
  1 (unwind-protect {form} (note :cleanup))
  1 (block b {form} (return-from b {form}))
  1 (catch 'tag {form})
  1 (ignore-errors {form})
  1 (multiple-value-list (ignore-errors {form}))
  1 (let ((*special* {n})) {form})
  1 (handler-bind ((error (lambda (c) (declare (ignorable c)) {act}))) {form})
signal
  3 (error '{own} :a {n})
  2 (signal '{own} :a {n})
  1 (error "text ~a" {n})
  1 (signal "text ~a" {n})
  2 (warn '{ownwarning} :a {n})
  1 (warn "text ~a" {n})
  2 (cerror "go on ~a" '{own} :a {n})
  1 (cerror "go on" "text ~a" {n})
  2 {failing}
  1 (invoke-restart '{rname} {n})
  1 (if (find-restart '{rname}) (invoke-restart '{rname} {n}) :none)
  1 (assert (= {n} 1) () '{own} :a 3)
  1 (check-type *special* integer)
  1 (error (make-condition '{own} :a {n}))
  1 (throw 'tag {n})
  1 {n}
  1 (list :plain (note {n}))
failing
  2 (car {n})
  1 (/ {n} 0)
  1 (undefined-fuzz-function {n})
  1 (symbol-value 'undefined-fuzz-variable)
  1 (aref (vector 1 2) (+ 10 {n}))
  1 (funcall (lambda (x) x))
  1 (funcall 'car 1 2)
  1 (parse-integer "x")
  1 (read-from-string "(1")
  1 (read-from-string ")")
  1 (fdefinition 'undefined-fuzz-function)
  1 (throw 'no-such-tag 1)
  1 (find-symbol "X" "NO-SUCH-PACKAGE")
  1 (coerce 5 'list)
  1 (ecase {n} (100 1))
  1 (etypecase {n} (symbol 1))
  1 (char-code {n})
  1 (gethash {n} {n})
clause
  4 ({type} (c) (list :caught '{type} {about}))
  1 ({type} () {form})
  1 ((or {type} {type}) (c) (list :either {about}))
binding
  4 ({type} (lambda (c) (declare (ignorable c)) (note (list :bound '{type})) {act}))
act
  3 nil
  1 (return-from outer (list :left {about}))
  1 (if (find-restart '{rname} c) (invoke-restart '{rname} {n}))
  1 (if (find-restart 'muffle-warning) (muffle-warning))
  1 (if (typep c 'fuzz-condition) (continue c))
  1 (if (find-restart 'simple c) (invoke-restart 'simple))
  1 (if (typep c 'fuzz-condition) (use-value {n} c))
  1 (error '{own} :a {n})
  1 (signal c)
  1 (note (mapcar #'restart-name (remove-if-not (lambda (r) (member (restart-name r) '({rname} other muffle-warning))) (compute-restarts c))))
  1 (throw 'tag :thrown)
restart
  4 ({rname} (&rest all) (list '{rname} all))
  1 ({rname} (x &optional (y 2)) :report "do it" (note :restarted) (list x y))
  1 ({rname} (&optional x) :test (lambda (c) (declare (ignorable c)) {t|nil}) (list :tested x))
  1 ({rname} (&rest all) {form})
about
  2 (typep c '{type})
  1 (if (typep c 'fuzz-condition) (fuzz-a c))
  1 (typep c 'error)
  1 (if (member (type-of c) '(simple-error simple-condition simple-warning)) (list (simple-condition-format-control c) (simple-condition-format-arguments c)))
  1 (if (typep c 'fuzz-condition) (princ-to-string c))
  1 (if (typep c 'cell-error) (cell-error-name c))
  1 (if (typep c 'type-error) (type-error-datum c))
""", {"n": lambda s: str(s.below(4)), "own": ["fuzz-error", "fuzz-error", "fuzz-child", "fuzz-condition", "fuzz-warning"], "ownwarning": ["fuzz-warning"],
      "type": ["error", "fuzz-error", "fuzz-child", "fuzz-condition", "condition", "warning", "simple-error", "serious-condition", "type-error", "arithmetic-error",
               "cell-error", "program-error", "control-error", "parse-error", "undefined-function", "unbound-variable", "t", "(and fuzz-condition error)", "(not warning)", "fuzz-warning"],
      "rname": ["retry", "skip", "other", "mine"], "form": ["(error 'fuzz-error :a 1)", "1", "(note :here)"],
      "signal": ["(error 'fuzz-child :a 2)"], "act": ["nil"], "about": ["1"]}, hidden=["n"])

def case(s):
    form = GRAMMAR.text(s, "form", s.between(2, 6))
    return Case(f"(block outer (with-simple-restart (continue \"outermost\") (let ((*special* 3)) {form})))")

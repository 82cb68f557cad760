"""Places: operators that store in them, and how often and in which order their parts are evaluated."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
statement
  6 (setf {place} {value})
  2 (setf {place} {value} {place} {value})
  2 (psetf {place} {value} {place} {value})
  3 ({incf|decf} {numeric})
  3 ({incf|decf} {numeric} {number})
  2 (push {value} {listed})
  2 (pushnew {number} {listed})
  1 (pushnew {number} {listed} :test {#'=|#'<|'eql} {|:key #'1+})
  2 (pop {listed})
  2 (rotatef {place} {place})
  1 (rotatef {place} {place} {place})
  2 (shiftf {place} {place} {value})
  1 (multiple-value-setq (x y) (values {value} {value}))
  1 (setf (values {place} {place}) (values {value} {value}))
  1 (setf (values {place} {place}) {value})
  1 (multiple-value-list (setf (values {place} (values {place})) (values {value} {value} {value})))
  2 (setf {listed} (list {value}))
  1 (rotatef {listed} {listed})
  1 (shiftf {listed} {listed} (list {number} 2))
  1 (remf {plist} {indicator})
  2 (let ((n 2)) {statement})
  1 (symbol-macrolet ((sm {place-x})) {use-sm})
  1 (macrolet ((m (k) (list 'aref 'v k))) {use-m})
  1 (psetq x {value} y {value})
use-sm
  1 (setf sm {value})
  1 (setq sm {value})
  1 (push {value} sm)
  1 (multiple-value-setq (sm x) (values {value} {value}))
use-m
  1 (setf (m {index}) {value})
  1 (incf (m {number-index}))
place-x
  1 (first l)
  1 (aref v (note 3 0))
  1 y
  1 (gethash :k h)
place
  3 {numeric}
  1 (cdr {cons})
  1 (rest {cons})
numeric
  2 n
  3 (aref v {number-index})
  2 (svref v {number-index})
  2 (car nl)
  2 (nth {number-index} nl)
  1 (first nl)
  1 (second nl)
  1 (elt {nl|v} {number-index})
  2 (gethash {indicator} h {0|(note 0)|7})
  1 (row-major-aref v {number-index})
  1 (the t n)
  2 (ldb (byte {small} {small}) {number-place})
  1 (mask-field (byte {small} {small}) {number-place})
  1 (getf p {indicator} {0|(note 5)|3})
  1 (get 'fuzz-symbol {indicator} 0)
  1 (symbol-value '*special*)
  1 (aref m {bit} {number-index})
  1 (apply #'aref m (list {bit} {number-index}))
number-place
  2 n
  1 (aref v {number-index})
  1 (car nl)
listed
  2 l
  1 (car ll)
  1 (cadr ll)
  1 (getf p :list)
  1 (gethash :list h)
  1 (aref lv {bit})
  1 (cdr l)
cons
  1 cc
  1 (note :c cc)
plist
  1 p
  1 (car pp)
indicator
  3 {hidden-indicator}
  1 (note {hidden-indicator} {hidden-indicator})
index
  3 {number-index}
number-index
  3 {leaf-index}
  1 (note {leaf-index})
  1 (progn (setq n {leaf-index}) n)
bit
  1 0
  1 1
  1 (note 1)
value
  3 {number}
  1 (note 'v {number})
number
  4 {leaf-number}
  1 (note {leaf-number})
  1 (setq n {leaf-number})
  1 (incf n)
  1 (aref v {number-index})
""", {"leaf-number": lambda s: str(s.between(-9, 99)), "leaf-index": ["0", "1", "2"], "small": lambda s: str(s.below(8)),
      "hidden-indicator": [":a", ":b", ":c", ":d"],
      "number": ["1", "2", "5", "-3"], "value": ["1", "3", "10"], "number-index": ["0", "1", "2"], "place": ["n", "(car nl)"], "numeric": ["n", "(car nl)"],
      "listed": ["l"], "statement": ["(incf n)"], "plist": ["p"], "indicator": [":a", ":b"], "index": ["1"], "bit": ["0", "1"], "cons": ["cc"]},
    hidden=["leaf-number", "leaf-index", "hidden-indicator", "small"])

START = ("(let ((n 1) (x 10) (y 20) (v (vector 1 2 3)) (lv (vector (list 1) nil)) (nl (list 1 2 3)) (l (list 1 2 3)) (ll (list (list 1 2) (list 3)))"
         " (cc (cons 1 2)) (p (list :a 1 :b 2 :list (list 4))) (pp (list (list :a 1 :b 2))) (h (make-hash-table)) (*special* 3)"
         " (m (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6)))))"
         " (setf (gethash :a h) 1 (gethash :list h) (list 1) (symbol-plist 'fuzz-symbol) (list :a 1 :b 2))"
         " (list {} n x y v lv nl l ll cc p pp (gethash :a h) (gethash :b h) (gethash :list h) (gethash :k h) *special* m (symbol-plist 'fuzz-symbol)))")

# Definitions of places, and statements that use them.
DEFINED = [
    (["(defun {f} (x k) (list :got (note k) (nth k x)))", "(defsetf {f} (x k) (new) `(progn (note :store) (setf (nth ,k ,x) ,new)))"], "({f} nl {i})"),
    (["(defun {f} (x) (note :read) (second x))", "(defun {g} (x new) (note :write) (setf (second x) new))", "(defsetf {f} {g})"], "({f} {nl})"),
    (["(defun {f} (k x) (note (list :read k)) (nth k x))", "(defun (setf {f}) (new k x) (note (list :write k new)) (setf (nth k x) new))"], "({f} {i} {nl})"),
    (["(define-modify-macro {f} (&optional (k 2) &rest more) (lambda (old k &rest more) (list* old k more)))"], None),
    (["(define-setf-expander {f} (place &environment env) (multiple-value-bind (ts vs ss w r) (get-setf-expansion place env)"
      " (let ((new (gensym)) (s (car ss))) (values ts vs (list new) `(let ((,s (list ,new ,r))) ,w ,new) `(list :of ,r)))))"], "({f} {place})"),
]


def defined(s):
    definitions, place = s.one(DEFINED)
    f, g = s.fresh("place"), s.fresh("store")
    fill = lambda text: text.replace("{f}", f).replace("{g}", g)
    index = lambda: s.one(["0", "(note 1)", "(setq n 2)", s.hidden("1")])

    def use():
        if place is None:
            target = GRAMMAR.text(s, "place", 1)
            return f"({f} {target} {s.one(['', s.hidden('5'), '(note 1) 2', '1 2 (note 3)'])})"
        inner = fill(place).replace("{i}", index()).replace("{nl}", s.one(["nl", "(note :list nl)"])).replace("{place}", GRAMMAR.text(s, "place", 1))
        return s.one(["(setf {0} {1})", "(setf {0} {1})", "(push {1} {0})", "(rotatef {0} n)", "(shiftf {0} {1})", "(list {0} {1})", "(psetf {0} {1} n 3)",
                      "(multiple-value-list (setf (values {0} n) (values {1} 8)))"]).format(inner, GRAMMAR.text(s, "value", 1))
    return Case(START.format(s.some(1, 3, use)), [fill(d) for d in definitions])


def case(s):
    if s.maybe(0.2):
        return defined(s)
    return Case(START.format(s.some(1, 4, lambda: GRAMMAR.text(s, "statement", 3))))

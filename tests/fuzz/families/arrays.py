"""Arrays: every way to make, adjust, displace and index them, fill pointers, bit arrays."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
step
  4 (array-facts a)
  3 (setf (row-major-aref a (mod {n} (max 1 (array-total-size a)))) {element})
  2 (if (plusp (array-total-size a)) (row-major-aref a (mod {n} (array-total-size a))))
  2 (if (= (array-rank a) 2) (apply #'array-in-bounds-p a (list {n} {n})))
  1 (if (= (array-rank a) 1) (array-in-bounds-p a {n}))
  1 (apply #'array-row-major-index a (make-list (array-rank a) :initial-element 0))
  1 (equalp a (copy-array a))
  1 (values (ignore-errors (array-dimension a {n})))
  1 (typep a '(array * {*|1|2|(* *)}))
  1 (typep a 'simple-array)
  1 (if (vectorp a) (list (length a) (fill a {element})))
  1 (if (= (array-rank a) 2) (list (if (array-in-bounds-p a 1 1) (aref a 1 1)) (if (array-in-bounds-p a 0 2) (setf (aref a 0 2) {element}))))
  1 (let ((b (make-array (array-total-size a) :displaced-to a))) (if (plusp (length b)) (setf (aref b 0) {element})) (list b a))
  1 (let ((b (make-array (min 2 (array-total-size a)) :displaced-to a :displaced-index-offset (max 0 (- (array-total-size a) 2))))) (list b (array-displacement-facts b)))
adjust
  3 (adjust-array a {dimensions2}{| :initial-element {element}| :initial-element {element}})
  1 (adjust-array a {dimensions2} :displaced-to (make-array 20 :initial-element 7) :displaced-index-offset {n})
dimensions2
  1 (list {n} {n})
  1 (list {n} 3)
vector-step
  3 (vector-push-extend {element} v{| {n-positive}})
  2 (vector-push {element} v)
  1 (if (plusp (fill-pointer v)) (vector-pop v))
  2 (setf (fill-pointer v) (min {n} (array-dimension v 0)))
  1 (list (length v) (array-total-size-ok v) (array-has-fill-pointer-p v))
  1 (progn (setq v (adjust-array v (+ {n} (length v)) :initial-element {element})) (length v))
  1 (progn (setq v (adjust-array v (+ 2 {n}) :fill-pointer (min 1 {n}) :initial-element {element})) v)
  1 (coerce v 'list)
  1 (aref v (min {n} (1- (array-dimension v 0))))
  1 (position {element} v)
  1 (handler-case (elt v (fill-pointer v)) (type-error () :bounds))
bits
  2 ({bit-and|bit-ior|bit-xor|bit-eqv|bit-nand|bit-nor|bit-andc1|bit-andc2|bit-orc1|bit-orc2} {bv} {bv})
  1 (bit-not {bv})
  1 (let ((x {bv})) (list (eq x ({bit-and|bit-xor} x {bv} t)) x))
  1 (let ((x {bv}) (r (make-array 5 :element-type 'bit))) (list (eq r ({bit-ior|bit-nand} x {bv} r)) r x))
  1 (let ((x {bv})) (setf (bit x 1) {bit} (bit x 0) {bit}) (list x (bit x 2) (count 1 x) (position 0 x)))
  1 (bit-and (make-array '(2 2) :element-type 'bit :initial-contents '((1 0) (1 1))) (make-array '(2 2) :element-type 'bit :initial-contents '((1 1) (0 1))))
  1 (equal {bv} {bv})
wrong
  1 (handler-case (aref (vector 1 2 3) {bad}) (error () :error))
  1 (handler-case (aref (make-array '(2 2)) {n} 5) (error () :error))
  1 (handler-case (vector-pop (make-array 2 :fill-pointer 0)) (error () :error))
  1 (handler-case (vector-push 1 (vector 1 2)) (error () :error))
  1 (handler-case (svref (make-array '(2 2)) 0) (error () :error))
  1 (handler-case (fill-pointer (vector 1)) (type-error () :type-error))
  1 (handler-case (setf (fill-pointer (make-array 3 :fill-pointer 1)) 4) (error () :error))
  1 (handler-case (make-array '(2 2) :initial-contents '((1 2) (3))) (error () :error))
  1 (handler-case (bit-and #*10 #*101) (error () :error))
""", {"n": lambda s: str(s.between(0, 4)), "n-positive": ["1", "3"], "bad": ["3", "-1", "'a", "100000000000000000000"], "element": ["1", "2", "'a", "#\\x", "nil", "1.5", "(list 1)"], "bit": ["0", "1"],
      "bv": ["(copy-seq #*10110)", "(copy-seq #*00111)", "(make-array 5 :element-type 'bit :initial-contents '(1 1 0 0 1))", "(make-array 5 :element-type 'bit :displaced-to (copy-seq #*01101011) :displaced-index-offset 2)"],
      "step": ["(array-facts a)"], "adjust": ["a"], "dimensions2": ["'(2 2)"], "vector-step": ["(length v)"], "bits": ["#*1"], "wrong": ["1"]}, hidden=["n", "element", "bit", "bad"])

HELPERS = ("(flet ((array-facts (a) (list (array-rank a) (array-dimensions a) (array-total-size a) (arrayp a) (vectorp a) (array-has-fill-pointer-p a)))"
           " (array-displacement-facts (b) (multiple-value-bind (to offset) (array-displacement b) (list (arrayp to) offset)))"
           " (array-total-size-ok (v) (>= (array-total-size v) (length v)))"
           " (copy-array (a) (let ((b (make-array (array-dimensions a)))) (dotimes (i (array-total-size a) b) (setf (row-major-aref b i) (row-major-aref a i))))))"
           " (declare (ignorable #'array-facts #'array-displacement-facts #'array-total-size-ok #'copy-array)) {})")


def case(s):
    kind = s.below(10)
    if kind < 2:
        return Case(GRAMMAR.text(s, "bits", 2))
    if kind == 2:
        return Case(GRAMMAR.text(s, "wrong", 2))
    if kind < 5:
        n = s.between(1, 4)
        make = f"(make-array {n} :fill-pointer {s.one([str(s.between(0, n)), 't'])} :adjustable t :initial-element {s.one(['0', 'nil'])})"
        steps = s.some(1, 6, lambda: GRAMMAR.text(s, "vector-step", 2))
        if "array-dimension" in steps or "(vector-push " in steps:  # how far VECTOR-PUSH-EXTEND extends is left open
            steps = steps.replace("(vector-push-extend ", "(all ")
        return Case(HELPERS.format(f"(let ((v {make})) (list {steps} v))"))
    rows, columns = s.between(0, 3), s.between(0, 3)
    element = lambda: s.one(["1", "2", "3", "a", '"s"', "nil"])
    contents = "(" + " ".join(f"({' '.join(element() for _ in range(columns))})" for _ in range(rows)) + ")"
    make = s.one([f"(make-array '({rows} {columns}) :initial-contents '{contents})", f"(make-array (list {rows} {columns}) :initial-element {s.hidden('9')})", f"(make-array nil :initial-element 5)",
                  f"(make-array '(2 {columns} 2) :initial-element 0)", f"(make-array '({rows} {columns}) :adjustable t :initial-contents '{contents})",
                  f"(make-array '({rows} {columns}) :displaced-to (make-array 12 :initial-contents '(0 1 2 3 4 5 6 7 8 9 10 11)) :displaced-index-offset {s.between(0, 3)})",
                  f"(make-array {rows} :initial-element 0)", f"(make-array '({rows}) :initial-contents (list {' '.join('1' for _ in range(rows))}))",
                  f"(make-array '({rows} {columns}) :initial-contents (vector {' '.join('(list ' + ' '.join('1' for _ in range(columns)) + ')' for _ in range(rows))}))"])
    steps = s.some(1, 5, lambda: GRAMMAR.text(s, "step", 2))
    if ":adjustable" in make and "displaced-to a" not in steps:
        steps += f" (progn (setq a {GRAMMAR.text(s, 'adjust', 2)}) (array-facts a))"
        if not any(word in steps.rpartition("adjust-array")[2] for word in (":initial-element", ":displaced-to")):
            return Case(HELPERS.format(f"(let ((a {make})) (list {steps}))"))  # what the new elements are is left open
    return Case(HELPERS.format(f"(let ((a {make})) (list {steps} a))"))

"""Hash tables: every test, keys of all kinds, growing, removing, walking; contents are sorted where they are shown."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
step
  6 (setf (gethash {key} h) {value})
  4 (multiple-value-list (gethash {key} h {|:none|(note 1)}))
  2 (remhash {key} h)
  1 (hash-table-count h)
  1 (incf (gethash {key} h 0))
  1 (push {value} (gethash (list {key}) h))
  1 (maphash (lambda (k v) (declare (ignorable k v)) (if (eql v {value}) (remhash k h))) h)
  1 (maphash (lambda (k v) (setf (gethash k h) (list v))) h)
  1 (dotimes (i {count}) (setf (gethash {i|(list i)|(float i)|(code-char (+ i 33))|(format nil "~D" i)} h) i))
  1 (clrhash h)
  1 (with-hash-table-iterator (next h) (loop repeat 3 count (next)))
  1 (loop for k being the hash-keys of h using (hash-value v) count (and k v))
  1 (loop for v being each hash-value in h sum (if (integerp v) v 1))
  1 (hash-table-test h)
  1 (hash-table-p {h|5})
""", {"value": lambda s: str(s.below(9)), "count": lambda s: str(s.one([3, 10, 100])), "step": ["(hash-table-count h)"],
      "key": lambda s: s.one(["1", "1.0", "1d0", "'a", "nil", "#\\a", "#\\A", '"abc"', '"ABC"', "'(1 2)", "'(1 2.0)", "'(a (\"b\"))", "'(a (\"B\"))", "18446744073709551616",
                              "1/2", "0.5", "#(1 2)", "#(1.0 2)", "#*101", "0.0", "-0.0", "#c(1 2)", "#c(1.0 2.0)", "(copy-seq \"abc\")", "(list 1 2)", "(vector 1 2)",
                              "(make-array 2 :fill-pointer 2 :initial-contents '(1 2))", "(make-array 3 :element-type 'character :fill-pointer 3 :initial-contents \"abc\")",
                              "(coerce '(1 0 1) 'bit-vector)", "(make-array 3 :initial-contents '(1 0 1))", "(make-array '(1 2) :initial-element 1)", "\"\"", "'(\"abc\" #\\a)",
                              "(list (copy-seq \"abc\") #\\A)", "'#:none", "4611686018427387904", "(+ 4611686018427387900 4)", "(list 1.0 #c(1 2))"])},
    hidden=["value"])


def case(s):
    test = s.one(["'eql", "'equal", "'equalp", "#'equal", "#'equalp", "#'eql"])
    size = s.one(["", f":size {s.between(0, 50)}", ":rehash-size 2.0", ":rehash-threshold 0.5", ":rehash-size 5"])
    steps = s.some(2, 10, lambda: GRAMMAR.text(s, "step", 2))
    shown = "(sort (loop for v being the hash-values of h collect (prin1-to-string v)) #'string<)"
    form = f"(let ((h (make-hash-table :test {test} {size}))) (list {steps} {shown} (hash-table-count h)))"
    if s.maybe(0.2):
        make = s.one([f"(setf (gethash {GRAMMAR.text(s, 'key', 0)} a) 1 (gethash {GRAMMAR.text(s, 'key', 0)} b) 1)",
                      f"(setf (gethash 'x a) {GRAMMAR.text(s, 'key', 0)} (gethash 'x b) {GRAMMAR.text(s, 'key', 0)})"])
        form = f"(let ((a (make-hash-table :test {test})) (b (make-hash-table :test {test}))) {make} (list (equalp a b) (equal a b) (equalp a a)))"
    if s.maybe(0.15):
        form = (f"(let ((a {GRAMMAR.text(s, 'key', 0)}) (b {GRAMMAR.text(s, 'key', 0)})) (list (eql a b) (equal a b) (equalp a b)"
                " (if (equal a b) (= (sxhash a) (sxhash b)) :different)))")
    return Case(form)

"""Lists: association lists, sets, trees, searching, mapping, destructive functions by their results."""
from families import Case
from families.grammar import Grammar

GRAMMAR = Grammar("""
form
  3 ({member|assoc|rassoc} {item} {alist|list} {tests})
  2 ({member-if|member-if-not} {#'consp|#'null|#'integerp|#'symbolp} {list}{| :key #'identity})
  2 ({assoc-if|rassoc-if|assoc-if-not} {#'consp|#'null|#'integerp|#'symbolp} {alist})
  2 (adjoin {item} {list} {tests})
  3 (sort (mapcar #'prin1-to-string ({union|intersection|set-difference|set-exclusive-or|nunion|nintersection|nset-difference|nset-exclusive-or} {set} {set}{|||| :test #'eql| :test #'equal| :key #'identity})) #'string<)
  1 (subsetp {set} {set}{| :test #'equal| :key #'identity})
  2 (subst {item} {item} {tree} {tests})
  1 ({subst-if|nsubst-if} {item} {#'null|#'integerp|(lambda (x) (eql x 2))} {tree})
  2 ({sublis|nsublis} {alist} {tree} {tests})
  1 (tree-equal {tree} {tree}{| :test #'equalp| :test-not #'equal})
  3 ({mapcar|mapc|mapcan|maplist|mapl|mapcon} {#'list|#'list|(lambda (&rest all) (list all))} {list}{| {list}| {list} {list}})
  2 ({append|nconc|list*} {list*0-4})
  1 (append {list} {item})
  1 ({revappend|nreconc} {list} {list})
  1 (let ((l {list})) ({last|butlast|nbutlast} l{| {n}}))
  1 (last '(1 2 . 3) {n})
  1 (butlast '(1 2 3 . 4) {|1|2|3|4})
  1 (let ((l {list})) (list (ldiff l (nthcdr {n} l)) (tailp (nthcdr {n} l) l)))
  1 ({ldiff|tailp} '(1 2 . 3) {n})
  1 ({nth|nthcdr} {n} {list})
  1 ({first|second|third|fourth|fifth|rest|tenth} {list})
  1 ({caar|cadr|cdar|cddr|caddr|cdddr|cadar|cddar} {tree})
  1 ({copy-tree|copy-list|copy-alist} {alist})
  1 (pairlis {list-3} {list-3} {alist})
  1 (acons {item} {item} {alist})
  1 (list-length {list})
  1 (make-list {n} :initial-element {item})
  1 (getf {plist} {item})
  1 (multiple-value-list (get-properties {plist} (list {item*1-3})))
  1 (let ((l {list})) (list (pushnew {item} l {tests}) l))
  1 (let ((p {plist})) (list (remf p {item}) p))
  1 (equal {tree} {tree})
  1 (equalp {tree} {tree})
  1 (endp {list})
  1 (let ((l {list})) (list (pop l) l (push {item} l) (length l)))
  1 ({cons|list} {item} {tree})
  1 (reduce #'cons {list} :from-end t :initial-value {item})
  1 (destructuring-bind (a &rest b) (cons {item} {list}) (list a b))
  1 (let* ((l {list}) (m (copy-list l))) (list (equal l m) (eq l m)))
  1 (multiple-value-list (values-list {list}))
  1 (let ((x (list {item} {item}))) (rplaca x {item}) (rplacd x {list}) x)
  1 (let ((x {list-3})) (setf (cdr (last x)) (list {item})) x)
  1 (let ((x {list-3})) (setf (second x) {item} (cddr x) {list}) x)
  1 {wrong}
tests
  6 {|}
  2 :test {test}
  1 :test-not {test}
  1 :test {test} :key #'identity
  1 :key #'{identity|list}
test
  2 #'eql
  2 #'equal
  1 'equalp
  1 (lambda (a b) (and (integerp a) (integerp b) (< a b)))
  1 (lambda (a b) (eq (null a) (null b)))
set
  3 (list 1 2 3)
  2 (list 3 4)
  1 (list 'a 1 'b)
  1 nil
  1 (list 5 2 'a)
alist
  3 (list (cons {item} {item}) (cons {item} {item}) (cons {item} {item}))
  1 (list nil (cons {item} {item}) nil (list {item} {item}))
  1 nil
list
  3 (list {item*0-5})
  1 nil
  1 (list {list-3} {item})
list-3
  1 (list {item*3-3})
plist
  2 (list 1 2 'a 3 nil 4)
  1 (list {item} {item} {item} {item})
  1 nil
tree
  2 (list {item} (list {item} {tree}) {item})
  2 (cons {tree} {tree})
  1 {item}
  1 (list {list} {list})
wrong
  1 ({car|cdr|cadr|first} {bad})
  1 (nth 1 {bad})
  1 ({length|reverse} {bad})
  1 (mapcar #'list {bad})
  1 (list-length {bad})
  1 (endp {bad})
  1 (rplaca {bad} 1)
  1 (append {bad} '(1))
""", {"n": lambda s: str(s.between(0, 4)), "item": ["1", "2", "'a", "nil", "3", "2.0", '"x"', "#\\a", "'b", "1"], "bad": ["5", "'a", '"x"'],
     "tree": ["(list 1 2)", "nil"], "form": ["1"]}, hidden=["n", "item", "bad"])


def case(s):
    return Case(GRAMMAR.text(s, "form", 4))

"""Calls of standard functions with arguments of any kind, mostly wrong ones. Much is undefined, so that a difference
counts only if all the others agree against Tessera."""
from families import Case

UNANIMOUS = True

FUNCTIONS = """* + - / /= 1+ 1- < <= = > >= abs acons adjoin adjustable-array-p alpha-char-p alphanumericp append apply aref arithmetic-error-operands array-dimension
array-dimensions array-displacement array-element-type-not array-has-fill-pointer-p array-in-bounds-p array-rank array-row-major-index array-total-size arrayp ash assoc assoc-if assoc-if-not
atom bit bit-and bit-andc1 bit-eqv bit-ior bit-not bit-vector-p bit-xor boole both-case-p boundp butlast byte byte-position byte-size caaar caadr caar cadar caddr cadr car cdar cddar cdddr cddr
cdr ceiling char char-code char-downcase char-equal char-greaterp char-int char-lessp char-name char-not-equal char-upcase char/= char< char<= char= char> char>= character characterp cis-not
class-name class-of-not clrhash code-char coerce complement complex complexp concatenate conjugate cons consp constantly constantp copy-alist copy-list copy-seq copy-structure copy-symbol copy-tree count
count-if count-if-not decode-float delete delete-duplicates delete-if denominator deposit-field digit-char digit-char-p documentation-not dpb eighth elt endp eq eql equal equalp evenp every
expt-not fboundp fceiling fdefinition-not ffloor fifth fill fill-pointer find find-if find-if-not find-package find-symbol first float float-digits float-radix float-sign floatp floor fourth fround ftruncate funcall
functionp gcd get get-properties getf gethash graphic-char-p hash-table-count hash-table-p hash-table-test identity imagpart input-stream-p integer-decode-float integer-length integerp intersection
isqrt keywordp last lcm ldb ldb-test ldiff length list list* list-length listp logand logandc1 logbitp logcount logeqv logior lognot logtest logxor lower-case-p make-symbol
mapc mapcan mapcar mapcon maphash mapl maplist map mask-field max member member-if merge min minusp mismatch mod name-char nconc ninth not nreconc nreverse nset-difference
nstring-downcase nsubst nsubst-if nsubstitute nsubstitute-if nth nthcdr null numberp numerator nunion oddp output-stream-p packagep pairlis parse-integer pathnamep plusp position position-if prin1-to-string-not
princ-to-string-not rassoc rassoc-if rational rationalp read-from-string-not realp realpart reduce rem remove remove-duplicates remove-if remove-if-not replace rest
revappend reverse round row-major-aref rplaca rplacd sbit scale-float-not schar search second set-difference set-exclusive-or seventh sixth signum simple-bit-vector-p simple-string-p simple-vector-p sort
sqrt-not stable-sort standard-char-p streamp string string-capitalize string-downcase string-equal string-greaterp string-left-trim string-lessp string-not-equal string-right-trim string-trim
string-upcase string/= string< string<= string= string> string>= stringp sublis subseq subsetp subst subst-if substitute substitute-if svref sxhash-not symbol-name symbol-package-not symbol-plist symbol-value
symbolp tailp tenth third tree-equal truncate typep-not union unintern-not upper-case-p values values-list vector vector-pop vector-push vector-push-extend vectorp write-to-string-not zerop""".split()
FUNCTIONS = [f for f in FUNCTIONS if not f.endswith("-not")]
ARGUMENTS = """0 1 -1 2 3 1/2 1.5 -0.5d0 #c(1 2) 4611686018427387904 18446744073709551616 nil t 'a :key #\\a #\\Z "abc" "" (list 1 2 3) (list* 1 2 3) (cons 1 2)
(list (cons 'a 1) (cons 'b 2)) (list :a 1 :b 2) (vector 1 2 3) (vector) #*101 (make-array 3 :fill-pointer 2 :initial-element 1)
(make-array '(2 2) :initial-element 0) #'car #'list #'+ 'car #'evenp #'eql (make-hash-table) (byte 3 1) *standard-output* 'list 'vector 'integer 'string
'(vector character) (copy-seq "hello") (list #\\a #\\b) (list nil 'a nil) (list 3 1 2) (vector 3 1 2) :test :key :start :end 'fuzz-unbound (lambda (x) x)
(lambda (x y) (declare (ignore x)) y) 100 -5 255"""


def arguments():
    """Returns the texts of ARGUMENTS: a form each."""
    found, depth, text = [], 0, ""
    for c in ARGUMENTS + " ":
        if c.isspace() and depth == 0:
            if text:
                found.append(text)
            text = ""
            continue
        depth += (c == "(") - (c == ")")
        text += c
    return found


POOL = arguments()


def case(s):
    name = s.one(FUNCTIONS)
    values = [s.one(POOL) for _ in range(s.one([1, 1, 2, 2, 2, 3, 3, 4, 5]))]
    if s.maybe(0.2):
        values += s.one([[":test", "#'eql"], [":start", "1"], [":end", "2"], [":key", "#'identity"], [":start", "5"], [":end", "nil"], [":bad", "1"], [":from-end", "t"], [":count", "1"]])
    return Case(f"(handler-case ({name} {' '.join(values)}) (error () :error))")

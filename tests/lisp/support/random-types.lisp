;;; Type specifiers made at random, the same ones each time and everywhere, and the laws that SUBTYPEP must not break on
;;; them.

(defstruct rt-shape a)
(defstruct (rt-circle (:include rt-shape)) b)
(defstruct rt-other c)
(defclass rt-base () ())
(defclass rt-left (rt-base) ())
(defclass rt-right (rt-base) ())
(defclass rt-both (rt-left rt-right) ())
(define-condition rt-condition (error) ())
(deftype rt-size () '(integer 0 100))
(deftype rt-either (a b) `(or ,a ,b))

(defun rt-odd-p (x) (and (integerp x) (oddp x)))
(defun rt-short-p (x) (and (typep x 'sequence) (typep x '(or null (vector * 0) (vector * 1)))))

;;; Chance.

(defvar *rt-seed* 1)
(defun rt-random (n)
  (setf *rt-seed* (mod (+ (* *rt-seed* 1103515245) 12345) 2147483648))
  (mod (ash *rt-seed* -12) n))
(defun rt-choice (list) (nth (rt-random (length list)) list))

;;; Objects that specifiers name, and on which TYPEP is asked.

(defvar *rt-objects*
  (list 0 1 2 5 -1 -7 100 1000 (expt 2 40) (expt 2 70) (- (expt 2 70)) 1/2 -3/7 7/3 0.0f0 0.5f0 -2.5f0 7f0 0.0d0 0.5d0 -2.5d0 1d10
        #c(1 2) #c(0.5f0 1f0) #c(1d0 2d0) #\a #\Newline (code-char 955) nil t :a :b 'a 'car (list 1) (list 'a 'b) (cons 1 2)
        (cons 1 nil) (cons 'a 1) (cons nil nil) (cons (cons 1 2) 3) (cons "x" #\a)
        (make-array 0) (vector 1 2) (make-array 3 :element-type 'bit) (make-array 2 :element-type 'double-float :initial-element 1d0)
        (make-array '(2 2)) (make-array '(2 3) :element-type 'character) (make-array nil) (make-array 3 :fill-pointer 2)
        (copy-seq "x") (make-array 2 :element-type '(unsigned-byte 8)) #'car (lambda (x) x) *package* (make-hash-table)
        (make-rt-shape) (make-rt-circle) (make-rt-other) (make-instance 'rt-base) (make-instance 'rt-left)
        (make-instance 'rt-both) (make-condition 'rt-condition) (make-condition 'simple-warning) (find-class 'rt-base)
        (find-class 'integer) #'make-instance *standard-output* (pathname "x")))

;;; Specifiers.

(defvar *rt-names*
  '(t nil integer fixnum bignum ratio rational real float single-float double-float number character symbol keyword null list cons atom
    sequence vector array simple-vector bit-vector function package hash-table pathname stream structure-object
    standard-object condition error warning class boolean rt-size rt-shape rt-circle rt-other rt-base rt-left rt-right rt-both
    rt-condition bit unsigned-byte))

(defun rt-range (name numbers)
  (let ((low (rt-choice (cons '* numbers))) (high (rt-choice (cons '* numbers))))
    (when (and (realp low) (realp high) (> low high)) (rotatef low high))
    (list name
          (if (and (realp low) (= 0 (rt-random 3))) (list low) low)
          (if (and (realp high) (= 0 (rt-random 3))) (list high) high))))

(defun rt-simple ()
  (case (rt-random 12)
    ((0 1 2) (rt-choice *rt-names*))
    (3 (rt-range 'integer '(-7 -1 0 1 2 5 100 1000)))
    (4 (rt-range 'rational '(-3/7 0 1/2 1 7/3 100)))
    (5 (rt-range 'real '(-2 0 1/2 1 100)))
    (6 (rt-range 'single-float '(-2.5f0 0.5f0 1f0 7f0)))
    (7 (rt-range 'double-float '(-2.5d0 0.5d0 1d0 7d0)))
    (8 (list 'eql (rt-choice *rt-objects*)))
    (9 (cons 'member (loop repeat (1+ (rt-random 4)) collect (rt-choice *rt-objects*))))
    (10 (list (rt-choice '(array simple-array))
              (rt-choice '(* t bit character double-float (unsigned-byte 8)))
              (rt-choice '(* 0 1 2 (*) (2) (3) (* *) (2 *) (* 3) (2 2)))))
    (t (rt-choice '((satisfies rt-odd-p) (satisfies rt-short-p) (complex double-float) (complex rational)
                    (complex single-float) (function (t) t) (cons * *))))))

(defun rt-type (depth)
  "Returns a specifier that is at most DEPTH deep."
  (if (or (= depth 0) (= 0 (rt-random 4)))
      (rt-simple)
      (flet ((some-types (n) (loop repeat n collect (rt-type (1- depth)))))
        (case (rt-random 10)
          ((0 1) (cons 'and (some-types (+ 1 (rt-random 3)))))
          ((2 3) (cons 'or (some-types (+ 1 (rt-random 3)))))
          ((4 5) (cons 'not (some-types 1)))
          ((6 7) (cons 'cons (some-types 2)))
          (8 (list 'rt-either (rt-type (1- depth)) (rt-type (1- depth))))
          (t (rt-simple))))))

(defun rt-narrower (type)
  "Returns a specifier that is likely to have to do with TYPE."
  (case (rt-random 5)
    (0 (list 'and type (rt-type 1)))
    (1 (list 'or (rt-type 1) type))
    (2 (list 'not type))
    (3 (if (consp type) (rt-choice (rest type)) type))
    (t (list 'not (list 'and (rt-type 1) (list 'not type))))))

(defun rt-related (type depth)
  (let ((other (if (= 0 (rt-random 2)) (rt-type depth) (rt-narrower type))))
    (if (or (and (consp other) (symbolp (first other))
                 (member (first other) '(and or not cons rt-either integer rational real single-float double-float eql member array
                                         simple-array satisfies complex function)))
            (member other *rt-names*))
        other
        type)))

;;; Laws.

(defun rt-answer (a b)
  "Returns whether A is a subtype of B: :YES, :NO or :UNKNOWN."
  (multiple-value-bind (subtype known) (subtypep a b)
    (cond (subtype :yes) (known :no) (t :unknown))))

(defun rt-member-p (object type)
  "Returns whether OBJECT is of TYPE: :YES, :NO or, where TYPEP cannot be asked, :UNKNOWN."
  (handler-case (if (typep object type) :yes :no)
    (error () :unknown)))

(defun rt-opposite-p (x y)
  (or (and (eq x :yes) (eq y :no)) (and (eq x :no) (eq y :yes))))

(defun rt-broken-laws (a b c)
  "Returns what SUBTYPEP says of the types A, B and C that cannot all be true."
  (let ((answer (rt-answer a b)) (broken '()))
    (macrolet ((law (name holds) `(unless ,holds (push (list ,name a b c) broken))))
      (law :typep (not (and (eq answer :yes)
                            (some (lambda (object)
                                    (and (eq (rt-member-p object a) :yes) (eq (rt-member-p object b) :no)))
                                  *rt-objects*))))
      (law :reflexive (not (eq (rt-answer a a) :no)))
      (law :union (not (eq (rt-answer a (list 'or a b)) :no)))
      (law :union (not (eq (rt-answer a (list 'or b a)) :no)))
      (law :intersection (not (eq (rt-answer (list 'and b a) a) :no)))
      (law :nothing (eq (rt-answer nil a) :yes))
      (law :everything (eq (rt-answer a t) :yes))
      (law :excluded-middle (not (eq (rt-answer t (list 'or a (list 'not a))) :no)))
      (law :contradiction (not (eq (rt-answer (list 'and a (list 'not a)) nil) :no)))
      (law :complements (not (rt-opposite-p answer (rt-answer (list 'not b) (list 'not a)))))
      (law :difference (not (rt-opposite-p answer (rt-answer (list 'and a (list 'not b)) nil))))
      (law :twice-not (not (rt-opposite-p answer (rt-answer (list 'not (list 'not a)) (list 'or b b)))))
      (law :de-morgan (not (eq :no (rt-answer (list 'not (list 'and a b)) (list 'or (list 'not a) (list 'not b))))))
      (law :in-conses (not (and (eq answer :yes) (eq :no (rt-answer (list 'cons a c) (list 'cons b c))))))
      (law :transitive (not (and (eq answer :yes) (eq (rt-answer b c) :yes) (eq (rt-answer a c) :no))))
      (law :narrower (not (and (eq answer :yes) (eq :no (rt-answer (list 'and a c) b)))))
      (law :wider (not (and (eq answer :yes) (eq :no (rt-answer a (list 'or c b)))))))
    broken))

(defun rt-triple (depth)
  (let* ((a (rt-type depth)) (b (rt-related a depth)))
    (values a b (rt-related b depth))))

(defun rt-break-laws (count depth seed)
  "Returns the laws that COUNT random triples of types break, the first ones."
  (let ((*rt-seed* seed) (broken '()))
    (loop repeat count
          while (< (length broken) 5)
          do (multiple-value-bind (a b c) (rt-triple depth)
               (setf broken (append (rt-broken-laws a b c) broken))))
    broken))

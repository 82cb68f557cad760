;;; Copies of objects between interpreters (module parallel): what arrives is like what was sent.

(prog1 t (require "parallel"))                                                      => t
(progn (import '(parallel:copy parallel:pmapcar parallel:future parallel:force)) t) => t
(defmacro complaint (&body body)
  `(handler-case (progn ,@body) (error (c) (let ((text (princ-to-string c))) (subseq text 0 (position #\Newline text)))))) => complaint

;;; --- values
(copy '(1 -2.5 3.5d300 "abc" a :b #\c 10000000000000000000000 -1/2 #c(1 2) #(1 2 3) #p"/a/b.lisp" nil t))
                                                       => (1 -2.5 3.5d300 "abc" a :b #\c 10000000000000000000000 -1/2 #c(1 2) #(1 2 3) #p"/a/b.lisp" nil t)
(copy most-negative-fixnum)                                                         => -4611686018427387904
(copy "→ wide")                                                                     => "→ wide"
(let ((s (make-string 2 :initial-element #\a))) (setf (char s 1) #\→) (copy s))     => "a→"
(copy #*10110)                                                                      => #*10110
(copy #2A((1 2) (3 4)))                                                             => #2A((1 2) (3 4))
(let ((c (copy (make-array 3 :element-type 'double-float :initial-element 1d-300)))) (list c (array-element-type c)))
                                                                                    => (#(1d-300 1d-300 1d-300) double-float)
(let ((c (copy (make-array 3 :fill-pointer 2 :adjustable t :initial-element 7)))) (list (vector-push-extend 8 c) c)) => (2 #(7 7 8))
(let* ((base (vector 1 2 3)) (c (copy (list base (make-array 2 :displaced-to base :displaced-index-offset 1)))))
  (setf (aref (second c) 0) 9)
  (list base (first c)))                                                            => (#(1 2 3) #(1 9 3))
(= (random 1000000 (copy (make-random-state *random-state*))) (random 1000000 (make-random-state *random-state*))) => t
(equal (copy (list #'car 'foo (find-package "KEYWORD") (find-class 'integer))) (list #'car 'foo (find-package "KEYWORD") (find-class 'integer))) => t
;; a million elements, and a list nested deep
(let ((l (loop for i below 1000000 collect i))) (equal l (copy l)))                 => t
(let ((l '())) (dotimes (i 100000) (setf l (list l i))) (loop for x = (copy l) then (car x) while x count t)) => 100000

;; objects too large for the nursery, which refer to each other and to small ones
(let* ((v (make-array 20000)) (w (make-array 20000 :initial-element v)) (s (make-string 100000 :initial-element #\x)))
  (dotimes (i 20000) (setf (svref v i) (list i w s)))
  (let ((c (copy v)))
    (tessera:gc :full t)
    (list (loop for i below 20000 always (= i (first (svref c i)))) (every (lambda (x) (eq x c)) (second (svref c 7)))
          (string= s (third (svref c 19999))) (eq (third (svref c 0)) (third (svref c 1)))))) => (t t t t)
(let ((l '())) (dotimes (i 100000) (setf l (vector l))) (loop for x = (copy l) then (svref x 0) while x count t)) => 100000

;;; --- shared parts, cycles
(let* ((tail (list 1 2)) (c (copy (list tail tail (cdr tail))))) (list (eq (first c) (second c)) (eq (cdr (first c)) (third c)))) => (t t)
(let ((l (list 1 2))) (setf (cddr l) l) (let ((c (copy l))) (list (eq c (cddr c)) (eq c l) (first c)))) => (t nil 1)
(let ((v (vector 1 nil))) (setf (svref v 1) v) (let ((c (copy v))) (eq c (svref c 1)))) => t
(let* ((g (gensym "G")) (c (copy (list g g)))) (list (eq (first c) (second c)) (eq g (first c)) (string= (first c) g))) => (t nil t)

;;; --- hash tables
(let ((h (make-hash-table :test 'equal)))
  (setf (gethash "a" h) 1 (gethash '(1 2) h) h)
  (let ((c (copy h))) (list (gethash "a" c) (eq c (gethash (list 1 2) c)) (hash-table-test c) (hash-table-count c)))) => (1 t equal 2)
(let* ((key (list 1)) (h (make-hash-table :test 'eq)))
  (setf (gethash key h) :found)
  (let ((c (copy (list key h)))) (list (gethash (first c) (second c)) (gethash key (second c))))) => (:found nil)
(let ((h (make-hash-table :test 'equalp :weakness :key))) (setf (gethash "A" h) 2) (values (gethash "a" (copy h)))) => 2

;;; --- structures, classes, conditions
(defstruct point x (y 2))                                                           => point
(copy (make-point :x 1))                                                            => #s(point :x 1 :y 2)
(progn (defclass animal () ((name :initarg :name :accessor name :initform "rex") legs)) t) => t
(let ((c (copy (make-instance 'animal)))) (list (name c) (slot-boundp c 'legs) (eq (class-of c) (find-class 'animal)))) => ("rex" nil t)
(princ-to-string (copy (make-condition 'simple-error :format-control "~A" :format-arguments '(1)))) => "1"

;;; --- functions
(funcall (copy (let ((n 5)) (lambda (x) (+ x n)))) 3)                               => 8
(let* ((n 0) (f (lambda () (incf n))) (g (copy f))) (list (funcall g) (funcall g) (funcall f) n)) => (1 2 1 1)
;; both copies share their variable, as the functions did
(let* ((n 0) (c (copy (list (lambda () (incf n)) (lambda () n))))) (funcall (first c)) (list (funcall (second c)) n)) => (1 0)
(funcall (copy (complement #'evenp)) 3)                                             => t
(funcall (funcall (copy (lambda (x) (lambda (y) (list x y)))) 1) 2)                 => (1 2)
(funcall (copy (labels ((down (n) (if (= n 0) '() (cons n (down (- n 1)))))) #'down)) 3) => (3 2 1)

;;; --- what cannot be sent
(complaint (copy (list 1 (make-string-output-stream))))    => "WRITE-MESSAGE: #<STRING-OUTPUT-STREAM> cannot be sent to another interpreter"
(complaint (copy *readtable*))                             => "WRITE-MESSAGE: #<READTABLE> cannot be sent to another interpreter"
(complaint (let ((s (make-string-input-stream "a"))) (copy (lambda () (read s)))))
                                                           => "WRITE-MESSAGE: #<STRING-INPUT-STREAM> cannot be sent to another interpreter"
(complaint (block out (copy (lambda () (return-from out 1)))))
     => "WRITE-MESSAGE: a function that leaves a block, a tagbody or a catch of the function around it cannot be sent to another interpreter"

;;; --- what code needs comes with it
(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))                      => fib
(pmapcar #'fib '(1 2 3 20))                                                         => (1 1 2 6765)
(pmapcar 'fib '(10))                                                                => (55)
(pmapcar (lambda (n) (list n (fib n))) '(5 6))                                      => ((5 5) (6 8))
(defvar *base* 100)                                                                 => *base*
(defun based (n) (+ n *base*))                                                      => based
(pmapcar #'based '(1 2))                                                            => (101 102)
(progn (setf *base* 200) (pmapcar #'based '(1 2)))                                  => (201 202)
(let ((*base* 300)) (pmapcar #'based '(1 2)))                                       => (301 302)
;; a definition that has changed is sent anew
(progn (defun based (n) (- n *base*)) (pmapcar #'based '(1 2)))                     => (-199 -198)
(pmapcar (lambda (p) (incf (point-x p)) p) (list (make-point :x 1)))                => (#s(point :x 2 :y 2))
(pmapcar (lambda (n) (name (make-instance 'animal :name n))) '("a" "b"))            => ("a" "b")
(pmapcar (lambda (n) (let ((a (make-instance 'animal))) (setf (name a) n) (list (name a) (slot-value a 'name)))) '(1)) => ((1 1))
(progn (defgeneric sound (x)) (defmethod sound ((x animal)) "-") (defmethod sound ((x (eql 1))) "one") t) => t
(pmapcar #'sound (list (make-instance 'animal) 1))                                  => ("-" "one")
(progn (defclass dog (animal) ((age :initform (fib 6)))) (defmethod sound ((x dog)) (list "wow" (call-next-method))) t) => t
(pmapcar (lambda (n) n (let ((d (make-instance 'dog))) (list (sound d) (slot-value d 'age)))) '(1)) => ((("wow" "-") 8))
(progn (defmethod print-object ((x dog) stream) (write-string "<dog>" stream)) t)   => t
(pmapcar #'princ-to-string (list (make-instance 'dog)))                             => ("<dog>")
(defun (setf first-of) (value list) (setf (car list) value))                        => (setf first-of)
(pmapcar (lambda (l) (setf (first-of l) 9) l) '((1) (2)))                           => ((9) (9))
(defconstant +answer+ 42)                                                           => +answer+
(pmapcar (lambda (n) (list n +answer+)) '(1))                                       => ((1 42))
(progn (setf (get 'coloured :colour) :red) (defun colour () (get 'coloured :colour)) (force (future (colour)))) => :red
(progn (setf (get 'coloured :colour) :green) (force (future (colour))))             => :green
(progn (setf (get 'coloured :colour) :blue (get 'coloured :size) 2) (force (future (list (colour) (get 'coloured :size))))) => (:blue 2)
(prog1 t (defpackage "PARALLEL-TEST" (:use "COMMON-LISP")))                          => t
(pmapcar (lambda (s) (list s (package-name (symbol-package s)))) '(parallel-test::g))  => ((parallel-test::g "PARALLEL-TEST"))
(prog1 t (require "lazy") (require "mp"))                                           => t
(progn (pmapcar (lambda (n) (tessera-lazy:take n (tessera-lazy:make-lazy '(1 2 3)))) '(1 2))) => ((1) (1 2))
(progn (pmapcar (lambda (n) (mp:process-join (mp:process-run-function "x" (lambda () (* n n))))) '(2))) => (4)
(handler-case (pmapcar (lambda (n) (undefined-for-parallel n)) '(1)) (parallel:task-error (c) (parallel:task-error-class c))) => undefined-function
;; classes that are only named, and redefined
(progn (defclass named () (a)) (defun slots () (let ((n (make-instance 'named))) (list (slot-exists-p n 'a) (slot-exists-p n 'b)))) t) => t
(force (future (slots)))                                                            => (t nil)
(progn (defclass named () (a (b :initform 5))) (list (force (future (slots))) (slot-value (force (future (make-instance 'named))) 'b))) => ((t t) 5)
(progn (defun rewritten () 1) (list (force (future (rewritten))) (progn (defun rewritten () 2) (force (future (rewritten)))))) => (1 2)

;;; --- classes that were redefined meanwhile
(defmacro settled (form) `(let ((f (future ,form))) (loop until (parallel:fulfilledp f)) f)) => settled
(progn (defclass moved () ((a :initarg :a) (b :initarg :b))) t)                     => t
(let ((f (settled (make-instance 'moved :a 1 :b 2))))
  (eval '(defclass moved () ((b :initarg :b) (c :initform 3) (a :initarg :a))))
  (let ((m (force f))) (list (slot-value m 'a) (slot-value m 'b) (slot-value m 'c)))) => (1 2 3)
(let ((m (force (future (make-instance 'moved :a 4 :b 5))))) (list (slot-value m 'a) (slot-value m 'b))) => (4 5)
(define-condition shifted (error) ((a :initarg :a) (b :initarg :b)))                => shifted
(let ((f (settled (make-condition 'shifted :a 1 :b 2))))
  (eval '(define-condition shifted (error) ((b :initarg :b) (a :initarg :a))))
  (complaint (force f)))                                                            => "the class SHIFTED had other slots in the worker"
(progn (defclass first-above () ((s :initform 1 :initarg :s))) (defclass second-above () ((s :initform 2))) t) => t
(progn (defclass below (first-above) ()) (defun slot-below () (slot-value (make-instance 'below) 's)) t) => t
(force (future (slot-below)))                                                       => 1
(progn (defclass below (first-above) () (:default-initargs :s 3)) (force (future (slot-below)))) => 3
(progn (defclass below (second-above) ()) (force (future (slot-below))))            => 2
(progn (define-condition child (warning) ()) (defun child-error-p () (typep (make-condition 'child) 'error)) (force (future (child-error-p)))) => nil
(progn (define-condition child (error) ()) (force (future (child-error-p))))        => t

;;; --- packages: symbols that shadow others, exports
(prog1 t (defpackage "PARALLEL-SHADOWS" (:use "COMMON-LISP") (:shadow "CAR") (:export "OUT"))) => t
(pmapcar (lambda (s) (list (eq s 'car) (package-name (symbol-package s)) (eq s (find-symbol "CAR" "PARALLEL-SHADOWS"))
                           (nth-value 1 (find-symbol "OUT" "PARALLEL-SHADOWS"))))
         '(parallel-shadows::car))                                                  => ((nil "PARALLEL-SHADOWS" t :external))
(progn (shadow "CDR" "PARALLEL-SHADOWS") (pmapcar (lambda (s) (eq s 'cdr)) (list (intern "CDR" "PARALLEL-SHADOWS")))) => (nil)
;; no symbol becomes another one in silence
(progn (shadow "CDADDR" "COMMON-LISP-USER") (complaint (pmapcar #'list (list (intern "CDADDR" "COMMON-LISP-USER")))))
     => "a task has failed: SIMPLE-ERROR: TASK-ARGUMENTS: the symbol COMMON-LISP-USER::CDADDR of another interpreter would be one of the package COMMON-LISP here"
(unintern (find-symbol "CDADDR" "COMMON-LISP-USER") "COMMON-LISP-USER")             => t

;; nor does a worker change the program's packages
(let ((s 'parallel-shadows::car))
  (complaint (force (future (progn (shadow "CDDR" (symbol-package s)) (intern "CDDR" (symbol-package s)))))))
     => "TASK-RESULT: the symbol PARALLEL-SHADOWS::CDDR of another interpreter would be one of the package COMMON-LISP here"

;;; --- what refers to its interpreter
(loop for one in (list (tessera:make-weak-pointer 'car) (mp:make-lock) (mp:make-mailbox) (mp:make-semaphore) (future 1) (parallel:make-channel))
      collect (and (search "cannot be sent" (complaint (copy (list one)))) t))      => (t t t t t t)

;; structures that include one of these, too
(progn (defstruct (own-lock (:include mp:lock)) a) (and (search "cannot be sent" (complaint (copy (list (make-own-lock))))) t)) => t

;;; --- functions keep their lambda lists
(defun two (a b &optional c &key (d '(1))) (list a b c d))                          => two
(pmapcar (lambda (n) (complaint (funcall 'two n))) '(1))
     => ("TWO: called with 1 argument, but takes at least 2; the lambda list is (A B &OPTIONAL C &KEY D)")

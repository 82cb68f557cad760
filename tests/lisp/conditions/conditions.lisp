;;; Chapter 9: conditions, signalling and handling.

;; HANDLER-CASE
(handler-case (error "x") (error () :caught))                       => :caught
(handler-case 5 (error () :caught))                                 => 5
(handler-case (values 1 2) (error () :caught))                      => (values 1 2)
(handler-case (error "a ~a" 1) (error (c) (princ-to-string c)))     => "a 1"
(handler-case (/ 1 0) (division-by-zero () :zero))                  => :zero
(handler-case (/ 1 0) (arithmetic-error (c) (arithmetic-error-operands c))) => (1 0)
(handler-case (car 5) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => (5 list)
(handler-case (error 'type-error :datum 1 :expected-type 'string)
  (division-by-zero () 1) (type-error () 2) (error () 3))           => 2
(handler-case (signal 'simple-condition :format-control "x") (error () 1) (condition () 2)) => 2
(handler-case (error "x") ((or warning error) () :either))          => :either
(handler-case (error "x") ((and error (not type-error)) () :both))  => :both
(handler-case (handler-case (error "x") (type-error () :inner)) (error () :outer)) => :outer
(handler-case (handler-case (error "x") (error () (error 'type-error :datum 1 :expected-type 'list)))
  (type-error () :from-clause))                                     => :from-clause
(handler-case 5 (:no-error (x) (* x 2)))                            => 10
(handler-case (values 1 2) (error () 0) (:no-error (a b) (list a b))) => (1 2)
(handler-case (error "x") (error () 0) (:no-error (a b) (list a b)))  => 0
(handler-case (values 1 2) (error () 0) (:no-error (&rest all) (values all 3))) => (values (1 2) 3)
(handler-case 1)                                                    => 1
(block b (handler-case (return-from b 1) (error () 2)) 3)           => 1
(let ((x 1)) (handler-case (progn (setq x 2) (error "x")) (error () x))) => 2
(handler-case (unwind-protect (error "x") (princ "cleanup")) (error () 1)) => (prints "cleanup" 1)
(handler-case (signal "no handler") (error () 1))                   => nil
(let ((result '()))
  (dotimes (i 3 (nreverse result))
    (push (handler-case (if (= i 1) (error "x") i) (error () :e)) result))) => (0 :e 2)
(defun countdown (n) (if (zerop n) (error "done") (countdown (- n 1)))) => countdown
(handler-case (countdown 1000) (error (c) (princ-to-string c)))     => "done"

;; IGNORE-ERRORS
(ignore-errors 1 2)                                                 => 2
(multiple-value-bind (v c) (ignore-errors (error "boo")) (list v (princ-to-string c))) => (nil "boo")
(ignore-errors (values 1 2))                                        => (values 1 2)
(handler-case (ignore-errors (signal 'warning)) (warning () :not-an-error)) => :not-an-error

;; HANDLER-BIND
(handler-case (handler-bind ((error (lambda (c) (declare (ignore c)) (princ "seen ")))) (error "x")) (error () 1))
  => (prints "seen " 1)
(block out (handler-bind ((error (lambda (c) (return-from out (princ-to-string c))))) (error "inner"))) => "inner"
(let ((log '()))
  (handler-case
      (handler-bind ((error (lambda (c) (declare (ignore c)) (push 1 log)))
                     (condition (lambda (c) (declare (ignore c)) (push 2 log))))
        (handler-bind ((error (lambda (c) (declare (ignore c)) (push 0 log))))
          (error "x")))
    (error () (nreverse log))))                                     => (0 1 2)
(handler-bind () 1 2)                                               => 2
(let ((seen '()))
  (handler-bind ((warning (lambda (c) (push (princ-to-string c) seen) (muffle-warning c))))
    (warn "w ~a" 1) (warn "w ~a" 2))
  (nreverse seen))                                                  => ("w 1" "w 2")
(block out
  (handler-bind ((error (lambda (c) (declare (ignore c)) (return-from out :outer))))
    (handler-bind ((error (lambda (c) (declare (ignore c)) (error "in the handler"))))
      (error "x"))))                                                => :outer
(defvar *depth* 0)                                                  => *depth*
(handler-case
    (handler-bind ((error (lambda (c) (declare (ignore c)) (incf *depth*) (error "again"))))
      (error "x"))
  (error (c) (list *depth* (princ-to-string c))))                   => (1 "again")
(let ((n 0)) (handler-bind ((condition (lambda (c) (declare (ignore c)) (incf n)))) (signal "a") (signal "b") n)) => 2

;; SIGNAL, ERROR and their designators
(signal "nothing")                                                  => nil
(handler-case (signal 'type-error :datum 1 :expected-type 'list) (type-error (c) (type-error-datum c))) => 1
(handler-case (error (make-condition 'type-error :datum 2 :expected-type 'list)) (type-error (c) (type-error-datum c))) => 2
(handler-case (error "a ~a b ~s" 1 "x") (simple-error (c) (list (simple-condition-format-control c) (simple-condition-format-arguments c))))
  => ("a ~a b ~s" (1 "x"))
(handler-case (error 'simple-error :format-control "~a!" :format-arguments '(1)) (error (c) (princ-to-string c))) => "1!"
(error 5)                                                           => (error type-error "ERROR: 5 is not of type (OR CONDITION SYMBOL STRING FUNCTION)")
(error 'no-such-condition-type)                                     => (error type-error "ERROR: NO-SUCH-CONDITION-TYPE does not name a condition class")
(error 'program-error)                                              => (error program-error "the program is malformed")
(handler-case (error "100%") (error (c) (princ-to-string c)))       => "100%"

;; WARN
(handler-case (warn "careful") (warning (c) (princ-to-string c)))   => "careful"
(handler-case (warn "careful") (simple-warning () :simple))         => :simple
(handler-case (warn 'style-warning) (style-warning () :style))      => :style
(warn 'simple-error :format-control "x")                            => (error type-error "WARN: SIMPLE-ERROR is not of type WARNING")
(progn (let ((*error-output* (make-broadcast-stream))) (warn "unseen"))) => nil
#+tessera (let ((*error-output* *standard-output*)) (warn "look ~a" 1)) #+tessera => #+tessera (prints "WARNING: look 1
" nil)

;; Messages of the system
(handler-case (/ 1 0) (error (c) (type-of c)))                      => division-by-zero
(handler-case no-such-variable-at-all (unbound-variable (c) (cell-error-name c))) => no-such-variable-at-all
(handler-case (no-such-function-at-all 1) (undefined-function (c) (cell-error-name c))) => no-such-function-at-all
#+tessera (car 5) #+tessera => #+tessera (error type-error "CAR: 5 is not of type LIST")
#+tessera (/ 1 0) #+tessera => #+tessera (error division-by-zero "/: division by zero: (/ 1 0)")
#+tessera (symbol-value 'unbound-thing) #+tessera => #+tessera (error unbound-variable "the variable UNBOUND-THING is unbound")
#+tessera (funcall 'undefined-thing) #+tessera => #+tessera (error undefined-function "the function UNDEFINED-THING is undefined")
#+tessera (error "a message of one's own") #+tessera => #+tessera (error simple-error "a message of one's own")
(funcall (lambda (x) x))                                            => (error program-error "an anonymous function was called with 0 arguments, but takes exactly 1; the lambda list is (X)")
(eval '(funcall (lambda (&key a) a) :b 1))                          => (error program-error ":B is not a keyword argument; known are :A")
(throw 'no-such-tag 1)                                              => (error control-error "THROW: there is no CATCH for the tag NO-SUCH-TAG")
(aref #(1 2) 5)                                                     => (error type-error "AREF: the index 5 is outside of #(1 2), whose length is 2")
(with-input-from-string (s "") (read s))                            => (error end-of-file)
(read-from-string "(1 2")                                           => (error end-of-file)
(parse-integer "x")                                                 => (error parse-error "PARSE-INTEGER: \"x\" is not an integer in radix 10")
(intern "X" "NO-SUCH-PACKAGE-AT-ALL")                               => (error package-error "INTERN: there is no package called NO-SUCH-PACKAGE-AT-ALL")
(symbol-name 5)                                                     => (error type-error "SYMBOL-NAME: 5 is not of type SYMBOL")

;; DEFINE-CONDITION
(define-condition my-error (error) ((code :initarg :code :reader my-error-code :initform 42)))  => my-error
(my-error-code (make-condition 'my-error))                          => 42
(my-error-code (make-condition 'my-error :code 1))                  => 1
(handler-case (error 'my-error :code 7) (my-error (c) (my-error-code c))) => 7
(define-condition my-sub (my-error) ((extra :initarg :extra :accessor my-sub-extra))
  (:report (lambda (c s) (format s "code ~a, extra ~a" (my-error-code c) (my-sub-extra c)))))   => my-sub
(handler-case (error 'my-sub :extra 2) (my-error (c) (princ-to-string c))) => "code 42, extra 2"
(let ((c (make-condition 'my-sub :extra 1))) (setf (my-sub-extra c) 5) (my-sub-extra c)) => 5
(my-sub-extra (make-condition 'my-error))                           => (error simple-error)
(my-error-code 5)                                                   => (error simple-error "MY-ERROR-CODE: no method applies to the arguments (5), of the classes (FIXNUM)")
(handler-case (my-sub-extra (make-condition 'my-sub)) (error () :unbound)) => :unbound
(define-condition with-text (error) () (:report "A fixed text."))   => with-text
(princ-to-string (make-condition 'with-text))                       => "A fixed text."
(define-condition with-text-below (with-text) ())                   => with-text-below
(princ-to-string (make-condition 'with-text-below))                 => "A fixed text."
(define-condition with-defaults (my-error) () (:default-initargs :code 99)) => with-defaults
(my-error-code (make-condition 'with-defaults))                     => 99
(my-error-code (make-condition 'with-defaults :code 3))             => 3
(define-condition mixed (my-error type-error) ())                   => mixed
(let ((c (make-condition 'mixed :datum 1 :expected-type 'list))) (list (typep c 'my-error) (type-error-datum c) (my-error-code c))) => (t 1 42)
(define-condition plain () ())                                      => plain
(typep (make-condition 'plain) 'error)                              => nil
(handler-case (signal 'plain) (plain () :plain))                    => :plain
(define-condition shared () ((count :allocation :class :initform 0 :accessor shared-count))) => shared
(let ((a (make-condition 'shared)) (b (make-condition 'shared))) (setf (shared-count a) 5) (shared-count b)) => 5
(define-condition two-initargs (error) ((a :initarg :a :initarg :b :reader two-a))) => two-initargs
(list (two-a (make-condition 'two-initargs :b 2)) (two-a (make-condition 'two-initargs :a 1 :b 2))) => (2 1)
(define-condition documented-condition (error) () (:documentation "A docstring.")) => documented-condition
(documentation 'documented-condition 'type)                         => "A docstring."
(make-condition 'integer)                                           => (error type-error "MAKE-CONDITION: INTEGER does not name a condition class")
(type-of (make-condition 'my-sub))                                  => my-sub
(let ((text (prin1-to-string (make-condition 'my-error)))) (list (subseq text 0 2) (if (search "MY-ERROR" text) t nil))) => ("#<" t)
#+tessera (let ((*package* (find-package "LISP-TESTS"))) (prin1-to-string (make-condition 'with-text)))
#+tessera => #+tessera "#<WITH-TEXT \"A fixed text.\">"
(princ-to-string (make-condition 'simple-error :format-control "plain ~a" :format-arguments '(x))) => "plain X"

;; The standard's classes
(let ((result '()))
  (dolist (pair '((simple-error error) (simple-error simple-condition) (error serious-condition) (warning condition)
                  (simple-warning warning) (style-warning warning) (type-error error) (simple-type-error type-error)
                  (division-by-zero arithmetic-error) (floating-point-overflow arithmetic-error) (end-of-file stream-error)
                  (reader-error parse-error) (reader-error stream-error) (unbound-variable cell-error)
                  (undefined-function cell-error) (unbound-slot cell-error) (file-error error) (package-error error)
                  (print-not-readable error) (program-error error) (control-error error) (storage-condition serious-condition))
                (nreverse result))
    (unless (subtypep (first pair) (second pair)) (push pair result))))  => nil
(typep (make-condition 'storage-condition) 'error)                  => nil
(eq (stream-error-stream (make-condition 'end-of-file :stream *standard-output*)) *standard-output*) => t
(file-error-pathname (make-condition 'file-error :pathname "x"))    => "x"
(package-error-package (make-condition 'package-error :package :p)) => :p
(print-not-readable-object (make-condition 'print-not-readable :object 5)) => 5
(unbound-slot-instance (make-condition 'unbound-slot :instance 1 :name 'a)) => 1
(list (arithmetic-error-operation (make-condition 'arithmetic-error :operation '+ :operands '(1)))) => (+)

;; CHECK-TYPE and ASSERT
(let ((x 5)) (check-type x integer))                                => nil
(let ((x 5)) (check-type x string))                                 => (error type-error "the value of X is 5, which is not of type STRING")
(let ((x 5)) (handler-case (check-type x string) (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))) => (5 string)
(let ((x 5)) (handler-case (check-type x string "a text") (type-error (c) (if (search "a text" (princ-to-string c)) t nil)))) => t
(let ((x 5)) (handler-bind ((type-error (lambda (c) (declare (ignore c)) (store-value "new")))) (check-type x string) x)) => "new"
(let ((l (list 1 2))) (handler-bind ((type-error (lambda (c) (store-value :k c)))) (check-type (car l) keyword) l)) => (:k 2)
(assert t)                                                          => nil
(assert (= 1 2))                                                    => (error simple-error "the assertion (= 1 2) failed")
(assert nil () "it is ~a" 1)                                        => (error simple-error "it is 1")
(assert nil () 'my-error :code 5)                                   => (error my-error "condition of type MY-ERROR")
(let ((x 1)) (handler-bind ((error (lambda (c) (declare (ignore c)) (setq x 2) (continue)))) (assert (= x 2)) x)) => 2

;; The VM's limits
(defun endless (n) (+ 1 (endless n)))                               => endless
#+tessera (handler-case (endless 1) (storage-condition () :exhausted)) #+tessera => #+tessera :exhausted
#+tessera (handler-case (endless 1) (serious-condition () :again))     #+tessera => #+tessera :again
(handler-case (car 1) (error () :still-alive))                      => :still-alive

;; Hooks
#+tessera (block b
            (let ((*debugger-hook* (lambda (c hook) (declare (ignore hook)) (return-from b (list (type-of c) *debugger-hook*)))))
              (invoke-debugger (make-condition 'my-error))))
#+tessera => #+tessera (my-error nil)
#+tessera (block b
            (handler-bind ((condition (lambda (c) (declare (ignore c)) (return-from b :handled))))
              (let ((*break-on-signals* nil)) (signal "x"))))
#+tessera => #+tessera :handled

;; Slot values: the first of equal initargs, default initargs and initforms, both evaluated each time
(progn
  (define-condition parcel (condition)
    ((size :initarg :size :initarg :length :initform 1 :reader parcel-size)
     (content :initarg :content :initform (list 1) :accessor parcel-content)
     (owner :initarg :owner :reader parcel-owner)
     (sent :initform 0 :allocation :class :accessor parcel-sent)))
  nil)   => nil
(mapcar #'parcel-size
        (list (make-condition 'parcel)
              (make-condition 'parcel :size 2 :size 3)
              (make-condition 'parcel :length 4 :size 5)
              (make-condition 'parcel :size nil :length 1)))   => (1 2 4 nil)
(let ((a (make-condition 'parcel)) (b (make-condition 'parcel)))
  (push 0 (parcel-content a))
  (incf (parcel-sent a))
  (list (parcel-content a) (parcel-content b) (parcel-sent b)))   => ((0 1) (1) 1)
(parcel-owner (make-condition 'parcel)) => (error unbound-slot)
(progn
  (defvar *gifts* 0)
  (define-condition gift (parcel) () (:default-initargs :owner (incf *gifts*) :size 7))
  (list (parcel-owner (make-condition 'gift))
        (parcel-owner (make-condition 'gift))
        (parcel-owner (make-condition 'gift :owner 'me))
        (parcel-size (make-condition 'gift :length 0))))   => (1 2 me 0)
(let ((old (make-condition 'gift :owner :first)))
  (define-condition parcel (condition)
    ((weight :initform 5 :reader parcel-weight) (owner :initarg :owner :reader parcel-owner)))
  (let ((new (make-condition 'gift :owner :second)))
    (list (typep old 'parcel)
          (parcel-owner new)
          (parcel-owner new)
          (parcel-weight new)
          (parcel-owner (make-condition 'parcel :owner 3)))))   => (t :second :second 5 3)
(list (parcel-owner (make-condition 'gift :owner :second))
      (parcel-weight (make-condition 'gift))
      (parcel-owner (make-condition 'parcel :owner 3)))   => (:second 5 3)
(loop for type in '(gift parcel condition) collect (handler-case (signal 'gift) (error () :error) (gift () :gift))) => (:gift :gift :gift)
(handler-case (signal 'gift) ((or error (satisfies null)) () :no) ((and parcel (not error)) () :yes)) => :yes

;; A name that comes to name another class is looked up again by the clauses that have met it
(progn
  (define-condition crate (condition) ())
  (defun meets-crate-p (type) (handler-case (progn (signal type) nil) (crate () t)))
  (list (meets-crate-p 'gift) (meets-crate-p 'crate)))   => (nil t)
(progn (setf (find-class 'crate) (find-class 'parcel)) (list (meets-crate-p 'gift) (meets-crate-p 'warning))) => (t nil)
(progn (setf (find-class 'crate) nil) (defclass crate () ()) (meets-crate-p 'gift)) => nil

;;; A message is printed under *PRINT-READABLY*, too, unless output is escaped.
(let ((*print-readably* t)) (write-to-string (make-condition 'simple-error :format-control "x") :escape nil)) => "x"
(let ((*print-readably* t)) (with-output-to-string (s) (write (make-condition 'simple-warning :format-control "y") :escape nil :stream s))) => "y"
(let ((*print-readably* t)) (princ-to-string (make-condition 'simple-error :format-control "x"))) => "x"
(let ((*print-readably* t)) (write-to-string (make-condition 'simple-error :format-control "x") :escape t)) => (error print-not-readable)
(let ((*print-readably* t)) (prin1-to-string (make-condition 'simple-error :format-control "x"))) => (error print-not-readable)
(write-to-string (make-condition 'simple-error :format-control "x") :escape nil :readably t) => "x"

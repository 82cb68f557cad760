;;; COMPILE-FILE, and loading compiled files (chapters 3 and 24).

(defparameter *compile-dir* (scratch-folder "compile-test")) => *compile-dir*
(defun source-file (name) (concatenate 'string *compile-dir* name ".lisp")) => source-file
(nth-value 1 (ensure-directories-exist *compile-dir*))  => t

;; Writes FORMS, strings or forms, to the file NAME, compiles it, and returns the values of COMPILE-FILE but the first,
;; as booleans.
(defun compiled (name &rest forms)
  (with-open-file (s (source-file name) :direction :output :if-exists :supersede)
    (let ((*package* (find-package "LISP-TESTS")))
      (print '(in-package "LISP-TESTS") s)
      (dolist (form forms) (if (stringp form) (write-line form s) (print form s)))))
  (let ((*error-output* (make-broadcast-stream)) (*standard-output* (make-broadcast-stream)))
    (mapcar (lambda (value) (not (not value))) (rest (multiple-value-list (compile-file (source-file name)))))))
                                                        => compiled
(defun load-compiled (name) (load (compile-file-pathname (source-file name)))) => load-compiled

;;; --- functions, macros, variables
(defvar *seen* '())                                     => *seen*
(compiled "plain"
          '(defmacro twice-as-much (x) `(* 2 ,x))
          '(defun doubled (x) "Twice X." (twice-as-much x))
          '(defvar *plain* (doubled 21))
          '(defun (setf slot-of) (new list) (setf (car list) new))
          '(defun adder (n) (flet ((add (x) (+ x n))) #'add))
          '(defun keyed (a &optional (b 2) &rest r &key (c 3) &allow-other-keys) (list a b r c))
          '(labels ((self (n) (if (= n 0) #'self 1))) (defun selfish () (self 0)))
          '(push :loaded *seen*))                       => (nil nil)
(fboundp 'doubled)                                      => nil
*seen*                                                  => ()
(progn (fmakunbound 'twice-as-much) (load-compiled "plain") (list *plain* *seen*)) => (42 (:loaded))
(doubled 4)                                             => 8
(documentation 'doubled 'function)                      => "Twice X."
(not (macro-function 'twice-as-much))                   => nil
(let ((l (list 1 2))) (setf (slot-of l) 9) l)           => (9 2)
(funcall (adder 3) 4)                                   => 7
(keyed 1 5 :c 6)                                        => (1 5 (:c 6) 6)
(functionp (selfish))                                   => t

;;; --- when things are evaluated
(compiled "times"
          '(eval-when (:compile-toplevel) (push :compile *seen*))
          '(eval-when (:load-toplevel) (push :load *seen*))
          '(eval-when (:execute) (push :execute *seen*))
          '(eval-when (:compile-toplevel :load-toplevel) (push :both *seen*))
          '(progn (eval-when (:compile-toplevel) (defmacro early () ''early)) (defun early-value () (early)))
          '(defconstant +six+ 6)
          '(defparameter *six* #1=(list +six+ (load-time-value (incf *counter*))))
          '(defun counted () (load-time-value (incf *counter*)))) => (nil nil)
*seen*                                                  => (:both :compile :loaded)
(defvar *counter* 0)                                    => *counter*
(progn (load-compiled "times") *seen*)                  => (:both :load :both :compile :loaded)
(early-value)                                           => early
(list (counted) (counted) *counter* *six*)              => (2 2 2 (6 1))

;;; --- toplevel forms within others
(compiled "within"
          '(macrolet ((def (name value) `(defmacro ,name () ',value)))
             (def one-of-two 1)
             (defun uses-one () (one-of-two)))
          '(symbol-macrolet ((five (+ 2 3))) (defun uses-five () five))
          '(locally (declare (optimize (speed 1))) (defmacro in-locally () :in) (defun uses-in () (in-locally)))
          '(let ((hidden 0)) (defun count-hidden () (incf hidden)))
          '(defun uses-macrolet () (macrolet ((m (x) `',x)) (m abc)))) => (nil nil)
(progn (load-compiled "within") (list (uses-one) (uses-five) (uses-in) (count-hidden) (count-hidden) (uses-macrolet)))
                                                        => (1 5 :in 1 2 abc)

;;; --- objects in code
(compiled "objects"
          '(defun literals () '(1 -2/3 1.5 -2.5d0 #c(1 2) #\a "str" sym :key #:gone #(1 #(2)) #*101 #2a((1 2) (3 4)) 123456789012345678901234567890))
          "(defun circle () '#1=(a b . #1#))"
          "(defun shared () '(#1=(x) #1#))"
          "(defun same-gone () (eq '#2=#:g (first '(#2#))))"
          "(defun a-table () '#.(let ((h (make-hash-table :test 'equal))) (setf (gethash \"k\" h) '(v)) h))"
          "(defun some-bytes () '#.(make-array 3 :element-type '(unsigned-byte 8) :initial-contents '(1 2 3)))"
          '(defun a-path () #p"/a/b.c")
          "(defun a-package () '#.(find-package \"CL\"))") => (nil nil)
(progn (load-compiled "objects") (let ((l (literals))) (setf (nth 9 l) (symbol-package (nth 9 l))) l))
    => (1 -2/3 1.5 -2.5d0 #c(1 2) #\a "str" sym :key nil #(1 #(2)) #*101 #2a((1 2) (3 4)) 123456789012345678901234567890)
(eq (circle) (cddr (circle)))                           => t
(eq (first (shared)) (second (shared)))                 => t
(same-gone)                                             => t
(gethash "k" (a-table))                                 => (values (v) T)
(list (array-element-type (some-bytes)) (some-bytes))   => ((unsigned-byte 8) #(1 2 3))
(a-path)                                                => #p"/a/b.c"
(eq (a-package) (find-package "COMMON-LISP"))           => t

;;; --- objects of the program, by MAKE-LOAD-FORM
(progn (defclass spot () ((x :initarg :x :reader spot-x)))
       (defmethod make-load-form ((s spot) &optional environment) (make-load-form-saving-slots s :environment environment))
       :defined)                                        => :defined
(defparameter *spot* (make-instance 'spot :x 7))        => *spot*
(compiled "spots" "(defun spots () '(#1=#.*spot* #1#))") => (nil nil)
(progn (load-compiled "spots") (list (spot-x (first (spots))) (eq (first (spots)) *spot*))) => (7 nil)

;;; --- classes, methods, structures, conditions
(compiled "definitions"
          '(defpackage "COMPILED-PACKAGE" (:use "COMMON-LISP") (:export "PLACE"))
          '(defstruct (compiled-point (:constructor cpoint (x y))) x (y 2))
          '(defun point-sum (p) (+ (compiled-point-x p) (compiled-point-y p)))
          '(defclass compiled-base () ((n :initarg :n :initform 1 :accessor n-of)))
          '(defclass compiled-derived (compiled-base) ())
          '(defgeneric told (x) (:documentation "Tell.") (:method ((x integer)) (list :int x)))
          '(defmethod told ((x compiled-base)) (list :base (n-of x)))
          '(defmethod told :around ((x compiled-derived)) (list :around (call-next-method)))
          '(define-condition compiled-problem (error) ((code :initarg :code :reader code)) (:report "A problem."))
          '(deftype small () '(integer 0 9))
          '(define-compiler-macro cm (x) `(list :expanded ,x))
          '(defun cm (x) (list :called x))
          '(defun uses-cm () (cm 1))
          '(defun problem () (handler-case (error 'compiled-problem :code 5) (compiled-problem (c) (list (code c) (princ-to-string c))))))
                                                        => (nil nil)
(progn (load-compiled "definitions") (point-sum (cpoint 1 5))) => 6
(list (told 3) (told (make-instance 'compiled-derived :n 4))) => ((:int 3) (:around (:base 4)))
(problem)                                               => (5 "A problem.")
(list (typep 3 'small) (typep 12 'small))               => (t nil)
(uses-cm)                                               => (:expanded 1)

;;; --- the package and the readtable of the file do not outlive it
(compiled "package" "(defpackage \"ELSEWHERE\" (:use \"COMMON-LISP\"))" "(in-package \"ELSEWHERE\")"
          "(defun there () 'here)")                     => (nil nil)
(progn (load-compiled "package") (package-name *package*)) => "LISP-TESTS"
(symbol-package (funcall (intern "THERE" "ELSEWHERE"))) => #.(find-package "ELSEWHERE")

;;; --- warnings and errors
(compiled "wrong" '(push :before *seen*) '(let ((x 1 2)) x) '(push :after *seen*)) => (t t)
(progn (setf *seen* '()) (load-compiled "wrong"))       => (error program-error)
*seen*                                                  => (:before)
(compile-file (source-file "no-such-source"))           => (error file-error)

;;; --- names of files
(pathname-name (compile-file-pathname "lib/queue.lisp")) => "queue"
(directory-namestring (compile-file-pathname "/lib/queue.lisp" :output-file "/obj/")) => "/obj/"
(pathname-name (compile-file-pathname "queue.lisp" :output-file "other")) => "other"
(let ((*standard-output* (make-broadcast-stream)) (out (concatenate 'string *compile-dir* "target.out")))
  (compile-file (source-file "plain") :output-file out)
  (not (probe-file out)))                               => nil

;;; --- handlers around COMPILE-FILE receive the warnings of macros
(with-open-file (out (source-file "warning-macro") :direction :output :if-exists :supersede)
  (write-line "(defmacro warning-macro (x) (warn \"about ~A\" x) nil) (defun warned-of () (warning-macro 1))" out)
  nil)                                                  => nil
(let ((seen 0) (*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
  (handler-bind ((simple-warning (lambda (warning) (declare (ignore warning)) (incf seen))))
    (multiple-value-bind (file warned failed) (compile-file (source-file "warning-macro"))
      (declare (ignore file))
      (list seen (not warned) (not failed)))))          => (1 nil nil)

;;; The lock of COMMON-LISP says whose name it is, and can be passed.

(eval '(defun car (x) x))
  => (error package-error "CAR belongs to COMMON-LISP, which is locked, and cannot be redefined; choose")
(handler-bind ((package-error #'continue)) (eval '(defun room () 'mine))) => room
(room)                                                  => mine

;;; Names that the standard has, but not as those of operators, are free, with a style warning at the first time.
(defun styles (form)
  (let ((styles '()))
    (handler-bind ((style-warning (lambda (w) (push (type-of w) styles) (muffle-warning w))))
      (list (eval form) styles))))   => styles
(styles '(defun symbol (x) (list :symbol x)))           => (symbol (tessera:locked-name-warning))
(symbol 1)                                              => (:symbol 1)
(styles '(defun symbol (x) (list :again x)))            => (symbol nil)
(symbol 1)                                              => (:again 1)
(typep 'a 'symbol)                                      => t
(styles '(deftype symbol () t))                         => (error tessera:package-lock-violation)
(styles '(defmacro debug (x) (list 'list x)))           => (debug (tessera:locked-name-warning))
(debug 5)                                               => (5)
(rest (styles '(defgeneric ignore (x) (:method (x) (list :ignored x))))) => ((tessera:locked-name-warning))
(ignore 5)                                              => (:ignored 5)
(eval '(defgeneric print-object (a b)))                 => (error tessera:package-lock-violation)
(styles '(defun (setf variable) (new) new))             => ((setf variable) (tessera:locked-name-warning))
(setf (variable) 5)                                     => 5
(progn
  (handler-bind ((style-warning #'muffle-warning))
    (eval '(defstruct speed value))
    (eval '(defclass safety () ((value :initarg :value :reader safety-value)))))
  (list (speed-value (make-speed :value 1)) (safety-value (make-instance 'safety :value 2))))   => (1 2)
(progn (handler-bind ((style-warning #'muffle-warning)) (eval '(deftype space () 'integer))) (typep 5 'space)) => t
(fmakunbound 'symbol)                                   => symbol

;;; The error names the definition; its restart CONTINUE makes it; locks can be lifted.
(handler-case (eval '(defun room () 1)) (tessera:package-lock-violation (e) (package-name (package-error-package e)))) => "COMMON-LISP"
(tessera:package-locked-p "COMMON-LISP")                => t
(tessera:package-locked-p "TESSERA")                    => nil
(tessera:package-locked-p "NO-SUCH-PACKAGE")            => (error package-error "there is no package called NO-SUCH-PACKAGE")
(tessera:without-package-locks (eval '(defun ed (&optional x) (list :mine x)))) => ed
(ed 5)                                                  => (:mine 5)
(eval '(tessera:without-package-locks (defmacro step (form) form) (defun dribble () :mine))) => dribble
(list (step 5) (dribble))                               => (5 :mine)
(eval '(defun dribble () 2))                            => (error tessera:package-lock-violation)
(handler-bind ((tessera:package-lock-violation #'continue)) (eval '(deftype boolean () '(member t nil)))) => boolean
(functionp (handler-bind ((tessera:package-lock-violation #'continue)) (setf (fdefinition 'short-site-name) (lambda () "here")))) => t
(short-site-name)                                       => "here"

;;; DEFPACKAGE that changes nothing
(package-name (defpackage "COMMON-LISP-USER" (:use "COMMON-LISP"))) => "COMMON-LISP-USER"
(rename-package "KEYWORD" "ANEW")                       => (error tessera:package-lock-violation "RENAME-PACKAGE: COMMON-LISP is locked, and is not to be changed")
(rename-package "COMMON-LISP-USER" "ANEW")              => (error tessera:package-lock-violation "RENAME-PACKAGE: COMMON-LISP is locked, and is not to be changed")

;;; A program's own packages.
(progn (defpackage "LOCKED" (:use) (:export "WORK")) (eval (read-from-string "(defun locked:work () 1)")) (tessera:lock-package "LOCKED")) => t
(eval (read-from-string "(defun locked:work () 2)"))    => (error tessera:package-lock-violation)
(funcall (read-from-string "locked:work"))              => 1
(intern "OTHER" "LOCKED")                               => (error tessera:package-lock-violation "INTERN: LOCKED is locked, and is not to be changed")
(use-package "COMMON-LISP" "LOCKED")                    => (error tessera:package-lock-violation "USE-PACKAGE: LOCKED is locked, and is not to be changed")
(delete-package "LOCKED")                               => (error tessera:package-lock-violation "DELETE-PACKAGE: LOCKED is locked, and is not to be changed")
(handler-bind ((tessera:package-lock-violation #'continue)) (symbol-name (intern "OTHER" "LOCKED"))) => "OTHER"
(tessera:unlock-package "LOCKED")                       => t
(eval (read-from-string "(progn (defun locked:work () 2) (locked:work))")) => 2
(delete-package "LOCKED")                               => t

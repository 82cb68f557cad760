;;; The compiler's use of proclaimed qualities.

;;; --- (DEBUG 3), proclaimed: tail calls keep their callers' frames, until it is withdrawn
(defun frames-named (name) (count name (tessera::%backtrace 50) :key #'first)) => frames-named
(defun leaf (name) (values (frames-named name)))        => leaf
(progn (proclaim '(optimize (debug 3)))
       (eval '(defun kept () (leaf 'kept)))
       (proclaim '(optimize (debug 1)))
       (eval '(defun left () (leaf 'left)))
       (list (eval '(let ((n (kept))) n)) (eval '(let ((n (left))) n)))) => (1 0)

;;; --- A call in a tail position keeps no frame of its caller, however the function is named.
(defun down (n) (if (eql n 0) (frames-named 'down) (funcall 'down (1- n))))                     => down
(defun down-by (n f) (if (eql n 0) (frames-named 'down-by) (funcall f (1- n) f)))               => down-by
(defun down-applied (n f) (if (eql n 0) (frames-named 'down-applied) (apply f (list (1- n) f)))) => down-applied
(list (down 20) (down-by 20 'down-by) (down-by 20 #'down-by))                                   => (0 0 0)
(list (down-applied 20 'down-applied) (down-applied 20 #'down-applied))                         => (0 0)
(defun up (n) (if (eql n 0) (frames-named 'up) (values (funcall 'up (1- n)))))                  => up
(up 20)                                                                                         => 20

;;; Reading a stranger's text
(let ((tessera:*read-interns* nil))
  (destructuring-bind (known new keyword qualified) (read-from-string "(car never-seen-before :never-seen-before cl-user::never-seen-before)")
    (list known (mapcar #'symbol-package (list new keyword qualified)) (symbol-name new))))   => (car (nil nil nil) "NEVER-SEEN-BEFORE")
(list (find-symbol "NEVER-SEEN-BEFORE" "KEYWORD") (find-symbol "NEVER-SEEN-BEFORE" "CL-USER"))   => (nil nil)
;;; --- a handler supplies a value for the CAR of a non-list; the CDR then fails by itself
(let ((l 5)) (handler-bind ((type-error (lambda (c) (use-value (list :for (type-error-datum c))))))
               (let ((x (car l))) (setq l (cdr l)) (list x l)))) => ((:for 5) (:for 5))

;;; A file that is loaded within a form leaves the form's place as it was
(defparameter *inner-file* (ensure-directories-exist (concatenate 'string (scratch-folder "inner") "inner.lisp"))) => *inner-file*
(with-open-file (out *inner-file* :direction :output)
  (format out "(defvar cl-user::*inner* 1)"))          => nil
(let ((before tessera::*toplevel-frame*))
  (load *inner-file*)
  (eq before tessera::*toplevel-frame*))               => t

;;; --- DISASSEMBLE calls a function without a name LAMBDA, and no parameters ()
(mapcar (lambda (function) (let ((text (with-output-to-string (*standard-output*) (disassemble function)))) (subseq text 0 (position #\, text))))
        (list (lambda (x) x) (lambda () 5)))             => ("; LAMBDA (X)" "; LAMBDA ()")

;; a name that is not a function name is a TYPE-ERROR, whose expected type the datum is not of
(remove-if (lambda (name) (handler-case (progn (fboundp name) nil) (type-error (e) (not (typep (type-error-datum e) (type-error-expected-type e))))))
           '(5 "a" (setf) (setf . a) (setf a b) (setf 5) (lambda (x) x) (car cdr)))   => nil

;; the macros of the standard expand into operators of the standard and functions
(labels ((odd-operators (form found)
           (if (consp form)
               (let ((operator (car form)))
                 (when (and (symbolp operator) (special-operator-p operator) (not (eq (symbol-package operator) (find-package "COMMON-LISP"))))
                   (pushnew operator found))
                 (do ((rest form (cdr rest))) ((atom rest) found) (setq found (odd-operators (car rest) found))))
               found)))
  (mapcan (lambda (form) (odd-operators (macroexpand form) '()))
          (copy-list '((defun f (x &key y) "d" (list x y)) (defmacro m (x) x) (defstruct s a) (defclass c () ((a :initform 1 :accessor ca))) (defmethod mm ((x integer)) (call-next-method))
            (loop for x in y collect x) (dolist (x y) x) (case x (1 2)) (handler-case (f) (error (c) c)) (restart-case (f) (continue () 1))
            (setf (car x) 1 (gethash k h) 2) (incf (aref v i)) (with-slots (a) x a) (destructuring-bind (a &key b) x (list a b)) (push 1 (cdr x)))))) => nil

;;; A function that is proclaimed INLINE is called in line.
(progn (declaim (inline doubled-in-line)) (defun doubled-in-line (x) (+ x x))
       (search "DOUBLED" (with-output-to-string (*standard-output*) (disassemble (compile nil '(lambda (y) (doubled-in-line y)))))))  => nil

;;; PROCLAIM refuses lists that end in an atom
(proclaim '(type integer . foo)) => (error type-error "PROCLAIM: (TYPE INTEGER . FOO) is not a proper list")
(proclaim '(ftype (function (t) t) . foo)) => (error type-error "PROCLAIM: (FTYPE (FUNCTION (T) T) . FOO) is not a proper list")
(proclaim '(inline . foo)) => (error type-error "PROCLAIM: (INLINE . FOO) is not a proper list")
(proclaim '(special . foo)) => (error type-error "PROCLAIM: (SPECIAL . FOO) is not a proper list")
(proclaim '(optimize . foo)) => (error type-error "PROCLAIM: (OPTIMIZE . FOO) is not a proper list")
(proclaim '(declaration . foo)) => (error type-error "PROCLAIM: (DECLARATION . FOO) is not a proper list")
(proclaim '(notinline foo . bar)) => (error type-error "PROCLAIM: (NOTINLINE FOO . BAR) is not a proper list")
(proclaim '(ftype . foo)) => (error type-error "PROCLAIM: (FTYPE . FOO) is not a proper list")
(handler-case (proclaim '(ftype . foo)) (type-error (e) (typep (type-error-datum e) (type-error-expected-type e)))) => nil
(proclaim '(type . foo)) => (error type-error "PROCLAIM: (TYPE . FOO) is not a proper list")
(proclaim '(type integer 5)) => (error program-error "PROCLAIM: 5 is not a variable name")
(proclaim '(special 5)) => (error program-error "PROCLAIM: 5 is not a variable name")
(proclaim 'foo) => (error type-error "PROCLAIM: FOO is not a proper list")
(proclaim '(inline some-inline-name)) => nil
(proclaim '(ftype (function (t) t) some-function-name)) => nil
(proclaim '(type integer *some-typed-name*)) => nil
(eval '(declaim (type integer . foo))) => (error type-error "PROCLAIM: (TYPE INTEGER . FOO) is not a proper list")

;;; NIL, T, keywords, characters and numbers as names in forms. They are immediates, not symbols in memory: each signals
;;; an error, or means what the standard says. No form here may end the process.

(defun put (name template)
  "Returns TEMPLATE with NAME in the place of each @."
  (cond ((eq template '@) name)
        ((consp template) (cons (put name (car template)) (put name (cdr template))))
        (t template))) => put
(defun outcome-of (form way)
  "Returns the value of FORM, or :ERROR if it signals one."
  (handler-bind ((warning #'muffle-warning))
    (handler-case (ecase way (:eval (eval form)) (:compile (funcall (compile nil `(lambda () ,form)))))
      (error () :error)))) => outcome-of
(defun taken (names templates)
  "Returns the forms that do not signal an error, evaluated or compiled, with each of NAMES put into each of TEMPLATES."
  (loop for template in templates
        append (loop for name in names
                     for form = (put name template)
                     unless (and (eq (outcome-of form :eval) :error) (eq (outcome-of form :compile) :error)) collect form))) => taken
(defvar *non-names* (list #\a 3 -7 1.5 2.5d0 1/2 (expt 10 30) "string" '(setf) '(setf 3) '(setf . 3) '(setf car . 3))) => *non-names*

;;; Functions' names.
#'nil                                             => (error undefined-function "NIL is not a function")
#'t                                               => (error undefined-function "T is not a function")
#':no-function                                    => (error undefined-function ":NO-FUNCTION is undefined")
(list #'nil)                                      => (error undefined-function "NIL is not a function")
(load-time-value #'nil)                           => (error undefined-function "NIL is not a function")
(funcall #'nil)                                   => (error undefined-function "NIL is not a function")
(nil)                                             => (error undefined-function "NIL is not a function")
(fdefinition nil)                                 => (error undefined-function "NIL is not a function")
#'(setf nil)                                      => (error undefined-function)
(flet ((nil () 1) (t () 2)) (list (nil) (funcall #'nil) (t) (funcall #'t))) => (1 1 2 2)
(loop repeat 5000 count (handler-case (funcall #'nil) (undefined-function (c) (null (cell-error-name c))))) => 5000
(loop repeat 5000 count (handler-case (t) (undefined-function (c) (eq (cell-error-name c) t)))) => 5000
(taken '(nil t) '((function @) (@) (function (setf @)) (funcall '@) (apply '@ nil) (fdefinition '@) (symbol-function '@) (mapcar '@ '(1))
                  (sort (list 2 1) '@) (multiple-value-call (function @) 1) (load-time-value (function @)) (coerce '@ 'function)
                  (defun @ () 1) (defmacro @ () 1) (defgeneric @ ()) (defmethod @ ()) (defsetf @ car) (setf (@) 1) (macrolet ((@ () 1)) #'@)
                  (setf (fdefinition '@) #'car) (setf (macro-function '@) #'car) (fmakunbound '@))) => nil
(taken *non-names* '((function @) (@) (function (setf @)) (funcall '@) (apply '@ nil) (fdefinition '@) (fboundp '@) (mapcar '@ '(1))
                     (flet ((@ () 1)) 2) (labels ((@ () 1)) 2) (macrolet ((@ () 1)) 2) (defun @ () 1) (defmacro @ () 1) (define-compiler-macro @ () 1)
                     (define-setf-expander @ () 1) (define-modify-macro @ () +) (defsetf @ car) (defgeneric @ ()) (defmethod @ ())
                     (defstruct (structure (:constructor @)) a) (with-hash-table-iterator (@ (make-hash-table)) 1) (restart-case 1 (@ () 1)))) => nil

;;; Variables' names: NIL, T and keywords are constants.
(taken '(nil t :key #\a 3 1.5 "string")
       '((setq @ 1) (psetq @ 1) (setf @ 1) (incf @) (push 1 @) (multiple-value-setq (@) 1) (set '@ 1) (let ((@ 1)) 2) (let* ((@ 1)) 2)
         (multiple-value-bind (@) 1 2) (progv '(@) '(1) 2) (symbol-macrolet ((@ 1)) 2) (define-symbol-macro @ 1) (defvar @ 1) (defparameter @ 1)
         (do ((@ 1)) (t)) (dolist (@ '(1))) (dotimes (@ 1)) (prog ((@ 1))) (with-output-to-string (@) 1) (handler-case (error "") (error (@ y) 1))
         (lambda (@) 1) ((lambda (@) 1) 2) (lambda (&optional (@ 1)) 2) (lambda (&rest @) 1) (lambda (&rest x @) 1) (lambda (&key (@ 1)) 2)
         (lambda (&key ((:k @) 1)) 2) (lambda (&aux (@ 1)) 2) (flet ((f (@) 1)) 2) (makunbound '@))) => nil
(taken '(t :key #\a 3 1.5 "string")  ; NIL is a lambda list of its own there
       '((destructuring-bind (@) '(1) 2) (defmacro m (@) 1) (macrolet ((m (&whole @) 1)) 2) (lambda (&optional (x 1 @)) 2) (lambda (x . @) 1)
         (lambda @ 1) (let @ 1) (flet @ 1) (flet ((f @ 1)) 2) (symbol-macrolet @ 1) (with-slots (@) 3 1) (loop for @ in '(1)))) => nil
(funcall (lambda (&key ((nil x) 1) ((t y) 2)) (list x y)) nil 3 't 4) => (3 4)
(locally (declare (special nil t :key)) (list nil t :key)) => (nil t :key)
(list (boundp nil) (symbol-value t) (symbol-value :key)) => (t t :key)

;;; Names of blocks, tags and restarts; tags may be integers, too.
(taken '(#\a 3 1.5 "string") '((block @ 1) (return-from @ 1) (loop named @ return 1) (with-simple-restart (@ "") 1))) => nil
(taken '(nil t :key #\a 3 1.5 "string") '((go @) (tagbody (return-from @)))) => nil
(list (block nil (return-from nil 1)) (block t (return-from t 2)) (block :key (funcall (lambda () (return-from :key 3))))) => (1 2 3)
(let ((passed '())) (tagbody (go nil) t (push t passed) (go 3) nil (push nil passed) (go t) 3 (push 3 passed)) passed) => (3 t nil)

;;; Classes' names, types and packages.
(taken '(nil) '((make-instance '@) (find-class '@) (defclass @ () ()) (defstruct (@)) (define-condition @ () ()) (make-condition '@))) => nil
(taken '(#\a 3 1.5 "string") '((make-instance '@) (find-class '@) (defclass @ () ()) (defclass c (@) ()) (defstruct (@)) (define-condition @ () ())
                               (make-condition '@) (defclass c () (("a" :initarg @))))) => nil
(taken '(#\a 3 1.5 "string") '((deftype @ () t) (typep 1 '@) (coerce 1 '@) (get '@ 'a) (symbol-name '@) (symbol-plist '@) (special-operator-p '@)
                               (macro-function '@))) => nil

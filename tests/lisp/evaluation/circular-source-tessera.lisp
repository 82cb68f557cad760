;;; Source lists that do not end: each is a PROGRAM-ERROR whose message is finite, wherever the list stands in a special
;;; form.

(defun ring (&rest elements) "Returns a circular list." (setf (cdr (last elements)) elements))  => ring
(defun verdict (form)
  "Returns :ERROR if compiling and running FORM signals a PROGRAM-ERROR with a message, else what happened."
  (handler-case (handler-bind ((warning #'muffle-warning)) (funcall (compile nil `(lambda () ,form))) :no-error)
    (program-error (condition) (if (< 0 (length (princ-to-string condition)) 1000) :error :long-message))))  => verdict

;; --- the operands of each special operator are a circular list
(remove-if (lambda (name) (eq (verdict (cons name (ring nil nil))) :error)) (tessera::%special-operators))       => nil
(remove-if (lambda (name) (eq (verdict (cons name (ring '(x 1)))) :error)) (tessera::%special-operators))        => nil

;; --- the list of bindings, definitions, parameters or situations is circular
(loop for name in '(let let* flet labels macrolet symbol-macrolet multiple-value-bind lambda eval-when)
      nconc (remove-if (lambda (form) (eq (verdict form) :error))
                       (mapcar (lambda (item) (list* name (ring item) '(1 2)))
                               (case name
                                 ((let let*) '(x (x 1)))
                                 ((flet labels macrolet) '((f (x) x)))
                                 (symbol-macrolet '((s 1)))
                                 (eval-when '(:execute :load-toplevel))
                                 (t '(x))))))                                                       => nil

;; --- declarations, and each kind of specifier
(verdict `(locally (declare . ,(ring '(special x))) 1))                                             => :error
(verdict `(locally . ,(ring '(declare))))                                                           => :error
(remove-if (lambda (kind) (eq (verdict `(locally (declare (,kind . ,(ring 'x))) 1)) :error))
           '(special ignore ignorable type ftype inline notinline optimize dynamic-extent integer)) => nil
(remove-if (lambda (kind) (eq (verdict `(let ((x 1)) (declare (,kind . ,(ring 'x))) x)) :error))
           '(special ignore ignorable type optimize))                                               => nil

;; --- elements of these lists
(remove-if (lambda (form) (eq (verdict form) :error))
           `((let (,(ring 'x)) 1) (let* (,(ring 'x)) 1) (symbol-macrolet (,(ring 's)) 1)
             (flet (,(ring 'f)) 1) (labels (,(ring 'f)) 1) (flet (,(list* 'f '() (ring 1))) 1) (labels (,(list* 'f (ring 'x) '(1))) 1)
             (lambda ,(ring '&optional) 1) (lambda (&optional ,(ring 'x)) 1) (lambda (&key ,(ring 'x)) 1)
             (lambda (&key (,(ring :x))) 1) (lambda (&aux ,(ring 'x)) 1) (lambda (&key . ,(ring 'x)) 1) (lambda (&optional . ,(ring 'x)) 1)
             (tessera::named-lambda f ,(ring 'x) 1) (function (lambda ,(ring 'x) 1)) (function ,(ring 'setf 'x))
             ((lambda ,(ring 'x) 1) 2) ((lambda (x) . ,(ring 1)) 2) ((lambda (x) . ,(ring '(declare))) 2)
             (setq . ,(ring 'x 1)) (list . ,(ring 1)) (flet ((f (&rest x) x)) (f . ,(ring 1)))
             (funcall #'list . ,(ring 1)) (apply #'list . ,(ring 1)) (values . ,(ring 1)) (car . ,(ring 1))))  => nil

;; --- dotted lists are reported as well
(remove-if (lambda (form) (eq (verdict form) :error))
           '((let (x . y) 1) (let* ((x 1) . y) 1) (flet ((f ()) . g) 1) (labels ((f () 1) . g) 1) (macrolet ((m () 1) . n) 1)
             (symbol-macrolet ((s 1) . t) 1) (multiple-value-bind (x . y) 1 2) (lambda (x . y) 1) (locally (declare (special x . y)) 1)
             (locally (declare (special x) . y) 1) (eval-when (:execute . x) 1) (let ((x . 1)) 1) (let ((x 1 . 2)) 1)))  => nil

;; --- a macro that makes the form around it circular, or shorter, while that is being compiled
(defvar *outer*)                                                                                    => *outer*
(defmacro close-ring () (setf (cdr (last *outer*)) *outer*) 1)                                      => close-ring
(defun verdict-with-macro (form) (setq *outer* form) (verdict form))                                => verdict-with-macro
(remove-if (lambda (form) (member (verdict-with-macro (copy-tree form)) '(:error :no-error)))
           '((progn (close-ring) 2) (list (close-ring) 2) (let ((x (close-ring))) x) (setq x (close-ring)) (tagbody (close-ring) a)))  => nil
(defmacro cut-off () (setf (cddr *outer*) 5) 1)                                                     => cut-off
(remove-if (lambda (form) (member (verdict-with-macro (copy-tree form)) '(:error :no-error)))
           '((progn (cut-off) 2 3) (list (cut-off) 2 3) (car (cut-off) 2) (let ((x (cut-off))) x x) (tagbody (cut-off) a b)
             (flet ((f () (cut-off))) (f)) (let* ((x (cut-off)) (y 2)) x y) (setq *outer* (cut-off) *outer* 2)))  => nil

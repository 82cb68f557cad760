;;; Environments: information about names, and augmented environments (EXT).

(prog1 t (require "ext"))                                                       => t
(defmacro variable-info (name &environment env) `',(multiple-value-list (ext:variable-information name env))) => variable-info
(defmacro function-info (name &environment env) `',(multiple-value-list (ext:function-information name env))) => function-info
(defvar *dynamic* 1)                                                            => *dynamic*
(define-symbol-macro everywhere 5)                                              => everywhere

;;; Variables
(list (variable-info nowhere) (variable-info *dynamic*) (variable-info pi) (variable-info nil) (variable-info :key) (variable-info everywhere))
=> ((nil nil nil) (:special nil nil) (:constant nil nil) (:constant nil nil) (:constant nil nil) (:symbol-macro nil nil))
(let ((a 1)) (list a (variable-info a)))                                        => (1 (:lexical t nil))
(let ((a 1)) (declare (special a)) (list a (variable-info a)))                  => (1 (:special t nil))
(symbol-macrolet ((a 1)) (list a (variable-info a)))                            => (1 (:symbol-macro t nil))
(symbol-macrolet ((a 1)) (let ((a a)) (list a (variable-info a))))              => (1 (:lexical t nil))
(let ((everywhere 1)) (list everywhere (variable-info everywhere)))             => (1 (:lexical t nil))
(ext:variable-information "a")                                                  => (error type-error)

;;; Functions
(list (function-info nowhere) (function-info car) (function-info (setf car)) (function-info when) (function-info if))
=> ((nil nil nil) (:function nil nil) (:function nil nil) (:macro nil nil) (:special-form nil nil))
(flet ((f (x) x)) (list (f 1) (function-info f)))                               => (1 (:function t nil))
(labels (((setf f) (x) x)) (list (setf (f) 1) (function-info (setf f)) (function-info f))) => (1 (:function t nil) (nil nil nil))
(macrolet ((f (x) x)) (list (f 1) (function-info f)))                           => (1 (:macro t nil))
(locally (declare (notinline f)) (function-info f))                             => (nil nil ((inline . notinline)))
(progn (declaim (ftype (function (t) fixnum) declared-so)) (ext:function-information 'declared-so)) => (values nil nil ((ftype function (t) fixnum)))
(ext:function-information '(car))                                               => (error type-error)

;;; Declarations
(assoc 'speed (ext:declaration-information 'optimize))                          => (speed 1)
(assoc 'speed (ext:declaration-information 'optimize (ext:augment-environment nil :declare '((optimize (speed 3) safety))))) => (speed 3)
(assoc 'safety (ext:declaration-information 'optimize (ext:augment-environment nil :declare '((optimize (speed 3) safety))))) => (safety 3)
(let ((e (ext:augment-environment (ext:augment-environment nil :declare '((optimize (speed 3)))) :declare '((optimize (space 2))))))
  (mapcar (lambda (quality) (second (assoc quality (ext:declaration-information 'optimize e)))) '(speed space debug))) => (3 2 1)

;;; More in an environment
(defvar *e* (ext:augment-environment nil :variable '(a b *dynamic*) :symbol-macro '((c (car a)))
                                         :function '(f (setf f))
                                         :macro (list (list 'm (ext:enclose (ext:parse-macro 'm '(x &optional (y 5))
                                                                                           '((if (eql y 0) (return-from m x)) `(+ ,x ,y))))))
                                         :declare '((type fixnum a) (integer b) (ignore b) (special b) (inline f) (ftype (function (t) t) f)
                                                    (dynamic-extent #'(setf f) a)))) => *e*
(ext:variable-information 'a *e*)                               => (values :lexical t ((type . fixnum) (dynamic-extent . t)))
(ext:variable-information 'b *e*)                                               => (values :special t ((type . integer) (ignore . t)))
(ext:variable-information '*dynamic* *e*)                                       => (values :special t nil)
(ext:variable-information 'c *e*)                                               => (values :symbol-macro t nil)
(ext:variable-information 'd *e*)                                               => (values nil nil nil)
(ext:function-information 'f *e*)                               => (values :function t ((inline . inline) (ftype function (t) t)))
(ext:function-information '(setf f) *e*)                                        => (values :function t ((dynamic-extent . t)))
(ext:function-information 'm *e*)                                               => (values :macro t nil)
(macroexpand '(m 1) *e*)                                                        => (values (+ 1 5) t)
(macroexpand '(m 1 0) *e*)                                                      => (values 1 t)
(macroexpand-1 'c *e*)                                                          => (values (car a) t)
(functionp (macro-function 'm *e*))                                             => t
(macroexpand '(when a b) (ext:augment-environment *e* :function '(when)))       => (values (when a b) nil)
(macro-function 'm (ext:augment-environment *e* :function '(m)))                => nil
(macroexpand 'c (ext:augment-environment *e* :variable '(c)))                   => (values c nil)
(ext:variable-information 'a (ext:augment-environment *e* :declare '((type bit a)))) => (values :lexical t ((type . bit) (dynamic-extent . t)))
(macrolet ((inner (&environment env) (list 'quote (macroexpand 'a (ext:augment-environment env :function '(f))))))
  (symbol-macrolet ((a (car b))) (inner)))                                      => (car b)
(let ((e nil))
  (dotimes (i 2000) (setq e (ext:augment-environment e :symbol-macro (list (list (intern (format nil "V~D" i)) i)))))
  (list (macroexpand 'v0 e) (macroexpand 'v1999 e) (ext:variable-information 'v1000 e))) => (0 1999 :symbol-macro)

;;; ... that cannot be
(ext:augment-environment nil :variable '(a) :symbol-macro '((a 1)))             => (error program-error)
(ext:augment-environment nil :variable '(a a))                                  => (error program-error)
(ext:augment-environment nil :variable '(5))                                    => (error program-error)
(ext:augment-environment nil :function '(f) :macro (list (list 'f #'car)))      => (error program-error)
(ext:augment-environment nil :symbol-macro '((a 1)) :declare '((special a)))    => (error program-error)
(ext:augment-environment nil :declare '(type))                                  => (error program-error)
(ext:augment-environment nil :macro '((f 5)))                                   => (error type-error)

;;; Functions in an environment
(funcall (ext:enclose '(lambda (x) (* 2 x))) 4)                                 => 8
(funcall (ext:enclose '(lambda (a) (m c 7)) *e*) '(1 2))                        => 8
(funcall (ext:enclose '(lambda (a) (list c (m 1 0))) (ext:augment-environment *e* :symbol-macro '((c (cdr a))))) '(1 2)) => ((2) 1)
(first (ext:parse-macro 'm '(x) '(x)))                                          => lambda
(funcall (ext:enclose (ext:parse-macro 'm '((a . b) &key k &environment e) '((list a b k e)))) '(m (1 . 2) :k 3) nil) => (1 2 3 nil)
(ext:parse-macro 'm '(&rest) '(1))                                              => (error program-error)

;;; Declarations of programs' own
(ext:define-declaration unit (specification environment)
  (declare (ignore environment))
  (values :variable (loop for name in (cddr specification) collect (list name 'unit (second specification))))) => unit
(ext:define-declaration pure (specification environment)
  (declare (ignore environment))
  (values :function (loop for name in (rest specification) collect (list name 'pure t)))) => pure
(ext:define-declaration policy (specification environment)
  (declare (ignore environment))
  (values :declare (cons 'policy (second specification))))                      => policy
(let ((e (ext:augment-environment nil :variable '(a) :declare '((unit :cm a) (pure f) (policy :strict)))))
  (list (nth-value 2 (ext:variable-information 'a e)) (nth-value 2 (ext:function-information 'f e)) (ext:declaration-information 'policy e)))
=> (((unit . :cm)) ((pure . t)) :strict)
(let ((a 1)) (declare (unit :cm a)) a)                                          => 1

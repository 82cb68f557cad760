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
(ext:variable-information "a")                                                  => (error type-error "VARIABLE-INFORMATION: the value of VARIABLE is \"a\", which is not of type SYMBOL")

;;; Declared types of variables
(progn (declaim (type fixnum *typed*) (string *text*)) (defvar *typed* 1) (defvar *text* "") (list (variable-info *typed*) (variable-info *text*)))
=> ((:special nil ((type . fixnum))) (:special nil ((type . string))))
(let ((*typed* 3)) (declare (type (integer 3 4) *typed*)) (variable-info *typed*)) => (:special t ((type integer 3 4)))
(progn (declaim (type integer *typed*)) (variable-info *typed*))                => (:special nil ((type . integer)))
(let ((a 1) (b 2))
  (declare (type fixnum a) (integer b) (dynamic-extent a) (ignore b))
  (list a (variable-info a) (variable-info b)))
=> (1 (:lexical t ((type . fixnum) (dynamic-extent . t))) (:lexical t ((type . integer) (ignore . t))))
(let* ((a 1) (b (progn a (variable-info a)))) (declare (type fixnum a)) b)      => (:lexical t ((type . fixnum)))
(let ((a 1)) (declare (type fixnum a)) (let ((b a) (a 2)) (list a b (variable-info a)))) => (2 1 (:lexical t nil))
(let ((a 1)) (declare (type integer a)) a (locally (declare (type bit a)) (variable-info a))) => (:lexical t ((type . bit)))
(let ((a 1)) (declare (special a) (type fixnum a)) (list a (variable-info a)))  => (1 (:special t ((type . fixnum))))
(let ((a 1)) (declare (undeclared-name a)) (list a (variable-info a)))          => (1 (:lexical t nil))
(let ((a 1)) (declare (fixnum a)) "a form" (list a (variable-info a)))          => (1 (:lexical t ((type . fixnum))))
((lambda (x &optional (y (variable-info x)) &key k) "text" (declare (type fixnum x)) (declare (symbol k)) (list x y k (variable-info k))) 1)
=> (1 (:lexical t ((type . fixnum))) nil (:lexical t ((type . symbol))))
(progn (defun typed-argument (x) (declare (type string x)) (list x (variable-info x))) (typed-argument "a")) => ("a" (:lexical t ((type . string))))
(multiple-value-bind (a b) (values 1 2) (declare (fixnum a)) (list a b (variable-info a))) => (1 2 (:lexical t ((type . fixnum))))
(loop for i of-type fixnum from 0 to 0 collect (variable-info i))               => ((:lexical t ((type . fixnum))))
(labels ((f (x) (declare (type cons x)) (list x (variable-info x)))) (f '(1)))  => ((1) (:lexical t ((type . cons))))
(symbol-macrolet ((a 1)) (declare (type fixnum a)) (list a (variable-info a)))  => (1 (:symbol-macro t ((type . fixnum))))

;;; Functions
(list (function-info nowhere) (function-info car) (function-info (setf car)) (function-info when) (function-info if))
=> ((nil nil nil) (:function nil nil) (:function nil nil) (:macro nil nil) (:special-form nil nil))
(flet ((f (x) x)) (list (f 1) (function-info f)))                               => (1 (:function t nil))
(labels (((setf f) (x) x)) (list (setf (f) 1) (function-info (setf f)) (function-info f))) => (1 (:function t nil) (nil nil nil))
(macrolet ((f (x) x)) (list (f 1) (function-info f)))                           => (1 (:macro t nil))
(locally (declare (notinline f)) (function-info f))                             => (nil nil ((inline . notinline)))
(progn (declaim (ftype (function (t) fixnum) declared-so)) (ext:function-information 'declared-so)) => (values nil nil ((ftype function (t) fixnum)))
(ext:function-information '(car))                                               => (error type-error)
(flet ((f (x) x)) (declare (ftype (function (t) fixnum) f) (inline f) (dynamic-extent #'f)) (list (f 1) (function-info f)))
=> (1 (:function t ((ftype function (t) fixnum) (inline . inline) (dynamic-extent . t))))
(labels (((setf f) (x) x)) (declare (ftype (function (t) t) (setf f))) (list (setf (f) 1) (function-info (setf f)))) => (1 (:function t ((ftype function (t) t))))
(progn (declaim (inline inlined)) (defun inlined (x) x) (function-info inlined)) => (:function nil ((inline . inline)))

;;; Declarations
(assoc 'speed (ext:declaration-information 'optimize))                          => (speed 1)
(assoc 'speed (ext:declaration-information 'optimize (ext:augment-environment nil :declare '((optimize (speed 3) safety))))) => (speed 3)
(assoc 'safety (ext:declaration-information 'optimize (ext:augment-environment nil :declare '((optimize (speed 3) safety))))) => (safety 3)
(let ((e (ext:augment-environment (ext:augment-environment nil :declare '((optimize (speed 3)))) :declare '((optimize (space 2))))))
  (mapcar (lambda (quality) (second (assoc quality (ext:declaration-information 'optimize e)))) '(speed space debug))) => (3 2 1)

(defmacro qualities (&environment env)
  `',(loop for name in '(speed safety) collect (second (assoc name (ext:declaration-information 'optimize env))))) => qualities
(locally (declare (optimize speed (safety 0))) (list (qualities) (locally (declare (optimize (safety 2))) (qualities)) (qualities)))
=> ((3 0) (3 2) (3 0))

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
(ext:augment-environment nil :variable '(a) :symbol-macro '((a 1)))             => (error program-error "AUGMENT-ENVIRONMENT: A stands there twice as the name of a variable")
(ext:augment-environment nil :variable '(a a))                                  => (error program-error "AUGMENT-ENVIRONMENT: A stands there twice as the name of a variable")
(ext:augment-environment nil :variable '(5))                                    => (error program-error "AUGMENT-ENVIRONMENT: 5 cannot name a variable")
(ext:augment-environment nil :function '(f) :macro (list (list 'f #'car)))      => (error program-error "AUGMENT-ENVIRONMENT: F stands there twice as the name of a function")
(ext:augment-environment nil :symbol-macro '((a 1)) :declare '((special a)))    => (error program-error "AUGMENT-ENVIRONMENT: the symbol macro A cannot be special")
(ext:augment-environment nil :declare '(type))                                  => (error program-error "AUGMENT-ENVIRONMENT: TYPE is not a declaration")
(ext:augment-environment nil :macro '((f 5)))                                   => (error type-error "AUGMENT-ENVIRONMENT: the value of EXPANDER is 5, which is not of type FUNCTION")

;;; Functions in an environment
(funcall (ext:enclose '(lambda (x) (* 2 x))) 4)                                 => 8
(funcall (ext:enclose '(lambda (a) (m c 7)) *e*) '(1 2))                        => 8
(funcall (ext:enclose '(lambda (a) (list c (m 1 0))) (ext:augment-environment *e* :symbol-macro '((c (cdr a))))) '(1 2)) => ((2) 1)
(first (ext:parse-macro 'm '(x) '(x)))                                          => lambda
(funcall (ext:enclose (ext:parse-macro 'm '((a . b) &key k &environment e) '((list a b k e)))) '(m (1 . 2) :k 3) nil) => (1 2 3 nil)
(ext:parse-macro 'm '(&rest) '(1))                                              => (error program-error "M: &REST or &BODY lacks its variable")

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
(let ((a 1)) (declare (unit :cm a)) (list a (variable-info a)))                 => (1 (:lexical t ((unit . :cm))))
(flet ((f () 1)) (declare (pure f)) (list (f) (function-info f)))               => (1 (:function t ((pure . t))))
(macrolet ((policy (&environment env) (ext:declaration-information 'policy env)))
  (list (policy) (locally (declare (policy :strict)) (policy))))                => (nil :strict)
(ext:define-declaration like (specification environment)
  (values :variable (loop for name in (cddr specification)
                          collect (list name 'like (nth-value 2 (ext:variable-information (second specification) environment)))))) => like
(let ((a 1) (b 2)) (declare (fixnum a) (like a b)) (list a b (variable-info b))) => (1 2 (:lexical t ((like (type . fixnum)))))

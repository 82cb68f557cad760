;;; Places that are assigned (module arc): =, ++, push and similar operators, and defset.
(in-package "TESSERA-ARC")

(defun place-parts (place environment form)
  "Returns three values for PLACE, which FORM assigns: bindings of LET*, the form for its value, and a function from a
form for the new value to the form that assigns it."
  (cond ((symbol-parameter-p place)
         (if (and (not (lookup place environment)) (ssyntax-p place))
             (place-parts (ssexpand place) environment form)
             (values '() (compile-symbol place environment)
                     (lambda (value) (compile-assignment form place value environment)))))
        ((not (and (consp place) (tessera::%proper-length place))) (malformed form "~A is not a place that can be assigned" place))
        ((and (symbolp (car place)) (car place)) (named-place-parts place environment form))
        (t (element-parts place environment form))))

(defun named-place-parts (place environment form)
  "Returns the three values of PLACE-PARTS for PLACE, a list that begins with a symbol."
  (let* ((head (car place))
         (macro (macro-of head environment))
         (local (lookup head environment))
         (setter (and (not local) (get (if (keywordp head) (named head) head) 'setter))))
    (cond ((and (not local) (ssyntax-p head) (not (foreign-parts head))) (place-parts (unfolded place) environment form))
          (setter (funcall setter place environment form))
          ((and macro (not (operator-p (tagged-rep macro))))
           (let ((*depth* (tessera::%one-deeper *depth*)))
             (place-parts (expand-macro macro place) environment form)))
          (macro (malformed form "~A is not a place that can be assigned" place))
          (t (element-parts place environment form)))))

(defun unfolded (form)
  "Returns FORM with its head, a symbol that stands for a form, expanded: (a (b x)) for (a:b x)."
  (let ((head (ssexpand (car form))))
    (if (and (consp head) (eq (car head) :compose))
        (composed (cdr head) (cdr form))
        (cons head (cdr form)))))

(defun element-parts (place environment form)
  "Returns the three values of PLACE-PARTS for PLACE, an element of a string, list or table."
  (unless (<= 2 (length place) 3) (malformed form "~A is not a place that can be assigned" place))
  (let ((whole (gensym)) (key (gensym)) (default (compile-all (cddr place) environment)))
    (values `((,whole ,(compile-arc (car place) environment)) (,key ,(compile-arc (cadr place) environment)))
            (call-value whole (cons key default))
            (lambda (value)
              (call-with-simple (list value)
                                (lambda (value)
                                  `(if (and ,value (hash-table-p ,whole))
                                       (setf (gethash ,key ,whole) ,value)
                                       (arc::|sref| ,whole ,value ,key))))))))

(defmacro define-setter (name (argument value) getter setter)
  "Defines how (NAME list) is assigned: GETTER and SETTER are forms of Common Lisp about the variables ARGUMENT and
VALUE."
  `(setf (get (arc-symbol ,name) 'setter)
         (lambda (place environment form)
           (unless (= (length place) 2) (malformed form "~A is not a place that can be assigned" place))
           (let ((,argument (gensym)))
             (values (list (list ,argument (compile-arc (cadr place) environment)))
                     ,getter
                     (lambda (,value) ,setter))))))

(define-setter "car" (list value) `(car ,list) `(set-car ,list ,value))
(define-setter "cdr" (list value) `(cdr ,list) `(set-cdr ,list ,value))
(define-setter "caar" (list value) `(caar ,list) `(set-car (car ,list) ,value))
(define-setter "cadr" (list value) `(cadr ,list) `(set-car (cdr ,list) ,value))
(define-setter "cdar" (list value) `(cdar ,list) `(set-cdr (car ,list) ,value))
(define-setter "cddr" (list value) `(cddr ,list) `(set-cdr (cdr ,list) ,value))
(define-setter "caddr" (list value) `(caddr ,list) `(set-car (cddr ,list) ,value))

(defun set-car (cons value)
  "Makes VALUE the car of CONS; signals an error unless CONS is a cons. Returns VALUE."
  (unless (consp cons) (fail "Can't set car of ~A" (shown cons)))
  (setf (car cons) value))

(defun set-cdr (cons value)
  "Makes VALUE the cdr of CONS; signals an error unless CONS is a cons. Returns VALUE."
  (unless (consp cons) (fail "Can't set cdr of ~A" (shown cons)))
  (setf (cdr cons) value))

(define-operator "defset" (form environment name parameters &rest body)
  (check-definable form name)
  `(define-setter-function ',name ,(compile-function 'lambda nil parameters body environment)))

(defun define-setter-function (name function)
  "Makes FUNCTION define how (NAME argument*) is assigned. It is called with the arguments and returns a list in Arc:
names and values by twos, the form for the value, and the form of a function that assigns a new one."
  (setf (get name 'setter)
        (lambda (place environment form)
          (destructuring-bind (names getter setter) (place-description (apply function (cdr place)) name)
            (let ((bindings '()) (inner environment))
              (dolist (pair (pairs names form))
                (multiple-value-bind (lisp-name more) (bind (car pair) inner)
                  (push (list lisp-name (compile-arc (cadr pair) inner)) bindings)
                  (setf inner more)))
              (values (nreverse bindings)
                      (compile-arc getter inner)
                      (lambda (value) (compile-arc (list setter (list :%lisp value)) inner)))))))
  name)

(defun place-description (object name)
  "Returns OBJECT; signals an error unless a function for assigning NAME may return it."
  (if (eql (tessera::%proper-length object) 3)
      object
      (fail "defset: the definition for ~A gives ~A instead of a list of names and values, a form, and a form of a function" name object)))

;;; Assignments.

(defun compile-change (place environment form function)
  "Returns the form that assigns to PLACE the form of Common Lisp that FUNCTION makes of the form for its value."
  (multiple-value-bind (bindings getter setter) (place-parts place environment form)
    (let* ((value (gensym))
           (change `(let ((,value ,(funcall function getter))) ,(funcall setter value))))
      (if bindings `(let* ,bindings ,change) change))))

(defun compile-set (place value environment form)
  "Returns the form that assigns VALUE of Arc to PLACE."
  (if (and (symbol-parameter-p place) (or (lookup place environment) (not (ssyntax-p place))))
      (compile-assignment form place (compile-arc value environment) environment)
      (compile-change place environment form (lambda (getter) (declare (ignore getter)) (compile-arc value environment)))))

(define-operator "=" (form environment &rest places)
  (if (null places)
      nil
      `(progn ,@(loop for (place value) in (pairs-or-last places)
                      collect (compile-set place value environment form)))))

(defun pairs-or-last (list)
  "Splits LIST into pairs; the last gets NIL if it has no value."
  (loop for rest = list then (cddr rest)
        while rest collect (list (car rest) (cadr rest))))

(define-operator "zap" (form environment function place &rest arguments)
  (compile-change place environment form
                  (lambda (getter) (compile-arc (list* function (list :%lisp getter) arguments) environment))))

(define-operator "++" (form environment place &optional (by 1))
  (compile-change place environment form (lambda (getter) (compile-arc `(:+ (:%lisp ,getter) ,by) environment))))

(define-operator "--" (form environment place &optional (by 1))
  (compile-change place environment form (lambda (getter) (compile-arc `(:- (:%lisp ,getter) ,by) environment))))

(define-operator "push" (form environment object place)
  (call-in-order object environment
                 (lambda (object)
                   (compile-change place environment form (lambda (getter) `(cons ,object ,getter))))))

(defun call-in-order (first environment function)
  "Returns the form that FUNCTION makes of a form for the value of FIRST, which is evaluated before anything else in
it."
  (let ((form (compile-arc first environment)))
    (if (constantp form)
        (funcall function form)
        (let ((name (gensym)))
          `(let ((,name ,form)) ,(funcall function name))))))

(define-operator "pushnew" (form environment object place &optional (test :is))
  (call-in-order object environment
                 (lambda (object)
                   (compile-change place environment form
                                   (lambda (getter) (compile-arc `(:adjoin (:%lisp ,object) (:%lisp ,getter) ,test) environment))))))

(define-operator "pull" (form environment test place)
  (compile-change place environment form (lambda (getter) (compile-arc `(:rem ,test (:%lisp ,getter)) environment))))

(define-operator "togglemem" (form environment object place &optional (test :is))
  (call-in-order object environment
                 (lambda (object)
                   (compile-change place environment form
                                   (lambda (getter)
                                     (compile-arc `(:%toggled (:%lisp ,object) (:%lisp ,getter) ,test) environment))))))

(define-operator "pop" (form environment place)
  (multiple-value-bind (bindings getter setter) (place-parts place environment form)
    (let ((list (gensym)) (rest (gensym)))
      `(let* (,@bindings (,list ,getter) (,rest (cdr ,list)))
         ,(funcall setter rest)
         (car ,list)))))

(define-operator "or=" (form environment place value)
  (multiple-value-bind (bindings getter setter) (place-parts place environment form)
    (let ((new (gensym)))
      `(let* ,bindings
         (or ,(if (undefined-p place environment) `(and (boundp ',place) ,getter) getter) (let ((,new ,(compile-arc value environment))) ,(funcall setter new)))))))

(defun undefined-p (place environment)
  "True if PLACE is a global variable that has no value while this is compiled."
  (and (symbolp place) (not (lookup place environment)) (not (boundp place)) (not (ssyntax-p place))))

(define-operator "insort" (form environment test object place)
  (call-in-order object environment
                 (lambda (object)
                   (compile-change place environment form
                                   (lambda (getter) (compile-arc `(:insert-sorted ,test (:%lisp ,object) (:%lisp ,getter)) environment))))))

(define-operator "insortnew" (form environment test object place)
  (call-in-order object environment
                 (lambda (object)
                   (compile-change place environment form
                                   (lambda (getter) (compile-arc `(:%inserted-new ,test (:%lisp ,object) (:%lisp ,getter)) environment))))))

(define-operator "wipe" (form environment &rest places)
  `(progn ,@(loop for place in places collect (compile-set place nil environment form)) nil))

(define-operator "set" (form environment &rest places)
  `(progn ,@(loop for place in places collect (compile-set place t environment form)) t))

(define-operator "swap" (form environment first second)
  (multiple-value-bind (bindings getter setter) (place-parts first environment form)
    (multiple-value-bind (more-bindings other-getter other-setter) (place-parts second environment form)
      (let ((old (gensym)) (other (gensym)))
        `(let* (,@bindings ,@more-bindings (,old ,getter) (,other ,other-getter))
           ,(funcall setter other)
           ,(funcall other-setter old))))))

(define-operator "rotate" (form environment &rest places)
  (let ((bindings '()) (getters '()) (setters '()))
    (dolist (place places)
      (multiple-value-bind (more getter setter) (place-parts place environment form)
        (setf bindings (append bindings more))
        (push getter getters)
        (push setter setters)))
    (let* ((getters (nreverse getters)) (setters (nreverse setters))
           (values (mapcar (lambda (getter) (declare (ignore getter)) (gensym)) getters)))
      `(let* (,@bindings ,@(mapcar #'list values getters))
         ,@(mapcar #'funcall setters (append (rest values) (list (first values))))
         ,(first values)))))

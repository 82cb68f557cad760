;;; From nodes to forms of Common Lisp for the one compiler (Scheme's expander).

(in-package "TESSERA-SCHEME")

;;; Global variables. A variable's location is a symbol, whose SYMBOL-VALUE is the variable's value. Calls by name call
;;; its SYMBOL-FUNCTION, which is one of these:
;;; - the value, if that is a procedure;
;;; - a function that signals the error, if the value is something else;
;;; - a function that calls the current value, if SET! assigns the variable.

(defun make-assignable (location)
  "Notes that SET! assigns LOCATION."
  (unless (get location 'assigned)
    (setf (get location 'assigned) t)
    (forget-inlining location)
    (install-indirect location)))

(defun forget-inlining (location)
  "Forgets how calls of LOCATION are compiled in place, because it gets another value."
  (remprop location 'value-form)
  (remprop location 'test-form))

(defun install-indirect (location)
  "Makes calls of LOCATION by name call its current value."
  (tessera::%set-fdefinition location (lambda (&rest arguments)
                                        (unless (boundp location) (error 'unbound-variable :name location))
                                        (apply (the-procedure (symbol-value location)) arguments))))

(defun define-global (location value)
  "Gives the variable at LOCATION its VALUE, by a definition. Returns no values."
  (set location value)
  (cond ((get location 'assigned))
        ((functionp value) (tessera::%set-fdefinition location value))
        (t (install-indirect location)))
  (values))

(defun the-procedure (object)
  "Returns OBJECT; signals an error unless it is a procedure."
  (if (functionp object) object (not-a-procedure object)))

(defun not-a-procedure (object)
  "Signals that OBJECT, which was called, is not a procedure."
  (error 'scheme-error :message "not a procedure:" :irritants (list object)))

;;; How calls of standard procedures are compiled. TEST-FORM: a function of the forms of the arguments that returns a
;;; test of Common Lisp; VALUE-FORM: one that returns a form for the value. Either returns NIL for numbers of arguments
;;; that it does not take.

(defmacro define-inline-procedure (names lambda-list form)
  "(define-inline-procedure NAMES LAMBDA-LIST FORM): makes calls of the standard procedures NAMES with LAMBDA-LIST
compile in place, as the form of Common Lisp that FORM returns."
  `(progn ,@(loop for name in (if (listp names) names (list names))
                  collect `(setf (get ',(standard-location name) 'value-form) ,(inliner lambda-list form)))))

(defmacro define-inline-predicate (names lambda-list form)
  "(define-inline-predicate NAMES LAMBDA-LIST FORM): like DEFINE-INLINE-PROCEDURE, for predicates. FORM returns a test
of Common Lisp."
  `(progn ,@(loop for name in (if (listp names) names (list names))
                  collect `(setf (get ',(standard-location name) 'test-form) ,(inliner lambda-list form)))))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun inliner (lambda-list form)
    "Returns a lambda expression of a list of argument forms that binds them by LAMBDA-LIST and returns the value of
FORM, or NIL if their number does not match."
    (if (member '&rest lambda-list)
        `(lambda (forms) (when (>= (length forms) ,(position '&rest lambda-list)) (destructuring-bind ,lambda-list forms ,form)))
        `(lambda (forms) (when (= (length forms) ,(length lambda-list)) (destructuring-bind ,lambda-list forms ,form))))))

;;; Forms with positions.

(defun positioned (form position)
  "Returns FORM, a cons, and notes for the compiler that it stands at POSITION."
  (if (and position (consp form)) (tessera::%cons-at (car form) (cdr form) (car position) (cdr position)) form))

;;; Which locals of LETREC a node uses.

(defun node-parts (node)
  "Returns the nodes directly within NODE."
  (ecase (car node)
    ((:const :ref :global :memv) '())
    ((:set :set-global :define) (list (third node)))
    ((:if) (cdr node))
    ((:or) (cdr node))
    (:seq (second node))
    (:call (cons (second node) (third node)))
    (:lambda (list (fifth node)))
    (:cases (third node))
    ((:let :letrec) (append (third node) (list (fourth node))))
    (:receive (list (fourth node) (fifth node)))
    (:lisp (third node))
    (:instance-p (list (second node)))
    (:record-ref (list (second node)))
    (:record-set (list (second node) (sixth node)))))

(defun used-locals (node among)
  "Returns those of the list AMONG that NODE uses or assigns."
  (let ((found '()) (todo (list node)))
    (loop while todo
          do (let ((node (pop todo)))
               (case (car node)
                 ((:ref :set :memv) (when (member (second node) among :test #'eq) (pushnew (second node) found :test #'eq))))
               (dolist (part (node-parts node)) (push part todo))))
    found))

;;; Values.

(defun literal (object)
  "Returns the form of the constant OBJECT, quoted if necessary."
  (if (or (null object) (eq object t) (numberp object) (characterp object) (stringp object))
      object
      (list 'quote object)))

(defun gen (node)
  "Returns the form for the values of NODE."
  (ecase (car node)
    (:const (literal (second node)))
    (:ref (gen-reference (second node)))
    (:global (second node))
    (:set (list 'progn (list 'setq (local-symbol (second node)) (gen (third node))) (literal *unspecified*)))
    (:set-global (list 'set-global (list 'quote (second node)) (gen (third node))))
    (:define (list 'define-global (list 'quote (second node)) (gen (third node))))
    (:if (list 'if (gen-test (second node)) (gen (third node)) (gen (fourth node))))
    (:or (gen-or node))
    (:seq (list* 'progn (gen-sequence (second node))))
    (:call (gen-call node))
    (:lambda (gen-lambda node))
    (:cases (gen-cases node))
    (:let (gen-let node))
    (:letrec (gen-letrec node))
    (:receive (gen-receive node))
    (:lisp (positioned (cons (second node) (mapcar #'gen (third node))) nil))
    ((:memv :instance-p) (list 'if (gen-test node) t ''false))
    (:record-ref (gen-record-ref node))
    (:record-set (gen-record-set node))))

(defun gen-sequence (nodes)
  "Returns the list of the forms for NODES, whose values are not used but for those of the last."
  (loop for (node . more) on nodes
        collect (if more (gen-effect node) (gen node))))

(defun gen-effect (node)
  "Returns the form for NODE if its values are not used."
  (case (car node)
    (:set (list 'setq (local-symbol (second node)) (gen (third node))))
    (:if (list 'if (gen-test (second node)) (gen-effect (third node)) (gen-effect (fourth node))))
    (:const nil)
    (t (gen node))))

(defun gen-reference (local)
  "Returns the form for the value of LOCAL."
  (ecase (local-kind local)
    (:value (local-symbol local))
    (:function (list 'function (local-symbol local)))
    (:checked `(let ((value ,(local-symbol local)))
                 (if (eq value ',*unassigned*) (unassigned ,(local-name local)) value)))))

(defun unassigned (name)
  "Signals that the variable NAME is used before it has a value."
  (fail "~A is used before it has a value" name))

(defun set-global (location value)
  "Makes VALUE the value of LOCATION, which must be defined. Returns the unspecified object."
  (if (boundp location)
      (set location value)
      (error 'unbound-variable :name location))
  *unspecified*)

(defun boolean-node-p (node)
  "True if the value of NODE is known to be a boolean."
  (case (car node)
    (:const (or (eq (second node) t) (eq (second node) 'false)))
    ((:memv :instance-p) t)
    (:call (and (test-inliner node) t))
    (:if (and (boolean-node-p (third node)) (boolean-node-p (fourth node))))
    (:or (and (boolean-node-p (second node)) (boolean-node-p (third node))))))

(defun gen-or (node)
  "Returns the form for NODE, an OR."
  (destructuring-bind (first rest) (cdr node)
    (if (boolean-node-p first)
        `(if ,(gen-test first) t ,(gen rest))
        (let ((value (make-symbol "VALUE")))
          `(let ((,value ,(gen first))) (if (true-p ,value) ,value ,(gen rest)))))))

;;; Tests.

(defun test-inliner (node)
  "Returns the function that makes the test for NODE, a call, if it calls a predicate that is compiled in place; or
NIL."
  (let ((function (second node)))
    (and (eq (car function) :global) (get (second function) 'test-form))))

(defun gen-test (node)
  "Returns a form of Common Lisp that is true if NODE's value is true in Scheme."
  (case (car node)
    (:const (not (eq (second node) 'false)))
    (:if (list 'if (gen-test (second node)) (gen-test (third node)) (gen-test (fourth node))))
    (:or (list 'or (gen-test (second node)) (gen-test (third node))))
    (:seq (let ((nodes (second node)))
            (append '(progn) (mapcar #'gen-effect (butlast nodes)) (list (gen-test (car (last nodes)))))))
    (:memv (gen-memv node))
    (:instance-p `(tessera::%instance-of-class-p ,(gen (second node)) ',(third node)))
    (:call (or (gen-test-call node) `(true-p ,(gen node))))
    (t `(true-p ,(gen node)))))

(defun gen-test-call (node)
  "Returns the test of Common Lisp for NODE, a call, if it calls a predicate that is compiled in place; or NIL."
  (let ((function (second node)) (arguments (third node)))
    (cond ((not (eq (car function) :global)) nil)
          ((and (eq (second function) (location "not")) (= (length arguments) 1))
           (list 'not (gen-test (car arguments))))
          (t (let* ((inliner (test-inliner node))
                    (form (and inliner (funcall inliner (mapcar #'gen arguments)))))
               (and form (positioned form (fourth node))))))))

(defun gen-memv (node)
  "Returns the test of Common Lisp for NODE, which asks if a local is among constants."
  (destructuring-bind (local data) (cdr node)
    (let ((symbol (local-symbol local)))
      (cond ((null data) nil)
            ((and (> (length data) 8)) `(find-datum ,symbol ',data))
            (t `(or ,@(loop for datum in data
                            collect `(,(if (and (numberp datum) (not (typep datum 'fixnum))) 'eql 'eq) ,symbol ,(literal datum)))))))))

(defun find-datum (key data)
  "True if KEY is EQV? to one of the list DATA."
  (member key data :test #'eql))

;;; Calls.

(defun gen-call (node)
  "Returns the form for NODE, a call."
  (destructuring-bind (function arguments position) (cdr node)
    (case (car function)
      (:global (gen-global-call node (second function) (mapcar #'gen arguments) position))
      (:ref (let ((local (second function)))
              (if (eq (local-kind local) :function)
                  (positioned (cons (local-symbol local) (mapcar #'gen arguments)) position)
                  (gen-unknown-call (gen function) (mapcar #'gen arguments) position))))
      (:lambda (positioned (list* 'funcall (gen function) (mapcar #'gen arguments)) position))
      (t (gen-unknown-call (gen function) (mapcar #'gen arguments) position)))))

(defun gen-unknown-call (function arguments position)
  "Returns the form that calls the value of the form FUNCTION with the forms ARGUMENTS at POSITION."
  (positioned (list* 'funcall function arguments) position))

(defun gen-global-call (node location arguments position)
  "Returns the form for NODE, a call of the variable at LOCATION with the forms ARGUMENTS at POSITION: in place, if it
is known how."
  (let ((test (get location 'test-form)) (value (get location 'value-form)))
    (or (and (eq location (location "not")) (= (length arguments) 1)
             (list 'if (gen-test (car (third node))) ''false t))
        (and test
             (let ((form (funcall test arguments)))
               (and form (list 'if (positioned form position) t ''false))))
        (and value
             (let ((form (funcall value arguments)))
               (and form (positioned form position))))
        (positioned (if (get location 'assigned)
                        (list* 'funcall location arguments)
                        (cons location arguments))
                    position))))

;;; Procedures.

(defun lambda-list (node)
  "Returns the lambda list of NODE, a procedure."
  (destructuring-bind (name locals rest &rest more) (cdr node)
    (declare (ignore name more))
    (append (mapcar #'local-symbol locals) (and rest (list '&rest (local-symbol rest))))))

(defun gen-lambda (node)
  "Returns the form for NODE, a procedure."
  (let ((name (or (second node) (sym "lambda"))))
    (positioned `(tessera::named-lambda ,name ,(lambda-list node) ,(gen (fifth node))) (sixth node))))

(defun gen-cases (node)
  "Returns the form for NODE, a procedure of CASE-LAMBDA."
  (let ((arguments (make-symbol "ARGUMENTS")) (count (make-symbol "COUNT")) (name (or (second node) (sym "case-lambda"))))
    `(tessera::named-lambda ,name (&rest ,arguments)
       (let ((,count (length ,arguments)))
         (cond ,@(loop for case in (third node)
                       for least = (length (third case))
                       collect `((,(if (fourth case) '>= '=) ,count ,least)
                                 ,(gen-applied case arguments)))
               (t (no-case ,(symbol-name name) ,count)))))))

(defun gen-applied (case arguments)
  "Returns the body of CASE, a :LAMBDA, with its locals bound to the elements of the variable ARGUMENTS."
  (let ((bindings '()))
    (dolist (local (third case)) (push `(,(local-symbol local) (pop ,arguments)) bindings))
    (when (fourth case) (push `(,(local-symbol (fourth case)) ,arguments) bindings))
    `(let* ,(reverse bindings) ,(gen (fifth case)))))

(defun no-case (name count)
  "Signals that the procedure NAME of CASE-LAMBDA has no case for COUNT arguments."
  (fail "~A: no case takes ~D argument~:P" name count))

;;; Bindings.

(defun function-node-p (node)
  "True if NODE is a procedure with one parameter list."
  (eq (car node) :lambda))

(defun gen-let (node)
  "Returns the form for NODE, a LET. Procedures that are not assigned become functions of FLET."
  (destructuring-bind (locals nodes body) (cdr node)
    (let* ((functions (loop for local in locals
                            for init in nodes
                            when (and (function-node-p init) (not (local-assigned local)))
                              collect (cons local init)))
           (values (loop for local in locals
                         for init in nodes
                         unless (assoc local functions :test #'eq)
                           collect (list (local-symbol local) (gen init))))
           (definitions (loop for (local . init) in functions collect (gen-definition local init))))
      (loop for (local) in functions do (setf (local-kind local) :function))
      (let ((form (gen body)))
        (when definitions (setq form `(flet ,definitions ,form)))
        (if values `(let ,values ,form) form)))))

(defun gen-definition (local node)
  "Returns the definition of LOCAL as a function of FLET or LABELS."
  (positioned `(,(local-symbol local) ,(lambda-list node) ,(gen (fifth node))) (sixth node)))

(defun gen-letrec (node)
  "Returns the form for NODE, a LETREC*. Procedures become LABELS, other values are bound in order. Variables that may
be used before they have a value are checked at each use."
  (destructuring-bind (locals nodes body) (cdr node)
    (let* ((pending (loop for local in locals
                          for init in nodes
                          when (and (function-node-p init) (not (local-assigned local)))
                            collect (list local init (used-locals init locals))))
           (steps '()) (unbound '()))
      (loop for (local) in pending do (setf (local-kind local) :function))
      (labels ((pending-p (local) (assoc local pending :test #'eq))
               (needed (used)
                 ;; the pending functions that USED leads to
                 (let ((found '()) (todo used))
                   (loop while todo
                         do (let* ((local (pop todo)) (entry (pending-p local)))
                              (when (and entry (not (member entry found :test #'eq)))
                                (push entry found)
                                (setq todo (append (third entry) todo)))))
                   found)))
        (setq unbound (loop for local in locals unless (pending-p local) collect local))
        (loop for local in locals
              for init in nodes
              do (unless (eq (local-kind local) :function)
                   (let* ((used (used-locals init locals)) (functions (needed used)))
                     (dolist (early (append used (mapcan (lambda (entry) (copy-list (third entry))) functions)))
                       (when (member early unbound :test #'eq) (setf (local-kind early) :checked)))
                     (when functions
                       (push (list :functions functions) steps)
                       (setq pending (set-difference pending functions :test #'eq)))
                     (push (list :value local init) steps)
                     (setq unbound (remove local unbound :test #'eq)))))
        (when pending (push (list :functions pending) steps)))
      (gen-letrec-steps (reverse steps) locals body))))

(defun gen-letrec-steps (steps locals body)
  "Returns the form that performs STEPS, bindings of GEN-LETREC for LOCALS, in order and then evaluates BODY."
  (let ((early (loop for local in locals
                     when (eq (local-kind local) :checked)
                       do (setf (local-assigned local) t) and collect local)))
    (labels ((next (steps)
               (if (null steps)
                   (gen body)
                   (destructuring-bind (kind first &optional init) (car steps)
                     (cond ((eq kind :functions)
                            `(labels ,(loop for (local node) in first collect (gen-definition local node))
                               ,(next (cdr steps))))
                           ((eq (local-kind first) :checked)
                            `(progn (setq ,(local-symbol first) ,(gen init)) ,(next (cdr steps))))
                           (t `(let ((,(local-symbol first) ,(gen init))) ,(next (cdr steps)))))))))
      (if early
          `(let ,(loop for local in early collect (list (local-symbol local) (literal *unassigned*)))
             ,(next steps))
          (next steps)))))

(defun gen-receive (node)
  "Returns the form for NODE, which binds locals to several values."
  (destructuring-bind (locals rest init body) (cdr node)
    `(multiple-value-call (lambda (,@(mapcar #'local-symbol locals) ,@(and rest (list '&rest (local-symbol rest))))
                            ,(gen body))
       ,(gen init))))

;;; Records.

(defun record-ref-form (object class index name)
  "Returns the form that reads the field at INDEX of the record OBJECT of CLASS for the procedure NAME."
  (let ((record (make-symbol "RECORD")))
    `(let ((,record ,object))
       (if (tessera::%instance-of-class-p ,record ',class)
           (tessera::%instance-ref ,record ,index)
           (car (wrong-record ,name ',class ,record))))))

(defun record-set-form (object class index name value)
  "Returns the form that stores VALUE in the field at INDEX of the record OBJECT of CLASS for the procedure NAME."
  (let ((record (make-symbol "RECORD")))
    `(let ((,record ,object))
       (if (tessera::%instance-of-class-p ,record ',class)
           (progn (tessera::%set-instance-ref ,record ,index ,value) ',*unspecified*)
           (car (wrong-record ,name ',class ,record))))))

(defun gen-record-ref (node)
  "Returns the form for NODE, which reads a field of a record."
  (destructuring-bind (object class index name) (cdr node)
    (record-ref-form (gen object) class index name)))

(defun gen-record-set (node)
  "Returns the form for NODE, which stores into a field of a record."
  (destructuring-bind (object class index name value) (cdr node)
    (record-set-form (gen object) class index name (gen value))))

(defun wrong-record (name class object)
  "Signals that the procedure NAME was given OBJECT, which is not a record of CLASS."
  (wrong name (format nil "a ~A" (record-class-name class)) object))

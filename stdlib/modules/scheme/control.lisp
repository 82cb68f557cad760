;;; Procedures that call procedures: mapping, continuations, exceptions, parameters, promises, records (Scheme's
;;; library).

(in-package "TESSERA-SCHEME")

;;; Mapping. Nothing that a continuation could enter again is changed while lists are built.

(defproc "apply" (f first &rest more)
  (check-procedure "apply" f)
  (if more
      (let* ((all (cons first more)) (list (car (last all))))
        (check-list "apply" list)
        (apply f (append (butlast all) list)))
      (apply f (check-list "apply" first))))

(define-inline-procedure "apply" (f list) `(apply ,f (let ((list ,list)) (if (listp list) list (wrong "apply" "a list" list)))))

(defun any-end-p (operation lists)
  "True if one of LISTS, which OPERATION walks together, is at its end."
  (dolist (list lists nil)
    (when (atom list)
      (return (or (null list) (wrong operation "a list" list))))))

(defproc "map" (f list &rest more)
  (check-procedure "map" f)
  (if (null more)
      (let ((results '()))
        (do ((rest list (cdr rest)))
            ((atom rest) (if (null rest) (reverse results) (wrong "map" "a list" list)))
          (setq results (let ((value (funcall f (car rest)))) (cons value results)))))
      (labels ((next (lists results)
                 (if (any-end-p "map" lists)
                     (reverse results)
                     (let ((value (apply f (mapcar #'car lists))))
                       (next (mapcar #'cdr lists) (cons value results))))))
        (next (cons list more) '()))))

(defproc "for-each" (f list &rest more)
  (check-procedure "for-each" f)
  (if (null more)
      (labels ((next (rest)
                 (cond ((consp rest) (funcall f (car rest)) (next (cdr rest)))
                       ((null rest) *unspecified*)
                       (t (wrong "for-each" "a list" list)))))
        (next list))
      (labels ((next (lists)
                 (cond ((any-end-p "for-each" lists) *unspecified*)
                       (t (apply f (mapcar #'car lists)) (next (mapcar #'cdr lists))))))
        (next (cons list more)))))

(macrolet ((walks (map-name each-name checker finish)
             `(progn
                (defproc ,map-name (f first &rest more)
                  (check-procedure ,map-name f)
                  (let ((all (cons first more)))
                    (dolist (one all) (,checker ,map-name one))
                    (let ((count (if more (reduce #'min all :key #'length) (length first))))
                      (labels ((next (i results)
                                 (if (= i count)
                                     (,finish (reverse results))
                                     (let ((value (if more (apply f (mapcar (lambda (one) (aref one i)) all)) (funcall f (aref first i)))))
                                       (next (1+ i) (cons value results))))))
                        (next 0 '())))))
                (defproc ,each-name (f first &rest more)
                  (check-procedure ,each-name f)
                  (let ((all (cons first more)))
                    (dolist (one all) (,checker ,each-name one))
                    (let ((count (if more (reduce #'min all :key #'length) (length first))))
                      (labels ((next (i)
                                 (cond ((= i count) *unspecified*)
                                       (t (if more (apply f (mapcar (lambda (one) (aref one i)) all)) (funcall f (aref first i)))
                                          (next (1+ i))))))
                        (next 0))))))))
  (walks "vector-map" "vector-for-each" check-vector list-to-vector)
  (walks "string-map" "string-for-each" check-string chars-to-string))

(defun chars-to-string (chars)
  "Returns the string of CHARS, a list that the procedure string-map has gathered."
  (string-of "string-map" chars))

;;; Continuations and values.

(defproc ("call-with-current-continuation" "call/cc") (receiver)
  (call-with-current-continuation (check-procedure "call-with-current-continuation" receiver)))

(defproc "dynamic-wind" (before thunk after)
  (dynamic-wind (check-procedure "dynamic-wind" before) (check-procedure "dynamic-wind" thunk) (check-procedure "dynamic-wind" after)))

(defproc "values" (&rest objects) (values-list objects))

(defproc "call-with-values" (producer consumer)
  (check-procedure "call-with-values" producer)
  (check-procedure "call-with-values" consumer)
  (multiple-value-call consumer (funcall producer)))

(defproc "void" (&rest ignored) (declare (ignore ignored)) *unspecified*)

;;; Exceptions. What is raised is a condition of Common Lisp, or an object within one. A handler runs where RAISE was
;;; called, under the outer handlers.

(defun payload (condition)
  "Returns the Scheme object of CONDITION: the object that was raised, or CONDITION itself."
  (if (typep condition 'raised) (raised-payload condition) condition))

(defproc "with-exception-handler" (handler thunk)
  (check-procedure "with-exception-handler" handler)
  (check-procedure "with-exception-handler" thunk)
  (handler-bind (((or error storage-condition)
                   (lambda (condition)
                     (if (and (typep condition 'raised) (raised-continue condition))
                         (multiple-value-call (raised-continue condition) (funcall handler (raised-payload condition)))
                         (progn
                           (funcall handler (payload condition))
                           (fail "a handler returned from ~A, which cannot be continued"
                                 (if (typep condition 'raised)
                                     (format nil "the raise of ~A" (object-text (raised-payload condition)))
                                     "an error")))))))
    (funcall thunk)))

(defproc "raise" (object)
  (error (if (typep object 'condition) object (make-condition 'raised :payload object))))

(defproc "raise-continuable" (object)
  (block nil
    (error 'raised :payload object :continue (lambda (&rest values) (return (values-list values))))))

(defproc "error" (message &rest irritants)
  (error 'scheme-error :message message :irritants irritants))

(defun call-with-total-guard (clauses thunk)
  "Calls THUNK. If an object is raised meanwhile, leaves THUNK and calls CLAUSES, which handle any object, with it."
  (handler-case (funcall thunk)
    ((or error storage-condition) (condition) (funcall clauses (payload condition) nil))))

(defun call-with-guard (clauses thunk)
  "Calls THUNK. If an object is raised meanwhile, leaves THUNK and calls CLAUSES with the object and a procedure that
goes back into THUNK and passes the object to outer handlers."
  (let ((tag (list 'guard)))
    (labels ((handle (condition)
               (name-operation condition)
               (tessera:suspend-to-prompt tag
                 (lambda (back)
                   (funcall clauses (payload condition) (lambda () (guarded back)))))
               nil)      ; it came back
             (guarded (function) (tessera:call-with-prompt tag function)))
      (guarded (lambda ()
                 (handler-bind (((or error storage-condition) #'handle))
                   (funcall thunk)))))))

(defpred "error-object?" (object) (typep object 'error))

(defproc ("error-object-message" "condition/report-string") (object)
  (check "error-object-message" "an error object" object (typep object 'condition))
  (if (typep object 'scheme-error)
      (let ((message (error-message object))) (if (stringp message) message (object-text message)))
      (condition-text object)))

(defproc "error-object-irritants" (object)
  (check "error-object-irritants" "an error object" object (typep object 'condition))
  (if (typep object 'scheme-error) (error-irritants object) '()))

(defpred "read-error?" (object) (or (and (typep object 'scheme-error) (eq (error-kind object) :read)) (typep object 'reader-error)))
(defpred "file-error?" (object) (or (typep object 'file-error) (and (typep object 'scheme-error) (eq (error-kind object) :file))))

(defun assertion-failed (form)
  "Signals that the assertion FORM failed."
  (fail "assertion failed: ~A" (object-text form)))

;;; Parameters: procedures with a special name that each have a special variable. Called with a marker they return it.

(defvar *asking* (make-singleton "asking"))

(defun parameter-over (variable &optional converter cell-p)
  "Returns a parameter whose value is that of the special VARIABLE. If CELL-P, the value is the car of a cons in the
variable, so that assignments within PARAMETERIZE persist when a continuation enters it again. CONVERTER may be NIL."
  (tessera::named-lambda parameter (&optional (asked nil asked-p))
    (cond ((not asked-p) (if cell-p (car (symbol-value variable)) (symbol-value variable)))
          ((eq asked *asking*) (values variable converter cell-p))
          (t (let ((value (if converter (funcall converter asked) asked)))
               (if cell-p (setf (car (symbol-value variable)) value) (set variable value))
               *unspecified*)))))

(defun parameter-p (object)
  "True if OBJECT is a parameter."
  (and (functionp object) (eq (tessera::%function-name object) 'parameter)))

(defproc "make-parameter" (value &optional (converter nil))
  (let ((variable (make-symbol "PARAMETER")))
    (proclaim (list 'special variable))
    (set variable (list (if converter (funcall converter value) value)))
    (parameter-over variable converter t)))

(defun call-with-parameters (thunk &rest parameters-and-values)
  "Calls THUNK while the parameters in the list PARAMETERS-AND-VALUES have the converted values that follow them."
  (let ((variables '()) (values '()))
    (loop for (parameter value) on parameters-and-values by #'cddr
          do (check "parameterize" "a parameter" parameter (parameter-p parameter))
             (multiple-value-bind (variable converter cell-p) (funcall parameter *asking*)
               (let ((value (if converter (funcall converter value) value)))
                 (push variable variables)
                 (push (if cell-p (list value) value) values))))
    (progv variables values (funcall thunk))))

;;; Promises.

(defstruct (promise (:constructor make-promise-of (done value)) (:copier nil))
  "A promise: DONE, then VALUE is its value; else VALUE is a procedure that returns a promise. Promises of one chain
share a box."
  done value)

(defstruct (delayed (:constructor make-delayed-of (promise)) (:copier nil)) promise)

(defun make-delayed (thunk)
  "Returns a promise that calls THUNK, which returns another promise, when it is forced."
  (make-delayed-of (make-promise-of nil thunk)))

(defproc "make-promise" (object)
  (if (delayed-p object) object (make-delayed-of (make-promise-of t object))))

(defpred "promise?" (object) (delayed-p object))

(defproc "force" (delayed)
  (if (delayed-p delayed)
      (loop
        (let ((promise (delayed-promise delayed)))
          (when (promise-done promise) (return (promise-value promise)))
          (let ((next (funcall (promise-value promise))))
            (check "force" "a promise" next (delayed-p next))
            (let ((promise (delayed-promise delayed)))
              (unless (promise-done promise)
                (setf (promise-done promise) (promise-done (delayed-promise next))
                      (promise-value promise) (promise-value (delayed-promise next))
                      (delayed-promise next) promise))))))
      delayed))

;;; Records.

(defstruct (record (:constructor nil) (:copier nil)) "The superclass of all records.")

(defstruct (record-type (:constructor make-record-type (name class fields)) (:copier nil)) name class fields)

(defvar *record-types* (make-hash-table :test 'eq) "A hash table from classes of records to their types.")

(defun make-record-class (name fields)
  "Returns a new type of records called NAME with FIELDS, strings."
  (let* ((name (string-trim "<>" name))
         (class (tessera::%make-class (make-symbol name) :structure (list (tessera::%find-class 'record)))))
    (setf (gethash class *record-types*) (make-record-type name class fields))))

(defun record-class-name (class)
  "Returns the name of the type of the records of CLASS."
  (record-type-name (gethash class *record-types*)))

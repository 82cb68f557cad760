;;; LOOP: the clauses of the body: DO, RETURN, the tests, the conditionals, INITIALLY and FINALLY.
(in-package "TESSERA")

;;; Actions

(defun read-loop-do ()
  "Reads DO compound-form+"
  (loop-compound-forms))

(defun loop-return-form (form)
  "Returns the form that leaves the loop with the values of FORM."
  `(return-from ,*loop-name* ,form))

(defun read-loop-return ()
  "Reads RETURN {form | IT}"
  (list (loop-return-form (loop-next-value))))

(install-loop-clause '("DO" "DOING") :selectable 'read-loop-do)
(install-loop-clause '("RETURN") :selectable 'read-loop-return)

;;; Tests

(defun read-loop-while (end-when)
  "Reads WHILE form or UNTIL form. END-WHEN is the operator that ends the loop, UNLESS or WHEN."
  `((,end-when ,(loop-next-form) (go ,*loop-end*))))

(defun set-loop-aggregate ()
  "Notes that the clause being read decides the loop's value."
  (when (find nil *loop-accumulators* :key #'accumulator-name)
    (loop-error "the loop accumulates a value already, without INTO"))
  (setf *loop-aggregate* *loop-clause*))

(defun read-loop-always (fail-when)
  "Reads ALWAYS form or NEVER form: the loop's value is T unless the test fails. FAIL-WHEN is UNLESS or WHEN."
  (set-loop-aggregate)
  (setf *loop-result* t)
  `((,fail-when ,(loop-next-form) ,(loop-return-form nil))))

(defun read-loop-thereis ()
  "Reads THEREIS form: the loop's value is the first true value."
  (set-loop-aggregate)
  (let ((value (gensym "VALUE")))
    `((let ((,value ,(loop-next-form)))
        (when ,value ,(loop-return-form value))))))

(install-loop-clause '("WHILE") :test 'read-loop-while 'unless)
(install-loop-clause '("UNTIL") :test 'read-loop-while 'when)
(install-loop-clause '("ALWAYS") :action 'read-loop-always 'unless)
(install-loop-clause '("NEVER") :action 'read-loop-always 'when)
(install-loop-clause '("THEREIS") :action 'read-loop-thereis)

;;; Conditionals

(defun read-selectable-clause ()
  "Returns the forms of one clause that a conditional may hold."
  (let ((entry (loop-clause-at-point)))
    (cond ((null *loop-rest*) (loop-error "a clause must follow, but the loop ends"))
          ((null entry) (loop-error "a clause must follow, not " (loop-shown (car *loop-rest*))))
          ((not (eq (first entry) :selectable))
           (loop-error (loop-shown (car *loop-rest*)) " cannot stand in a conditional clause")))
    (read-loop-clause entry)))

(defun read-selectable-clauses (it)
  "Returns the forms of clause {AND clause}*. IT, if not NIL, is what IT means in the first: see *LOOP-IT*."
  (let ((forms (let ((*loop-it* it)) (read-selectable-clause)))
        (*loop-it* nil))
    (do () ((not (loop-skip "AND")) forms)
      (setf forms (append forms (read-selectable-clause))))))

(defun loop-if-form (test then else)
  "Returns the form that evaluates the forms THEN if TEST is true and the forms ELSE if not."
  (cond ((null else) `(when ,test ,@then))
        ((null then) `(unless ,test ,@else))
        (t `(if ,test (progn ,@then) (progn ,@else)))))

(defun read-loop-conditional (positive)
  "Reads {IF | WHEN | UNLESS} form clause {AND clause}* [ELSE clause {AND clause}*] [END]. POSITIVE is false for
UNLESS."
  (let* ((test (loop-next-form)) (it (list (gensym "IT")))
         (then (read-selectable-clauses it))
         (else (if (loop-skip "ELSE") (read-selectable-clauses nil) '()))
         (subject (if (cdr it) (car it) test))
         (form (if positive (loop-if-form subject then else) (loop-if-form subject else then))))
    (loop-skip "END")
    (list (if (cdr it) `(let ((,(car it) ,test)) ,form) form))))

(install-loop-clause '("IF" "WHEN") :selectable 'read-loop-conditional t)
(install-loop-clause '("UNLESS") :selectable 'read-loop-conditional nil)

;;; Before and after

(defun read-loop-initially ()
  "Reads INITIALLY compound-form+"
  (setf *loop-initially* (revappend (loop-compound-forms) *loop-initially*))
  '())

(defun read-loop-finally ()
  "Reads FINALLY compound-form+"
  (setf *loop-finally* (revappend (loop-compound-forms) *loop-finally*))
  '())

(install-loop-clause '("INITIALLY") :prologue 'read-loop-initially)
(install-loop-clause '("FINALLY") :prologue 'read-loop-finally)

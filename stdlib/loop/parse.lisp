;;; LOOP: the state of one expansion, its syntax errors, the tokens and the table of clauses.
(in-package "TESSERA")

;;; An extended loop is read from left to right. Each clause leaves what it contributes in the variables below,
;;; and loop.lisp puts the pieces together.

(defvar *loop-rest* '() "The loop's tokens that the expansion has not yet read.")
(defvar *loop-clause* nil "The keyword of the clause being read, for messages.")
(defvar *loop-name* nil "The name of the loop's block.")
(defvar *loop-end* nil "The tag after the body, where the loop terminates normally.")
(defvar *loop-names* '() "The variables that the loop binds so far.")
(defvar *loop-layers* '() "The binding layers, innermost first: lists of bindings, declarations, set-up forms.")
(defvar *loop-steps* '() "The steps of the iteration clauses, last first: see ADD-LOOP-STEP.")
(defvar *loop-body* '() "The forms of the body, last first.")
(defvar *loop-action* nil "The keyword of the first clause of the body that does more than test, or NIL.")
(defvar *loop-initially* '() "The forms of INITIALLY, last first.")
(defvar *loop-finally* '() "The forms of FINALLY, last first.")
(defvar *loop-accumulators* '() "The accumulators, whether named by INTO or not.")
(defvar *loop-result* nil "The form whose value the loop returns.")
(defvar *loop-aggregate* nil "The ALWAYS, NEVER or THEREIS that decides the loop's value, if there is one.")
(defvar *loop-it* nil "While IT is allowed: a cons of the variable it stands for and whether it was used.")

;;; Syntax errors

(defun report-loop-syntax-error (condition stream)
  "Writes what is wrong, with the clause in front: strings as they are, other objects as PRIN1 shows them."
  (write-string "LOOP: " stream)
  (when (loop-syntax-error-clause condition)
    (write-string "in the clause " stream)
    (write-string (loop-syntax-error-clause condition) stream)
    (write-string ": " stream))
  (dolist (part (loop-syntax-error-problem condition))
    (if (stringp part) (write-string part stream) (prin1 part stream))))

(define-condition loop-syntax-error (program-error)
  ((clause :initarg :clause :reader loop-syntax-error-clause)
   (problem :initarg :problem :reader loop-syntax-error-problem))
  (:report report-loop-syntax-error)
  (:documentation "A LOOP form does not follow the standard's grammar."))

(defun loop-error (&rest problem)
  "Signals that the loop is malformed. PROBLEM is the message in pieces: strings, and objects to be shown."
  (error 'loop-syntax-error :clause *loop-clause* :problem problem))

;;; Tokens

(defun loop-shown (token)
  "Returns TOKEN as a part of a message."
  (if (stringp token) (prin1-to-string token) token))

(defun loop-token-name (token)
  "Returns the name by which TOKEN may be a loop keyword, or NIL. The package of a loop keyword does not matter."
  (and token (symbolp token) (symbol-name token)))

(defun loop-at (&rest names)
  "Returns the one of NAMES that the next token is, or NIL."
  (and *loop-rest*
       (let ((name (loop-token-name (car *loop-rest*))))
         (and name (car (member name names :test #'string=))))))

(defun loop-skip (&rest names)
  "Returns the one of NAMES that the next token is, and consumes the token; or NIL."
  (let ((name (apply #'loop-at names)))
    (when name (pop *loop-rest*))
    name))

(defun loop-next (what)
  "Consumes the next token, whatever it is. WHAT names the expected token in messages."
  (unless *loop-rest* (loop-error "the loop ends where " what " should stand"))
  (pop *loop-rest*))

(defun loop-next-form ()
  "Consumes the next token, a form, and returns it."
  (loop-next "a form"))

(defun loop-next-value ()
  "Returns a form, or IT where a conditional clause allows it."
  (cond ((and *loop-it* (loop-skip "IT"))
         (setf (cdr *loop-it*) t)
         (car *loop-it*))
        (t (loop-next-form))))

(defun loop-compound-forms ()
  "Returns the compound forms up to the next atom: there must be one at least."
  (unless (consp (car *loop-rest*))
    (if *loop-rest*
        (loop-error "a compound form must follow, not " (loop-shown (car *loop-rest*)))
        (loop-error "a compound form must follow, but the loop ends")))
  (do ((forms '() (cons (pop *loop-rest*) forms)))
      ((not (consp (car *loop-rest*))) (nreverse forms))))

;;; The table of clauses

(defvar *loop-clauses* (make-hash-table :test 'equal)
  "A hash table from the name of a loop keyword to its kind, the function that reads the clause, and that function's
arguments.")

(defun install-loop-clause (names kind reader &rest arguments)
  "Makes READER read the clauses that begin with one of NAMES. It is called with ARGUMENTS after the keyword was
consumed, and returns a list of forms for the loop's body. KIND is :VARIABLE (binds variables, steps), :PROLOGUE, :TEST
(may end the loop), :ACTION, or :SELECTABLE: an action that may also stand in a conditional clause."
  (dolist (name names)
    (setf (gethash name *loop-clauses*) (list* kind reader arguments))))

(defun loop-clause-at-point ()
  "Returns the table's entry for the next token, or NIL if no clause begins there."
  (let ((name (and *loop-rest* (loop-token-name (car *loop-rest*)))))
    (and name (gethash name *loop-clauses*))))

(defun read-loop-clause (entry)
  "Reads the clause that begins at the next token and that ENTRY describes. Returns its body forms."
  (let ((*loop-clause* (symbol-name (pop *loop-rest*))))
    (apply (second entry) (cddr entry))))

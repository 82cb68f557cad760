;;; Restarts: establishing, finding, invoking (chapter 9).
(in-package "TESSERA")

;;; A restart that RESTART-BIND made has a function. One that RESTART-CASE made has a tag instead, for which a CATCH
;;; waits that takes the index of the clause and the list of arguments.
(defstruct (restart (:conc-name %restart-) (:constructor %make-restart (name function report interactive test tag index))
                    (:copier nil) (:predicate %restartp)
                    (:print-object %print-restart))
  name function report interactive test tag index)

(defvar *restart-clusters* '() "The active restarts, innermost first.")
(defvar *condition-restarts* '() "The associations of restarts with conditions: a list of (CONDITION . RESTARTS).")

(defun %print-restart (restart stream)
  "Prints RESTART to STREAM: its report, or #<RESTART NAME> if output is escaped."
  (cond ((or *print-escape* *print-readably*)
         (write-string "#<RESTART " stream)
         (prin1 (%restart-name restart) stream)
         (write-string ">" stream))
        (t (%report-restart restart stream))))

(defun %report-restart (restart stream)
  "Writes what RESTART would do to STREAM."
  (let ((report (%restart-report restart)))
    (cond ((stringp report) (write-string report stream))
          (report (funcall report stream))
          ((%restart-name restart) (prin1 (%restart-name restart) stream))
          (t (write-string "(no name)" stream)))))

(defun restart-name (restart)
  "Returns the name of RESTART; NIL if it has none. A TYPE-ERROR if it is not a restart."
  (if (%restartp restart)
      (%restart-name restart)
      (%signal-failure 'type-error (list :datum restart :expected-type 'restart) 'restart-name)))

;;; Finding restarts.

(defun %belongs-p (restart condition)
  "True if RESTART belongs to CONDITION or to no condition at all."
  (let ((owned nil))
    (dolist (entry *condition-restarts* (not owned))
      (when (%memq restart (cdr entry))
        (when (eq (car entry) condition) (return t))
        (setq owned t)))))

(defun %applicable-p (restart condition)
  "True if RESTART may be used for CONDITION (NIL: in general)."
  (and (or (null condition) (%belongs-p restart condition))
       (or (null (%restart-test restart))
           (funcall (%restart-test restart) condition))))

(defun compute-restarts (&optional condition)
  "Returns a list of the active restarts, innermost first; with CONDITION, without those that belong to other conditions
only."
  (when condition (%check-condition condition 'condition 'compute-restarts))
  (let ((found '()))
    (dolist (restart *restart-clusters* (nreverse found))
      (when (%applicable-p restart condition) (push restart found)))))

(defun find-restart (identifier &optional condition)
  "Returns the innermost active restart that IDENTIFIER, a name or a restart, designates, or NIL; CONDITION as for
COMPUTE-RESTARTS."
  (when condition (%check-condition condition 'condition 'find-restart))
  (dolist (restart *restart-clusters* nil)
    (when (and (or (eq restart identifier)
                   (and identifier (eq (%restart-name restart) identifier)))
               (%applicable-p restart condition))
      (return restart))))

(defun %restart-or-fail (identifier operation)
  "Returns the active restart that IDENTIFIER designates; a CONTROL-ERROR from OPERATION if there is none. A restart
that was found for some condition is not tested again without it."
  (or (if (%restartp identifier)
          (car (%memq identifier *restart-clusters*))
          (find-restart identifier))
      (%signal-failure 'simple-control-error
                       (list :format-control "no restart ~S is active" :format-arguments (list identifier))
                       operation)))

(defun %run-restart (restart arguments)
  "Calls the function of RESTART with ARGUMENTS."
  (if (%restart-function restart)
      (apply (%restart-function restart) arguments)
      (throw (%restart-tag restart) (values (%restart-index restart) arguments))))

(defun invoke-restart (restart &rest arguments)
  "Calls RESTART, a restart or the name of an active one, with ARGUMENTS. Returns what it returns, if it does.
A CONTROL-ERROR if it is not active."
  (%run-restart (%restart-or-fail restart 'invoke-restart) arguments))

(defun invoke-restart-interactively (restart)
  "Calls RESTART, a restart or the name of an active one, with arguments that its :INTERACTIVE function asks the user
for. A CONTROL-ERROR if it is not active."
  (let* ((restart (%restart-or-fail restart 'invoke-restart-interactively))
         (interactive (%restart-interactive restart)))
    (%run-restart restart (if interactive (funcall interactive) '()))))

;;; Establishing restarts.

(defun %restart-binding-form (binding)
  "Returns the form that makes the restart for BINDING of RESTART-BIND."
  (destructuring-bind (name function &key report-function interactive-function test-function) binding
    `(%make-restart ',name ,function ,report-function ,interactive-function ,test-function nil nil)))

(defmacro restart-bind (bindings &body forms)
  "Evaluates FORMS with restarts active. BINDINGS are lists (NAME FUNCTION [:REPORT-FUNCTION function]
[:INTERACTIVE-FUNCTION function] [:TEST-FUNCTION function]). Returns the values of FORMS."
  `(let ((*restart-clusters* (list* ,@(mapcar #'%restart-binding-form bindings) *restart-clusters*)))
     ,@forms))

(defmacro with-condition-restarts (condition-form restarts-form &body forms)
  "Evaluates FORMS while the restarts in the list that RESTARTS-FORM returns belong to the condition that CONDITION-FORM
returns. Returns the values of FORMS."
  `(let ((*condition-restarts* (cons (cons ,condition-form ,restarts-form) *condition-restarts*)))
     ,@forms))

(defun %parse-restart-clause (clause)
  "Returns four values for CLAUSE of RESTART-CASE: the forms for report, interactive and test function, and the body."
  (unless (and (consp clause) (symbolp (car clause)) (consp (cdr clause)) (listp (cadr clause)))
    (%signal-failure 'simple-program-error
                     (list :format-control "~S is not a clause" :format-arguments (list clause))
                     'restart-case))
  (let ((report nil) (interactive nil) (test nil) (body (cddr clause)))
    (do () ((not (and (%memq (car body) '(:report :interactive :test)) (cdr body)))
            (values report interactive test body))
      (let ((function `(function ,(cadr body))))
        (case (car body)
          (:report (setq report (if (stringp (cadr body)) (cadr body) function)))
          (:interactive (setq interactive function))
          (t (setq test function))))
      (setq body (cddr body)))))

(defun %case-restart-form (clause tag index)
  "Returns the form that makes the restart for CLAUSE of RESTART-CASE."
  (multiple-value-bind (report interactive test) (%parse-restart-clause clause)
    `(%make-restart ',(car clause) nil ,report ,interactive ,test ,tag ,index)))

(defun %restart-clause-body (clause arguments)
  "Returns the form that gives the list in the variable ARGUMENTS to the body of CLAUSE."
  (multiple-value-bind (report interactive test body) (%parse-restart-clause clause)
    (declare (ignore report interactive test))
    (if (null (cadr clause))
        `(apply (lambda () ,@body) ,arguments)
        `(apply (lambda ,(cadr clause) ,@body) ,arguments))))

(defun %signalling-form (form environment)
  "Returns FORM expanded, if it is a call of SIGNAL, ERROR, CERROR or WARN, whose conditions RESTART-CASE gives its
restarts to; otherwise NIL."
  (let ((expansion (macroexpand form environment)))
    (if (and (consp expansion) (%memq (car expansion) '(signal error cerror warn)))
        expansion
        nil)))

(defun %associating-form (form count)
  "Returns the call FORM of a signalling function, with the COUNT innermost restarts belonging to the condition that it
signals."
  (let* ((operator (car form))
         (continue-control (if (eq operator 'cerror) (list (cadr form)) '()))
         (designator (if (eq operator 'cerror) (cddr form) (cdr form)))
         (condition (gensym "CONDITION")) (arguments (gensym "ARGUMENTS")))
    `(let* ((,arguments (list ,@(cdr designator)))
            (,condition (%coerce-to-condition ,(car designator) ,arguments ',(%default-condition operator) ',operator)))
       (with-condition-restarts ,condition (%first-restarts ,count)
         ,(if continue-control
              `(apply #'cerror ,@continue-control ,condition ,arguments)
              `(,operator ,condition))))))

(defun %default-condition (operator)
  "Returns the class of the condition that OPERATOR makes of a format control."
  (case operator (signal 'simple-condition) (warn 'simple-warning) (t 'simple-error)))

(defun %first-restarts (count)
  "Returns the COUNT innermost restarts."
  (subseq *restart-clusters* 0 count))

(defun %indexed-restarts (clauses tag)
  "Returns the forms that make the restarts for CLAUSES."
  (let ((index -1))
    (mapcar (lambda (clause)
              (setq index (+ index 1))
              (%case-restart-form clause tag index))
            clauses)))

(defun %indexed-restart-bodies (clauses arguments)
  "Returns the clauses of CASE for the index of a clause of RESTART-CASE."
  (let ((index -1))
    (mapcar (lambda (clause)
              (setq index (+ index 1))
              `(,index ,(%restart-clause-body clause arguments)))
            clauses)))

(defmacro restart-case (form &rest clauses &environment environment)
  "Evaluates FORM with restarts active; one that is invoked leaves FORM and evaluates its clause with the arguments
given. CLAUSES are (NAME LAMBDA-LIST [:REPORT string-or-function] [:INTERACTIVE function] [:TEST function] FORM*). If
FORM calls SIGNAL, ERROR, CERROR or WARN the restarts belong to the condition. Returns the values of FORM or of a
clause."
  (if (null clauses)
      form
      (let ((done (gensym "DONE")) (tag (gensym "TAG")) (index (gensym "INDEX")) (arguments (gensym "ARGUMENTS"))
            (signalling (%signalling-form form environment)))
        `(block ,done
           (multiple-value-bind (,index ,arguments)
               (let ((,tag (list 'restart-case)))
                 (catch ,tag
                   (return-from ,done
                     (let ((*restart-clusters* (list* ,@(%indexed-restarts clauses tag) *restart-clusters*)))
                       ,(if signalling (%associating-form signalling (length clauses)) form)))))
             (case ,index ,@(%indexed-restart-bodies clauses arguments)))))))

(defmacro with-simple-restart ((name format-control &rest format-arguments) &body forms)
  "Evaluates FORMS with a restart NAME, described by FORMAT-CONTROL and FORMAT-ARGUMENTS, that leaves them.
Returns the values of FORMS, or NIL and T after the restart."
  `(restart-case (progn ,@forms)
     (,name () :report (lambda (stream) (format stream ,format-control ,@format-arguments))
       (values nil t))))

;;; The restarts with functions of their names.

(defun abort (&optional condition)
  "Invokes the innermost ABORT restart (for CONDITION); without one returns to the host program, if that called. A
CONTROL-ERROR if there is no such restart or it returns."
  (let ((restart (find-restart 'abort condition)))
    (when (and (null restart) (%host-is-debugger-p '*invoke-debugger*))
      (%leave-to-host 'abort "The evaluation was aborted." '()))
    (invoke-restart (or restart 'abort)))
  (%signal-failure 'simple-control-error (list :format-control "the ABORT restart returned") 'abort))

(defun muffle-warning (&optional condition)
  "Invokes the innermost MUFFLE-WARNING restart (for CONDITION), so that the warning is not shown.
A CONTROL-ERROR if there is none."
  (invoke-restart (or (find-restart 'muffle-warning condition) 'muffle-warning)))

(defun continue (&optional condition)
  "Invokes the innermost CONTINUE restart (for CONDITION). Returns NIL if there is none."
  (let ((restart (find-restart 'continue condition)))
    (if restart (invoke-restart restart) nil)))

(defun store-value (value &optional condition)
  "Invokes the innermost STORE-VALUE restart (for CONDITION) with VALUE. Returns NIL if there is none."
  (let ((restart (find-restart 'store-value condition)))
    (if restart (invoke-restart restart value) nil)))

(defun use-value (value &optional condition)
  "Invokes the innermost USE-VALUE restart (for CONDITION) with VALUE. Returns NIL if there is none."
  (let ((restart (find-restart 'use-value condition)))
    (if restart (invoke-restart restart value) nil)))

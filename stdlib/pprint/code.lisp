;;; The initial pprint dispatch table: how lists that look like code are broken into lines.
(in-package "TESSERA")

(defun %pprint-bindings (stream bindings colon at &rest params)
  "Writes BINDINGS, the first operand of LET, DO and similar operators, one to a line if they do not fit. For ~/ /."
  (declare (ignore colon at params))
  (format stream "~:<~@{~:/pprint-fill/~^ ~_~}~:>" bindings))

(defun %pprint-local-function (stream definition colon at &rest params)
  "Writes DEFINITION: a name, a lambda list and a body, as in LABELS and HANDLER-CASE. For ~/ /."
  (declare (ignore colon at params))
  (format stream "~:<~^~W~3I~^ ~:_~:/pprint-fill/~1I~@{~^ ~_~W~}~:>" definition))

(defun %pprint-pairs (stream list colon at &rest params)
  "Writes LIST in parentheses, with each keyword on one line with its value. For ~/ /."
  (declare (ignore colon at params))
  (if (consp list)
      (pprint-logical-block (stream list :prefix "(" :suffix ")")
        (pprint-exit-if-list-exhausted)
        (loop
          (let ((part (pprint-pop)))
            (%print-part part stream)
            (pprint-exit-if-list-exhausted)
            (write-char #\Space stream)
            (unless (keywordp part) (pprint-newline :fill stream)))))
      (%print-part list stream)))

(defun %pprint-slots (stream slots colon at &rest params)
  "Writes the SLOTS of a DEFCLASS form, each on a separate line if they do not fit on one. For ~/ /."
  (declare (ignore colon at params))
  (format stream "~:<~@{~/tessera::%pprint-pairs/~^ ~_~}~:>" slots))

(defvar *code-layouts*
  '(("~:<~^~W~1I~@{~^ ~_~W~}~:>"
     progn locally)
    ("~:<~^~W~3I~^ ~:_~W~1I~@{~^ ~_~W~}~:>"
     when unless block catch return-from throw eval-when prog1 unwind-protect progv
     multiple-value-prog1 multiple-value-call with-simple-restart with-compilation-unit with-package-iterator
     defvar defparameter defconstant defpackage defstruct print-unreadable-object)
    ("~:<~^~W~3I~^ ~:_~/tessera::%pprint-pairs/~1I~@{~^ ~_~W~}~:>"
     dolist dotimes do-symbols do-external-symbols do-all-symbols
     with-open-file with-open-stream with-output-to-string with-input-from-string with-hash-table-iterator
     pprint-logical-block)
    ("~:<~^~W~3I~^ ~:_~:/pprint-fill/~1I~@{~^ ~_~W~}~:>"
     lambda with-slots with-accessors)
    ("~:<~^~W~^ ~:I~W~@{~^ ~_~W~}~:>"
     if)
    ("~:<~^~W~^ ~:I~@{~:/pprint-linear/~^ ~_~}~:>"
     cond)
    ("~:<~^~W~3I~^ ~:_~W~1I~@{~^ ~_~:/pprint-linear/~}~:>"
     case ecase ccase typecase etypecase ctypecase)
    ("~:<~^~W~3I~^ ~:_~W~1I~@{~^ ~_~/tessera::%pprint-local-function/~}~:>"
     handler-case restart-case)
    ("~:<~^~W~^ ~@_~/tessera::%pprint-bindings/~1I~@{~^ ~_~W~}~:>"
     let let* symbol-macrolet handler-bind restart-bind)
    ("~:<~^~W~^ ~@_~:<~@{~/tessera::%pprint-local-function/~^ ~_~}~:>~1I~@{~^ ~_~W~}~:>"
     flet labels macrolet)
    ("~:<~^~W~^ ~@_~:I~W~^ ~:_~:/pprint-fill/~1I~@{~^ ~_~W~}~:>"
     defun defmacro deftype defsetf define-setf-expander define-compiler-macro define-modify-macro defgeneric)
    ("~:<~^~W~^ ~@_~:I~W~^ ~:_~:/pprint-fill/~1I~^ ~_~/tessera::%pprint-slots/~@{~^ ~_~W~}~:>"
     defclass define-condition)
    ("~:<~^~W~^ ~:I~@{~W~^ ~:_~W~^ ~_~}~:>"
     setq setf psetq psetf)
    ("~:<~^~W~3I~^ ~:_~:/pprint-fill/~^ ~_~W~1I~@{~^ ~_~W~}~:>"
     multiple-value-bind multiple-value-setq destructuring-bind)
    ("~:<~^~W~^ ~@_~:I~/tessera::%pprint-bindings/~^ ~_~:/pprint-linear/~1I~@{~^ ~_~W~}~:>"
     do do*))
  "Control strings, and the operators whose forms they print.")

;;; Layouts that control strings do not express

(defun %pprint-call (stream list)
  "Writes LIST as the call of a function: arguments that do not fit stand below the first, keywords on one line with
their values."
  (pprint-logical-block (stream list :prefix "(" :suffix ")")
    (%print-part (pprint-pop) stream)
    (pprint-exit-if-list-exhausted)
    (write-char #\Space stream)
    (pprint-newline :fill stream)
    (pprint-indent :current 0 stream)
    (loop
      (let ((argument (pprint-pop)))
        (%print-part argument stream)
        (pprint-exit-if-list-exhausted)
        (write-char #\Space stream)
        (unless (keywordp argument) (pprint-newline :fill stream))))))

(defun %pprint-with-body (stream list count)
  "Writes LIST, which has an operator, COUNT arguments and a body, as calls of users' own macros are written."
  (pprint-logical-block (stream list :prefix "(" :suffix ")")
    (%print-part (pprint-pop) stream)
    (pprint-indent :block 3 stream)
    (loop repeat count
          do (pprint-exit-if-list-exhausted)
             (write-char #\Space stream)
             (pprint-newline :fill stream)
             (%print-part (pprint-pop) stream))
    (pprint-indent :block 1 stream)
    (loop
      (pprint-exit-if-list-exhausted)
      (write-char #\Space stream)
      (pprint-newline :linear stream)
      (%print-part (pprint-pop) stream))))

(defun %count-before-body (lambda-list)
  "Returns the number of arguments before &BODY in LAMBDA-LIST; NIL without &BODY."
  (loop with count = 0
        for rest = lambda-list then (cdr rest)
        while (consp rest)
        do (case (car rest)
             (&body (return count))
             ((&whole &environment) (setq rest (cdr rest)))
             ((&optional))
             ((&rest &key &aux) (return nil))
             (t (incf count)))))

(defun %pprint-operator-form (stream list)
  "Writes LIST, the call of a function or macro that no layout is known for."
  (let* ((macro (macro-function (car list)))
         (count (and macro (%count-before-body (nth-value 1 (%function-source macro))))))
    (if count
        (%pprint-with-body stream list count)
        (%pprint-call stream list))))

(defun %pprint-method (stream list)
  "Writes a DEFMETHOD form, whose body begins after the first list, the lambda list."
  (%pprint-with-body stream list
                     (if (%proper-length list) (or (position-if #'listp list :start (min 2 (length list))) 1) 1)))

(defun %write-statements (stream list)
  "Writes the rest LIST of a logical block as the statements and, further to the left, the tags of a TAGBODY."
  (dolist (statement list)
    (write-char #\Space stream)
    (pprint-indent :block (if (atom statement) 0 1) stream)
    (pprint-newline :linear stream)
    (%print-part statement stream)))

(defun %pprint-tagbody (stream list)
  "Writes a TAGBODY form."
  (if (and (%proper-length list) (not *print-length*) (not *print-circle*))
      (pprint-logical-block (stream list :prefix "(" :suffix ")")
        (%print-part (pprint-pop) stream)
        (%write-statements stream (rest list)))
      (pprint-fill stream list)))

(defun %pprint-prog (stream list)
  "Writes a PROG or PROG* form."
  (if (and (%proper-length list) (rest list) (not *print-length*) (not *print-circle*))
      (pprint-logical-block (stream list :prefix "(" :suffix ")")
        (%print-part (pprint-pop) stream)
        (write-char #\Space stream)
        (%pprint-bindings stream (pprint-pop) t nil)
        (%write-statements stream (cddr list)))
      (pprint-fill stream list)))

(defvar *loop-clause-words*
  '("NAMED" "WITH" "FOR" "AS" "INITIALLY" "FINALLY" "DO" "DOING" "COLLECT" "COLLECTING" "APPEND" "APPENDING" "NCONC"
    "NCONCING" "COUNT" "COUNTING" "SUM" "SUMMING" "MAXIMIZE" "MAXIMIZING" "MINIMIZE" "MINIMIZING" "RETURN" "WHILE" "UNTIL" "REPEAT"
    "ALWAYS" "NEVER" "THEREIS" "IF" "WHEN" "UNLESS")
  "The names of the words that begin a clause of LOOP.")

(defun %loop-word (object)
  "Returns the name of OBJECT if it is a symbol that may be a keyword of LOOP, else NIL."
  (and (symbolp object) object (symbol-name object)))

(defun %loop-clause-word-p (object)
  "True if OBJECT is a word that begins a clause of LOOP."
  (member (%loop-word object) *loop-clause-words* :test #'equal))

(defun %pprint-loop (stream list)
  "Writes a LOOP form, each clause on its own line if they do not fit on one; conditional clauses are indented further."
  (let ((state nil))       ; :NEXT if a clause follows that a condition is for, :JOINED if after AND, :WITHIN after one
    (flet ((newline (object stream)
             (let* ((word (%loop-word object)) (clause (%loop-clause-word-p object)) (and-p (equal word "AND")))
               (when (and (eq state :within) (not and-p) (or clause (member word '("ELSE" "END") :test #'equal)))
                 (setq state nil))
               (pprint-indent :block (if state 7 5) stream)
               (pprint-newline (cond ((and clause (eq state :joined)) :miser)
                                     ((or clause (member word '("AND" "ELSE" "END") :test #'equal)) :linear)
                                     ((consp object) :fill)
                                     (t :miser))
                               stream)
               (setq state (cond ((member word '("IF" "WHEN" "UNLESS" "ELSE") :test #'equal) :next)
                                 ((and and-p state) :joined)
                                 ((and clause state) :within)
                                 (t state))))))
      (pprint-logical-block (stream list :prefix "(" :suffix ")")
        (%print-part (pprint-pop) stream)
        (pprint-exit-if-list-exhausted)
        (write-char #\Space stream)
        (pprint-indent :current 0 stream)
        (let ((first (pprint-pop)))
          (%print-part first stream)
          (when (member (%loop-word first) '("IF" "WHEN" "UNLESS") :test #'equal) (setq state :next)))
        (loop
          (pprint-exit-if-list-exhausted)
          (write-char #\Space stream)
          (let ((object (pprint-pop)))
            (newline object stream)
            (%print-part object stream)))))))

(defun %abbreviating-printer (prefix)
  "Returns a function that writes a list of an operator and one operand as PREFIX and the operand."
  (lambda (stream list)
    (cond ((and (consp (rest list)) (null (cddr list)))
           (write-string prefix stream)
           (%print-part (second list) stream))
          (t (pprint-fill stream list)))))

;;; The table

(defun %function-form-p (list)
  "True if LIST begins with a symbol that names a function."
  (and (symbolp (car list)) (car list) (fboundp (car list))))

(defun %layout-function (control)
  "Returns the pprint function that formats its object as CONTROL directs."
  (lambda (stream list) (format stream control list)))

(defun %add-code-layout (operator function)
  "Makes FUNCTION print lists that begin with OPERATOR in the initial pprint dispatch table."
  (setf (gethash operator (pprint-table-conses *initial-pprint-table*))
        (make-pprint-entry :type `(cons (eql ,operator)) :function function :initial t)))

(defun %fill-initial-table ()
  "Enters the layouts of this file into the initial pprint dispatch table."
  (loop for (control . operators) in *code-layouts*
        do (dolist (operator operators)
             (%add-code-layout operator (%layout-function control))))
  (loop for (operator prefix) in '((quote "'") (function "#'")
                                    (quasiquote "`") (unquote ",") (unquote-splicing ",@") (unquote-nsplicing ",."))
        do (%add-code-layout operator (%abbreviating-printer prefix)))
  (%add-code-layout 'tagbody #'%pprint-tagbody)
  (%add-code-layout 'prog #'%pprint-prog)
  (%add-code-layout 'prog* #'%pprint-prog)
  (%add-code-layout 'loop #'%pprint-loop)
  (%add-code-layout 'defmethod #'%pprint-method)
  (setf (pprint-table-others *initial-pprint-table*)
        (list (make-pprint-entry :type '(and cons (satisfies %function-form-p)) :function #'%pprint-operator-form
                                 :priority -1 :initial t))))

(%fill-initial-table)

;; The initial table itself stays as it is, for COPY-PPRINT-DISPATCH.
(setf *print-pprint-dispatch* (copy-pprint-dispatch nil))

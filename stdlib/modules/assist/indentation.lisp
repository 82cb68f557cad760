;;; How far a line of code is indented.

(in-package "TESSERA")

(defparameter *distinguished-arguments*
  (let ((table (make-hash-table :test 'eq)))
    (loop for (name count)
            in '((block 1) (catch 1) (case 1) (ccase 1) (ecase 1) (typecase 1) (etypecase 1) (ctypecase 1) (eval-when 1) (flet 1) (labels 1)
                 (macrolet 1) (symbol-macrolet 1) (let 1) (let* 1) (lambda 1) (named-lambda 2) (locally 0) (progn 0) (progv 2) (prog 1)
                 (prog* 1) (prog1 1) (prog2 2) (return-from 1) (tagbody 0) (unwind-protect 1) (multiple-value-call 1)
                 (multiple-value-prog1 1) (multiple-value-bind 2) (destructuring-bind 2) (the 1) (when 1) (unless 1) (do 2) (do* 2)
                 (dolist 1) (dotimes 1) (do-symbols 1) (do-external-symbols 1) (do-all-symbols 1) (handler-case 1) (handler-bind 1)
                 (restart-case 1) (restart-bind 1) (ignore-errors 0) (with-slots 2) (with-accessors 2) (print-unreadable-object 1)
                 (defun 2) (defmacro 2) (deftype 2) (defmethod 2) (defgeneric 2) (defclass 2) (define-condition 2) (defstruct 1)
                 (defvar 1) (defparameter 1) (defconstant 1) (defpackage 1) (if nil) (cond nil) (and nil) (or nil) (setq nil) (setf nil))
          do (setf (gethash name table) count))
    table)
  "A list of operators and the number of arguments before their bodies; NIL for an operator that has none, so that its
arguments are aligned.")

(defun %body-index (operator)
  "Returns the number of arguments of OPERATOR before its body; NIL if it has no body."
  (multiple-value-bind (count known) (gethash operator *distinguished-arguments*)
    (cond (known count)
          ((or (not (symbolp operator)) (not (macro-function operator))) nil)
          (t (%count-before-body (argument-list operator))))))

(defvar *body-index-of-unknown* (constantly nil)
  "A function of the name of an operator that Lisp does not know, which returns its %BODY-INDEX, or NIL.")

(defun %body-index-of-name (symbol name)
  "Returns the %BODY-INDEX of the operator NAME, a string that denotes SYMBOL if that is not NIL."
  (if (and symbol (or (fboundp symbol) (nth-value 1 (gethash symbol *distinguished-arguments*))))
      (%body-index symbol)
      (funcall *body-index-of-unknown* name)))

(defun %text-column (text position)
  "Returns the column, from 0, of POSITION of TEXT in its line; wide characters count as two."
  (let ((start (let ((newline (position #\Newline text :end position :from-end t))) (if newline (1+ newline) 0))))
    (loop for i from start below position sum (max 0 (%char-width (char text i))))))

(defun %operator-of (text tokens open)
  "Returns two values: the symbol that the first token in the list of OPEN denotes, or NIL; and that token if it is an
atom."
  (let ((i (1+ (%index-from tokens (%token-start open)))))
    (when (< i (length tokens))
      (let ((token (aref tokens i)))
        (when (eq (%token-kind token) :atom)
          (values (symbol-named (%token-text text token)) token))))))

(defun %local-definition-p (text tokens open)
  "True if the list of OPEN is a definition in FLET, LABELS or MACROLET."
  (let* ((list (%enclosing-open tokens (%token-start open)))
         (form (and list (%enclosing-open tokens (%token-start list)))))
    (and form
         (member (%operator-of text tokens form) '(flet labels macrolet))
         (= 2 (length (%elements-before tokens form (1+ (%token-start list))))))))

(defun %handler-binding-p (text tokens open)
  "True if the list of OPEN is a binding in HANDLER-BIND or RESTART-BIND."
  (let* ((list (%enclosing-open tokens (%token-start open))) (form (and list (%enclosing-open tokens (%token-start list)))))
    (and form
         (member (%operator-of text tokens form) '(handler-bind restart-bind))
         (= 2 (length (%elements-before tokens form (1+ (%token-start list))))))))

(defun %clause-with-body-p (text tokens open)
  "True if the list of OPEN is a clause of HANDLER-CASE or RESTART-CASE: a name, a lambda list, and forms."
  (let ((form (%enclosing-open tokens (%token-start open))))
    (and form
         (member (%operator-of text tokens form) '(handler-case restart-case))
         (> (length (%elements-before tokens form (%token-start open))) 1))))

(defun %same-line-p (text start end)
  "True if there is no newline in TEXT from START to END."
  (not (find #\Newline text :start start :end end)))

(defun %aligned-column (text tokens open operator arguments &key (otherwise 1))
  "Returns the column for a line among ARGUMENTS. They are aligned with the first one if that stands in the line of
OPERATOR, a token; otherwise, the column is that of OPEN plus OTHERWISE."
  (let ((first (first arguments)))
    (if (and first (%same-line-p text (%token-end operator) (%token-start first)))
        (%text-column text (%start-with-prefixes tokens first))
        (+ otherwise (%text-column text (%token-start open))))))

(defun %body-column (text open before index)
  "Returns the column for a line after BEFORE arguments of a form whose body begins with argument INDEX."
  (+ (%text-column text (%token-start open)) (if (< before index) 4 2)))

(defun indentation (text position &optional next)
  "Returns the number of columns by which the line of TEXT that begins at POSITION should be indented, according to the
text before it; NIL if it begins within a string. NEXT is the character that the line begins with, if it is known.

    (indentation \"(when x\" 8)   ; 2"
  (let* ((tokens (%tokens-of text)) (open (%enclosing-open tokens position)))
    (cond ((eq (text-context tokens position) :string) nil)
          ((null open) 0)
          (t (multiple-value-bind (symbol operator) (%operator-of text tokens open)
               (let* ((operator (and operator (< (%token-end operator) position) operator))
                      (arguments (rest (%elements-before tokens open position)))
                      (index (and operator (%body-index-of-name symbol (%token-text text operator)))))
                 (cond ((and operator arguments (%cond-clause-p text tokens open)) (%aligned-column text tokens open operator arguments))
                       ((or (null operator) (%data-p text tokens open))
                        (1+ (%text-column text (%token-start open))))
                       ((%handler-binding-p text tokens open) (%body-column text open 1 1))
                       ((and (eq symbol 'unwind-protect) (null arguments)) (+ 5 (%text-column text (%token-start open))))
                       ((or (%local-definition-p text tokens open) (%clause-with-body-p text tokens open))
                        (%body-column text open (length arguments) 1))
                       ((eq symbol 'loop) (%loop-column text tokens open operator arguments next))
                       ((and arguments (eql index 0)) (%aligned-column text tokens open operator arguments :otherwise 2))
                       (index (%body-column text open (length arguments) index))
                       ((%defining-name-p text operator) (%body-column text open 1 1))
                       (t (%aligned-column text tokens open operator arguments)))))))))

(defun %cond-clause-p (text tokens open)
  "True if the list of OPEN is a clause of COND."
  (let ((outer (%enclosing-open tokens (%token-start open))))
    (and outer (eq (%operator-of text tokens outer) 'cond))))

(defun %defining-name-p (text operator)
  "True if the token OPERATOR is an unknown name that looks like that of a defining operator."
  (let ((name (%token-text text operator)))
    (or (eql 0 (search "def" name :test #'char-equal))
        (eql 0 (search "with-" name :test #'char-equal)))))

(defun %loop-condition (text arguments)
  "Returns the token of ARGUMENTS, a LOOP's clauses, that begins the condition before the next clause, such as WHEN; or
NIL."
  (flet ((named-p (token names)
           (and token (eq (%token-kind token) :atom) (member (%token-text text token) names :test #'string-equal))))
    (destructuring-bind (&optional last before-last before) (reverse (last arguments 3))
      (cond ((named-p last '("else" ":else")) last)
            ((not (named-p before-last '("when" "if" "unless" ":when" ":if" ":unless"))) nil)
            ((named-p before '("else" ":else")) before)
            (t before-last)))))

(defun %loop-form (text arguments)
  "Returns the first of the forms after DO or a similar keyword at the end of ARGUMENTS, a LOOP's clauses; or NIL."
  (let* ((place (position :open arguments :key #'%token-kind :test-not #'eq :from-end t)) (keyword (and place (nth place arguments))))
    (and keyword
         (member (%token-text text keyword) '("do" "doing" "initially" "finally" ":do" ":doing" ":initially" ":finally") :test #'string-equal)
         (nth (1+ place) arguments))))

(defun %loop-column (text tokens open operator arguments next)
  "Returns the column for a line of a LOOP that begins with the character NEXT, or NIL. It stands below the form of DO,
within a condition, or below the first keyword; if there is none, as a body."
  (let ((condition (%loop-condition text arguments)) (form (and (eql next #\() (%loop-form text arguments))))
    (cond (form (%text-column text (%token-start form)))
          (condition (+ 2 (%text-column text (%token-start condition))))
          ((and arguments (eq (%token-kind (first arguments)) :atom)) (%aligned-column text tokens open operator arguments))
          (t (%body-column text open 1 1)))))

(defun %data-p (text tokens open)
  "True if the list of OPEN is not a call: quoted data, a binding of LET, or a clause of COND or CASE."
  (or (let ((i (1- (%index-from tokens (%token-start open)))))
        (and (>= i 0)
             (eq (%token-kind (aref tokens i)) :prefix)
             (= (%token-end (aref tokens i)) (%token-start open))
             (not (find (char text (%token-start (aref tokens i))) "`,"))
             (not (string= (%token-text text (aref tokens i)) "#'"))))
      (let ((outer (%enclosing-open tokens (%token-start open))))
        (and outer
             (multiple-value-bind (symbol operator) (%operator-of text tokens outer)
               (and operator
                    (let ((place (length (rest (%elements-before tokens outer (%token-start open))))))
                      (case symbol
                        (cond t)
                        ((let let* do do* flet labels macrolet symbol-macrolet handler-bind restart-bind) (zerop place))
                        ((case ecase ccase typecase etypecase ctypecase) (plusp place))
                        ((defun defmacro lambda) (= place (if (eq symbol 'lambda) 0 1)))))))))
      (let* ((list (%enclosing-open tokens (%token-start open)))
             (form (and list (%enclosing-open tokens (%token-start list)))))
        (and form
             (member (%operator-of text tokens form) '(let let* do do* symbol-macrolet))
             (= 2 (length (%elements-before tokens form (1+ (%token-start list)))))))))

(export 'indentation)

;;; Lambda lists of operators, and the argument that is being typed.

(in-package "TESSERA")

;;; Operators that know no lambda list themselves: the macros that are older than DEFMACRO.

(defparameter *early-lambda-lists*
  (let ((table (make-hash-table :test 'eq)))
    (loop for (name . lambda-list)
            in '((when test &body body) (unless test &body body) (cond &rest {(test form*)}*) (and &rest forms) (or &rest forms)
                 (defun name lambda-list &body body) (defmacro name lambda-list &body body) (prog1 first &body forms)
                 (in-package name) (declare &rest specifiers)
                 (loop &rest clauses))
          do (setf (gethash name table) lambda-list))
    table)
  "A hash table from the names of macros that are defined without DEFMACRO to their lambda lists.")

(defun %native-lambda-list (text)
  "Returns the lambda list that TEXT, the text of a native function's lambda list, stands for."
  (let ((*package* (find-package "TESSERA")) (*readtable* *standard-readtable*))
    (handler-case (read-from-string (concatenate 'string "(" text ")"))
      (error () nil))))

(defun %function-lambda-list (function)
  "Returns the lambda list of FUNCTION, or NIL if it is not known."
  (cond ((%generic-function function) (%gf-lambda-list (%generic-function function)))
        (t (let ((list (nth-value 1 (%function-source function))))
             (if (stringp list) (%native-lambda-list list) list)))))

(defun argument-list (operator)
  "Returns the lambda list of OPERATOR, a function, or the name of a function, a macro or a special operator; and true
if there is one.

    (argument-list 'cons)   ; (OBJECT-1 OBJECT-2), T"
  (cond ((functionp operator) (values (%function-lambda-list operator) t))
        ((and (symbolp operator) (%special-operator operator))
         (values (%native-lambda-list (nth-value 1 (%special-operator operator))) t))
        ((and (symbolp operator) (nth-value 1 (gethash operator *early-lambda-lists*)))
         (values (gethash operator *early-lambda-lists*) t))
        ((and (symbolp operator) (macro-function operator)) (values (%function-lambda-list (macro-function operator)) t))
        ((and (%function-name-p operator) (fboundp operator)) (values (%function-lambda-list (fdefinition operator)) t))
        (t (values nil nil))))

(defun %method-keywords (operator)
  "Returns the keyword parameters of the methods of the generic function OPERATOR."
  (let ((gf (and (symbolp operator) (fboundp operator) (not (macro-function operator)) (not (special-operator-p operator))
                 (%generic-function (fdefinition operator)))))
    (and gf
         (loop for method in (%gf-methods gf)
               append (%keyword-parameters (%method-lambda-list method))))))

(defun %keyword-parameters (lambda-list)
  "Returns the keywords that LAMBDA-LIST takes, in order."
  (loop for parameter in (rest (%member-of '&key lambda-list))
        until (member parameter '(&aux &allow-other-keys &rest &body))
        collect (cond ((symbolp parameter) (intern (symbol-name parameter) "KEYWORD"))
                      ((consp (car parameter)) (caar parameter))
                      (t (intern (symbol-name (car parameter)) "KEYWORD")))))

(defun %member-of (object list)
  "Returns the value of MEMBER for OBJECT and LIST, which may be dotted."
  (loop for rest = list then (cdr rest)
        while (consp rest)
        when (eq (car rest) object) do (return rest)))

(defun operator-keywords (operator)
  "Returns the keywords that OPERATOR, the name of a function or macro, takes as arguments, in the order of its lambda
list."
  (remove-duplicates (append (%keyword-parameters (argument-list operator)) (%method-keywords operator))
                     :from-end t))

;;; Calls that are being typed.

(defun symbol-named (name)
  "Returns the symbol that the string NAME, as typed, denotes in the current package, and true; NIL and NIL if there is
none yet. Nothing is interned."
  (let* ((colon (position #\: name))
         (end (and colon (position #\: name :start colon :test #'char/=)))
         (package (cond ((null colon) *package*)
                        ((zerop colon) (find-package "KEYWORD"))
                        (t (find-package (string-upcase (subseq name 0 colon)))))))
    (if (and package (or end (null colon)))
        (multiple-value-bind (symbol found) (find-symbol (string-upcase (subseq name (or end 0))) package)
          (values symbol (and found t)))
        (values nil nil))))

(defun %called-operator (text open tokens position)
  "Returns the symbol that stands first in the list of OPEN and names an operator, unless POSITION is at it; else NIL."
  (let ((first (first (%elements-before tokens open position))))
    (when (and first
               (eq (%token-kind first) :atom)
               (> position (%token-end first))
               (not (%prefixed-p tokens open)))
      (let ((symbol (symbol-named (%token-text text first))))
        (and symbol (nth-value 1 (argument-list symbol)) symbol)))))

(defun call-at (text position &optional (tokens (%tokens text)))
  "Returns three values for the innermost call of a known operator in TEXT that contains POSITION, after the operator.
They are the operator, the number of the argument at POSITION from 0, and the keyword whose value it is, or NIL. NIL if
there is none.

    (call-at \"(list (subseq s \" 16)   ; SUBSEQ, 1, NIL"
  (let ((inner position) (limit 4))
    (unless (text-context tokens position)
      (loop
        (let ((open (%enclosing-open tokens inner)))
          (when (or (null open) (minusp (decf limit))) (return nil))
          (let ((operator (%called-operator text open tokens inner)))
            (when operator
              (return (%argument-at text tokens open operator inner)))
            (when (%prefixed-p tokens open) (return nil))
            (setq inner (%token-start open))))))))

(defun %argument-at (text tokens open operator position)
  "Returns the values of CALL-AT for the call of OPERATOR in the list of OPEN."
  (let* ((elements (rest (%elements-before tokens open position)))
         (last (first (last elements)))
         (within (and last (eq (%token-kind last) :atom) (= (%token-end last) position)))
         (before (if within (butlast elements) elements))
         (keyword (first (last before))))
    (values operator
            (length before)
            (and keyword
                 (eq (%token-kind keyword) :atom)
                 (char= (char text (%token-start keyword)) #\:)
                 (symbol-named (%token-text text keyword))))))

(defun %plain-symbol (object)
  "Returns a string for OBJECT, a part of a lambda list, as the user would type it."
  (cond ((keywordp object) (format nil ":~(~A~)" object))
        ((symbolp object) (string-downcase (symbol-name object)))
        ((and (consp object) (eq (car object) 'quote) (consp (cdr object))) (concatenate 'string "'" (%plain-symbol (cadr object))))
        ((and (consp object) (eq (car object) 'function) (consp (cdr object))) (concatenate 'string "#'" (%plain-symbol (cadr object))))
        ((consp object) (format nil "(~{~A~^ ~})" (loop for rest = object then (cdr rest)
                                                        while (consp rest)
                                                        collect (%plain-symbol (car rest)) into parts
                                                        finally (return (if rest (append parts (list "." (%plain-symbol rest))) parts)))))
        (t (let ((*print-length* 4) (*print-level* 2)) (prin1-to-string object)))))

(defun %shown-parameter (parameter section)
  "Returns PARAMETER of SECTION of a lambda list, without the parts that callers need not know."
  (cond ((and (consp parameter) (eq section '&key))
         (let ((name (if (consp (car parameter)) (caar parameter) (car parameter))) (default (cadr parameter)))
           (if default (list (%bare-name name) default) (%bare-name name))))
        ((and (consp parameter) (eq section '&optional))
         (if (cadr parameter) (list (car parameter) (cadr parameter)) (car parameter)))
        (t parameter)))

(defun %bare-name (symbol)
  "Returns SYMBOL, or if it is a keyword a symbol without a package of that name."
  (if (keywordp symbol) (make-symbol (symbol-name symbol)) symbol))

(defun %current-parameter-p (parameter section index argument keyword)
  "True if PARAMETER, the INDEXth of its lambda list and in SECTION, is the one for argument number ARGUMENT of a call,
or for KEYWORD."
  (case section
    ((nil &optional) (eql index argument))
    ((&rest &body) (and (>= argument index) (null keyword)))
    (&key (and keyword
               (string= keyword (let ((name (if (consp parameter) (car parameter) parameter)))
                                  (if (consp name) (car name) name)))))))

(defun argument-text (operator argument keyword)
  "Returns three values: a text such as \"(subseq sequence start &optional end)\" for OPERATOR; and the start and the
end of the parameter in it for the argument number ARGUMENT, or for KEYWORD. They are NIL if there is none."
  (let ((start nil) (end nil) (index 0) (section nil) (skip nil))
    (values
     (with-output-to-string (text)
       (let ((length 0))
         (flet ((write-part (part)
                  (incf length (length part))
                  (write-string part text)))
           (write-part (concatenate 'string "(" (%plain-symbol operator)))
           (loop for rest = (argument-list operator) then (cdr rest)
                 while rest
                 do (let ((parameter (if (consp rest) (car rest) rest)))
                      (unless (consp rest) (setq section '&rest))
                      (cond (skip (setq skip nil))
                            ((member parameter '(&whole &environment)) (setq skip t))
                            ((eq parameter '&aux) (return))
                            (t (write-part " ")
                               (let ((part (%plain-symbol (%shown-parameter parameter section))))
                                 (cond ((member parameter '(&optional &rest &body &key &allow-other-keys))
                                        (setq section parameter))
                                       ((and (null start) (%current-parameter-p parameter section index argument keyword))
                                        (setq start length end (+ length (length part)))
                                        (incf index))
                                       (t (incf index)))
                                 (write-part part)))))
                    (unless (consp rest) (return)))
           (write-part ")"))))
     start end)))

(export '(argument-list operator-keywords symbol-named call-at argument-text))

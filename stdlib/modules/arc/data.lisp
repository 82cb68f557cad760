;;; Functions that the compiled code of Arc calls (module arc): globals, calls of non-functions, equality, types.
(in-package "TESSERA-ARC")

;;; Globals.

(defun set-global (symbol value)
  "Makes VALUE the value of the global variable SYMBOL. Returns it."
  (setf (symbol-value symbol) value
        (symbol-function symbol) (if (functionp value) value (caller symbol)))
  value)

(defun caller (symbol)
  "Returns the function of SYMBOL while its value is not a function: it looks up its arguments in the value."
  (or (get symbol 'caller)
      (setf (get symbol 'caller)
            (lambda (&rest arguments) (call-object (symbol-value symbol) arguments)))))

(defun define-global (symbol value)
  "Defines SYMBOL, with a note if it was defined before. Returns VALUE."
  (when (boundp symbol)
    (format *error-output* "~&*** redefining ~A~%" (symbol-name symbol)))
  (set-global symbol value))

;;; Calls of what is not a function.

(defun inapplicable (object count)
  "Signals that OBJECT was called with COUNT arguments."
  (fail "Function call on inappropriate object ~A with ~D argument~:P" (shown object) count))

(defun call-object (object arguments)
  "Calls OBJECT, which may be anything, with the list ARGUMENTS."
  (cond ((functionp object) (apply object arguments))
        ((= (length arguments) 1) (index object (first arguments)))
        ((= (length arguments) 2) (index object (first arguments) (second arguments)))
        (t (inapplicable object (length arguments)))))

(defun index (object key &optional (default nil default-p))
  "Returns the element of OBJECT, a list, string or table, for KEY; for a table DEFAULT if there is none."
  (cond ((hash-table-p object) (values (gethash key object default)))
        (default-p (inapplicable object 2))
        ((stringp object)
         (if (and (integerp key) (< -1 key (length object)))
             (char object key)
             (fail "string index out of range: ~A in ~A" (shown key) (shown object))))
        ((consp object)
         (let ((rest (if (and (integerp key) (not (minusp key))) (nthcdr key object) nil)))
           (if (consp rest)
               (car rest)
               (fail "list index out of range: ~A in ~A" (shown key) (shown object)))))
        (t (inapplicable object 1))))

(defun callable (object)
  "Returns OBJECT as a function of Common Lisp."
  (cond ((functionp object) object)
        ((or (hash-table-p object) (stringp object) (consp object))
         (lambda (&rest arguments) (call-object object arguments)))
        (t (fail "~A is not a function" object))))

(define "sref" (object value key)
  "Makes VALUE the element of OBJECT for KEY. A table loses the key if that is nil."
  (cond ((hash-table-p object)
         (if (null value) (remhash key object) (setf (gethash key object) value)))
        ((stringp object)
         (unless (and (integerp key) (< -1 key (length object)))
           (fail "string index out of range: ~A in ~A" (shown key) (shown object)))
         (unless (characterp value) (fail "Can't put ~A into a string" (shown value)))
         (setf (char object key) value))
        ((consp object)
         (let ((rest (if (and (integerp key) (not (minusp key))) (nthcdr key object) nil)))
           (unless (consp rest) (fail "list index out of range: ~A in ~A" (shown key) (shown object)))
           (setf (car rest) value)))
        (t (fail "Can't set an element of ~A" (shown object))))
  value)

(define "apply" (function &rest arguments)
  "Calls FUNCTION with ARGUMENTS, the last of which is a list of more."
  (apply (callable function) (apply #'list* arguments)))

;;; Equality.

(declaim (inline truth))
(defun truth (object)
  "Returns T if OBJECT is true, else NIL."
  (if object t nil))

(defun is-p (first second)
  "True if FIRST and SECOND, which are not EQL, are the same in Arc: strings of the same characters."
  (and (stringp first) (stringp second) (string= first second)))

(defun is-form (first second)
  "Returns the form of Common Lisp that asks whether the values of FIRST and SECOND, which can be repeated, are the same
in Arc."
  (flet ((plain-p (form)
           (let ((constant (cond ((atom form) (if (symbolp form) (if (member form '(nil t)) form "") form))
                                 ((eq (car form) 'quote) (cadr form))
                                 (t ""))))
             (not (stringp constant)))))
    (if (or (plain-p first) (plain-p second))
        `(eql ,first ,second)
        `(or (eql ,first ,second) (and (stringp ,first) (is-p ,first ,second))))))

(define "is" (&rest objects)
  "True if all arguments are the same: eql, or strings of the same characters."
  (or (null objects)
      (let ((first (car objects)))
        (every (lambda (other) (or (eql first other) (is-p first other))) (cdr objects)))))

(define-inline "is" (first second)
  (call-with-simple (list first second) #'is-form))

(define "isnt" (first second)
  "True if the arguments are not the same."
  (not (or (eql first second) (is-p first second))))

(define-inline "isnt" (first second)
  (call-with-simple (list first second) (lambda (first second) `(not ,(is-form first second)))))

(define "iso" (first second)
  "True if the arguments are the same, or lists or tables with parts of which that is true."
  (loop
    (cond ((or (eql first second) (is-p first second)) (return t))
          ((and (consp first) (consp second))
           (unless (arc::|iso| (car first) (car second)) (return nil))
           (setf first (cdr first) second (cdr second)))
          ((and (hash-table-p first) (hash-table-p second)) (return (same-tables-p first second)))
          ((and (tagged-p first) (tagged-p second))
           (unless (eql (tagged-type first) (tagged-type second)) (return nil))
           (setf first (tagged-rep first) second (tagged-rep second)))
          (t (return nil)))))

(defun same-tables-p (first second)
  "True if the tables FIRST and SECOND have the same keys, and their values are ISO."
  (and (= (hash-table-count first) (hash-table-count second))
       (progn (maphash (lambda (key value)
                         (multiple-value-bind (other found) (gethash key second)
                           (unless (and found (arc::|iso| value other)) (return-from same-tables-p nil))))
                       first)
              t)))

(define "no" (object) "True if OBJECT is nil." (null object))
(define-inline "no" (object) `(not ,object))

;;; Types.

(define "type" (object)
  "Returns the type of OBJECT, a symbol."
  (typecase object
    (tagged (tagged-type object))
    (cons 'arc::|cons|)
    (symbol 'arc::|sym|)
    (function 'arc::|fn|)
    (character 'arc::|char|)
    (string 'arc::|string|)
    (integer 'arc::|int|)
    (number 'arc::|num|)
    (hash-table 'arc::|table|)
    (condition 'arc::|exception|)
    (stream (if (input-stream-p object) 'arc::|input| 'arc::|output|))
    (t 'arc::|object|)))

(define "isa" (object type) "True if OBJECT is of TYPE." (eql (arc::|type| object) type))

(define "annotate" (type rep)
  "Returns REP as an object of TYPE; REP itself if it is of that type."
  (if (eql (arc::|type| rep) type) rep (tagged type rep)))

(define "rep" (object) "Returns the object from which annotate made OBJECT; OBJECT itself if it was not annotated." (if (tagged-p object) (tagged-rep object) object))

(define "atom" (object) "True if OBJECT is not a cons." (atom object))
(define-inline "atom" (object) `(atom ,object))
(define "alist" (object) "True if OBJECT is a list." (listp object))
(define-inline "alist" (object) `(listp ,object))
(define "acons" (object) "True if OBJECT is a cons." (consp object))
(define-inline "acons" (object) `(consp ,object))
(define "exact" (object) "True if OBJECT is an integer." (integerp object))
(define "number" (object) "True if OBJECT is a number." (numberp object))

(defun iterable (sequence)
  "Returns the elements of SEQUENCE as a list; for a table, lists of key and value."
  (cond ((listp sequence) sequence)
        ((stringp sequence) (coerce sequence 'list))
        ((hash-table-p sequence) (arc::|tablist| sequence))
        (t (fail "Can't take the elements of ~A" (shown sequence)))))

(define "len" (sequence)
  "Returns the number of elements of SEQUENCE."
  (cond ((consp sequence) (or (tessera::%proper-length sequence) (fail "Can't get length of ~A" (shown sequence))))
        ((null sequence) 0)
        ((stringp sequence) (length sequence))
        ((hash-table-p sequence) (hash-table-count sequence))
        (t (fail "Can't get length of ~A" (shown sequence)))))

;;; Coercion.

(define "coerce" (object type &optional (radix 10))
  "Returns OBJECT as one of TYPE. RADIX is for numbers that are written or read."
  (let ((own (arc::|type| object)))
    (flet ((cannot () (fail "Can't coerce ~A to ~A" (shown object) (shown type))))
      (if (eql own type)
          object
          (case own
            (arc::|char| (case type
                           (arc::|int| (char-code object))
                           (arc::|string| (string object))
                           (arc::|sym| (arc-symbol (string object)))
                           (t (cannot))))
            ((arc::|int| arc::|num|) (coerce-number object type radix #'cannot))
            (arc::|string| (coerce-string object type radix #'cannot))
            (arc::|cons| (case type
                           (arc::|string| (apply #'arc::|string| object))
                           (arc::|table| (arc::|listtab| object))
                           (t (cannot))))
            (arc::|sym| (cond ((null object) (case type (arc::|string| "") (arc::|cons| nil) (t (cannot))))
                              ((eq type 'arc::|string|) (symbol-text object nil))
                              (t (cannot))))
            (arc::|table| (if (eq type 'arc::|cons|) (arc::|tablist| object) (cannot)))
            (t (cannot)))))))

(defun coerce-number (number type radix cannot)
  "Returns NUMBER as an object of TYPE. Calls CANNOT if that is impossible."
  (case type
    (arc::|int| (values (round number)))
    (arc::|num| number)
    (arc::|char| (if (typep number `(integer 0 (,char-code-limit))) (code-char number) (funcall cannot)))
    (arc::|string| (if (rationalp number)
                       (string-downcase (write-to-string number :base radix :radix nil))
                       (float-text number)))
    (t (funcall cannot))))

(defun coerce-string (string type radix cannot)
  "Returns STRING as an object of TYPE. Calls CANNOT if that is impossible."
  (case type
    (arc::|sym| (arc-symbol string))
    (arc::|cons| (coerce string 'list))
    (arc::|num| (or (parse-number string radix) (funcall cannot)))
    (arc::|int| (let ((number (parse-number string radix)))
                  (if number (values (round number)) (funcall cannot))))
    (t (funcall cannot))))

(define "sym" (object) "Returns the symbol called OBJECT, a string, character or symbol." (arc::|coerce| object 'arc::|sym|))
(define "int" (object &optional (radix 10)) "Returns OBJECT as an integer." (arc::|coerce| object 'arc::|int| radix))

;;; Tables.

(define "table" (&optional initializer)
  "Returns a new table; INITIALIZER is called with it."
  (let ((table (make-hash-table :test 'equal)))
    (when initializer (funcall initializer table))
    table))

(define "tablist" (table)
  "Returns a list of the entries (key value) of TABLE."
  (let ((list '()))
    (maphash (lambda (key value) (push (list key value) list)) (the-table table))
    (nreverse list)))

(defun the-table (object)
  "Returns OBJECT; signals an error unless it is a table."
  (if (hash-table-p object) object (fail "~A is not a table" (shown object))))

(define "memtable" (&optional keys (value t))
  "Returns a table in which each of the list KEYS has VALUE."
  (let ((table (make-hash-table :test 'equal)))
    (dolist (key keys table) (arc::|sref| table value key))))

(define "listtab" (list)
  "Returns a table of the entries (key value) in LIST."
  (let ((table (make-hash-table :test 'equal)))
    (dolist (pair list table)
      (arc::|sref| table (cadr pair) (car pair)))))

(define "fill-table" (table list)
  "Puts the elements of LIST, keys and values by turns, into TABLE. Returns TABLE."
  (loop for (key value) on list by #'cddr do (arc::|sref| table value key))
  table)

(define "keys" (table) "Returns the keys of TABLE, a list." (loop for key being the hash-keys of (the-table table) collect key))
(define "vals" (table) "Returns the values of TABLE, a list." (loop for value being the hash-values of (the-table table) collect value))

(define "maptable" (function table)
  "Calls FUNCTION with each key and value of TABLE. Returns TABLE."
  (maphash (callable function) (the-table table))
  table)

(define "copy" (object &rest pairs)
  "Returns a copy of OBJECT, a list, string or table; PAIRS are keys and values that the copy has instead."
  (let ((copy (typecase object
                (null nil)
                (symbol object)
                (cons (copy-list object))
                (string (copy-seq object))
                (hash-table (let ((table (make-hash-table :test 'equal)))
                              (maphash (lambda (key value) (setf (gethash key table) value)) object)
                              table))
                (t (fail "Can't copy ~A" (shown object))))))
    (loop for (key value) on pairs by #'cddr do (arc::|sref| copy value key))
    copy))

;;; The compiler's warnings as conditions: a class for each kind of finding.

(in-package "TESSERA")

(define-condition compiler-warning (warning)
  ((name :initarg :name :reader %warning-name)
   (file :initarg :file :reader %warning-file)
   (position :initarg :position :reader %warning-position)      ; line and column, as interp/compiler/findings/findings.hpp puts them into one number
   (details :initarg :details :reader %warning-details))
  (:documentation "A warning of the compiler about code that is compiled or loaded."))

(defun warning-name (warning)
  "Returns the name of the variable or function that the compiler's WARNING is about; NIL if there is none."
  (%warning-name warning))

(defun warning-file (warning)
  "Returns the name of the file that the compiler's WARNING is about, a string; NIL if there is none."
  (%warning-file warning))

(defun warning-line (warning)
  "Returns the line, from 1, that the compiler's WARNING is about; 0 if it is not known."
  (ash (%warning-position warning) -20))

(defun warning-column (warning)
  "Returns the column, from 1, that the compiler's WARNING is about."
  (max 1 (ldb (byte 20 0) (%warning-position warning))))

(export '(compiler-warning warning-name warning-file warning-line warning-column))

(defun %warning-class (kind)
  "Returns the name of the class of warnings of KIND, a keyword; NIL if there is none."
  (let ((name (find-symbol (concatenate 'string (symbol-name kind) "-WARNING") "TESSERA")))
    (and name (find-class name nil) name)))

(defmacro define-compiler-warning (kind supers documentation (name &rest details) control &rest arguments)
  "Defines the class of warnings of KIND, a symbol. FORMAT makes the message of CONTROL and ARGUMENTS, in which NAME and
DETAILS are bound to the name and details of the finding."
  (let ((class (intern (concatenate 'string (symbol-name kind) "-WARNING") "TESSERA")))
    `(progn
       (define-condition ,class ,supers
         ()
         (:documentation ,documentation)
         (:report (lambda (warning stream)
                    (destructuring-bind (,name ,@details) (cons (warning-name warning) (%warning-details warning))
                      (declare (ignorable ,name ,@details))
                      (format stream ,control ,@arguments)))))
       (export ',class))))

;;; Variables and local functions.

(define-compiler-warning unused-variable (compiler-warning style-warning)
  "A variable is bound and never used."
  (name) "the variable ~S is never used~@[; did you mean ~{~A~^ or ~}?~]" name
  (and (string/= (symbol-name name) "") (char= (char (symbol-name name) 0) #\&)
       (%similar-strings (symbol-name name) (mapcar #'symbol-name lambda-list-keywords) (max 1 (%changes-allowed (symbol-name name))))))

(define-compiler-warning unread-variable (unused-variable-warning)
  "A variable is set and never read."
  (name) "the variable ~S is set, but never read" name)

(define-compiler-warning ignored-variable (compiler-warning style-warning)
  "A variable is used that is declared IGNORE."
  (name) "the variable ~S is used, though it is declared IGNORE" name)

(define-compiler-warning unused-function (compiler-warning style-warning)
  "A function of FLET or LABELS is never called."
  (name) "the local function ~S is never called" name)

(define-compiler-warning captured-variable (compiler-warning style-warning)
  "A form in the call of a macro sees a variable that the macro's template binds, in place of the one around the call."
  (name call) "~S is here the variable that the macro ~S binds, not the one around its call: GENSYM makes names for a macro's own variables"
  name (car call))

;;; Undefined names.

(defun %uses-and-names-meant (name count predicate)
  "Returns the text after the message about NAME, which occurs COUNT times: their number, and names that may have
been meant."
  (let ((meant (and (symbolp name) (similar-names name predicate))))
    (format nil "~:[ (~D uses)~;~*~]~@[; did you mean ~{~S~^ or ~}?~]" (= count 1) count meant)))

(define-compiler-warning undefined-function (compiler-warning style-warning)
  "A function is called that nothing in its unit, and nothing before, defines."
  (name arguments count) "the function ~S is not defined~A" name (%uses-and-names-meant name count #'fboundp))

(define-compiler-warning undefined-variable (compiler-warning)
  "A variable is used that nothing in its unit, and nothing before, binds or defines."
  (name count) "the variable ~S is not defined~A" name (%uses-and-names-meant name count #'boundp))

(define-compiler-warning late-macro (compiler-warning)
  "A macro is used before it is defined: the form is the call of a function."
  (name arguments count) "~S is called as a function here, and defined as a macro only later~:[ (~D uses)~;~*~]" name (= count 1) count)

(define-compiler-warning redefinition (compiler-warning style-warning)
  "A file defines functions or macros that another file has defined."
  (names old-file) "~A that ~A defined ~:[are~;is~] redefined: ~{~S~^, ~}~:[~;. Code that was compiled before keeps the old expansion~]"
  (%operators-text names) old-file (null (rest names)) names (some #'macro-function (remove-if-not #'symbolp names)))

(define-compiler-warning other-kind (compiler-warning style-warning)
  "A name of a macro becomes that of a function, or the other way round."
  (name) "~S was a ~:[macro, and is a function~;function, and is a macro~] now: compile the code that uses it again"
  name (macro-function name))

(defun %operators-text (names)
  "Returns the number of functions and macros among NAMES, in words."
  (let ((macros (count-if (lambda (name) (and (symbolp name) (macro-function name))) names)) (all (length names)))
    (if (= all 1)
        (if (= macros 1) "the macro" "the function")
        (format nil "~D ~:[~:[functions and macros~;functions~]~;macros~]" all (= macros all) (= macros 0)))))

;;; Calls.

(defun %accepted-text (least most)
  "Returns the text that says how many arguments a function takes, from LEAST to MOST."
  (cond ((eql most 0) "no arguments")
        ((eql least most) (format nil "~D argument~:P" least))
        ((null most) (format nil "at least ~D argument~:P" least))
        ((zerop least) (format nil "at most ~D argument~:P" most))
        (t (format nil "~D to ~D arguments" least most))))

(define-compiler-warning argument-count (compiler-warning)
  "A function is called with more or fewer arguments than it takes."
  (name count least most) "~S takes ~A, but is called with ~:[~D~;none~]" name (%accepted-text least most) (zerop count) count)

(define-compiler-warning odd-keywords (argument-count-warning)
  "A function is called with a keyword and without a value for it."
  (name keyword) "~S is called with ~S, but with no value for it" name keyword)

(define-compiler-warning unknown-keyword (compiler-warning)
  "A function is called with a keyword that it does not take."
  (name keyword) "~S does not take the keyword ~S" name keyword)

(defun %parameter-text (name)
  "Returns the text for the type of a parameter of the standard called NAME."
  (let* ((bare (string-right-trim "-12s" (if (eql 5 (mismatch "more-" name)) (subseq name 5) name)))
         (known (assoc bare '(("alist" . "list") ("divisor" . "number") ("radian" . "number") ("index" . "integer")
                              ("subscript" . "integer") ("predicate" . "function") ("table" . "hash table"))
                       :test #'string=)))
    (setf bare (if known (cdr known) bare))
    (format nil "~:[a~;an~] ~A" (find (char bare 0) "aeiou") bare)))

(define-compiler-warning constant-type (compiler-warning)
  "A function of the standard is called with a constant of a type that it does not take."
  (name value parameter) "~S is called with ~S, which is not ~A" name value (%parameter-text parameter))

(define-compiler-warning declared-type (compiler-warning)
  "A constant is passed or assigned to a place that was declared to be of another type."
  (name value type) "~@[the initial value of ~S, ~]~S~@[,~*~] is not of the declared type ~S" name value name type)

(define-compiler-warning control-string (compiler-warning)
  "A control string of FORMAT is wrong."
  (name control fault) "the control string ~S of ~S is wrong: ~A" control name fault)

(define-compiler-warning control-arguments (compiler-warning)
  "A control string of FORMAT gets fewer arguments than it needs."
  (name given least most) "the control string of ~S needs ~:[at least ~;~]~D argument~:P, but gets ~:[~D~;none~]"
  name (eql least most) least (zerop given) given)

(define-compiler-warning control-surplus (compiler-warning style-warning)
  "A control string of FORMAT gets more arguments than it uses."
  (name given least most) "the control string of ~S uses ~:[at most ~;~]~:[~D argument~:P~;no arguments~*~], but gets ~D"
  name (eql least most) (zerop most) most given)

;;; Other.

(define-compiler-warning failing-form (compiler-warning)
  "A form is wrong, or its macro signalled an error: it signals that when it is run."
  (name message) "this fails when it is run: ~A" (string-right-trim "." message))

(define-compiler-warning standard-name (compiler-warning style-warning)
  "A local function or macro has the name of an operator of the standard, which macros around it may call."
  (name) "~S is the name of an operator of the standard" name)

(define-compiler-warning lookalike (compiler-warning)
  "A typographic character stands for one of ASCII, and is read as that, once for each source."
  (name meant) "~C (U+~4,'0X) is read as ~:[~C~;a blank~]" name (char-code name) (char= meant #\Space) meant)

(define-compiler-warning repeated-key (compiler-warning style-warning)
  "A key of CASE stands in two clauses: the second is never reached by it."
  (name key) "the key ~S of ~S stands in a clause before this one" key name)

(define-compiler-warning unreachable (compiler-warning style-warning)
  "A form is never evaluated, as the one before it never returns, or the clause before it always applies."
  (name) "this is never reached")

(define-compiler-warning misplaced-definition (compiler-warning style-warning)
  "A definition begins in the first column within another: most likely a parenthesis is missing before it."
  (name line) "a definition begins in the first column, within the one that began at line ~D: is a parenthesis missing there?" line)

;;; Completion, arguments and descriptions of names, from the modules assist and explore.

(in-package "SWANK")

;;; Completion.

(defun completion-list (typed package)
  "Returns the completions of TYPED, a string, in the package that the string PACKAGE names."
  (let ((*package* (or (find-package-named package) *package*)))
    (values (tessera:completions typed (length typed)))))

(defun with-common-beginning (completions typed)
  "Returns COMPLETIONS of TYPED and their common beginning in SLIME's form."
  (list completions (if completions
                        (let ((common (common-beginning completions)))
                          (if (< (length common) (length typed)) typed common))
                        typed)))

(define-request completions (string package)
  "Returns the completions of STRING and their common beginning."
  (with-common-beginning (completion-list string package) string))

(define-request simple-completions (string package)
  "Returns the completions of STRING and their common beginning."
  (completions string package))

(defun chunks (typed name)
  "Returns the positions of the characters of TYPED in NAME: lists of an index and a part of NAME."
  (let ((found '()) (start 0))
    (loop for char across typed
          for index = (position char name :start start :test #'char-equal)
          while index
          do (if (and found (= index (+ (first (first found)) (length (second (first found))))))
                 (setf (second (first found)) (concatenate 'string (second (first found)) (string (char name index))))
                 (push (list index (string (char name index))) found))
             (setq start (1+ index)))
    (reverse found)))

(defun flags (name)
  "Returns the properties of the symbol NAME in SLIME's form: a letter for each of bound, function, generic, class,
type, macro, special operator, package."
  (let* ((symbol (symbol-named name)) (function (and symbol (fboundp symbol) (not (special-operator-p symbol)))))
    (map 'string (lambda (letter true) (if true letter #\-)) "bfgctmsp"
         (list (and symbol (boundp symbol)) (and symbol (fboundp symbol))
               (and function (not (macro-function symbol)) (typep (fdefinition symbol) 'generic-function))
               (and symbol (find-class symbol nil))
               (and symbol (tessera::%type-name-p symbol) symbol)
               (and function (macro-function symbol)) (and symbol (special-operator-p symbol))
               (find #\: name :start (max 0 (1- (length name))))))))

(define-request fuzzy-completions (string package &key limit time-limit-in-msec)
  "Returns two values: the completions of STRING, the likeliest first, as lists of a name, a score, the parts that
match, and flags; and true if some were left out."
  (declare (ignore time-limit-in-msec))
  (let* ((found (completion-list string package)) (count (length found))
         (*package* (or (find-package-named package) *package*)))
    (list (loop for name in found
                for rank from 0 below (or limit count)
                collect (list name (format nil "~,2F" (/ (* 100.0 (length string)) (+ (length name) rank)))
                              (chunks string name) (flags name)))
          nil)))

(define-request fuzzy-completion-selected (original completion)
  "Notes that COMPLETION was taken for ORIGINAL. Nothing depends on that here."
  (declare (ignore original completion))
  nil)

(define-request completions-for-character (string)
  "Returns the names of characters that begin with STRING."
  (let ((names (loop for code below 128
                     for name = (char-name (code-char code))
                     when (and name (eql (mismatch string name :test #'char-equal) (length string))) collect name)))
    (with-common-beginning names string)))

;;; Calls that are being typed. SLIME sends them as lists of strings, with a symbol where the cursor is.

(defun cursor-p (object)
  "True if OBJECT stands for the cursor."
  (and (symbolp object) (string-equal (symbol-name object) "%CURSOR-MARKER%")))

(defun text-before-cursor (form)
  "Returns the text of FORM, a tree of strings, up to the cursor; and true if the cursor was met."
  (if (stringp form)
      (values form nil)
      (let ((met nil))
        (values (with-output-to-string (text)
                  (write-char #\( text)
                  (loop for (part . more) on form
                        until (cursor-p part)
                        do (multiple-value-bind (inner met-within) (text-before-cursor part)
                             (write-string inner text)
                             (when met-within (return (setq met t)))
                             (unless (or (null more) (cursor-p (first more))) (write-char #\Space text)))
                        finally (if (some #'cursor-p form) (setq met t) (write-char #\) text))))
                met))))

(defun call-around-cursor (form)
  "Returns the values of CALL-AT for FORM; for its own operator, if the cursor is at that."
  (let ((text (text-before-cursor form)))
    (multiple-value-bind (operator argument keyword) (call-at text (length text))
      (if operator
          (values operator argument keyword)
          (let ((text (concatenate 'string text " "))) (call-at text (length text)))))))

(defun marked-arguments (operator argument keyword)
  "Returns the argument list of OPERATOR as a text, with marks around the argument that is being typed."
  (multiple-value-bind (text start end) (argument-text operator argument keyword)
    (if start
        (concatenate 'string (subseq text 0 start) "===> " (subseq text start end) " <===" (subseq text end))
        text)))

(defun variable-at-cursor (form)
  "Returns the variable whose name stands last before the cursor in FORM; and true, if it has a value worth showing."
  (let* ((name (loop for rest on form
                      when (and (rest rest) (cursor-p (second rest))) return (first rest)
                      when (consp (first rest)) do (let ((inner (variable-name-within (first rest)))) (when inner (return inner)))))
         (symbol (and (stringp name) (plusp (length name)) (symbol-named name))))
    (values symbol (and symbol (boundp symbol) (not (keywordp symbol)) (not (member symbol '(t nil)))))))

(defun variable-name-within (form)
  "Returns the string before the cursor within FORM, or NIL."
  (and (consp form)
       (loop for rest on form
             when (and (rest rest) (cursor-p (second rest)) (stringp (first rest))) return (first rest)
             when (consp (first rest)) do (let ((inner (variable-name-within (first rest)))) (when inner (return inner))))))

(define-request autodoc (form &key print-right-margin)
  "Returns two values: the text about the call FORM that is being typed, or about the variable; and true if SLIME may
cache it."
  (declare (ignore print-right-margin))
  (if (not (consp form))
      (list :not-available t)
      (multiple-value-bind (variable known) (variable-at-cursor form)
        (if (and known (not (fboundp variable)))
            (list (format nil "~(~A~) => ~A" (text-in-line variable) (tessera::%brief (symbol-value variable) 120)) nil)
            (multiple-value-bind (operator argument keyword) (call-around-cursor form)
              (list (if operator (marked-arguments operator argument keyword) :not-available) t))))))

(define-request operator-arglist (name package)
  "Returns the call of the operator NAME as source text; NIL if it is not an operator."
  (let* ((*package* (or (find-package-named package) *package*)) (symbol (symbol-named name)))
    (and symbol (nth-value 1 (argument-list symbol)) (values (argument-text symbol -1 nil)))))

(define-request complete-form (form)
  "Returns the text of the arguments that the call FORM lacks, with its end."
  (multiple-value-bind (operator argument) (call-around-cursor form)
    (if (null operator)
        :not-available
        (let* ((text (argument-text operator -1 nil))
               (parameters (loop for rest = (argument-list operator) then (rest rest)
                                 while (consp rest) collect (tessera::%plain-symbol (tessera::%shown-parameter (first rest) nil)))))
          (declare (ignore text))
          (format nil "~{~A~^ ~})" (nthcdr argument parameters))))))

(define-request completions-for-keyword (string form)
  "Returns the completions of the keyword STRING in the call FORM."
  (let* ((operator (call-around-cursor form))
         (name (string-left-trim ":" string))
         (keywords (and operator (tessera::%matching name (mapcar #'symbol-name (tessera:operator-keywords operator)) #'identity))))
    (with-common-beginning (mapcar (lambda (keyword) (concatenate 'string ":" (string-downcase keyword))) keywords) string)))

;;; Descriptions.

(defun named-or-fail (name)
  "Returns the symbol that NAME, as typed, denotes; an ERROR if there is none."
  (multiple-value-bind (symbol found) (symbol-named name)
    (if found symbol (error "There is no symbol ~A in ~A" name (package-name *package*)))))

(define-request describe-symbol (name)
  "Returns the description of the symbol NAME."
  (describe-to-string (named-or-fail name)))

(define-request describe-function (name)
  "Returns the description of the function NAME."
  (let ((symbol (named-or-fail name)))
    (describe-to-string (if (and (fboundp symbol) (not (special-operator-p symbol)) (not (macro-function symbol))) (fdefinition symbol) symbol))))

(define-request describe-definition-for-emacs (name kind)
  "Returns the description of NAME as a KIND."
  (declare (ignore kind))
  (describe-symbol name))

(define-request documentation-symbol (name)
  "Returns the docstrings of the symbol NAME."
  (let ((symbol (named-or-fail name)))
    (or (with-user-code
          (format nil "~@[~A~%~%~]~:[~;Function:~%  ~:*~A~%~%~]~:[~;Variable:~%  ~:*~A~%~%~]~:[~;Type:~%  ~:*~A~%~]"
                  (and (nth-value 1 (argument-list symbol)) (argument-text symbol -1 nil))
                  (documentation symbol 'function) (documentation symbol 'variable) (documentation symbol 'type)))
        "Not documented.")))

(defun first-line (text)
  "Returns the first line of TEXT, or :NOT-DOCUMENTED if that is NIL."
  (if text (subseq text 0 (position #\Newline text)) :not-documented))

(defun apropos-entry (symbol)
  "Returns SLIME's entry for SYMBOL, a property list; NIL if it has no meaning."
  (flet ((text (kind) (first-line (documentation symbol kind))))
    (let ((facts (append (cond ((not (fboundp symbol)) '())
                               ((special-operator-p symbol) (list :special-operator (text 'function)))
                               ((macro-function symbol) (list :macro (text 'function)))
                               ((typep (fdefinition symbol) 'generic-function) (list :generic-function (text 'function)))
                               (t (list :function (text 'function))))
                         (and (fboundp `(setf ,symbol)) (list :setf (first-line (documentation `(setf ,symbol) 'function))))
                         (and (boundp symbol) (not (keywordp symbol)) (list :variable (text 'variable)))
                         (cond ((find-class symbol nil) (list :class (text 'type)))
                               ((gethash symbol tessera::*type-expanders*) (list :type (text 'type)))))))
      (and facts (list* :designator (let ((*package* (find-package "KEYWORD"))) (string-downcase (prin1-to-string symbol))) facts)))))

(define-request apropos-list-for-emacs (name &optional external-only case-sensitive package)
  "Returns SLIME's entries for the symbols whose names contain NAME."
  (let* ((package (and package (or (find-package-named package) (error "There is no package ~A" package))))
         (symbols (remove-if (lambda (symbol)
                               (or (and external-only (not (tessera::%public-symbol-p symbol)))
                                   (and (not package) (= 4 (tessera::%apropos-rank symbol)))
                                   (and case-sensitive (not (search name (symbol-name symbol))))))
                             (apropos-list name package))))
    (remove nil (mapcar #'apropos-entry (stable-sort symbols #'< :key #'tessera::%apropos-rank)))))

;;; Packages and symbols.

(define-request list-all-package-names (&optional nicknames)
  "Returns the names of all packages, and their NICKNAMES if that is true."
  (loop for package in (list-all-packages)
        collect (package-name package)
        when nicknames append (package-nicknames package)))

(define-request guess-package (designator)
  "Returns the package that the string DESIGNATOR names, or NIL."
  (find-package-named designator))

(define-request package= (name other)
  "True if both strings name one package."
  (and (find-package-named name) (eq (find-package-named name) (find-package-named other))))

(define-request export-symbol-for-emacs (name package)
  "Exports the symbol NAME from PACKAGE."
  (let ((package (or (find-package-named package) *package*)))
    (export (let ((*package* package)) (intern (string-upcase name) package)) package)))

(define-request unexport-symbol-for-emacs (name package)
  "Unexports the symbol NAME from PACKAGE."
  (let ((*package* (or (find-package-named package) *package*)))
    (unexport (named-or-fail name) *package*)))

(define-request export-structure (name package)
  "Exports the symbols that the definition of the structure or class NAME has made. Returns their names."
  (let* ((*package* (or (find-package-named package) *package*))
         (class (find-class (named-or-fail name)))
         (symbols (cons (class-name class)
                        (remove-if-not (lambda (symbol)
                                         (and (eq (symbol-package symbol) *package*) (fboundp symbol)
                                              (search (symbol-name (class-name class)) (symbol-name symbol))))
                                       (tessera::%package-symbols (list *package*) '(:internal :external))))))
    (export symbols *package*)
    (mapcar (lambda (symbol) (string-downcase (symbol-name symbol))) symbols)))

(define-request unintern-symbol (name package)
  "Uninterns the symbol NAME from PACKAGE."
  (let ((*package* (or (find-package-named package) *package*)))
    (if (unintern (named-or-fail name) *package*)
        (format nil "~A is no longer in ~A." name (package-name *package*))
        (format nil "~A is not in ~A." name (package-name *package*)))))

(define-request undefine-function (name)
  "Removes the function NAME."
  (let ((function-name (let ((form (without-errors nil (read-from-string name)))) (if (consp form) form (named-or-fail name)))))
    (fmakunbound function-name)
    (format nil "~(~S~) is no longer a function." function-name)))

;;; Indentation of calls of the user's macros. SLIME gets the macros that it does not know yet.

(defun body-position (lambda-list)
  "Returns the number of arguments before the body in LAMBDA-LIST, a macro's lambda list; NIL if it has no body."
  (and (tessera::%proper-p lambda-list)
       (let ((body (position '&body lambda-list)))
         (and body
              (count-if-not (lambda (parameter) (member parameter lambda-list-keywords))
                            (let ((rest (if (eq (first lambda-list) '&whole) (cddr lambda-list) lambda-list)))
                              (subseq rest 0 (position '&body rest))))))))

(defun user-packages ()
  "Returns the packages that are not Tessera's."
  (remove-if (lambda (package)
               (or (tessera::%own-package-p package)
                   (member (package-name package) '("COMMON-LISP" "KEYWORD" "SWANK" "SWANK-REPL" "SWANK-MACROSTEP" "SWANK-TRACE-DIALOG")
                           :test #'string=)))
             (list-all-packages)))

(defun indentations ()
  "Returns the user's macros that take a body: lists of a name, the position of the body, and the names of packages."
  (loop for symbol in (tessera::%package-symbols (user-packages) '(:internal :external))
        for position = (and (macro-function symbol) (not (own-file-p symbol)) (body-position (argument-list symbol)))
        when position
          collect (list (string-downcase (symbol-name symbol)) position (list (package-name (symbol-package symbol))))))

(defun send-indentations ()
  "Notifies SLIME of macros that it does not know yet."
  (let ((new (set-difference (indentations) (connection-indented *connection*) :test #'equal)))
    (when new
      (setf (connection-indented *connection*) (append new (connection-indented *connection*)))
      (send `(:indentation-update ,new)))))

(defun note-changes (value)
  "Notifies SLIME of changes by an evaluation that concern it. Returns VALUE."
  (send-indentations)
  value)

(define-request update-indentation-information ()
  "Notifies SLIME of all macros again."
  (setf (connection-indented *connection*) '())
  (send-indentations)
  nil)

;;; Entries: the description of each name in the manual.
(in-package "TESSERA-MANUAL")

;;; Docstrings: words in capitals are parameters or names.

(defun parameter-names (symbol)
  "Returns the names of the parameters of SYMBOL, a function or macro."
  (let ((names '()) (stack (and (fboundp symbol) (lambda-list-known-p symbol) (list (tessera::argument-list symbol)))))
    (loop while stack
          do (let ((part (pop stack)))
               (cond ((consp part) (push (cdr part) stack) (push (car part) stack))
                     ((and part (symbolp part) (not (member part lambda-list-keywords))) (pushnew (symbol-name part) names :test #'string=)))))
    names))

(defun print-word (word parameters own)
  "Prints WORD of a docstring of the symbol OWN: its PARAMETERS as such, names of other symbols as links."
  (let* ((bare (string-right-trim ":." word)) (rest (subseq word (length bare)))
         (capitals-p (and (some #'alpha-char-p bare) (notany #'lower-case-p bare)))
         (symbol (and (or capitals-p (search "tessera:" bare)) (public-symbol bare))))
    (cond ((and (not capitals-p) (not symbol)) (text bare))
          ((member bare parameters :test #'string=) (element var () (string-downcase bare)))
          ((member bare '("A" "I" "T") :test #'string=) (text bare))
          ((and symbol (not (eq symbol own)) (not (member symbol '(nil t))))
           (tag a (href (symbol-address symbol)) (element code () (string-downcase bare))))
          ((or symbol (char= (char bare 0) #\:)) (element code () (string-downcase bare)))
          (t (text bare)))
    (text rest)))

(defun print-prose (string parameters own)
  "Prints STRING, part of the docstring of OWN, with links and marked PARAMETERS."
  (map-words (lambda (start end word-p)
               (if word-p
                   (print-word (subseq string start end) parameters own)
                   (text (subseq string start end))))
             string))

(defun code-line-p (line)
  "True if LINE of a docstring begins with a blank and so is code."
  (and (> (length line) 1) (char= (char line 0) #\Space)))

(defun print-docstring (text parameters own)
  "Prints TEXT in paragraphs. Lines that begin with blanks are printed unchanged."
  (let ((lines (tessera::%split-at #\Newline text)))
    (loop while lines
          do (let* ((code-p (code-line-p (first lines)))
                    (end (or (position-if (lambda (line) (or (string= line "") (not (eq code-p (code-line-p line))))) lines) (length lines)))
                    (block (subseq lines 0 end)))
               (setf lines (nthcdr (max end 1) lines))
               (cond ((null block))
                     (code-p (tag pre (tabindex 0) (element code () (format nil "~{~a~^~%~}" block))))
                     (t (tag p () (print-prose (format nil "~{~a~^ ~}" block) parameters own))))))))

;;; Rows: a label, and what it is about.

(defmacro row ((label &optional (class "text")) &body body)
  "(row (LABEL [CLASS]) form*): prints a row of an entry with LABEL, in which the forms print."
  `(tag div (class "row")
     (element dt () ,label)
     (tag dd (class ,class) ,@body)))

(defun print-sentences (sentences parameters own)
  "Prints SENTENCES, a part of the docstring of OWN, as a paragraph."
  (tag p () (print-prose (format nil "~{~a~^ ~}" (mapcar #'one-line sentences)) parameters own)))

(defun one-line (text)
  "Returns TEXT with blanks in place of newlines."
  (substitute #\Space #\Newline text))

(defun laid-out-p (text)
  "True if TEXT has lines that stay unchanged."
  (some #'code-line-p (tessera::%split-at #\Newline text)))

(defun print-function-text (text parameters own)
  "Prints TEXT, the docstring of a function, in rows."
  (if (laid-out-p text)
      (row ("") (print-docstring text parameters own))
      (multiple-value-bind (does returns signals) (classified-sentences text)
        (when does (row ("") (print-sentences does parameters own)))
        (when returns (row ("Values") (print-sentences returns parameters own)))
        (when signals (row ("Errors") (print-sentences signals parameters own))))))

(defun print-class-relations (symbol)
  "Prints the classes above the one that SYMBOL names, and those directly below it."
  (let ((class (find-class symbol nil)))
    (flet ((print-names (label classes)
             (let ((names (remove-if-not #'public-name-p (mapcar #'class-name classes))))
               (when names
                 (row (label)
                   (tag p ()
                     (loop for (name . more) on names
                           do (tag a (href (symbol-address name)) (element code () (symbol-id name)))
                              (when more (text ", ")))))))))
      (when (and class (tessera::%class-layout class))
        (print-names "Above" (remove class (tessera::%class-precedence-list class)))
        (print-names "Below" (tessera::%class-direct-subclasses class))))))

(defun public-name-p (name)
  "True if NAME is a symbol with an entry."
  (and (symbolp name) (gethash name *chapter-of-symbol*) (not (eq name t))))

;;; An entry.

(defun print-meaning (meaning symbol)
  "Prints MEANING, one of the meanings of SYMBOL."
  (tag div (class "meaning")
    (tag p (class "usage")
      (dolist (syntax (or (meaning-syntax meaning) (list (symbol-id symbol))))
        (element code () (string-downcase syntax)))
      (text " ")
      (element span (class "kind") (meaning-kind meaning)))
    (tag dl ()
      (if (eq (meaning-defines meaning) 'function)
          (print-function-text (meaning-text meaning) (parameter-names symbol) symbol)
          (row ("") (print-docstring (meaning-text meaning) '() symbol)))
      (when (eq (meaning-defines meaning) 'type) (print-class-relations symbol)))))

(defun settable-p (symbol)
  "True if SETF stores in places that begin with SYMBOL."
  (tessera::%settable-p symbol))

(defun print-choices (symbol)
  "Prints the items about SYMBOL of the pages of choices."
  (let ((choices (reverse (gethash symbol *choices*))) (*folder* "stdlib/choices/"))
    (when choices
      (row ("Here" "text choices")
        (loop for (nodes page heading) in choices
              do (tag div (class "choice")
                   (mapc #'print-node nodes)
                   (text " ")
                   (tag a (class "more" href (address page heading) aria-label "Among the choices") (text "§"))))))))

(defun origin-of (symbol meanings)
  "Returns the path and the line where SYMBOL is defined."
  (definition-of symbol (or (meaning-defines (first meanings)) 'function)))

(defun print-origin (symbol meanings chapter)
  "Prints the package or section of SYMBOL, and a link to its definition."
  (tag p (class "origin")
    (let ((entry (tessera-documentation::find-entry symbol)))
      (cond ((chapter-package chapter) (text (format nil "(require ~s) · " (second (chapter-package chapter)))))
            ((and entry (tessera-documentation::entry-section entry))
             (text (format nil "~@[~a · ~]" (if (eq (symbol-package symbol) (find-package "COMMON-LISP"))
                                                (format nil "The standard, ~a" (tessera-documentation::entry-section entry))
                                                nil))))))
    (text (format nil "package ~(~a~) · " (exporting-package symbol)))
    (multiple-value-bind (path line) (origin-of symbol meanings)
      (unless path (error "Nothing in the sources defines ~s" symbol))
      (source-link path line))))

(defun exporting-package (symbol)
  "Returns the name of the first public package that exports SYMBOL."
  (let ((package (find-package (first (find-if (lambda (package)
                                                 (multiple-value-bind (own status) (find-symbol (symbol-name symbol) (first package))
                                                   (and (eq own symbol) (eq status :external))))
                                               *packages*)))))
    (or (find (package-name package) '("LAZY" "MACROS" "SVG" "CONTINUATIONS") :test #'string=)
        (package-name package))))

(defun print-entry (symbol chapter)
  "Prints the entry of SYMBOL in CHAPTER."
  (let ((meanings (meanings symbol)))
    (tag article (class "entry" id (escape-markup (symbol-id symbol)))
      (tag h2 ()
        (tag a (href (format nil "#~a" (fragment (symbol-id symbol)))) (text (symbol-id symbol))))
      (dolist (meaning meanings)
        (unless (meaning-text meaning)
          (error "~s has no docstring as a ~a" symbol (meaning-kind meaning)))
        (print-meaning meaning symbol))
      (tag dl ()
        (when (settable-p symbol)
          (row ("Place") (tag p () (tag a (href (symbol-address 'setf)) (element code () "setf")) (text " stores in it."))))
        (when (tessera-documentation::find-entry symbol)
          (row ("Examples" "examples") (print-examples symbol)))
        (print-choices symbol))
      (print-origin symbol meanings chapter))))

;;; Chapters.

(defun print-name-list (symbols)
  "Prints links to SYMBOLS, in a paragraph."
  (tag ul (class "names")
    (dolist (symbol symbols)
      (tag li () (tag a (href (symbol-address symbol)) (element code () (symbol-id symbol)))))))

(defun other-exports (chapter)
  "Returns the symbols that the package of CHAPTER exports and other chapters describe."
  (and (chapter-package chapter)
       (sort (set-difference (external-symbols (first (chapter-package chapter))) (chapter-symbols chapter)) #'string<)))

(defun chapter-introduction (chapter)
  "Returns the introduction on the page of CHAPTER."
  (let ((package (chapter-package chapter)) (count (length (chapter-symbols chapter))))
    (cond ((null package)
           (if (chapter-section chapter)
               (format nil "~:d name~:p, ~a of the standard." count (chapter-section chapter))
               (format nil "~:d name~:p of Tessera's own, in the package tessera." count)))
          (t (format nil "~:d name~:p, of the package ~(~a~), which (require ~s) opens." count
                     (exporting-package (first (chapter-symbols chapter))) (second package))))))

(defun helpers-in (symbols)
  "Returns the helpers that the examples of SYMBOLS call."
  (let ((found '()) (stack (loop for symbol in symbols
                                 for entry = (tessera-documentation::find-entry symbol)
                                 when entry collect (tessera-documentation::entry-examples entry))))
    (loop while stack
          do (let ((part (pop stack)))
               (cond ((consp part) (push (cdr part) stack) (push (car part) stack))
                     ((and part (symbolp part) (member part *helpers*)) (pushnew part found)))))
    (sort found #'string<)))

(defun print-helpers (symbols)
  "Prints descriptions of the helpers that the examples of SYMBOLS call."
  (let ((helpers (helpers-in symbols)))
    (when helpers
      (tag ul (class "helpers")
        (dolist (helper helpers)
          (tag li ()
            (text "In the examples ")
            (element code () (argument-syntax helper))
            (text " is this: ")
            (print-prose (one-line (documentation helper 'function)) '() helper)))))))

(defun write-chapter (chapter)
  "Writes the page of CHAPTER."
  (with-page ((chapter-page chapter) (chapter-title chapter) (format nil "~a: reference of Tessera, a Common Lisp" (chapter-title chapter)))
    (element h1 () (chapter-title chapter))
    (element p (class "lead") (chapter-introduction chapter))
    (print-name-list (chapter-symbols chapter))
    (let ((others (other-exports chapter)))
      (when others
        (element p () "The package exports these as well:")
        (print-name-list others)))
    (print-helpers (chapter-symbols chapter))
    (dolist (symbol (chapter-symbols chapter))
      (print-entry symbol chapter))))

;;; Chapters of the public names, their meanings, and the differences from the standard (the manual).
(in-package "TESSERA-MANUAL")

(defparameter *packages*
  (append '(("COMMON-LISP") ("TESSERA")
            ("TESSERA-LAZY" "lazy" "Lazy lists") ("TESSERA-MACROS" "macros" "Small macros") ("TESSERA-SVG" "svg" "Pictures and tags")
            ("TESSERA-CONTINUATIONS" "continuations" "Generators, choices, tasks"))
          (loop for (module package title) in (tessera-documentation:public-modules) collect (list package module title)))
  "The public packages: the name, and for those that REQUIRE opens, the module's name and the title of the chapter.")

(defstruct (chapter (:copier nil))
  "PAGE is about TITLE: SYMBOLS, in alphabetical order. SECTION is that of the standard, or NIL; PACKAGE that of a
library, as in *PACKAGES*, or NIL."
  page title section package symbols)

(defvar *chapters* '() "The chapters, in their order.")
(defvar *chapter-of-symbol* (make-hash-table :test 'eq) "A hash table from symbols to their chapters.")

(defun external-symbols (package)
  "Returns a list of the external symbols of PACKAGE."
  (let ((symbols '()))
    (do-external-symbols (symbol package symbols) (push symbol symbols))))

(defun page-name (title)
  "Returns the name of the page for the chapter TITLE."
  (format nil "~(~a~).html" (substitute #\- #\Space (remove-if-not (lambda (char) (or (alpha-char-p char) (char= char #\Space))) title))))

(defun ensure-chapter (title section package)
  "Returns the chapter called TITLE of the standard, of Tessera or of PACKAGE; it is made if there is none."
  (or (find-if (lambda (chapter) (and (string= title (chapter-title chapter)) (eq package (chapter-package chapter)))) *chapters*)
      (let ((chapter (make-chapter :page (if package (format nil "library-~a.html" (second package)) (page-name title)) :title title :section section :package package)))
        (push chapter *chapters*)
        chapter)))

(defun chapter-of-symbol (symbol package)
  "Returns the chapter for SYMBOL of PACKAGE, an element of *PACKAGES*."
  (let ((entry (tessera-documentation::find-entry symbol)))
    (cond ((rest package) (ensure-chapter (third package) nil package))
          (entry (ensure-chapter (tessera-documentation::entry-title entry) (tessera-documentation::entry-section entry) nil))
          (t (error "There is no entry on ~s in stdlib/modules/documentation/" symbol)))))

(defun chapter-order (chapter)
  "Returns a list of numbers by which chapters are ordered: the standard's by section, Tessera's, those of libraries."
  (let ((section (chapter-section chapter)))
    (cond (section (mapcar #'parse-integer (tessera::%split-at #\. section)))
          ((chapter-package chapter) (list 200 (position (chapter-package chapter) *packages*)))
          (t '(100 0)))))

(defun before-p (order other)
  "True if ORDER, a list of two numbers, comes before OTHER."
  (or (< (first order) (first other))
      (and (= (first order) (first other)) (< (second order) (second other)))))

(defun note-names ()
  "Gives each public name its chapter: that of the first package that exports it."
  (dolist (package *packages*)
    (dolist (symbol (external-symbols (first package)))
      (unless (gethash symbol *chapter-of-symbol*)
        (let ((chapter (chapter-of-symbol symbol package)))
          (push symbol (chapter-symbols chapter))
          (setf (gethash symbol *chapter-of-symbol*) chapter)))))
  (setf *chapters* (stable-sort (sort *chapters* #'string< :key #'chapter-title) #'before-p :key #'chapter-order))
  (dolist (chapter *chapters*)
    (setf (chapter-symbols chapter) (sort (chapter-symbols chapter) #'string< :key #'plain-name))))

(defun plain-name (symbol)
  "Returns the name of SYMBOL without punctuation around it, for alphabetical order."
  (string-trim "*&%" (symbol-name symbol)))

(defun symbol-id (symbol)
  "Returns the id of SYMBOL on its page."
  (string-downcase (symbol-name symbol)))

(defun symbol-address (symbol)
  "Returns the address of the entry of SYMBOL."
  (address (chapter-page (gethash symbol *chapter-of-symbol*)) (symbol-id symbol)))

(defun public-symbol (name)
  "Returns the public symbol that is written NAME, with or without its package; NIL if there is none."
  (let* ((name (string-upcase name)) (colon (position #\: name :from-end t))
         (package (and colon (plusp colon) (find-package (string-right-trim ":" (subseq name 0 colon)))))
         (bare (subseq name (if colon (1+ colon) 0))))
    (flet ((found (package)
             (multiple-value-bind (symbol status) (find-symbol bare package)
               (and (eq status :external) (gethash symbol *chapter-of-symbol*) symbol))))
      (cond (package (found package))
            (colon nil)
            (t (or (some (lambda (package) (found (first package))) *packages*)))))))

;;; Meanings of names.

(defstruct (meaning (:copier nil))
  "A name is a KIND of thing, a string; TEXT is its docstring, SYNTAX is a list of strings that show how it is used;
DEFINES is FUNCTION, VARIABLE or TYPE, or NIL."
  kind text syntax defines)

(defun function-kind (symbol)
  "Returns the kind of operator that SYMBOL names, a string."
  (cond ((special-operator-p symbol) "special operator")
        ((macro-function symbol) "macro")
        ((not (fboundp symbol)) "local function")     ; within methods
        ((typep (fdefinition symbol) 'generic-function) "generic function")
        (t "function")))

(defun class-kind (class)
  "Returns the kind of CLASS, a string."
  (cond ((subtypep class 'condition) "condition")
        ((typep class 'structure-class) "structure")
        (t "class")))

(defun kind-of-word (text)
  "Returns the kind of thing that TEXT describes, the entry of a name that is neither function, variable nor type."
  (flet ((tells (word) (search word text)))
    (cond ((tells "DOCUMENTATION") "kind of documentation")
          ((tells "OPTIMIZE quality") "quality")
          ((tells "quality of OPTIMIZE") "quality")
          ((or (tells "declaration") (tells "(declare") (tells "proclamation")) "declaration")
          ((tells "restart") "restart")
          ((tells "method combination") "method combination")
          ((or (tells "arameter") (tells "ariable")) "lambda list keyword")
          (t "symbol"))))

(defun unparenthesized (text)
  "Returns two values: the form that TEXT begins with, if a colon follows, and the text after the colon; or NIL and
TEXT."
  (let ((end (and (plusp (length text)) (char= (char text 0) #\()
                  (loop with depth = 0
                        for char across text
                        for at from 1
                        do (case char (#\( (incf depth)) (#\) (decf depth)))
                        when (zerop depth) return at))))
    (if (and end (< end (length text)) (char= (char text end) #\:))
        (values (remove #\Newline (subseq text 0 end)) (upper-first (string-left-trim '(#\Space #\Newline) (subseq text (1+ end)))))
        (values nil text))))

(defun parameter-text (parameter)
  "Returns PARAMETER, a part of a lambda list, in small letters and without packages."
  (let ((*package* (find-package "TESSERA")) (*print-case* :downcase) (*print-pretty* nil))
    (cond ((and (consp parameter) (symbolp (first parameter)) (not (member (first parameter) lambda-list-keywords)))
           (format nil "(~{~a~^ ~})" (mapcar #'prin1-to-string (subseq parameter 0 (min 2 (length parameter))))))
          (t (princ-to-string parameter)))))

(defun argument-syntax (symbol)
  "Returns the text that shows how SYMBOL is called, from its lambda list."
  (format nil "(~(~a~)~{ ~a~})" symbol (mapcar #'parameter-text (tessera::argument-list symbol))))

(defun lambda-list-known-p (symbol)
  "True if the lambda list of SYMBOL is known."
  (listp (ignore-errors (tessera::argument-list symbol))))

(defun function-meaning (symbol)
  "Returns the meaning of SYMBOL as an operator."
  (let ((text (documentation symbol 'function)) (*package* (find-package "COMMON-LISP-USER")))
    (multiple-value-bind (syntax rest) (unparenthesized (or text ""))
      (make-meaning :kind (function-kind symbol) :text rest :defines 'function
                    :syntax (list (cond (syntax)
                                        ((not (fboundp symbol)) (symbol-id symbol))
                                        (t (let ((*package* (symbol-package symbol))) (argument-syntax symbol)))))))))

(defun variable-meaning (symbol)
  "Returns the meaning of SYMBOL as a variable."
  (make-meaning :kind (if (constantp symbol) "constant" "variable") :text (documentation symbol 'variable) :defines 'variable))

(defun type-meaning (symbol)
  "Returns the meaning of SYMBOL as a type."
  (let ((class (find-class symbol nil)))
    (multiple-value-bind (syntax rest) (unparenthesized (documentation symbol 'type))
      (make-meaning :kind (if class (class-kind class) "type") :text rest :syntax (and syntax (list syntax)) :defines 'type))))

(defun word-meaning (symbol)
  "Returns the meaning of SYMBOL, which is neither function, variable nor type, from its entry in the module
documentation."
  (let ((text (tessera-documentation::entry-text (tessera-documentation::find-entry symbol))))
    (multiple-value-bind (syntax rest) (unparenthesized text)
      (make-meaning :kind (kind-of-word text) :text rest :syntax (and syntax (list syntax))))))

(defun same-text-p (meaning other)
  "True if MEANING and OTHER have the same text."
  (equal (meaning-text meaning) (meaning-text other)))

(defun meanings (symbol)
  "Returns a list of the MEANINGs of SYMBOL."
  (let ((meanings (append (and (or (fboundp symbol) (documentation symbol 'function)) (list (function-meaning symbol)))
                          (and (boundp symbol) (list (variable-meaning symbol)))
                          (and (or (find-class symbol nil) (documentation symbol 'type)) (list (type-meaning symbol))))))
    (or (remove-duplicates meanings :test (lambda (a b) (and (same-text-p a b) (string= (meaning-kind b) "type"))) :from-end t)
        (list (word-meaning symbol)))))

;;; Parts of a docstring: text, values, errors.

(defun blank-p (char)
  "True if CHAR is a blank or a newline."
  (find char '(#\Space #\Newline)))

(defun sentence-end-p (text stop)
  "True if a sentence of TEXT ends with the full stop at STOP: blanks and a possible beginning of a sentence follow it,
or nothing."
  (let ((next (position-if-not #'blank-p text :start (1+ stop))))
    (or (null next)
        (and (> next (1+ stop))
             (plusp stop) (not (blank-p (char text (1- stop)))) (or (upper-case-p (char text next)) (find (char text next) "(&*+'\""))))))

(defun sentences (text)
  "Returns the sentences of TEXT."
  (let ((found '()) (start 0))
    (flet ((note (end)
             (let ((sentence (string-trim '(#\Space #\Newline) (subseq text start end))))
               (unless (string= sentence "") (push sentence found)))
             (setf start end)))
      (loop for stop = (position #\. text) then (position #\. text :start (1+ stop))
            while stop
            when (sentence-end-p text stop) do (note (1+ stop)))
      (note (length text)))
    (reverse found)))

(defun error-name-p (word)
  "True if WORD, in capitals, is the name of a class of errors and the like."
  (let ((symbol (public-symbol word)))
    (and symbol (find-class symbol nil) (subtypep symbol 'serious-condition))))

(defun name-character-p (char)
  "True if CHAR can be part of a name."
  (or (alphanumericp char) (find char "-*+/<>=&%:")))

(defun map-words (function text)
  "Calls FUNCTION with the beginning and the end of each word of TEXT and of the parts between them. The third argument
is true for words."
  (loop with start = 0
        while (< start (length text))
        do (let* ((word-p (and (name-character-p (char text start)) t))
                  (end (or (position-if (lambda (char) (not (eq word-p (and (name-character-p char) t)))) text :start start) (length text))))
             (funcall function start end word-p)
             (setf start end))))

(defun tells-of-error-p (sentence)
  "True if SENTENCE describes an error."
  (or (begins-p "Signal" sentence 0)
      (search " signals " sentence)
      (let ((found nil))
        (map-words (lambda (start end word-p)
                     (when (and word-p (notany #'lower-case-p (subseq sentence start end)) (error-name-p (subseq sentence start end)))
                       (setf found t)))
                   sentence)
        found)))

(defun tells-of-value-p (sentence)
  "True if SENTENCE describes a returned value."
  (some (lambda (beginning) (begins-p beginning sentence 0)) '("Return" "True if" "Whether" "The values" "Two values" "Three values")))

(defun error-clause (sentence)
  "Returns two values: SENTENCE up to a semicolon, and the rest, if that describes an error; else SENTENCE and NIL."
  (let ((semicolon (position #\; sentence)))
    (if (and semicolon
             (tells-of-error-p (subseq sentence (1+ semicolon)))
             (not (tells-of-error-p (subseq sentence 0 semicolon))))
        (values (concatenate 'string (subseq sentence 0 semicolon) ".") (string-left-trim '(#\Space #\Newline) (subseq sentence (1+ semicolon))))
        (values sentence nil))))

(defun upper-first (text)
  "Returns TEXT with its first character in upper case."
  (if (string= text "") text (concatenate 'string (string (char-upcase (char text 0))) (subseq text 1))))

(defun classified-sentences (text)
  "Returns three lists of sentences from TEXT, the docstring of a function: about effects, values and errors."
  (let ((does '()) (returns '()) (signals '()))
    (dolist (sentence (sentences text))
      (multiple-value-bind (sentence clause) (error-clause sentence)
        (cond ((tells-of-value-p sentence) (push sentence returns))
              ((tells-of-error-p sentence) (push sentence signals))
              (t (push sentence does)))
        (when clause (push (upper-first clause) signals))))
    (values (reverse does) (reverse returns) (reverse signals))))

;;; What the pages of stdlib/choices/ say about names.

(defvar *choices* (make-hash-table :test 'eq)
  "A hash table from symbols to the items about them in the pages of choices: lists of nodes, the page, and the id of
the heading above.")

(defun chosen-names (text)
  "Returns the public symbols that TEXT, a part of a page of choices, is about: the names in capitals, without classes
of conditions and the simplest names."
  (let ((symbols '()))
    (map-words (lambda (start end word-p)
                 (when word-p
                   (let* ((word (string-right-trim ":" (subseq text start end))) (prefixed (search "tessera:" word))
                          (symbol (and (or prefixed (and (> (length word) 1) (notany #'lower-case-p word) (some #'alpha-char-p word)))
                                       (public-symbol word))))
                     (when (and symbol (not (member symbol '(nil t and or not do)))     ; DO is LOOP's there
                                (or (zerop start) (not (error-name-p word))))
                       (pushnew symbol symbols)))))
               text)
    symbols))

(defun note-choices (guide)
  "Notes the symbols of each item of GUIDE, a page of choices."
  (let ((heading nil))
    (dolist (node (guide-nodes guide))
      (cond ((heading-p node) (setf heading (heading-id node)))
            ((equal (node-name node) "ul")
             (dolist (item (remove-if-not #'consp (node-children node)))
               (dolist (symbol (chosen-names (tree-text item)))
                 (push (list (node-children item) (guide-page guide) heading) (gethash symbol *choices*)))))))))

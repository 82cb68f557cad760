;;; Control strings of FORMAT: the text becomes a tree of directives that remember where they stood.
(in-package "TESSERA")

(defun %report-format-error (condition stream)
  "Writes what is wrong, and where in the control string, to STREAM."
  (write-string "FORMAT: " stream)
  (princ (first (simple-condition-format-arguments condition)) stream)
  (write-string ", at position " stream)
  (princ (format-error-position condition) stream)
  (write-string " of " stream)
  (prin1 (format-error-control-string condition) stream))

(define-condition format-error (simple-error)
  ((control-string :initarg :control-string :reader format-error-control-string)
   (position :initarg :position :reader format-error-position))
  (:report %report-format-error)
  (:documentation "A control string of FORMAT is malformed, or does not suit its arguments."))

(define-condition format-type-error (format-error type-error) ()
  (:documentation "An argument of FORMAT is not of the type that its directive asks for."))

(defun %princ-pieces (pieces)
  "Returns the PRINC texts of the list PIECES, joined; characters show in their #\\ syntax."
  (let ((stream (make-string-output-stream)))
    (dolist (piece pieces (get-output-stream-string stream))
      (if (characterp piece) (prin1 piece stream) (princ piece stream)))))

(defun %format-error (control position &rest pieces)
  "Signals a FORMAT-ERROR about POSITION of the string CONTROL; PIECES make up the complaint."
  (error 'format-error :format-control "~A" :format-arguments (list (%princ-pieces pieces))
                       :control-string control :position position))

;;; Directives

(defstruct (format-directive (:copier nil))
  "One directive of the string CONTROL. PARAMS holds integers, characters, NIL (omitted), :ARG for V and :COUNT for #.
CLAUSES, SEPARATORS and CLOSER belong to the directives that enclose others; NAME to ~/name/."
  character params colon at control start handler
  clauses separators closer name)

(defstruct (format-kind (:copier nil))
  "The description of all directives with one character: the function that performs them, and the parameters and
modifiers that they accept. If a directive needs no more of the state than TAKES arguments (0 or 1), WRITER is a
function of these and of the values of PARAMS."
  handler max-params colon at both takes writer params)

(defvar *format-kinds* (make-array 128 :initial-element nil)
  "A vector with the FORMAT-KIND of the directive for each character code, or NIL.")

(defun %register-format-kind (character handler max-params &key colon at both takes writer params)
  "Makes HANDLER, a function name, perform the directive CHARACTER, which takes at most MAX-PARAMS parameters."
  (setf (svref *format-kinds* (char-code character))
        (make-format-kind :handler handler :max-params max-params :colon colon :at at :both both
                          :takes takes :writer writer :params params)))

(defun %find-format-kind (character)
  "Returns the FORMAT-KIND of the directive CHARACTER, or NIL if there is none."
  (and (< (char-code character) 128)
       (svref *format-kinds* (char-code character))))

;;; Scanning

(defstruct (format-parser (:copier nil))
  "A place in the control string STRING, which ends at END."
  string (position 0) end)

(defun %peek-control (parser)
  "Returns the next character of the control string, or NIL at its end."
  (let ((position (format-parser-position parser)))
    (and (< position (format-parser-end parser))
         (char (format-parser-string parser) position))))

(defun %next-control (parser start)
  "Takes the next character; the directive that began at START may not end here."
  (let ((character (%peek-control parser)))
    (unless character
      (%format-error (format-parser-string parser) start "the control string ends within a directive"))
    (incf (format-parser-position parser))
    character))

(defun %accept-control (parser character)
  "Takes the next character if it is CHARACTER; true if so."
  (when (eql (%peek-control parser) character)
    (incf (format-parser-position parser))))

(defun %parse-integer-parameter (parser start)
  "Returns the signed integer that stands next."
  (multiple-value-bind (value end)
      (parse-integer (format-parser-string parser) :start (format-parser-position parser) :junk-allowed t)
    (unless value
      (%format-error (format-parser-string parser) start "a sign without digits in the parameters"))
    (setf (format-parser-position parser) end)
    value))

(defun %parse-parameter (parser start)
  "Returns two values: the parameter that stands next, and whether there was one."
  (let ((character (%peek-control parser)))
    (cond ((null character) (values nil nil))
          ((or (digit-char-p character) (eql character #\+) (eql character #\-))
           (values (%parse-integer-parameter parser start) t))
          ((%accept-control parser #\') (values (%next-control parser start) t))
          ((or (%accept-control parser #\v) (%accept-control parser #\V)) (values :arg t))
          ((%accept-control parser #\#) (values :count t))
          (t (values nil nil)))))

(defun %parse-parameters (parser start)
  "Returns the list of the comma-separated parameters that stand next."
  (let ((params '()))
    (loop
      (multiple-value-bind (param found) (%parse-parameter parser start)
        (let ((comma (%accept-control parser #\,)))
          (when (or found comma) (push param params))
          (unless comma (return (nreverse params))))))))

(defun %parse-modifiers (parser start)
  "Returns two values: whether a colon, whether an at-sign stands next."
  (let ((colon nil) (at nil))
    (loop
      (cond ((%accept-control parser #\:)
             (when colon (%format-error (format-parser-string parser) start "two colons in one directive"))
             (setf colon t))
            ((%accept-control parser #\@)
             (when at (%format-error (format-parser-string parser) start "two at-signs in one directive"))
             (setf at t))
            (t (return (values colon at)))))))

(defun %check-directive (directive kind control)
  "Signals an error if DIRECTIVE has parameters or modifiers that its KIND does not take."
  (let* ((colon (format-directive-colon directive))
         (at (format-directive-at directive))
         (problem (cond ((> (length (format-directive-params directive)) (format-kind-max-params kind))
                         "too many parameters for ~")
                        ((and colon at (not (format-kind-both kind))) "colon and at-sign together do not suit ~")
                        ((and colon (not (format-kind-colon kind))) "a colon does not suit ~")
                        ((and at (not (format-kind-at kind))) "an at-sign does not suit ~"))))
    (when problem
      (%format-error control (format-directive-start directive)
                     problem (string (format-directive-character directive))))))

(defun %parse-simple-directive (parser start)
  "Returns the directive whose tilde is at START, without the clauses that it may enclose. The parser stands after the
tilde."
  (let ((params (%parse-parameters parser start)))
    (multiple-value-bind (colon at) (%parse-modifiers parser start)
      (let* ((written (%next-control parser start))
             (character (char-upcase written))
             (kind (%find-format-kind character))
             (control (format-parser-string parser)))
        (unless kind
          (%format-error control start "there is no directive " (%joined-names "~" (string written))))
        (let ((directive (make-format-directive
                          :character character :params params :colon colon :at at :control control :start start
                          :handler (format-kind-handler kind))))
          (%check-directive directive kind control)
          directive)))))

(defun %parse-call-name (parser directive)
  "Gives the ~/ directive the symbol whose name runs up to the next slash."
  (let* ((control (format-parser-string parser))
         (begin (format-parser-position parser))
         (end (position #\/ control :start begin)))
    (unless end
      (%format-error control (format-directive-start directive) "~/ without a closing slash"))
    (setf (format-parser-position parser) (1+ end)
          (format-directive-name directive) (%format-function-name (string-upcase (subseq control begin end)) control
                                                                (format-directive-start directive)))
    directive))

(defun %format-function-name (text control start)
  "Returns the symbol that TEXT, like NAME, PACKAGE:NAME or PACKAGE::NAME, means in the ~/ directive at START."
  (let ((colon (position #\: text)))
    (if (null colon)
        (intern text "COMMON-LISP-USER")
        (let ((name-start (if (eql (%char-at text (1+ colon)) #\:) (+ colon 2) (1+ colon)))
              (package (find-package (subseq text 0 colon))))
          (unless package
            (%format-error control start "there is no package " (subseq text 0 colon)))
          (intern (subseq text name-start) package)))))

(defun %char-at (string index)
  "Returns the character of STRING at INDEX, or NIL after the end."
  (and (< index (length string)) (char string index)))

(defun %parse-line-continuation (parser directive)
  "Returns the text for a tilde at the end of a line: the newline stays with an at-sign, the indentation with a colon."
  (unless (format-directive-colon directive)
    (loop while (member (%peek-control parser) '(#\Space #\Tab #\Page #\Return))
          do (incf (format-parser-position parser))))
  (if (format-directive-at directive) (string #\Newline) ""))

;;; Nesting

(defun %next-format-item (parser)
  "Returns the next string of the control string, or the next directive with all that it encloses; NIL at the end."
  (let ((start (format-parser-position parser)))
    (cond ((null (%peek-control parser)) nil)
          ((%accept-control parser #\~) (%parse-directive parser start))
          (t (let ((end (or (position #\~ (format-parser-string parser) :start start)
                            (format-parser-end parser))))
               (setf (format-parser-position parser) end)
               (subseq (format-parser-string parser) start end))))))

(defun %parse-directive (parser start)
  "Returns the string or directive that the tilde at START means."
  (let ((directive (%parse-simple-directive parser start)))
    (case (format-directive-character directive)
      (#\Newline (%parse-line-continuation parser directive))
      (#\/ (%parse-call-name parser directive))
      (#\( (%parse-block parser directive #\) nil))
      (#\{ (%parse-block parser directive #\} nil))
      (#\[ (%check-conditional parser (%parse-block parser directive #\] t)))
      (#\< (%finish-angle-block parser (%parse-block parser directive #\> t)))
      (t directive))))

(defun %parse-items (parser opener)
  "Returns two values: a vector of strings and directives, and the ~; or closing directive that ended it (NIL: the end).
OPENER is the enclosing directive or NIL. Of parts that write nothing one stays if there is no other: the vector is
empty only if nothing was written there."
  (let ((items '()) (void '()))
    (loop
      (let ((item (%next-format-item parser)))
        (cond ((and (null item) opener)
               (%format-error (format-parser-string parser) (format-directive-start opener)
                              "nothing closes ~" (string (format-directive-character opener))))
              ((or (null item)
                   (and (format-directive-p item) (find (format-directive-character item) ");]}>")))
               (return (values (coerce (or (nreverse items) void) 'simple-vector) item)))
              ((equal item "") (setf void '("")))
              (t (push item items)))))))

(defun %stray-directive (parser directive)
  "Signals a FORMAT-ERROR: DIRECTIVE separates or closes clauses outside of a directive that has them."
  (%format-error (format-parser-string parser) (format-directive-start directive)
                 "nothing here is separated or closed by ~" (string (format-directive-character directive))))

(defun %parse-block (parser opener closing separable)
  "Gives OPENER its clauses, up to the directive CLOSING; ~; separates clauses if SEPARABLE."
  (let ((clauses '()) (separators '()))
    (loop
      (multiple-value-bind (items end) (%parse-items parser opener)
        (push items clauses)
        (let ((character (format-directive-character end)))
          (cond ((eql character closing)
                 (setf (format-directive-clauses opener) (nreverse clauses)
                       (format-directive-separators opener) (nreverse separators)
                       (format-directive-closer opener) end)
                 (return opener))
                ((and separable (eql character #\;)) (push end separators))
                (t (%stray-directive parser end))))))))

(defun %check-conditional (parser directive)
  "Signals an error unless the clauses of the ~[ DIRECTIVE suit its modifiers."
  (let* ((count (length (format-directive-clauses directive)))
         (problem (cond ((and (format-directive-colon directive) (/= count 2)) "~:[ needs two clauses")
                        ((and (format-directive-at directive) (/= count 1)) "~@[ takes one clause")
                        ((find t (butlast (format-directive-separators directive)) :key #'format-directive-colon)
                         "~:; must stand before the last clause of ~["))))
    (when problem
      (%format-error (format-parser-string parser) (format-directive-start directive) problem))
    directive))

;;; ~< opens a justification, or, if ~:> closes it, a logical block.

(defun %finish-angle-block (parser directive)
  "Completes the ~< DIRECTIVE as a logical block or a justification, as its closing directive says."
  (if (format-directive-colon (format-directive-closer directive))
      (%finish-logical-block parser directive)
      (%check-justification parser directive)))

(defun %check-justification (parser directive)
  "Signals an error if ~:; stands after another clause than the first, or if the justification encloses pretty
printing."
  (let ((control (format-parser-string parser))
        (start (format-directive-start directive)))
    (when (find t (rest (format-directive-separators directive)) :key #'format-directive-colon)
      (%format-error control start "~:; must stand after the first clause of ~<"))
    (when (some #'%pretty-items-p (format-directive-clauses directive))
      (%format-error control start "a justification may not enclose pretty printing"))
    directive))

(defun %pretty-items-p (items)
  "True if some directive among ITEMS asks for pretty printing."
  (some #'%pretty-item-p items))

(defun %pretty-item-p (item)
  "True if ITEM is, or encloses, a directive that asks for pretty printing."
  (and (format-directive-p item)
       (case (format-directive-character item)
         ((#\W #\_ #\I) t)
         (#\T (format-directive-colon item))
         (#\< (%logical-block-directive-p item))        ; a justification encloses none: that is checked
         (t (some #'%pretty-items-p (format-directive-clauses item))))))

(defun %logical-block-directive-p (directive)
  "True if the ~< DIRECTIVE is closed by ~:> and so is a logical block."
  (format-directive-colon (format-directive-closer directive)))

(defun %line-justification-p (item)
  "True if ITEM is, or encloses, a justification with ~:;."
  (and (format-directive-p item)
       (or (and (eql (format-directive-character item) #\<)
                (not (%logical-block-directive-p item))
                (find t (format-directive-separators item) :key #'format-directive-colon))
           (some (lambda (items) (some #'%line-justification-p items))
                 (format-directive-clauses item)))))

(defun %finish-logical-block (parser directive)
  "Makes DIRECTIVE a logical block with three clauses: prefix, body, suffix; the outer two are strings."
  (let* ((clauses (format-directive-clauses directive))
         (fill (format-directive-at (format-directive-closer directive)))
         (parens (format-directive-colon directive))
         (prefix (if (rest clauses) (first clauses) (if parens "(" "")))
         (body (if (rest clauses) (second clauses) (first clauses)))
         (suffix (if (cddr clauses) (third clauses) (if parens ")" ""))))
    (when (cdddr clauses)
      (%format-error (format-parser-string parser) (format-directive-start directive)
                     "a logical block has at most three clauses"))
    (setf (format-directive-clauses directive)
          (list (%constant-clause parser directive prefix)
                (if fill (%with-fill-newlines body) body)
                (%constant-clause parser directive suffix))
          (format-directive-handler directive) '%format-logical-block)
    directive))

(defun %constant-clause (parser directive clause)
  "Returns the string that CLAUSE, prefix or suffix of a logical block, consists of."
  (cond ((stringp clause) clause)
        ((every #'stringp clause) (apply #'concatenate 'string (coerce clause 'list)))
        (t (%format-error (format-parser-string parser) (format-directive-start directive)
                          "prefix and suffix of a logical block may not contain directives"))))

(defun %with-fill-newlines (items)
  "Returns ITEMS, with a ~:_ after each group of blanks in the strings, also in those that stand between ~{, ~[ or ~(
and their ends."
  (coerce (loop for item across items
                if (stringp item) nconc (%split-at-blanks item)
                else collect (%directive-with-fill-newlines item))
          'simple-vector))

(defun %directive-with-fill-newlines (directive)
  "Adds fill newlines to the clauses of DIRECTIVE if it is ~{, ~[ or ~(. Returns DIRECTIVE."
  (when (find (format-directive-character directive) "{[(")
    (setf (format-directive-clauses directive) (mapcar #'%with-fill-newlines (format-directive-clauses directive))))
  directive)

(defun %fill-newline ()
  "Returns a new directive ~:_."
  (make-format-directive :character #\_ :colon t :start 0
                         :handler (format-kind-handler (%find-format-kind #\_))))

(defun %split-at-blanks (text)
  "Returns the list of the pieces of TEXT, each group of blanks followed by a fill newline."
  (let ((pieces '()) (start 0))
    (loop
      (let* ((blank (position-if #'%blank-p text :start start))
             (end (and blank (or (position-if-not #'%blank-p text :start blank) (length text)))))
        (when (null blank)
          (when (< start (length text)) (push (subseq text start) pieces))
          (return (nreverse pieces)))
        (push (subseq text start end) pieces)
        (push (%fill-newline) pieces)
        (setf start end)))))

(defun %blank-p (character)
  "True if CHARACTER is a blank or a tab."
  (or (eql character #\Space) (eql character #\Tab)))

;;; The whole

(defun %check-mixture (program control)
  "Signals an error if PROGRAM uses a justification with ~:; next to pretty printing."
  (let ((item (find-if #'%line-justification-p program)))
    (when (and item (%pretty-items-p program))
      (%format-error control (format-directive-start item) "~<...~:;...~> may not be used with pretty printing"))))

(defun %parse-control (control)
  "Returns the program, a vector of strings and directives, that the control string CONTROL stands for."
  (let ((parser (make-format-parser :string control :end (length control))))
    (multiple-value-bind (program stray) (%parse-items parser nil)
      (when stray (%stray-directive parser stray))
      (%check-mixture program control)
      program)))

(defvar *format-programs* (make-hash-table :test 'equal)
  "The programs of the control strings used so far; emptied when it grows large.")

(defun %control-program (control)
  "Returns the program of the control string CONTROL, parsed once."
  (or (gethash control *format-programs*)
      (let ((key (coerce (copy-seq control) 'simple-string)))
        (when (> (hash-table-count *format-programs*) 500)
          (clrhash *format-programs*))
        (setf (gethash key *format-programs*) (%parse-control key)))))

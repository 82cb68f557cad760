;;; The open documents, and positions in them.
;;;
;;; A document is a string that is divided into items: the expressions and comments at toplevel. An item has tokens,
;;; with positions from its own beginning. So an item stays valid when something before it changes, and a change
;;; rebuilds only the items that it touches.

(in-package "TESSERA-LANGUAGE-SERVER")

(defvar *documents* (make-hash-table :test 'equal) "A hash table from URIs to documents.")
(defvar *utf-16* t "True if the editor counts columns in UTF-16.")

(defstruct (document (:constructor make-document (uri version number text)) (:copier nil))
  "NUMBER: the order in which documents became known. LINES: where each line begins. ITEMS: a list of ITEM, in order.
CHANGES: how often it was changed since it was opened. WIDE: true if there may be characters that are two in UTF-16."
  uri version number text (lines #()) (items '()) (changes 0) (wide nil))

(defstruct (item (:constructor make-item (start end tokens finished)) (:copier nil))
  "The text from START to END, positions in the document. FINISHED is false if a parenthesis, a string or a comment in
it does not end. NODES, DEFINITIONS, NAMES, CALLS and OUTSIDE are computed when they are needed (forms.lisp,
scopes.lisp, context.lisp), EXPANSIONS by the checker (expansions.lisp)."
  start end tokens finished (nodes :unknown) (definitions :unknown) (names :unknown) (outside :unknown) (calls '())
  (expansions :unknown))

(defun find-document (uri)
  "Returns the document with URI; fails if it is not open."
  (or (gethash uri *documents*) (fail +invalid-params+ "The document ~A is not open" uri)))

;;; Work in the background gives way to requests.

(defvar *gives-way* nil "True during background work.")

(defmacro giving-way (&body forms)
  "Evaluates FORMS, which call GIVE-WAY regularly. The first of these calls that finds a message waiting leaves the
forms, and the value is :GAVE-WAY."
  `(catch 'gives-way
     (let ((*gives-way* t)) ,@forms)))

(defun give-way ()
  "Leaves the GIVING-WAY around it if a message waits."
  (when (and *gives-way* (language-server-native:message-waiting-p)) (throw 'gives-way :gave-way)))

;;; Items.

(defun line-start-p (text position)
  "True if a line of TEXT begins at POSITION."
  (or (zerop position) (char= (char text (1- position)) #\Newline)))

(defun definition-at-p (text position)
  "True if a text that looks like a definition begins at POSITION."
  (eql (mismatch "(def" text :start2 position :test #'char-equal) 4))

(defun definition-within-p (text start end)
  "True if a line between START and END begins with a text that looks like a definition."
  (loop for newline = (position #\Newline text :start start :end end) then (position #\Newline text :start (1+ newline) :end end)
        while newline thereis (definition-at-p text (1+ newline))))

(defun swallows-definitions-p (text token)
  "True if TOKEN seems to be a string whose end was forgotten: it contains a definition, and ends where another string
should begin."
  (let ((end (tessera::%token-end token)))
    (and (eq (tessera::%token-kind token) :string)
         (or (not (tessera::%token-finished token))
             (and (< end (length text)) (char/= (char text end) #\)) (not (tessera::%separator-p (char text end)))))
         (definition-within-p text (tessera::%token-start token) end))))

(defun token-at (text at)
  "Returns the token at AT of TEXT; a string that swallows definitions ends with its line."
  (let ((token (tessera::%next-token text at)))
    (when (and (eq (tessera::%token-kind token) :comment) (char= (char text at) #\;))
      (setf (tessera::%token-finished token) t))      ; the end of the text is one for it, too
    (when (swallows-definitions-p text token)
      (let ((end (position #\Newline text :start at)))
        (setf (tessera::%token-finished token) nil
              (tessera::%token-end token) (if (char= (char text (1- end)) #\Return) (1- end) end))))
    token))

(defun take-token (text start at tokens open)
  "Adds the token at AT of TEXT to TOKENS, with its position relative to START. Returns three values: the number of open
parentheses after it, its end, and the token."
  (let* ((token (token-at text at)) (end (max (tessera::%token-end token) (1+ at))))
    (setf (tessera::%token-start token) (- (tessera::%token-start token) start)
          (tessera::%token-end token) (- end start))
    (case (tessera::%token-kind token)
      (:open (push token open))
      (:close (let ((partner (pop open)))
                (when partner
                  (setf (tessera::%token-partner token) partner
                        (tessera::%token-partner partner) token)))))
    (vector-push-extend token tokens)
    (values open end token)))

(defconstant +longest-look+ 20000
  "The distance, in characters, up to which the end of an unfinished item is searched after parentheses in the first
column.")

(defun item-at (text start &optional (whole t))
  "Returns the item of TEXT that begins at START, where there is no blank. If it does not end, it reaches to the next
parenthesis in the first column. A definition always ends before another one in the first column. WHOLE is false if the
item is known not to end."
  (let ((tokens (make-array 16 :adjustable t :fill-pointer 0)) (open '()) (at start) (token nil) (definition (definition-at-p text start)))
    (flet ((item (finished) (return-from item-at (make-item start at tokens finished))))
      (loop
        (multiple-value-setq (open at token) (take-token text start at tokens open))
        (when (and (null open) (not (eq (tessera::%token-kind token) :prefix))) (item (every #'tessera::%token-finished tokens)))
        (let ((next (position-if-not #'tessera::%separator-p text :start at)))
          (cond ((or (null next)
                     (and whole open (> next (+ start +longest-look+)) (char= (char text next) #\() (line-start-p text next)))
                 (if (and whole open) (return-from item-at (item-at text start nil)) (item nil)))
                ((and open (char= (char text next) #\() (line-start-p text next) (or (not whole) (and definition (definition-at-p text next))))
                 (item nil)))
          (setq at next))))))

(defun items-from (text start &optional (known '()))
  "Returns the items of TEXT from START on. KNOWN are the following items, with correct positions. They are reused from
the first one at which an item begins; the second value is the list of those."
  (let ((items '()) (at start))
    (loop
      (let ((next (position-if-not #'tessera::%separator-p text :start at)))
        (unless next (return (values (nreverse items) '())))
        (loop while (and known (< (item-start (first known)) next)) do (pop known))
        (when (and known (= (item-start (first known)) next))
          (return (values (nreconc items known) known)))
        (push (item-at text next) items)
        (setq at (item-end (first items)))))))

(defun change-items (document start end delta)
  "Rebuilds the items of DOCUMENT that the text from START to END touched. The new text is DELTA characters longer.
Returns two values: the items that were removed, and those that are new."
  (let* ((old (document-items document))
         (before (loop for item in old
                       while (and (< (item-end item) start) (item-finished item))      ; how one ends that is not finished, depends on all that follows
                       collect item))
         (old (nthcdr (length before) old))
         (behind (member-if (lambda (item) (>= (item-start item) end)) old)))
    (dolist (item behind)
      (incf (item-start item) delta)
      (incf (item-end item) delta))
    (multiple-value-bind (new kept) (items-from (document-text document) (if before (item-end (first (last before))) 0) behind)
      (setf (document-items document) (append before new))
      (values (ldiff old kept) (ldiff new kept)))))

;;; Lines.

(defun line-starts (text)
  "Returns a vector of the positions at which lines of TEXT begin."
  (coerce (cons 0 (loop for end = (position #\Newline text) then (position #\Newline text :start (1+ end))
                        while end collect (1+ end)))
          'simple-vector))

(defun change-lines (document start end replacement)
  "Updates the positions of lines in DOCUMENT for REPLACEMENT in place of the text from START to END."
  (let* ((old (document-lines document)) (first (1+ (line-of document start))) (rest (1+ (line-of document end)))
         (delta (- (length replacement) (- end start)))
         (within (loop for at = (position #\Newline replacement) then (position #\Newline replacement :start (1+ at))
                       while at collect (+ start at 1)))
         (behind (+ first (length within)))
         (new (if (= behind rest) old (make-array (+ (length old) (- behind rest))))))
    (replace new old :end2 first)
    (replace new old :start1 behind :start2 rest)
    (replace new within :start1 first)
    (loop for i from behind below (length new) do (incf (svref new i) delta))
    (setf (document-lines document) new)))

;;; The text. A changed document has a vector with room to grow, so that a key stroke does not copy
;;; the text.

(defconstant +room+ 5000 "The minimum number of additional characters for which a text has room after it was copied.")

(defun roomy-copy (text length)
  "Returns a copy of TEXT with a fill pointer, and room for LENGTH characters and +ROOM+ more."
  (let ((copy (make-array (+ length +room+ (ash length -3)) :element-type 'character :fill-pointer (length text))))
    (replace copy text)))

(defun change-text (document start end replacement)
  "Replaces the text from START to END in DOCUMENT by REPLACEMENT."
  (let* ((text (document-text document)) (length (length text)) (new-length (+ length (length replacement) (- start end))))
    (unless (and (array-has-fill-pointer-p text) (<= new-length (array-dimension text 0)))
      (setf text (roomy-copy text new-length)
            (document-text document) text))
    (setf (fill-pointer text) (max length new-length))
    (replace text text :start1 (+ start (length replacement)) :start2 end :end2 length)
    (replace text replacement :start1 start)
    (setf (fill-pointer text) new-length)))

(defun wide-p (text)
  "True if TEXT has characters that are two in UTF-16."
  (find-if (lambda (char) (> (char-code char) #xFFFF)) text))

(defvar *documents-so-far* 0)
(defvar *index* nil "A hash table from names, in any case, to definitions (forms.lisp); NIL if it is not made.")

(defun open-document (uri version text)
  "Notes that the document URI is open and has TEXT."
  (let* ((known (gethash uri *documents*))
         (document (make-document uri version (if known (document-number known) (incf *documents-so-far*)) text)))
    (setf (document-wide document) (and *utf-16* (wide-p text))
          (document-lines document) (line-starts text)
          (document-items document) (items-from text 0)
          *index* nil
          (gethash uri *documents*) document)))

(defun change-document (document start end replacement)
  "Replaces the text from START to END in DOCUMENT by REPLACEMENT, and updates its items and lines."
  (when (and *utf-16* (wide-p replacement)) (setf (document-wide document) t))
  (incf (document-changes document))
  (change-lines document start end replacement)
  (change-text document start end replacement)
  (multiple-value-bind (old new) (change-items document start end (- (length replacement) (- end start)))
    (change-index document old new)
    (flet ((macro-p (item) (find :macro (item-defines document item) :key #'definition-kind)))
      (when (or (some #'macro-p (remove :unknown old :key #'item-definitions)) (some #'macro-p new))
        (forget-expansions)))))

;;; Positions: an index of the text, and line and column as the editor counts them.

(defun line-of (document position)
  "Returns the number of the line, from 0, that POSITION is in."
  (let* ((lines (document-lines document)) (low 0) (high (length lines)))
    (loop while (> (- high low) 1)
          do (let ((middle (ash (+ low high) -1)))
               (if (<= (svref lines middle) position) (setq low middle) (setq high middle))))
    low))

(defun line-end (document line)
  "Returns the position at which LINE ends, before its newline."
  (let ((lines (document-lines document)) (text (document-text document)))
    (let ((end (if (< (1+ line) (length lines)) (1- (svref lines (1+ line))) (length text))))
      (if (and (> end (svref lines line)) (char= (char text (1- end)) #\Return)) (1- end) end))))

(defun units (document start end)
  "Returns the number of columns that the editor counts from START to END of a line of DOCUMENT."
  (if (document-wide document)
      (+ (- end start) (count-if (lambda (char) (> (char-code char) #xFFFF)) (document-text document) :start start :end end))
      (- end start)))

(defun position-of (document line column)
  "Returns the index of the text for LINE and COLUMN of the editor, or the nearest one that exists."
  (unless (and (typep line '(integer 0)) (typep column '(integer 0))) (fail +invalid-params+ "A position has a line and a character, from 0"))
  (let ((lines (document-lines document)) (text (document-text document)))
    (if (>= line (length lines))
        (length text)
        (let* ((start (svref lines line)) (end (line-end document line)))
          (if (= (units document start end) (- end start))
              (min end (+ start column))
              (loop for at from start below end
                    for left = column then (- left (units document (1- at) at))
                    when (<= left 0) return at
                    finally (return end)))))))

(defun json-position (document position)
  "Returns the JSON object for POSITION in DOCUMENT."
  (let* ((line (line-of document position)) (start (svref (document-lines document) line)))
    (object "line" line "character" (units document start position))))

(defun json-range (document start end)
  "Returns the JSON object for the range from START to END in DOCUMENT."
  (object "start" (json-position document start) "end" (json-position document end)))

(defun position-in (document params)
  "Returns the index in DOCUMENT of the position in the PARAMS of a request."
  (let ((position (field params "position")))
    (position-of document (field position "line") (field position "character"))))

(defun range-in (document range)
  "Returns the start and the end of the RANGE in a request."
  (let ((start (position-of document (field range "start" "line") (field range "start" "character")))
        (end (position-of document (field range "end" "line") (field range "end" "character"))))
    (values (min start end) (max start end))))

(defun item-around (document position)
  "Returns the item that POSITION is in, or at the end of; NIL if it is in none."
  (find-if (lambda (item) (<= (item-start item) position (item-end item))) (document-items document) :from-end t))

;;; Finds unterminated lists, strings and comments, and completes them for the checker, so that unfinished code is
;;; known.

(in-package "TESSERA-LANGUAGE-SERVER")

(defun open-parentheses (item)
  "Returns the tokens of ITEM that begin unterminated lists, in the order of the text."
  (loop for token across (item-tokens item)
        when (and (eq (tessera::%token-kind token) :open) (null (tessera::%token-partner token))) collect token))

(defun stray-p (item)
  "True if ITEM is a closing parenthesis without an opening one."
  (eq (tessera::%token-kind (aref (item-tokens item) 0)) :close))

(defun item-faults (document item)
  "Returns the diagnostic from the tokens of ITEM, in a list, or NIL."
  (let ((base (item-start item)))
    (flet ((fault (start end code message) (list (diagnostic document (+ base start) (+ base end) 1 code message))))
      (if (item-finished item)
          (and (stray-p item) (fault 0 1 "parenthesis" "There is no list that this parenthesis ends."))
          (let ((token (find-if-not #'tessera::%token-finished (item-tokens item))) (open (first (open-parentheses item))))
            (cond (token (fault (tessera::%token-start token) (1+ (tessera::%token-start token)) "unfinished"
                                (case (tessera::%token-kind token)
                                  (:string "This string does not end.") (:comment "This comment does not end.") (t "This does not end."))))
                  (open (fault (tessera::%token-start open) (tessera::%token-end open) "parenthesis"
                               "This list does not end: a parenthesis is missing."))
                  (t (fault 0 (- (item-end item) base) "unfinished" "Something must follow this."))))))))

(defun doubtful-items (document)
  "Returns a table whose keys are doubtful items: those after an unterminated item that is not a definition, up to the
next definition, which may belong to it."
  (let ((table (make-hash-table :test 'eq)) (doubtful nil))
    (dolist (item (document-items document) table)
      (cond ((definition-at-p (document-text document) (item-start item)) (setq doubtful nil))
            (doubtful (setf (gethash item table) t))
            ((not (item-finished item)) (setq doubtful t))))))

(defun faults (document)
  "Returns the diagnostics from the tokens of DOCUMENT. An unterminated list is one diagnostic, although its sublists
may look like unterminated lists at toplevel."
  (let ((doubtful (doubtful-items document)) (broken nil))
    (loop for item in (document-items document)
          append (if (or (gethash item doubtful) (and broken (stray-p item)))
                     '()
                     (item-faults document item))
          do (setq broken (or (not (item-finished item)) (and broken (stray-p item)))))))

;;; Completes unterminated lists for the checker.

(defparameter *quotes* '("'" "`" "#'" "," ",@") "Prefixes that NIL may follow.")

(defun closings (document item)
  "Returns the insertions that terminate ITEM, which is not terminated: a list of (POSITION . TEXT), in order; or :NONE
if they are not known."
  (let ((last (find :comment (item-tokens item) :key #'tessera::%token-kind :test-not #'eq :from-end t)) (base (item-start item)))
    (flet ((text-of (token) (subseq (document-text document) (+ base (tessera::%token-start token)) (+ base (tessera::%token-end token)))))
      (if (or (stray-p item) (null last)
              (find-if-not (lambda (token) (or (tessera::%token-finished token) (eq (tessera::%token-kind token) :string))) (item-tokens item))
              (and (eq (tessera::%token-kind last) :prefix) (not (member (text-of last) *quotes* :test #'string=))))
          :none
          (append (loop for token across (item-tokens item)
                        unless (tessera::%token-finished token) collect (cons (+ base (tessera::%token-end token)) "\""))
                  (list (cons (+ base (tessera::%token-end last))
                              (format nil "~:[~; nil~]~A" (eq (tessera::%token-kind last) :prefix)
                                      (make-string (length (open-parentheses item)) :initial-element #\))))))))))

(defun blank-text (text start end)
  "Returns the text from START to END of TEXT with blanks for all characters but newlines."
  (substitute-if #\Space (lambda (char) (char/= char #\Newline)) (subseq text start end)))

(defun readable-text (document &optional (position 0))
  "Returns three values. The first is the text of DOCUMENT with all lists and strings terminated, and blanks for parts
that cannot be read. The others are the ends of the items in it, and the index of POSITION in it."
  (let ((text (document-text document)) (at 0) (shift 0) (ends '()) (new-position position))
    (values
     (with-output-to-string (out)
       (dolist (item (document-items document))
         (give-way)
         (when (or (stray-p item) (not (item-finished item)))
           (let ((closings (closings document item)))
             (write-string text out :start at :end (item-start item))
             (if (eq closings :none)
                 (write-string (blank-text text (item-start item) (item-end item)) out)
                 (loop for from = (item-start item) then its-position
                       for (its-position . closing) in (append closings (list (cons (item-end item) "")))
                       do (write-string text out :start from :end its-position)
                          (write-string closing out)
                          (incf shift (length closing))
                          (when (<= its-position position) (incf new-position (length closing)))))
             (setq at (item-end item))))
         (push (+ (item-end item) shift) ends))
       (write-string text out :start at))
     (nreverse ends)
     new-position)))

;;; Findings that may be caused by the completion.

(defun uses-in-item (document item name)
  "Returns the number of occurrences of NAME in ITEM."
  (loop for node in (nodes document item) sum (count name (names-in node) :key (lambda (found) (bare-name (node-name (car found)))) :test #'like-p)))

(defun being-typed-p (document item name)
  "True if ITEM, which does not end, ends with NAME."
  (let ((end (item-end item)))
    (and (>= (- end (length name)) (item-start item))
         (like-p name (subseq (document-text document) (- end (length name)) end)))))

(defun about-unfinished-p (document name)
  "True if NAME is a function of DOCUMENT whose definition does not end."
  (some (lambda (found) (and (eq (first found) document) (not (item-finished (second found))))) (find-definitions name)))

(defun premature-p (document finding doubtful)
  "True if the checker's FINDING may be wrong because lists are not terminated yet. DOUBTFUL is the table of
DOUBTFUL-ITEMS."
  (destructuring-bind (line column severity code message &optional name) finding
    (declare (ignore severity message))
    (let ((item (item-around document (position-of document (1- line) (1- column)))))
      (cond ((null item) nil)
            ((equal code "argument-count") (or (not (item-finished item)) (and name (about-unfinished-p document name))))
            ((item-finished item) (and (equal code "undefined-variable") (gethash item doubtful)))
            ((member code '("undefined-function" "undefined-variable") :test #'equal)
             (or (null name) (/= (uses-in-item document item name) 1) (being-typed-p document item name)))
            (t t)))))

;;; Indents lines as the prompt does.

(in-package "TESSERA-LANGUAGE-SERVER")

(defconstant +longest-formatted+ 200000
  "The maximum number of characters of an expression at toplevel whose lines are indented.")

(defun blank-end (text start end)
  "Returns the position where the blanks from START on end, at most END."
  (or (position-if-not (lambda (char) (or (char= char #\Space) (char= char #\Tab))) text :start start :end end) end))

(defun edit (document start end replacement)
  "Returns the JSON object of an edit that replaces the text from START to END of DOCUMENT by REPLACEMENT."
  (object "range" (json-range document start end) "newText" replacement))

(defun remark-p (text start end)
  "True if the text from START to END is a comment with one semicolon, which is not moved."
  (and (char= (char text start) #\;) (or (= (1+ start) end) (char/= (char text (1+ start)) #\;))))

(defun line-edits (document from to)
  "Returns the edits for the lines from number FROM to TO: their indentation and the blanks at their ends."
  (let ((text (document-text document)) (edits '()) (item nil) (indented "") (seen 0) (tail (document-items document)))
    (loop for line from from to to
          for start = (svref (document-lines document) line)
          for end = (line-end document line)
          do (loop while (and tail (< (item-end (first tail)) start)) do (pop tail))
             (let ((its-item (and tail (< (item-start (first tail)) start) (first tail))))
               (unless (eq its-item item)
                 (setq item its-item indented (make-array 100 :element-type 'character :adjustable t :fill-pointer 0))
                 (when item
                   (setq seen (item-start item))
                   (append-text indented text seen start)
                   (setq seen start)))
               (when item (append-text indented text seen start) (setq seen start))
               (let* ((first (blank-end text start end))
                      (column (cond ((= first end) 0)
                                    ((remark-p text first end) nil)
                                    ((null item) 0)
                                    ((> (- (item-end item) (item-start item)) +longest-formatted+) nil)
                                    (t (tessera:indentation (coerce indented 'simple-string) (length indented) (char text first)))))
                      (wanted (and column (make-string column :initial-element #\Space))))
                 (when (and wanted (not (and (null item) (< first end) (not (line-start-item-p document first)))))
                   (unless (string= wanted text :start2 start :end2 first) (push (edit document start first wanted) edits))
                   (when item
                     (append-text indented wanted 0 (length wanted))
                     (setq seen first)))
                 (let ((last (and wanted (< first end) (trailing-blanks document item start end))))
                   (when last (push (edit document last end "") edits))))))
    (reverse edits)))

(defun append-text (vector text start end)
  "Appends TEXT from START to END to VECTOR."
  (loop for i from start below end do (vector-push-extend (char text i) vector)))

(defun line-start-item-p (document position)
  "True if an item begins at POSITION."
  (let ((item (item-around document position))) (and item (= (item-start item) position))))

(defun trailing-blanks (document item start end)
  "Returns the start of the blanks at the end of the line from START to END; NIL if there are none, or the line ends in
a string."
  (let* ((text (document-text document))
         (last (position-if-not (lambda (char) (or (char= char #\Space) (char= char #\Tab))) text :start start :end end :from-end t))
         (token (and item (token-before item end))))
    (and last (< (1+ last) end)
         (not (and token (member (tessera::%token-kind token) '(:string :comment)) (char/= (char text (item-start item)) #\;)
                   (eq (tessera::%token-kind token) :string)))
         (1+ last))))

(defun body-index (name)
  "Returns the number of arguments before the body of the macro NAME, which the workspace or a library that it uses
defines; NIL if it has no body."
  (let* ((found (find :macro (find-definitions name) :key #'fifth)) (parameters (and found (definition-parameters (third found)))))
    (if (null parameters)
        (tessera::%body-index (symbol-of-used-library name))
        (body-index-of-parameters parameters))))

(defun body-index-of-parameters (parameters)
  "Returns the number of arguments before the body by PARAMETERS, the text of a macro's lambda list; NIL if there is
none."
  (loop with count = 0
        for (node . rest) on (node-children (first (nodes-of-tokens parameters (tessera::%tokens parameters) 0)))
        for name = (if (eq (node-kind node) :name) (string-downcase (node-name node)) "")
        do (cond ((string= name "&body") (return count))
                 ((member name '("&rest" "&key" "&aux") :test #'string=) (return nil))
                 ((member name '("&whole" "&environment") :test #'string=) (decf count))
                 ((string/= name "&optional") (incf count)))))

(defmacro with-workspace-indentation (&body forms)
  "Evaluates FORMS. Meanwhile calls of macros of the workspace are indented by their lambda lists."
  `(let ((tessera::*body-index-of-unknown* #'body-index)) ,@forms))

(defun format-document (params)
  "Answers a request to format a document: returns the edits."
  (let ((document (document-of params)))
    (cons :array (with-workspace-indentation (line-edits document 0 (1- (length (document-lines document))))))))

(defun format-range (params)
  "Answers a request to format a range: returns the edits of its lines."
  (let ((document (document-of params)))
    (multiple-value-bind (start end) (range-in document (field params "range"))
      (cons :array (with-workspace-indentation (line-edits document (line-of document start) (line-of document end)))))))

(defun format-on-type (params)
  "Answers a request after a character was typed: returns the edits of the line that a newline has begun, or a
parenthesis was typed in."
  (multiple-value-bind (document item position) (item-of-request params)
    (declare (ignore item))
    (let ((line (line-of document position)))
      (cons :array (with-workspace-indentation (line-indent-edits document line))))))

(defun line-indent-edits (document line)
  "Returns LINE-EDITS of one line, which may be empty."
  (let* ((start (svref (document-lines document) line)) (end (line-end document line)) (text (document-text document))
         (item (find-if (lambda (item) (and (< (item-start item) start) (or (>= (item-end item) start) (not (item-finished item)))))
                        (document-items document) :from-end t))
         (column (and item (tessera:indentation (subseq text (item-start item) start) (- start (item-start item)))))
         (first (blank-end text start end)))
    (and column
         (/= column (- first start))
         (list (edit document start first (make-string column :initial-element #\Space))))))

;;; Sources: where names are defined, and pages that show those files with a place for each line (the manual).
(in-package "TESSERA-MANUAL")

;;; Code with comments and strings marked.

(defun language-of (text)
  "Returns the language of TEXT, a block of code in a guide: :LISP, :C++ or NIL."
  (let ((start (string-left-trim '(#\Space #\Newline) text)))
    (cond ((string= start "") nil)
          ((or (search "#include" start) (search "tessera::" start) (search "lisp.define" start) (search "//" start)) :c++)
          ((find (char start 0) "(;'`>") :lisp))))

(defstruct (syntax (:copier nil))
  "The syntax of comments: LINE begins a comment up to the end of the line, OPEN and CLOSE enclose others."
  line open close)

(defun syntax-of (language)
  "Returns the SYNTAX of LANGUAGE."
  (ecase language
    (:lisp (make-syntax :line ";" :open "#|" :close "|#"))
    (:c++ (make-syntax :line "//" :open "/*" :close "*/"))))

(defun string-end (text start)
  "Returns the index after the string of TEXT that continues at START; NIL if it does not end in TEXT."
  (loop for i from start below (length text)
        do (case (char text i)
             (#\\ (incf i))
             (#\" (return (1+ i))))))

(defun begins-p (beginning text at)
  "True if TEXT has BEGINNING at AT."
  (let ((end (+ at (length beginning))))
    (and (<= end (length text)) (string= beginning text :start2 at :end2 end))))

(defun quoted-character-p (text at language)
  "True if the character AT is a character literal such as #\\; or '\"', and so does not begin a comment or string."
  (and (plusp at)
       (ecase language
         (:lisp (and (char= (char text (1- at)) #\\) (> at 1) (char= (char text (- at 2)) #\#)))
         (:c++ (find (char text (1- at)) "'\\")))))

(defun next-mark (text start language syntax)
  "Returns two values: the position in TEXT, from START on, where a comment or a string begins, and its kind: :LINE,
:BLOCK or :STRING; or NIL."
  (let ((first (char (syntax-line syntax) 0)) (opener (char (syntax-open syntax) 0)))
    (loop for at = (position-if (lambda (char) (or (char= char #\") (char= char first) (char= char opener))) text :start start)
          while at
          do (cond ((quoted-character-p text at language))
                   ((begins-p (syntax-line syntax) text at) (return (values at :line)))
                   ((begins-p (syntax-open syntax) text at) (return (values at :block)))
                   ((char= (char text at) #\") (return (values at :string))))
             (setf start (1+ at)))))

(defun mark-end (text start state syntax)
  "Returns the position in TEXT where the comment or string of the kind STATE that continues at START ends; NIL if in a
later line."
  (ecase state
    (:line (length text))
    (:string (string-end text start))
    (:block (let ((close (search (syntax-close syntax) text :start2 start))) (and close (+ close (length (syntax-close syntax))))))))

(defun print-marked (text start end state)
  "Prints TEXT from START to END, marked as a comment or a string as STATE says."
  (tag span (class (if (eq state :string) "string" "comment"))
    (text (subseq text start end))))

(defun print-code-line (line language syntax state)
  "Prints LINE, which begins in STATE: NIL, :STRING or :BLOCK. Returns the state at its end."
  (let ((start 0))
    (loop
      (if state
          (let ((end (mark-end line start state syntax)))
            (when (< start (or end (length line))) (print-marked line start end state))
            (unless end (return state))
            (setf start end state nil))
          (multiple-value-bind (mark kind) (next-mark line start language syntax)
            (text (subseq line start mark))
            (unless mark (return nil))
            (let ((end (mark-end line (+ mark (if (eq kind :block) (length (syntax-open syntax)) 1)) kind syntax)))
              (print-marked line mark end kind)
              (unless end (return kind))
              (setf start end)))))))

(defun print-code (text language)
  "Prints TEXT, lines of code in LANGUAGE, or in an unknown one if that is NIL."
  (if language
      (let ((syntax (syntax-of language)) (state nil))
        (loop for (line . more) on (tessera::%split-at #\Newline text)
              do (setf state (print-code-line line language syntax state))
                 (when more (terpri))))
      (text text)))

;;; Where names are defined: the module definitions tells.

(defun read-lines (file)
  "Returns a vector of the lines of FILE."
  (with-open-file (in file :external-format :utf-8)
    (coerce (loop for line = (read-line in nil) while line collect line) 'vector)))

(defun note-definitions ()
  "Makes the sources of the manual the ones in which definitions are searched."
  (setf tessera-definitions:*source-directory* *sources*
        tessera-definitions:*texts* (make-hash-table :test 'equal)))

(defun definition-of (symbol kind)
  "Returns two values: the path of the file that defines SYMBOL as a KIND of name, FUNCTION, VARIABLE or TYPE, and the
line; or NIL."
  (let ((found (tessera-definitions:library-definition symbol kind)))
    (and found
         (values (enough-namestring (first found) *sources*) (tessera-definitions:definition-line (second found))))))

;;; Pages of sources.

(defvar *shown-sources* '() "The paths of the files that the manual shows.")

(defun source-page (path)
  "Returns the page that shows PATH, a file of the sources, and notes that the page is to be written."
  (pushnew path *shown-sources* :test #'string=)
  (format nil "source/~a.html" path))

(defun source-link (path line)
  "Prints a link to LINE of the file PATH; its name alone in the playground, which has no sources."
  (when *script*
    (return-from source-link (text (format nil "~a:~d" path line))))
  (tag a (class "source" href (address (source-page path) (format nil "L~d" line)))
    (text (format nil "~a:~d" path line))))

(defun language-of-file (path)
  "Returns the language of the file PATH by its type: :LISP, :C++ or NIL."
  (let ((type (pathname-type path)))
    (cond ((member type '("lisp" "scm" "arc" "clj") :test #'equal) :lisp)
          ((member type '("cpp" "hpp" "def" "c" "h" "css" "js") :test #'equal) :c++))))

(defun write-source-page (path)
  "Writes the page that shows the file PATH."
  (with-page ((format nil "source/~a.html" path) path)
    (element h1 (class "path") path)
    (let* ((language (language-of-file path)) (syntax (and language (syntax-of language))) (state nil))
      (tag pre (class "listing" tabindex 0)
        (loop for line across (read-lines (merge-pathnames path *sources*))
              for number from 1
              do (tag span (id (format nil "L~d" number))
                   (if language
                       (setf state (print-code-line line language syntax state))
                       (text line)))
                 (terpri))))))

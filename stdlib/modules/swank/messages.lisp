;;; Messages: S-expressions that both Lisp and Emacs can read.

(in-package "SWANK")

(defvar *message-readtable*
  (let ((table (copy-readtable nil)))
    (set-syntax-from-char #\# #\a table)        ; Emacs sends nothing that begins so
    table)
  "The standard syntax, whatever the user's readtable is.")

(defun read-message (text)
  "Returns the form in the string TEXT. No symbol is interned, and nothing is evaluated."
  (let ((*package* (find-package "SWANK")) (*readtable* *message-readtable*) (tessera:*read-interns* nil)
        (*read-eval* nil) (*read-base* 10) (*read-default-float-format* 'double-float) (*read-suppress* nil))
    (read-from-string text)))

(defun message-text (message)
  "Returns the text of MESSAGE, which consists of lists, strings, numbers, and symbols whose names alone count."
  (with-standard-io-syntax
    (let ((*package* (find-package "SWANK")) (*print-case* :downcase) (*print-readably* nil) (*print-pretty* nil)
          (*read-default-float-format* 'double-float))        ; Emacs knows no others
      (prin1-to-string message))))

(defun message-number (text)
  "Returns the number at the end of TEXT, a message that cannot be read: most likely the number for its answer. NIL if
there is none."
  (let* ((end (position-if #'digit-char-p text :from-end t))
         (start (and end (position-if-not #'digit-char-p text :end end :from-end t))))
    (and start
         (eql 0 (search "(:emacs-rex " text))
         (every (lambda (char) (find char ") ")) (subseq text (1+ end)))
         (parse-integer text :start (1+ start) :end (1+ end)))))

(defun text-of-condition (condition)
  "Returns the message of CONDITION, even if its report signals errors."
  (tessera::%safe-message condition))

(defun text-in-line (object)
  "Returns a short text of OBJECT in one line."
  (tessera::%brief object))

(defmacro with-print-limits ((object) &body forms)
  "Evaluates FORMS, which print OBJECT, with limits of length and depth that bound the time, unless the user has set
some."
  (let ((length (gensym)) (level (gensym)))
    `(multiple-value-bind (,length ,level) (tessera::%print-limits ,object)
       (let ((*print-length* (or *print-length* ,length)) (*print-level* (or *print-level* ,level)))
         ,@forms))))

(defun text-of (object)
  "Returns OBJECT as PRIN1 writes it, if necessary abbreviated in length and depth."
  (without-errors (format nil "#<~A that cannot be printed>" (type-of object))
    (with-print-limits (object)
      (prin1-to-string object))))

;;; Evaluates forms from buffers and from the prompt, and shows their values.

(in-package "SWANK")

;;; Texts are read form by form, and their positions noted under a name: of the file that the buffer shows, of the
;;; buffer, or "repl".

(defun evaluate-typed (text)
  "Returns a list of the values of the last form of TEXT, which was typed: backtraces show its lines."
  (tessera::%with-source ("repl")
    (let ((line tessera::*entry-line*))
      (incf tessera::*entry-line* (1+ (count #\Newline text)))
      (tessera::%note-entry text)
      (with-user-code (tessera::%evaluate-source text "repl" line)))))

;;; Values as texts.

(defun values-text (values)
  "Returns VALUES in a line, as the echo area shows them."
  (format nil "=> ~:[no values~;~:*~{~A~^, ~}~]" (mapcar #'text-of values)))

(defun pretty-text (values)
  "Returns VALUES, a line or more for each."
  (let ((*print-pretty* t))
    (format nil "~{~A~%~}" (mapcar #'text-of values))))

(define-request interactive-eval (string)
  "Evaluates the forms in STRING; the values of the last, as a text."
  (note-changes (values-text (evaluate-typed string))))

(define-request interactive-eval-region (string)
  "Evaluates the forms in STRING; the values of the last, as a text."
  (interactive-eval string))

(define-request eval-and-grab-output (string)
  "Evaluates the forms in STRING. Returns a list of their output and the values of the last."
  (let* ((values '())
         (output (with-output-to-string (text)
                   (let* ((*standard-output* text))
                     (setq values (evaluate-typed string))))))
    (note-changes (list output (format nil "~{~A~^~%~}" (mapcar #'text-of values))))))

(define-request pprint-eval (string)
  "Evaluates the forms in STRING. Returns the values of the last, pretty-printed."
  (note-changes (pretty-text (evaluate-typed string))))

(define-request from-string (string)
  "Returns the form that STRING denotes."
  (values (read-from-string string)))

(define-request re-evaluate-defvar (string)
  "Evaluates the form STRING, a DEFVAR, as if the variable had no value."
  (let ((form (read-from-string string)))
    (when (and (consp form) (eq (first form) 'defvar) (symbolp (second form))) (makunbound (second form)))
    (interactive-eval string)))

(define-request value-for-editing (string)
  "Returns the value of the form STRING, pretty-printed, to be edited."
  (with-user-code
    (let ((*print-pretty* t) (*print-circle* t))
      (format nil "~S~%" (eval (read-from-string string))))))

(define-request commit-edited-value (string value)
  "Stores the value of the form VALUE in the place STRING, both strings."
  (with-user-code
    (text-of (eval `(setf ,(read-from-string string) ,(read-from-string value))))))

(define-request set-default-directory (directory)
  "Makes DIRECTORY the default directory of file names. Returns its name."
  (setq *default-pathname-defaults* (truename (pathname (if (find (char directory (1- (length directory))) "/") directory (format nil "~A/" directory)))))
  (default-directory))

(define-request default-directory ()
  "Returns the default directory of file names."
  (namestring (truename (if (equal (namestring *default-pathname-defaults*) "") "./" *default-pathname-defaults*))))

;;; The prompt. Each connection has its own variables, and its own language and package.

(defparameter *prompt-variables* '(* ** *** + ++ +++ - / // ///) "The variables that the prompt keeps.")

(defun prompt-name (package)
  "Returns the short name of PACKAGE for the prompt."
  (first (sort (cons (package-name package) (copy-list (package-nicknames package))) #'< :key #'length)))

(defun write-unseen (char)
  "Writes CHAR, which stands in the buffer already."
  (swank-native:drop-output (connection-number *connection*) t)
  (write-char char)
  (finish-output)
  (swank-native:drop-output (connection-number *connection*) nil))

(defun begin-line ()
  "Notes that the next output begins a line, since the user has ended one."
  (unless (eql 0 (tessera::%stream-column *standard-output*))
    (write-unseen #\Newline)))

(defun end-banner ()
  "Notes that SLIME has written an unfinished line."
  (when (eql 0 (tessera::%stream-column *standard-output*))
    (write-unseen #\;)))

(define-request swank-repl::create-repl (target &key coding-system)
  "Begins the prompt. Returns the full and the short name of its package."
  (declare (ignore target coding-system))
  (end-banner)
  (let ((package (connection-package *connection*)))
    (send-indentations)
    (list (package-name package) (prompt-name package))))

(defun call-at-prompt (function)
  "Returns the values of FUNCTION, called with the variables of this connection's prompt."
  (let ((connection *connection*))
    (unless (connection-variables connection)
      (setf (connection-variables connection) (mapcar #'list *prompt-variables*)))
    (progv *prompt-variables* (mapcar #'cdr (connection-variables connection))
      (tessera::%call-in-language
       (or (connection-language connection) tessera:*language*)
       (lambda ()
         (unwind-protect (funcall function)
           (setf (connection-language connection) tessera:*language*
                 (connection-variables connection)
                 (mapcar (lambda (variable) (cons variable (symbol-value variable))) *prompt-variables*))))))))

(define-request swank-repl::listener-eval (string &key (window-width nil))
  "Evaluates the forms in STRING at the prompt, and shows the values of the last."
  (begin-line)
  (let* ((connection *connection*) (*package* (connection-package connection))
         (*print-right-margin* (or *print-right-margin* window-width)))
    (call-at-prompt
     (lambda ()
       (unwind-protect
            (let ((values (evaluate-typed string)))
              (tessera::%remember-values values)
              (fresh-line)
              (mapc #'show-result (or values '("; No values"))
                    (if values (mapcar (constantly t) values) '(nil))))
         (note-package *package*))))
    (note-changes nil)))

(defun show-result (value object-p)
  "Shows VALUE, or if not OBJECT-P the text that it is, as a result at the prompt."
  (let* ((present (and object-p (connection-presents *connection*)))
         (id (and present (present-object value)))
         (text (cond ((not object-p) value)
                     ((eq tessera:*language* (tessera:find-language "COMMON-LISP")) (text-of value))
                     (t (with-output-to-string (out) (tessera::%write-in-language value out))))))
    (when present (send `(:presentation-start ,id :repl-result)))
    (send `(:write-string ,text :repl-result))
    (when present (send `(:presentation-end ,id :repl-result)))
    (send `(:write-string ,(string #\Newline) :repl-result))))

(defun note-package (package)
  "Makes PACKAGE the prompt's, and notifies Emacs if it was another one."
  (unless (eq package (connection-package *connection*))
    (setf (connection-package *connection*) package)
    (send `(:new-package ,(package-name package) ,(prompt-name package)))))

(define-request set-package (name)
  "Makes the package NAME the prompt's. Returns its names."
  (let ((package (or (find-package-named name) (error "There is no package ~A" name))))
    (setf (connection-package *connection*) package)
    (list (package-name package) (prompt-name package))))

(define-request swank-repl::clear-repl-variables ()
  "Forgets the last values and forms of the prompt."
  (setf (connection-variables *connection*) '())
  t)

(defvar *saved-value* nil "The value that was copied for the prompt.")

(define-request swank-repl::listener-save-value (function &rest arguments)
  "Keeps the value of FUNCTION for ARGUMENTS for LISTENER-GET-VALUE."
  (setq *saved-value* (apply function arguments))
  t)

(define-request swank-repl::listener-get-value ()
  "Returns the value that was kept last. The prompt evaluates this, so that it becomes the value of *."
  *saved-value*)

(define-request swank-repl::redirect-trace-output (target)
  "Makes the trace output go to TARGET, a number of Emacs'."
  (setf (connection-trace-output *connection*)
        (swank-native:output-stream (connection-number *connection*) (princ-to-string target)))
  nil)

;;; Presentations: objects that Emacs shows, and knows by a number.

(defvar *presented* (make-hash-table) "Objects that Emacs shows, by their numbers.")
(defvar *last-presented* 0 "The number of the last object.")

(defun present-object (object)
  "Keeps OBJECT for Emacs. Returns its number."
  (setf (gethash (incf *last-presented*) *presented*) object)
  *last-presented*)

(define-request init-presentations ()
  "Shows values as presentations from now on."
  (setf (connection-presents *connection*) t))

(define-request lookup-presented-object (id)
  "Returns two values: the object with ID in Emacs, a number or a list that says where it is shown, and true; NIL and
NIL if there is none."
  (cond ((integerp id) (gethash id *presented*))
        ((not (and (consp id) (tessera::%proper-p id))) (values nil nil))
        ((eq (first id) :frame-var) (without-errors (values nil nil) (values (frame-variable-value (third id) (fourth id)) t)))
        ((eq (first id) :inspected-part) (without-errors (values nil nil) (values (inspector-nth-part (second id)) t)))
        (t (values nil nil))))

(define-request lookup-presented-object-or-lose (id)
  "Returns the object with ID in Emacs. Signals an ERROR if there is none."
  (multiple-value-bind (object found) (lookup-presented-object id)
    (if found object (error "There is no object ~A any more" id))))

(define-request lookup-and-save-presented-object-or-lose (id)
  "Returns a number for the object with ID in Emacs."
  (present-object (lookup-presented-object-or-lose id)))

(define-request clear-repl-results ()
  "Forgets the objects that Emacs shows."
  (clrhash *presented*)
  t)

(define-request inspect-presentation (id reset-p)
  "Inspects the object ID."
  (let ((object (lookup-presented-object-or-lose id)))
    (if reset-p (inspect-first object) (inspect-next object))))

(defparameter *presentation-actions*
  (list (cons "Describe" (lambda (object) (describe object)))
        (cons "Pretty-print" (lambda (object) (pprint object) (terpri)))
        (cons "Set * to it" (lambda (object) (setf (cdr (assoc '* (connection-variables *connection*))) object))))
  "The actions for any object: names, and functions of the object.")

(define-request menu-choices-for-presentation-id (id)
  "Returns the names of the actions for the object ID."
  (if (nth-value 1 (lookup-presented-object id))
      (mapcar #'car *presentation-actions*)
      'not-present))

(define-request execute-menu-choice-for-presentation-id (id count item)
  "Does the COUNTth of MENU-CHOICES-FOR-PRESENTATION-ID, called ITEM, to the object ID."
  (declare (ignore item))
  (with-user-code
    (funcall (cdr (nth (1- count) *presentation-actions*)) (lookup-presented-object-or-lose id)))
  nil)

(define-request describe-to-string (object)
  "Returns the description of OBJECT."
  (with-user-code
    (with-output-to-string (text) (describe object text))))

(define-request swank-pprint (objects)
  "Returns OBJECTS, pretty-printed."
  (with-user-code (pretty-text objects)))

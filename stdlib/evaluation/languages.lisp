;;; Languages beside Common Lisp: their interface to LOAD, the prompt and hosts, and the module of each.

(in-package "TESSERA")

;;; False, where it is another object than the empty list: in Scheme and in Clojure. True is T everywhere.

(defconstant false 'false
  "The object that is false in Scheme (#f) and in Clojure, and true in Common Lisp and Arc: the empty list is NIL
everywhere.")
(export 'false)

(defvar *float-traps* t
  "True if a float operation whose result is infinite or undefined signals an error, as in Common Lisp; if NIL it
returns an infinity or a NaN.")
(export '*float-traps*)

;;; A language is an object of functions. *LANGUAGE* is the one that is being read and evaluated: LOAD binds it,
;;; IN-LANGUAGE sets it.

(defstruct (language (:constructor %make-language) (:copier nil) (:predicate nil)
                     (:print-function (lambda (language stream depth)
                                        (declare (ignore depth))
                                        (format stream "#<LANGUAGE ~A>" (language-name language)))))
  "A language: see DEFINE-LANGUAGE."
  name reader evaluator writer prompt report command silent-p variables value-function)

(defvar *languages* '() "The languages that are loaded.")

(defvar *language-modules*
  '(("COMMON-LISP" nil "lisp" "lsp" "cl" "tfasl")
    ("SCHEME" "scheme" "scm" "sld" "ss")
    ("ARC" "arc" "arc")
    ("CLOJURE" "clojure" "clj" "cljc"))
  "A list with an entry for each language: its name, the module that defines it, and the types of its files.")

(defun define-language (name &key reader evaluator (writer #'prin1) (prompt (lambda () (string-downcase name))) (report #'%class-and-message)
                               (command #'identity) (silent-p (constantly nil)) (variables '()) (value (constantly nil)))
  "Defines the language NAME, a string designator, and returns it. Its functions: READER takes a stream and a value for
its end, and returns the next form; conses that are made by %CONS-AT have positions. EVALUATOR takes a form, and true if
the compiler is to warn, and returns the form's values. WRITER takes an object and a stream, and writes the object as
one would type it. PROMPT returns the text of the prompt, a string, without the level of errors and \"> \". REPORT takes
a condition and returns a line about it, a string. COMMAND takes a form and returns the keyword if it stands for a
command of the prompt such as :help, or else the form. SILENT-P is true of values that the prompt does not show. VALUE
takes a name, a string, and returns what that is defined as, and NIL; or NIL and true if it is not defined. VARIABLES is
an alist of special variables, and functions that return the values which they have while a text of the language is
evaluated."
  (let ((language (%make-language :name (string-upcase name) :reader reader :evaluator evaluator :writer writer :prompt prompt :report report
                                  :command command :silent-p silent-p :variables variables :value-function value)))
    (setf *languages* (cons language (remove (language-name language) *languages* :key #'language-name :test #'string=)))
    language))

(defun %class-and-message (condition)
  "Returns the report of CONDITION in Common Lisp, a string: its class and its message."
  (%joined-names (%public-class-name condition) ": " (%safe-message condition)))

(defun %defined-language (name)
  "Returns the language NAME if it is loaded, or NIL."
  (find name *languages* :key #'language-name :test #'string=))

(defun find-language (designator)
  "Returns the language that DESIGNATOR is, or whose name it is, a string designator in any case of letters. Its module
is loaded if need be. Signals an ERROR if there is no such language."
  (if (typep designator 'language)
      designator
      (let* ((name (string-upcase designator)) (known (assoc name *language-modules* :test #'string=)))
        (or (%defined-language name)
            (when (and known (second known))
              (%need-module (second known) 'find-language)
              (%defined-language name))
            (error "There is no language ~A. There are~{ ~(~A~)~^,~}." name (mapcar #'car *language-modules*))))))

(defun %language-of-type (type)
  "Returns the language of files of TYPE, a string or NIL; the current one if no language has that type."
  (let ((known (and (stringp type)
                    (find-if (lambda (entry) (member type (cddr entry) :test #'string=)) *language-modules*))))
    (if known (find-language (car known)) *language*)))

(defvar *language* (define-language "COMMON-LISP"
                     :reader (lambda (stream eof) (%read-form stream eof))
                     :evaluator (lambda (form notes) (%evaluate form notes))
                     :prompt (lambda () (if (eq *package* (find-package "COMMON-LISP-USER")) "" (package-name *package*)))
                     :variables (list (cons '*float-traps* (lambda () t)))
                     :value (lambda (name)
                              (let ((symbol (find-symbol (string-upcase name) "COMMON-LISP-USER")))
                                (cond ((and symbol (fboundp symbol)) (values (fdefinition symbol) nil))
                                      ((and symbol (boundp symbol)) (values (symbol-value symbol) nil))
                                      (t (values nil t))))))
  "The language of the forms that are being read and evaluated. LOAD binds it; IN-LANGUAGE sets it.")

(defvar *outer-values* '()
  "An alist of the variables that IN-LANGUAGE has set, and their former values. CALL-IN-LANGUAGE binds it.")

(defun %restore-outer-values ()
  "Restores the variables that IN-LANGUAGE has set."
  (loop for (variable . value) in *outer-values*
        do (set variable value))
  (setq *outer-values* '()))

(defun in-language (designator)
  "Selects the language DESIGNATOR for the rest of the file that is being loaded, or for the prompt. Returns no values.
Signals an ERROR if there is no such language."
  (let ((language (find-language designator)))
    (%restore-outer-values)
    (setq *language* language)
    (loop for (variable . value) in (language-variables language)
          do (push (cons variable (symbol-value variable)) *outer-values*)
             (set variable (funcall value)))
    (values)))

(defun %call-in-language (designator function)
  "Implements CALL-IN-LANGUAGE. Backtraces do not show calls of this function."
  (let* ((language (find-language designator))
         (variables (language-variables language)))
    (progv (list* '*language* '*outer-values* (mapcar #'car variables))
        (list* language '() (loop for (nil . value) in variables collect (funcall value)))
      (unwind-protect (funcall function)
        (%restore-outer-values)))))

(defun call-in-language (designator function)
  "Calls FUNCTION without arguments, with DESIGNATOR as the current language, and returns its values."
  (%call-in-language designator function))

(defvar *reads-source* nil "The value of *LOOKALIKES-TOLD* while source text is read, else NIL: see prompt/lookalikes.lisp.")
(defvar *lookalikes-told* (list t) "A list whose rest are the characters that the user has been told of in the current source.")

(defun %read-in-language (stream eof)
  "Returns the next form of STREAM, which has source text, in the current language; EOF at its end."
  (let ((*reads-source* *lookalikes-told*))
    (funcall (language-reader *language*) stream eof)))

(defun %evaluate-in-language (form notes)
  "Returns the values of FORM in the current language."
  (funcall (language-evaluator *language*) form notes))

(defun %write-in-language (object stream)
  "Writes OBJECT as one would type it in the current language."
  (funcall (language-writer *language*) object stream))

;;; Labels: writers ask which parts of an object need one before they write it.

(defun %more-parts-p (object parts most)
  "True if OBJECT has more than MOST parts, or is circular. PARTS is a function that returns the list of the parts of a
part."
  (let ((waiting (list object)))
    (loop while waiting
          do (when (minusp (decf most)) (return t))
             (setq waiting (append (funcall parts (pop waiting)) waiting)))))

(defun %circular-parts (object parts &optional shared)
  "Returns a table of those parts of OBJECT that contain themselves, or if SHARED occur more than once; NIL if there are
none. PARTS is a function that returns the list of the parts of a part, those that are written last first; NIL for
atoms."
  (let ((states (make-hash-table :test 'eq)) (found nil) (waiting (list (cons :enter object))))
    (flet ((note (part)
             (unless found (setq found (make-hash-table :test 'eq)))
             (setf (gethash part found) t)))
      (when (or shared (%more-parts-p object parts 200))
        (loop while waiting
              do (destructuring-bind (action . part) (pop waiting)
                   (let ((within (and (eq action :enter) (funcall parts part))))
                     (cond ((eq action :leave) (setf (gethash part states) :done))
                           ((null within))
                           (t (case (gethash part states)
                                (:open (note part))
                                (:done (when shared (note part)))
                                (t (setf (gethash part states) :open)
                                   (push (cons :leave part) waiting)
                                   (dolist (inner within) (push (cons :enter inner) waiting)))))))))))
    found))

(defun language-value (designator name)
  "Returns the global value of NAME, a string, in the language DESIGNATOR. Signals an ERROR if it is not
defined."
  (multiple-value-bind (value missing) (funcall (language-value-function (find-language designator)) name)
    (when missing
      (error "~A has no definition of ~A" (language-name (find-language designator)) name))
    value))

(export '(language *language* define-language find-language in-language call-in-language language-value))
(import '(in-language language-value) "COMMON-LISP-USER")

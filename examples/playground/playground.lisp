;;; What the pages of the playground call: evaluates texts, shows values and more of them, asks for restarts and steps,
;;; checks exercises, completes names. The package TESSERA-PAGE, of examples/npm/, asks the page.

(defpackage "PLAYGROUND"
  (:use "COMMON-LISP" "TESSERA-PAGE")
  (:shadow "EVALUATE" "CALL")
  (:documentation "The Lisp side of the playground. Its functions return lists, strings and numbers.")
  (:export "EVALUATE" "CHECK" "MORE" "COMPLETE" "HINT"))
(in-package "PLAYGROUND")

;;; These modules are loaded when they are first needed: a page begins without them.
(eval-when (:compile-toplevel) (mapc #'require '("assist" "display" "debugger")))

(defparameter *longest-text* 20000 "The maximum number of characters of a value's text.")

;;; Values. Those that can show more are kept under a number: the page asks by it.

(defvar *kept* (make-hash-table) "A table from numbers to shown objects and how much of them is shown.")
(defvar *most-kept* 200 "The number of values that can show more.")

(defun keep (object amount)
  "Returns a number by which MORE finds OBJECT, of which AMOUNT is shown."
  (let ((number (hash-table-count *kept*)))
    (when (>= number *most-kept*) (clrhash *kept*) (setq number 0))
    (setf (gethash number *kept*) (cons object amount))
    number))

(defun value-text (object)
  "Returns OBJECT as the language writes it; abbreviated if it is large."
  (multiple-value-bind (length level) (tessera::%print-limits object)
    (let ((*print-pretty* t) (*print-right-margin* 72) (*print-length* (or *print-length* length)) (*print-level* (or *print-level* level)))
      (tessera::%cut-to (with-output-to-string (text) (tessera::%write-in-language object text)) *longest-text*))))

(defun kind-of (object)
  "Returns what more there is of OBJECT: \"lazy\" elements of a list, \"deeper\" levels of a tree, the \"tree\" of a
nested list; or \"\"."
  (cond ((and (functionp object) (tessera-lazy::lazy-value-p object))
         (if (nth-value 1 (tessera::%known-elements object)) "" "lazy"))
        ((atom object) "")
        ((tessera:tree-view object) "deeper")
        ((some (lambda (cons) (consp (car cons))) (tessera::%conses-of object)) "tree")
        (t "")))

(defun value-parts (object)
  "Returns a list that shows OBJECT: its text, the MIME type and the data of its picture or two empty strings, what more
there is, and its number for MORE."
  (if (typep object '(or number symbol character string))
      (list (value-text object) "" "" "" -1)
      (drawn-parts object)))

(defun drawn-parts (object)
  "Returns the value of VALUE-PARTS for OBJECT, which may draw itself."
  (require "display")
  (let* ((shown (let ((tessera:*displayed-depth* 1)) (ignore-errors (tessera::%displayed object))))
         (picture (or (assoc "image/svg+xml" shown :test #'string=) (assoc "text/html" shown :test #'string=) '("" . "")))
         (text (assoc "text/plain" shown :test #'string=))
         (kind (kind-of object)))
    (list (if text (cdr text) (value-text object)) (car picture) (cdr picture) kind
          (if (string= kind "") -1 (keep object (if (string= kind "lazy") (length (tessera::%known-elements object)) 0))))))

(defun more-of (number)
  "Returns as VALUE-PARTS does more of the object NUMBER: five more elements, or a level more."
  (destructuring-bind (object . amount) (gethash number *kept*)
    (if (functionp object)
        (let ((tessera:*displayed-elements* (+ amount 5)))
          (tessera-lazy:take (+ amount 5) object)
          (value-parts object))
        (let* ((tree (tessera:tree-view object)) (depth (+ amount (if tree 2 8))))
          (setf (cdr (gethash number *kept*)) (1+ amount))
          (list (value-text object) "image/svg+xml" (tessera:show-tree object :stream nil :format :svg :depth depth :most (cond ((not tree) 12) ((= depth 2) 3) (t 2)))
                (if tree "deeper" "") number)))))

;;; Errors.

(defun restart-parts (restart)
  "Returns the list of the name of RESTART, its report, and \"ask\" if it wants a value."
  (list (string-downcase (restart-name restart))
        (or (ignore-errors (princ-to-string restart)) "(its report failed)")
        (if (tessera::%restart-interactive restart) "ask" "")))

(defun frame-lines ()
  "Returns the lines of a short backtrace."
  (ignore-errors
   (tessera::%lines-of
    (with-output-to-string (out)
      (tessera::%write-frames (tessera::%user-frames 20) out)))))

(defvar *depth* 0 "The number of evaluations around this one that wait in the debugger.")

(defun ask-for-restart (condition hook)
  "Describes the error CONDITION to the page, and goes on with the restart that it chooses. The debugger hook HOOK was
called before."
  (declare (ignore hook))
  (let ((restarts (tessera::%shown-restarts condition))
        (line (string-right-trim '(#\Newline) (with-output-to-string (out) (tessera::%write-condition condition out)))))
    (multiple-value-bind (number text)
        (handler-case (ask-host "error" line (mapcar #'restart-parts restarts) (frame-lines))
          (control-error ()             ; the evaluation cannot be suspended within a function of C++
            (format *error-output* "~&~A~%" line)
            (abort)))
      (if text
          (with-input-from-string (in text)
            (let ((*query-io* (make-two-way-stream in (make-broadcast-stream))))
              (invoke-restart-interactively (nth number restarts))))
          (invoke-restart-interactively (nth number restarts))))))

(defun guarded (language function)
  "Calls FUNCTION in the language of that name; errors ask the page. Returns its value, a list; (\"left\") if that is
given up; or a question."
  (answering
   (lambda ()
     (tessera:in-language (tessera:find-language language))
     (let ((tessera::*handler-clusters* '()) (tessera::*restart-clusters* '()) (tessera::*outer-restarts* '())
           (tessera::*invoke-debugger* #'ask-for-restart))
       (block evaluation
         (with-simple-restart (abort "Give up this evaluation.")
           (return-from evaluation (multiple-value-prog1 (funcall function) (fresh-line) (finish-output))))
         (fresh-line)
         (finish-output)
         (list "left"))))))

;;; Requests.

(defun evaluate-text (text)
  "Evaluates TEXT and returns the list of its values; remembers them for * and /."
  (let ((values (tessera::%evaluate-typed-source text (source-name text) 1)))
    (tessera::%remember-values values)
    values))

(defun shown-values (values)
  "Returns the list that shows those of VALUES that the language shows."
  (cons "values" (mapcar #'value-parts (remove-if (tessera::language-silent-p tessera:*language*) values))))

(defun evaluate (text language)
  "Evaluates TEXT. Returns \"values\" and their parts, or another answer of GUARDED."
  (guarded language (lambda () (shown-values (evaluate-text text)))))

(defun more (number)
  "Shows more of the value NUMBER, by an answer of EVALUATE."
  (guarded "common-lisp"
           (lambda ()
             (if (gethash number *kept*)
                 (list "values" (more-of number))
                 (list "values")))))

(defun failure-of (form)
  "Returns NIL if the value of FORM, a check, is true; or a text that tells which part of a conjunction is not."
  (if (and (consp form) (eq (first form) 'and) (rest form))
      (some #'failure-of (rest form))
      (multiple-value-bind (value condition) (ignore-errors (values (eval form)))
        (let ((text (let ((*print-case* :downcase) (*print-pretty* nil)) (prin1-to-string form))))
          (cond ((and value (not condition)) nil)
                ((> (length text) 150) "")
                (t (format nil "~A ~:[is false~*~;signals: ~A~]" text condition (tessera::%safe-message condition))))))))

(defvar *given* (make-hash-table :test 'equal)
  "A table from checks to those of their symbols that named functions before the first solution.")

(defun functions-in (form)
  "Returns the symbols in FORM, a tree, that name functions and are interned in the current package."
  (cond ((consp form) (union (functions-in (car form)) (functions-in (cdr form))))
        ((and form (symbolp form) (eq (symbol-package form) *package*) (fboundp form)) (list form))))

(defun first-forms (text)
  "Returns the forms of TEXT, up to one that cannot be read yet: a form before it may make its package."
  (with-input-from-string (in text)
    (loop for form = (handler-case (read in nil in) (error () in))
          until (eq form in) collect form)))

(defun forget-solution (check)
  "Makes undefined what earlier solutions of CHECK defined: a solution that defines another name must fail."
  (let* ((functions (functions-in (first-forms check)))
         (given (multiple-value-bind (given found) (gethash check *given*)
                  (if found given (setf (gethash check *given*) functions)))))
    (mapc #'fmakunbound (set-difference functions given))))

(defun check (text check language)
  "Evaluates TEXT, the solution of an exercise, and then the forms in CHECK, which see the last form as - and its values
as /. Returns the answer of EVALUATE with \"right\" or \"wrong\" and what is wrong in front of the values."
  (guarded language
           (lambda ()
             (forget-solution check)
             (let* ((values (evaluate-text text))
                    (failure (tessera:call-in-language "common-lisp"
                                                       (lambda ()
                                                         (with-input-from-string (in check)
                                                           (loop for failure = (failure-of (read in))
                                                                 until (or failure (not (peek-char t in nil)))
                                                                 finally (return failure)))))))
               (list* "checked" (if failure "wrong" "right") (or failure "") (rest (shown-values values)))))))

;;; STEP asks the page. The form is shown within its text, if its place is known.

(defvar *stepped-values* '() "The texts of values since STEP asked last, the newest first.")

(defun place-of-form (position)
  "Returns the text with the form at POSITION, a list of source, line and column, and the form's start and end; or NIL."
  (destructuring-bind (&optional name line column) position
    (let* ((text (and name (tessera::%source-text name)))
           (start (and text (offset-of text line column)))
           (end (and start (ignore-errors (let ((*read-eval* nil)) (nth-value 1 (read-from-string text t nil :start start)))))))
      (when end (list text start (length (string-right-trim '(#\Space #\Newline) (subseq text 0 end))))))))

(defun offset-of (text line column)
  "Returns the index of LINE and COLUMN, counted from 1, in TEXT; NIL if it is shorter."
  (let ((start 0))
    (dotimes (i (1- line)) (setq start (1+ (or (position #\Newline text :start start) (return-from offset-of nil)))))
    (let ((index (+ start (1- column)))) (and (< index (length text)) index))))

(defun typed-frame-p (frame)
  "True if FRAME is of a function of the user, and not of the files of the page."
  (and (tessera::%users-function-frame-p frame)
       (not (member (tessera::frame-source frame) '("host.lisp" "playground.lisp") :test #'equal))))

(defun frame-variables ()
  "Returns the variables of the function that is stepped through, a list of lists of a name and a short text."
  (ignore-errors
   (let ((frame (find-if #'typed-frame-p (tessera::%user-frames 20))))
     (and frame
          (loop for (name . value) in (append (tessera::frame-arguments frame) (tessera::frame-locals frame))
                when (and value (symbol-package name))
                  collect (list (string-downcase name) (tessera::%text-in-short (first value))))))))

(defun ask-for-step (form position)
  "Returns the page's answer for STEP about FORM at POSITION: :EACH, :OVER, :OUT, :CONTINUE or :QUIT."
  (let ((answer (ask-host "step" (tessera::%text-in-short form) (place-of-form position)
                          (reverse (shiftf *stepped-values* '())) (frame-variables))))
    (intern (string-upcase answer) "KEYWORD")))

(defun note-stepped-values (values)
  "Notes the VALUES of a form that was stepped over, for the next question."
  (push (format nil "~:[no values~;~:*~{~A~^, ~}~]" (mapcar #'tessera::%text-in-short values)) *stepped-values*))

;;; MACROSTEP shows the form in the page, with its macro calls as buttons.

(defparameter *call-begin* (code-char #xE002))
(defparameter *call-end* (code-char #xE003))

(defun macro-text (form)
  "Returns the text of FORM, a result of %WITH-CALLS. Macro calls stand between marks, and so does what the last step
put in."
  (let ((dispatch (copy-pprint-dispatch)))
    (set-pprint-dispatch 'tessera::%macro-call
                         (lambda (stream call)
                           (write-char *call-begin* stream)
                           (write (funcall 'tessera::%macro-call-form call) :stream stream)    ; the structure is defined later
                           (write-char *call-end* stream))
                         0 dispatch)
    (let ((*print-pprint-dispatch* dispatch) (*print-case* :downcase) (*print-gensym* t))
      (tessera::%pretty-text form 64))))

(defun show-macro-steps (form)
  "Expands the macro calls in FORM as the page says. Returns the form that was reached."
  (require "explore")
  (let ((before '()) (changed :none))
    (loop
      (multiple-value-bind (with-calls calls) (tessera::%with-calls form)
        (let ((choice (ask-host "macrostep" (macro-text (if (listp changed) (marked with-calls changed) with-calls)) (length calls) (length before))))
          (cond ((not (integerp choice)) (return form))
                ((eql choice -1) (setq form (pop before) changed :none))
                ((eql choice -2) (push form before) (setq form (tessera:macroexpand-all form) changed :none))
                (t (push form before)
                   (let ((call (nth choice calls)))
                     (setq form (tessera::%expanded-at with-calls call)
                           changed (path-to call with-calls))))))))))

(defun path-to (part form)
  "Returns the way from FORM to PART, an object in it: a list of the functions CAR and CDR, or :NONE."
  (cond ((eq form part) '())
        ((atom form) :none)
        (t (loop for step in '(car cdr)
                 for path = (path-to part (funcall step form))
                 unless (eq path :none) return (cons step path)
                 finally (return :none)))))

(defun marked (form path)
  "Returns FORM with a mark around the part to which PATH leads."
  (cond ((or (null path) (atom form)) (tessera::%marked form))
        ((eq (first path) 'car) (cons (marked (car form) (rest path)) (cdr form)))
        (t (cons (car form) (marked (cdr form) (rest path))))))

(let ((tessera::*locked-packages* '()))
  (setf (fdefinition 'tessera:macrostep) #'show-macro-steps))

;;; The module debugger, which has STEP, is loaded at the first use. It finds these variables set.
(defvar tessera::*step-asker* #'ask-for-step)
(defvar tessera::*step-watcher* #'note-stepped-values)

;;; Help while typing.

(defun complete (text position)
  "Returns the completions of TEXT at POSITION, after the position where they begin."
  (require "assist")
  (multiple-value-bind (names start) (tessera::completions text position)
    (cons start names)))

(defun hint (text position)
  "Returns the arguments of the call around POSITION in TEXT: their text, and the start and the end of the current one.
NIL if there is none."
  (require "assist")
  (multiple-value-bind (operator argument keyword) (tessera::call-at text position)
    (when operator
      (multiple-value-bind (hint start end) (tessera::argument-text operator argument keyword)
        (list hint (or start 0) (or end 0))))))

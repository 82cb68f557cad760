;;; What the worker of the playground calls: evaluates texts, shows values, and lets the page choose restarts.

(defpackage "PLAYGROUND"
  (:use "COMMON-LISP")
  (:documentation "The Lisp side of the playground. Its functions return lists and strings, which worker.js converts.")
  (:export "EVALUATE" "CHOOSE" "COMPLETE" "HINT"))
(in-package "PLAYGROUND")

(require "assist")
(require "display")

(defparameter *longest-text* 20000 "The maximum number of characters of a value's text.")

(defvar *waiting* '()
  "The evaluations that wait for a restart to be chosen, the last first: each a continuation and its restarts.")

;;; Values.

(defun value-text (object)
  "Returns OBJECT as the language writes it; abbreviated if it is large."
  (multiple-value-bind (length level) (tessera::%print-limits object)
    (let ((*print-pretty* t) (*print-right-margin* 72) (*print-length* (or *print-length* length)) (*print-level* (or *print-level* level)))
      (tessera::%cut-to (with-output-to-string (text) (tessera::%write-in-language object text)) *longest-text*))))

(defun value-parts (object)
  "Returns the list of the text of OBJECT and, if it draws itself, the MIME type and the data of its picture."
  (let* ((shown (ignore-errors (tessera::%displayed object)))
         (picture (or (assoc "image/svg+xml" shown :test #'string=) (assoc "text/html" shown :test #'string=)))
         (text (assoc "text/plain" shown :test #'string=)))
    (list* (if text (cdr text) (value-text object))
           (and picture (list (car picture) (cdr picture))))))

(defun evaluate-text (text)
  "Evaluates the forms of TEXT in the current language. Returns the answer that shows the values of the last."
  (let ((values (tessera::%evaluate-typed-source text "page" 1)))
    (tessera::%remember-values values)
    (finish-output)
    (cons "values" (mapcar #'value-parts (remove-if (tessera::language-silent-p tessera:*language*) values)))))

;;; Errors: the debugger leaves the evaluation as a continuation, so that the worker can wait for messages. CHOOSE
;;; resumes it.

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

(defun ask-page (condition hook)
  "Suspends the evaluation in which CONDITION was signalled, and returns a description of the error to the page. Goes on
with the restart that the page chooses. The debugger hook HOOK was called before."
  (declare (ignore hook))
  (let ((restarts (tessera::%shown-restarts condition))
        (line (string-right-trim '(#\Newline) (with-output-to-string (out) (tessera::%write-condition condition out))))
        (frames (frame-lines)))
    (finish-output)
    (multiple-value-bind (number text)
        (tessera:suspend-to-prompt 'page
                                   (lambda (continuation)
                                     (push (cons continuation restarts) *waiting*)
                                     (list "error" line (mapcar #'restart-parts restarts) frames)))
      (with-input-from-string (in text)
        (let ((*query-io* (make-two-way-stream in (make-broadcast-stream))))
          (invoke-restart-interactively (nth number restarts)))))))

(defun answer (function)
  "Calls FUNCTION, and returns its answer or that of the debugger."
  (tessera:call-with-prompt 'page function))

(defun evaluate (text language)
  "Evaluates TEXT in the language with that name. Returns an answer: a list that begins with \"values\", \"error\" or
\"left\"."
  (answer
   (lambda ()
     (tessera:in-language (tessera:find-language language))
     (let ((tessera::*handler-clusters* '()) (tessera::*restart-clusters* '()) (tessera::*debugger-level* (length *waiting*))
           (tessera::*outer-restarts* '()) (tessera::*invoke-debugger* #'ask-page))
       (block evaluation
         (with-simple-restart (abort "Give up this evaluation.")
           (return-from evaluation (evaluate-text text)))
         (finish-output)
         (list "left"))))))

(defun choose (number text)
  "Resumes the evaluation that failed last with its restart NUMBER, which reads what it asks for from TEXT. Returns an
answer as EVALUATE does."
  (let ((waiting (pop *waiting*)))
    (if waiting
        (answer (lambda () (funcall (car waiting) number text)))
        (list "left"))))

;;; Help while typing.

(defun complete (text position)
  "Returns the list of the completions of TEXT at POSITION, after the position where they begin, a string."
  (multiple-value-bind (names start) (tessera::completions text position)
    (cons (princ-to-string start) names)))

(defun hint (text position)
  "Returns the arguments of the call around POSITION in TEXT: their text, and the start and the end of the current one,
as strings. An empty list if there is none."
  (multiple-value-bind (operator argument keyword) (tessera::call-at text position)
    (when operator
      (multiple-value-bind (hint start end) (tessera::argument-text operator argument keyword)
        (list hint (princ-to-string (or start 0)) (princ-to-string (or end 0)))))))

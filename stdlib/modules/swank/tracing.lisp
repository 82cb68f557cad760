;;; TRACE from Emacs, and the trace dialog, which keeps calls as a tree.

(in-package "SWANK")

(defun function-name-of (spec)
  "Returns the function name that SPEC, a string or SLIME's form of a definition, means."
  (let ((form (if (stringp spec) (read-from-string spec) spec)))
    (cond ((tessera::%function-name-p form) form)
          ((and (consp form) (member (first form) '(:defun :defgeneric :call :defmethod)) (rest form))
           (function-name-of (if (eq (first form) :call) (third form) (second form))))
          (t (error "~A names no function that could be traced" spec)))))

(define-request swank-toggle-trace (spec)
  "Switches tracing of the function SPEC on or off. Returns a text about it."
  (let ((name (function-name-of spec)))
    (cond ((member name (tessera::%trace '()) :test #'equal)
           (tessera::%untrace (list name))
           (format nil "~(~S~) is no longer traced." name))
          (t (tessera::%trace (list name))
             (format nil "~(~S~) is traced now." name)))))

(define-request untrace-all ()
  "Ends all tracing."
  (tessera::%untrace '()))

;;; The dialog. A call is kept with its arguments and its values, which can be inspected.

(defstruct (traced-call (:constructor make-traced-call (id parent name arguments)) (:copier nil) (:predicate nil))
  "A call of the function NAME, within PARENT, another one or NIL. VALUES is :INSIDE as long as it has not ended."
  id parent name arguments (values :inside))

(defvar *calls* (make-array 64 :adjustable t :fill-pointer 0) "The calls, by their numbers.")
(defvar *current-call* nil "The innermost call.")
(defvar *dialog-traced* '() "The names of the functions whose calls are kept.")
(defvar *shown-calls* 0 "The number of calls that Emacs has received.")
(defvar *unfinished-calls* '() "The calls that had not ended when Emacs received them.")
(defvar *dialog-key* nil "Emacs' key of its current picture of the tree.")

(defparameter *calls-at-a-time* 150 "The maximum number of calls that Emacs receives at a time.")

(defun keep-call (name function arguments)
  "Calls FUNCTION, called NAME, with ARGUMENTS, and keeps a record of the call."
  (let ((call (make-traced-call (fill-pointer *calls*) *current-call* name arguments)) (ended nil))
    (vector-push-extend call *calls*)
    (unwind-protect
         (let ((*current-call* call))
           (setf (traced-call-values call) (multiple-value-list (apply function arguments))
                 ended t))
      (unless ended (setf (traced-call-values call) '(:left-without-values))))
    (values-list (traced-call-values call))))

(defun dialog-trace (name)
  "Keeps the calls of the function NAME."
  (tessera::%untrace (intersection (list name) (tessera::%trace '()) :test #'equal))
  (tessera::%trace-function name nil #'keep-call)
  (push name *dialog-traced*))

(define-request swank-trace-dialog::dialog-untrace (name)
  "Stops keeping the calls of the function NAME."
  (tessera::%untrace (list name))
  (setq *dialog-traced* (remove name *dialog-traced* :test #'equal))
  (format nil "~(~S~) is no longer traced." name))

(define-request swank-trace-dialog::dialog-toggle-trace (name)
  "Switches keeping the calls of the function NAME on or off. Returns a text about it."
  (let ((name (function-name-of name)))
    (cond ((member name *dialog-traced* :test #'equal) (swank-trace-dialog::dialog-untrace name))
          (t (dialog-trace name)
             (format nil "~(~S~) is traced now, for the dialog." name)))))

(define-request swank-trace-dialog::dialog-untrace-all ()
  "Stops keeping calls."
  (mapcar #'swank-trace-dialog::dialog-untrace (copy-list *dialog-traced*)))

(defun call-for-emacs (call)
  "Returns CALL in the form for Emacs."
  (flet ((lines (objects) (loop for object in objects for i from 0 collect (list i (text-in-line object)))))
    (list (traced-call-id call)
          (and (traced-call-parent call) (traced-call-id (traced-call-parent call)))
          (string-downcase (text-in-line (traced-call-name call)))
          (lines (traced-call-arguments call))
          (lines (if (listp (traced-call-values call)) (traced-call-values call) (list (traced-call-values call)))))))

(define-request swank-trace-dialog::report-partial-tree (key)
  "Returns the calls that are new for Emacs, or have ended since: in the form for Emacs, with the number of further
ones, and KEY."
  (unless (equal key *dialog-key*)
    (setq *dialog-key* key *shown-calls* 0 *unfinished-calls* '()))
  (let ((ended (remove :inside *unfinished-calls* :key #'traced-call-values))
        (new (loop repeat *calls-at-a-time*
                   while (< *shown-calls* (length *calls*))
                   collect (aref *calls* *shown-calls*)
                   do (incf *shown-calls*))))
    (setq *unfinished-calls* (remove :inside (append *unfinished-calls* new) :key #'traced-call-values :test-not #'eq))
    (list (mapcar #'call-for-emacs (append ended new)) (- (length *calls*) *shown-calls*) key)))

(define-request swank-trace-dialog::report-specs ()
  "Returns the names of the functions whose calls are kept."
  (sort (copy-list *dialog-traced*) #'string< :key #'princ-to-string))

(define-request swank-trace-dialog::report-total ()
  "Returns the number of calls that are kept."
  (length *calls*))

(define-request swank-trace-dialog::clear-trace-tree ()
  "Forgets all calls."
  (setf (fill-pointer *calls*) 0)
  (setq *shown-calls* 0 *unfinished-calls* '() *dialog-key* nil)
  nil)

(define-request swank-trace-dialog::find-trace (id)
  "Returns the call ID."
  (and (typep id 'unsigned-byte) (< id (length *calls*)) (aref *calls* id)))

(define-request swank-trace-dialog::find-trace-part (id part kind)
  "Returns two values: argument or value number PART of the call ID, as KIND says, :ARG or :RETVAL, and true; NIL and
NIL if there is none."
  (let* ((call (swank-trace-dialog::find-trace id))
         (parts (and call (if (eq kind :arg) (traced-call-arguments call) (traced-call-values call)))))
    (if (and (listp parts) (typep part 'unsigned-byte) (< part (length parts)))
        (values (nth part parts) t)
        (values nil nil))))

(define-request swank-trace-dialog::report-trace-detail (id)
  "Returns the call ID in the form for Emacs, and two further items that Emacs shows."
  (let ((call (swank-trace-dialog::find-trace id)))
    (and call (append (call-for-emacs call) (list '() (text-in-line (traced-call-name call)))))))

(define-request swank-trace-dialog::inspect-trace-part (id part kind)
  "Inspects an argument or value of the call ID."
  (multiple-value-bind (object found) (swank-trace-dialog::find-trace-part id part kind)
    (if found (inspect-first object) (error "There is no such part of a call"))))

;;; SLIME's inspector: the parts of objects, which INSPECT finds, and actions on them.

(in-package "SWANK")

(defstruct (inspected (:constructor make-inspected (object)) (:copier nil) (:predicate nil))
  "An OBJECT that is inspected, its PARTS as INSPECT has them, the heading above its parts, a list, and ACTIONS,
functions by number."
  object (parts nil) (heading '()) (actions (make-array 4 :adjustable t :fill-pointer 0)))

(defvar *inspected* '() "The inspected objects, the innermost first.")
(defvar *left* '() "The objects that INSPECTOR-POP has left, the last first.")
(defvar *noted-objects* (make-array 16 :adjustable t :fill-pointer 0)
  "All objects that Emacs shows in its inspector, by their numbers.")
(defvar *verbose* nil "True if values are shown in full.")

(defun note-object (object)
  "Returns a number for OBJECT."
  (vector-push-extend object *noted-objects*))

(defun inspect-first (object)
  "Inspects OBJECT, with nothing above it."
  (setq *inspected* '() *left* '())
  (setf (fill-pointer *noted-objects*) 0)
  (inspect-next object))

(define-request inspect-object (object)
  "Inspects OBJECT, within the inspected object."
  (inspect-next object))

(defun inspect-next (object)
  "Inspects OBJECT, within the inspected object."
  (push (make-inspected object) *inspected*)
  (setq *left* '())
  (show-inspected))

(defun innermost ()
  "Returns the inspected object."
  (or (first *inspected*) (error "Nothing is being inspected")))

(defun show-inspected ()
  "Returns the description of the inspected object for SLIME."
  (let* ((inspected (innermost)) (object (inspected-object inspected)))
    (with-user-code
      (setf (fill-pointer (inspected-actions inspected)) 0)
      (setf (inspected-parts inspected) (tessera::%inspected-parts object)
            (inspected-heading inspected) (heading inspected object))
      (list :title (title object) :id (note-object object) :content (content inspected 0 500)))))

(defun title (object)
  "Returns a short text of OBJECT."
  (if *verbose* (text-of object) (text-in-line object)))

(defun action (inspected label function)
  "Returns an action of INSPECTED, called LABEL: FUNCTION, after which the inspected object is shown again."
  (list :action label (vector-push-extend function (inspected-actions inspected))))

(defun heading (inspected object)
  "Returns the heading of OBJECT above its parts: strings, actions."
  (append (list (format nil "Type: ~A~%" (text-in-line (type-of object))))
          (let ((class (class-of object)))
            (list "Class: " (list :value (text-in-line class) (note-object class)) (string #\Newline)))
          (typecase object
            (function (list (action inspected "[disassemble]" (lambda () (show-text (lambda () (disassemble object))))) (string #\Newline)))
            (symbol (when object (list (action inspected "[describe]" (lambda () (show-text (lambda () (describe object))))) (string #\Newline)))))
          (list (make-string 20 :initial-element #\-) (string #\Newline))))

(defun show-text (function)
  "Shows the output of FUNCTION in the prompt's buffer."
  (funcall function)
  (finish-output))

(defun part-label (parts number)
  "Returns the label of the part NUMBER."
  (let ((label (funcall (tessera::%parts-label parts) number)))
    (if label (let ((*print-escape* nil)) (princ-to-string label)) (format nil "~D" number))))

(defun part-line (inspected number)
  "Returns a line about the part NUMBER of INSPECTED: a list of strings, values and actions."
  (let ((parts (inspected-parts inspected)))
    (multiple-value-bind (value there) (funcall (tessera::%parts-value parts) number)
      (append (list (format nil "~A: " (part-label parts number)))
              (if there (list (list :value (title value) (note-object value))) (list "unbound"))
              (when (funcall (tessera::%parts-settable-p parts) number)
                (list " " (action inspected "[set]" (lambda () (set-part parts number)))))
              (list (string #\Newline))))))

(defun set-part (parts number)
  "Asks for a form, and gives the part NUMBER its value."
  (let ((text (ask-emacs :read-from-minibuffer (format nil "Value of ~A (evaluated): " (part-label parts number)) nil)))
    (when text
      (funcall (tessera::%parts-set parts) number (with-user-code (eval (read-from-string text)))))))

(defun content (inspected start end)
  "Returns the lines START to END of the description of INSPECTED: their contents, the number of all lines, START, and
the end of these. The heading is one line."
  (let* ((count (1+ (tessera::%parts-count (inspected-parts inspected)))) (end (min end count)))
    (list (loop for number from start below end
                append (if (zerop number) (inspected-heading inspected) (part-line inspected (1- number))))
          count start end)))

;;; Requests.

(define-request init-inspector (string)
  "Inspects the value of the form STRING."
  (inspect-first (first (evaluate-typed string))))

(define-request inspector-nth-part (number)
  "Returns the object NUMBER of those that are shown."
  (if (and (typep number 'unsigned-byte) (< number (length *noted-objects*)))
      (aref *noted-objects* number)
      (error "There is no part ~A" number)))

(define-request inspect-nth-part (number)
  "Inspects the object NUMBER of those that are shown."
  (inspect-next (inspector-nth-part number)))

(define-request pprint-inspector-part (number)
  "Returns the object NUMBER, pretty-printed."
  (with-user-code (pretty-text (list (inspector-nth-part number)))))

(define-request inspector-range (start end)
  "Returns more lines of the description."
  (with-user-code (content (innermost) start end)))

(define-request inspector-call-nth-action (number &rest arguments)
  "Carries out the action NUMBER, and shows the inspected object again."
  (declare (ignore arguments))
  (let ((actions (inspected-actions (innermost))))
    (unless (and (typep number 'unsigned-byte) (< number (length actions))) (error "There is no action ~A" number))
    (with-user-code (funcall (aref actions number)))
    (show-inspected)))

(define-request inspector-pop ()
  "Goes back to the object inspected before; returns NIL if there is none."
  (when (rest *inspected*)
    (push (pop *inspected*) *left*)
    (show-inspected)))

(define-request inspector-next ()
  "Goes to the object that INSPECTOR-POP left; returns NIL if there is none."
  (when *left*
    (push (pop *left*) *inspected*)
    (show-inspected)))

(define-request inspector-reinspect ()
  "Inspects the object again."
  (show-inspected))

(define-request inspector-toggle-verbose ()
  "Switches showing values in full on or off."
  (setq *verbose* (not *verbose*))
  (show-inspected))

(define-request inspector-eval (string)
  "Returns the values of the form STRING, in which * is the inspected object."
  (let ((* (inspected-object (innermost))))
    (values-text (with-user-code (multiple-value-list (eval (read-from-string string)))))))

(define-request inspector-history ()
  "Returns a text with a line for each inspected object."
  (format nil "~{~A~%~}" (mapcar (lambda (inspected) (text-in-line (inspected-object inspected))) *inspected*)))

(define-request describe-inspectee ()
  "Returns the description of the inspected object."
  (describe-to-string (inspected-object (innermost))))

(define-request quit-inspector ()
  "Ends the inspection."
  (setq *inspected* '() *left* '())
  (setf (fill-pointer *noted-objects*) 0)
  nil)

;;; Functions that the C++ interface (api/) calls.

(in-package "TESSERA")

(defun %host-evaluate (source name)
  "Evaluates every form of the string SOURCE in COMMON-LISP-USER; NAME stands for the file. Returns the values of the
last form."
  (let ((*package* (load-time-value (find-package "COMMON-LISP-USER"))) (*source-file* name)
        (*source-texts* (acons name source *source-texts*)))
    (%set-source-file name)
    (let ((values (%evaluate-text source nil t)))
      (if (cdr values) (values-list values) (car values)))))      ; a single value is kept nowhere else

(defun %host-read (name)
  "Returns the object that the string NAME, all of it, denotes in COMMON-LISP-USER."
  (let ((*package* (find-package "COMMON-LISP-USER")) (*read-eval* nil))
    (multiple-value-bind (object end) (read-from-string name)
      (unless (>= end (length name))
        (error "~S is not a single name" name))
      object)))

(defun %host-function-name (name)
  "Returns the function for calls of NAME, a string, by the host: a symbol, or the function of (setf SYMBOL)."
  (let ((found (%host-read name)))
    (if (symbolp found) found (fdefinition found))))

(defun %host-symbol (name)
  "Returns the symbol that the string NAME denotes in COMMON-LISP-USER."
  (let ((symbol (%host-read name)))
    (check-type symbol symbol)
    symbol))

(defun %host-why-not-define (name)
  "Returns a string that says why the host cannot define a function called NAME, a string; or NIL."
  (handler-case
      (let ((symbol (%host-symbol name)))
        (cond ((%memq (symbol-package symbol) (list (find-package "COMMON-LISP") (find-package "KEYWORD") (find-package "TESSERA")))
               (format nil "~A is Lisp's own, and cannot be redefined" name))
              ((or (macro-function symbol) (special-operator-p symbol)) (format nil "~A names a macro" name))))
    (error (condition) (format nil "~A names no function: ~A" name (%safe-message condition)))))

(defun %host-define (name function documentation)
  "Makes FUNCTION, a function of the host program, the global function of the symbol that the string NAME denotes."
  (%host-set-function (%host-symbol name) function documentation))

(defun %host-set-function (symbol function documentation)
  "Makes FUNCTION the global function of SYMBOL."
  (%set-fdefinition symbol function)
  (when (plusp (length documentation))
    (%set-documentation function t documentation))
  symbol)

(defun %host-offer-module (name function)
  "Registers the host program's FUNCTION as the loader that (require NAME) calls."
  (push (cons name function) *host-modules*))

;;; Variables and parts of objects.

(defun %host-set-variable (name value)
  "Sets the global variable NAME, a symbol, to VALUE. Makes it special unless it is."
  (unless (boundp name) (eval `(defvar ,name)))
  (set name value))

(defun %host-slot-name (object key)
  "Returns the name of the slot of OBJECT that is called KEY, a string, in any package; or the symbol of
COMMON-LISP-USER, for a property of a class of C++."
  (flet ((name (slot) (if (%instance-p slot) (%sd-name slot) (svref slot 0))))      ; a vector for structures and conditions
    (let ((slot (find key (%class-slots (class-of object)) :key #'name :test #'string-equal)))
      (if slot (name slot) (%host-symbol key)))))

(defun %host-part (object key)
  "Returns the value of the hash table OBJECT for KEY, the element number KEY of the sequence OBJECT, or the value of
the slot KEY, a string or symbol."
  (typecase object
    (hash-table (values (gethash key object)))
    (sequence (elt object key))
    (t (slot-value object (if (stringp key) (%host-slot-name object key) key)))))

(defun %host-set-part (object key value)
  "Makes VALUE the part KEY of OBJECT: see %HOST-PART."
  (typecase object
    (hash-table (setf (gethash key object) value))
    (sequence (setf (elt object key) value))
    (t (setf (slot-value object (if (stringp key) (%host-slot-name object key) key)) value))))

(defun %host-typep (object type)
  "True if OBJECT is of the type that the string TYPE denotes."
  (typep object (%host-read type)))

;;; A file that the host has opened: scripts know only its contents.

(defun %host-load (stream name)
  "Evaluates the forms of STREAM, which may be a compiled file. NAME stands for the file in positions."
  (%host-load-contents (unwind-protect (%rest-of-stream stream)
                         (close stream))
                       name))

(defun %host-load-contents (text name)
  "Evaluates the forms of TEXT, the contents of a source file or a compiled file. NAME stands for the file."
  (let* ((path (pathname name)) (source (file-namestring path))
         (*source-texts* (if (equal (pathname-type path) *compiled-file-type*) *source-texts* (acons source text *source-texts*))))
    (with-input-from-string (stream text)
      (%with-source (source)
        (if (%compiled-file-p stream path)
            (%load-compiled-stream stream path nil)
            (%call-in-language (%language-of-type (pathname-type path))
                               (lambda ()
                                 (%skip-interpreter-line stream)
                                 (%check-source text)
                                 (%load-stream stream nil))))))))

(defun %host-compile (text name)
  "Returns a string with the contents of the compiled file for the source TEXT. NAME stands for the source file. Signals
the first error of a form."
  (let* ((source (file-namestring name))
         (*package* (find-package "COMMON-LISP-USER"))
         (*toplevel-frame* nil)
         (*toplevel-form* nil)
         (*source-texts* (acons source text *source-texts*)))
    (%with-source (source)
      (%check-source text)
      (let ((records (with-input-from-string (stream text) (%compiled-records stream (%compilation :strict t)))))
        (with-output-to-string (compiled) (%write-compiled records compiled))))))

(defun %host-load-file (name)
  "Loads the file NAME, as LOAD does. Evaluates nothing of a source file whose parentheses do not match."
  (let ((path (%found-file name)))
    (when (and (probe-file path)
               (not (equal (pathname-type path) *compiled-file-type*))
               (pathname-name path))
      (%call-in-language (%language-of-type (pathname-type path))
                         (lambda ()
                           (%with-source ((file-namestring path))
                             (%check-source (with-open-file (stream path) (%rest-of-stream stream)))))))
    (load name)))

(defun %host-check (source)
  "Reads SOURCE without evaluating it. Returns NIL if all forms are complete. Otherwise returns three values:
:INCOMPLETE or :WRONG; a list of the line and the column of the incomplete form or the mistake; and a message."
  (let ((*package* (find-package "COMMON-LISP-USER")) (*source-file* "text") (*toplevel-frame* nil))
    (with-input-from-string (stream source)
      (handler-case (%read-suppressed stream)
        (end-of-file (condition)
          (values :incomplete (list (%frame-line *toplevel-frame*) (%frame-column *toplevel-frame*)) (%safe-message condition)))
        (error (condition)
          (values :wrong (multiple-value-list (%stream-line stream)) (%safe-message condition)))))))

;;; Errors of the host's natives.

(define-condition foreign-error (error)
  ((exception :initarg :exception)
   (what :initarg :what :initform "" :reader foreign-error-what))
  (:report (lambda (condition stream) (%report condition stream "C++ exception: " (foreign-error-what condition))))
  (:documentation "A function of C++ has thrown an exception. Where nothing handles this, the host gets that
exception."))
(%set-documentation 'foreign-error-what 'function "Returns the message of the exception of a FOREIGN-ERROR, a string.")
(export '(foreign-error foreign-error-what))

(defun %host-define-exception (name parent)
  "Defines the condition class NAME, a symbol, for a C++ exception class, below the condition class PARENT."
  (setf (get name '%exception) (list parent))
  (eval `(define-condition ,name (,parent) ()))
  name)

(defun %host-add-exception-slot (name slot)
  "Adds the slot that the string SLOT denotes to the condition class NAME. Returns its initarg."
  (let* ((symbol (%host-symbol slot)) (initarg (intern (symbol-name symbol) "KEYWORD")) (entry (get name '%exception)))
    (setf (cdr entry) (append (cdr entry)
                              `((,symbol :initarg ,initarg :initform nil
                                         :reader ,(intern (format nil "~A-~A" name symbol) (symbol-package name))))))
    (eval `(define-condition ,name (,(car entry)) ,(cdr entry)))
    initarg))

(defun %host-signal-exception (exception what operation description)
  "Signals that OPERATION has thrown EXCEPTION, which says WHAT. DESCRIPTION has the class of the condition and initargs
for its slots, or is NIL."
  (%signal-failed-call (apply #'make-condition (or (car description) 'foreign-error)
                              :exception exception :what what :%operation operation (cdr description))
                       operation))

(defun %host-signal (condition declined frames)
  "Signals CONDITION again, which has passed through C++ from a call whose FRAMES the host still knows, as
%KEPT-SITUATION returns them. If DECLINED, all active handlers have declined it already."
  (let ((*passed-frames* (and frames (cons condition frames))))
    (%signal-failed-call condition nil (if declined #'invoke-debugger #'%error))))

(defun %host-signal-class (name message operation)
  "Signals a condition of the class NAME, a symbol or string, that reports MESSAGE; a SIMPLE-ERROR if there is no such
class."
  (let* ((class (if (symbolp name) name (ignore-errors (%host-symbol name)))) (known (%condition-type-p class)))
    (%signal-failure (if (and class known) class 'simple-error)
                     (list :format-control "~A~@[ (~S does not name a condition class)~]"
                           :format-arguments (list message (cond (known nil) ((symbolp name) (string-downcase name)) (t name))))
                     operation)))

(defun %host-type-error (datum expected)
  "Returns two values: a TYPE-ERROR that DATUM is not of the type that the string EXPECTED denotes, and its message. C++
throws it; it is signalled when it leaves a function of the host."
  (let ((condition (make-condition 'type-error :datum datum :expected-type (%host-read expected))))
    (values condition (%safe-message condition))))

(defun %host-refuse (datum expected operation)
  "Signals that DATUM is not of the type that the string EXPECTED denotes."
  (%signal-failure 'type-error (list :datum datum :expected-type (%host-read expected)) operation))

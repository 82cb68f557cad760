;;; Opens shared libraries and finds symbols in them.
(in-package "FOREIGN")

(define-condition library-error (error)
  ((name :initarg :name :reader library-error-name)
   (operation :initarg :operation)
   (text :initarg :text))
  (:report (lambda (condition stream)
             (format stream "~A: ~A: ~A" (slot-value condition 'operation) (library-error-name condition) (slot-value condition 'text))))
  (:documentation "A library cannot be opened, closed or used; the message is the system's."))

(define-condition unknown-symbol (error)
  ((name :initarg :name :reader unknown-symbol-name)
   (library :initarg :library))
  (:report (lambda (condition stream)
             (format stream "~:[no library that is open has the symbol ~A~;~:*~S has no symbol ~A~]"
                     (slot-value condition 'library) (unknown-symbol-name condition))))
  (:documentation "A function or variable of C was not found."))

(setf (documentation 'library-error-name 'function) "Returns the name of the library that a LIBRARY-ERROR is about."
      (documentation 'unknown-symbol-name 'function) "Returns the name that nothing was found for.")

(defstruct (library (:constructor %make-library (name handle)) (:copier nil) (:predicate nil))
  "A shared library that OPEN-LIBRARY has opened."
  (name nil :read-only t) handle)

(setf (documentation 'library-name 'function) "Returns the name by which LIBRARY was opened; NIL of the process itself.")

(defmethod print-object ((library library) stream)
  (print-unreadable-object (library stream :type t)
    (format stream "~A~:[ closed~;~]" (or (library-name library) "of this process") (library-handle library))))

(defvar *libraries* '() "The libraries that are open, the latest first.")

(defun open-library (name &key (global t))
  "Opens the shared library NAME: a string for the system, a file or a name that it searches, such as \"libm.so.6\"; a
pathname; or NIL for the process itself. GLOBAL: libraries that are opened later may use its symbols. Returns a LIBRARY;
a LIBRARY-ERROR that says why if it cannot be opened. Example: (open-library \"libm.so.6\")"
  (%check name (or null string pathname) open-library)
  (let* ((name (if (pathnamep name) (ext:native-namestring name) name))
         (handle (progn (when name (%check-name name 'open-library)) (%open-library name (and global t)))))
    (when (stringp handle) (error 'library-error :operation 'open-library :name name :text handle))
    (let ((library (%make-library name handle)))
      (push library *libraries*)
      library)))

(defun library-open-p (library)
  "True if LIBRARY has not been closed."
  (and (library-handle library) t))

(defun %open-handle (library operation)
  "Returns the handle of LIBRARY; signals a LIBRARY-ERROR of OPERATION if it is closed."
  (%check library library open-library)
  (or (library-handle library)
      (error 'library-error :operation operation :name (library-name library) :text "the library is closed")))

(defun close-library (library)
  "Closes LIBRARY. Functions in it are searched again when they are called next; pointers into it become invalid.
Returns true, false if it was closed before; a LIBRARY-ERROR if it cannot be closed."
  (%check library library close-library)
  (when (library-handle library)
    (let ((outcome (%close-library (library-handle library))))
      (when (stringp outcome) (error 'library-error :operation 'close-library :name (library-name library) :text outcome))
      (setf (library-handle library) nil
            *libraries* (remove library *libraries*))
      t)))

(defun library-file (library)
  "Returns the name of the file of LIBRARY, which is open; \"\" for the process itself."
  (%library-file (%open-handle library 'library-file)))

(defun %find-address (name library)
  "Returns the address of the symbol NAME in LIBRARY, or, for NIL, in all that are open; or NIL."
  (flet ((found (handle) (let ((address (%find-symbol handle name))) (and (plusp address) address))))
    (if library
        (found (%open-handle library 'find-address))
        (or (found 0)
            (loop for library in *libraries* thereis (found (library-handle library)))))))

(defun find-address (name &optional library (errorp t))
  "Returns a POINTER to the function or variable of C that is called NAME, a string: in LIBRARY, or, for NIL, in the
process and all libraries that are open. If there is none, an UNKNOWN-SYMBOL; NIL, if ERRORP is false."
  (%check-name name 'find-address)
  (let ((address (%find-address name library)))
    (cond (address (%pointer address))
          (errorp (error 'unknown-symbol :name name :library library)))))

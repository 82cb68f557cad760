;;; Compiles definitions, regions and files for Emacs, and reports warnings as notes.

(in-package "SWANK")

(defvar *notes* '() "The notes of the current compilation, the newest first.")

(defun severity (condition)
  "Returns SLIME's severity of CONDITION."
  (typecase condition
    (reader-error :read-error)
    (end-of-file :read-error)
    (tessera::redefinition-warning :redefinition)
    (style-warning :style-warning)
    (warning :warning)
    (t :error)))

(defun note (condition location)
  "Adds a note about CONDITION at LOCATION."
  (push (list :message (text-of-condition condition) :severity (severity condition) :location location :references '()) *notes*))

(defun current-location ()
  "Returns the location of the form that is being read or compiled."
  (let ((frame tessera::*toplevel-frame*))
    (if (and frame (tessera::%frame-line frame))
        (source-location (tessera::%frame-file frame) (tessera::%frame-line frame) (tessera::%frame-column frame))
        '(:error "The position is not known."))))

(defun position-of-reader-error (condition)
  "Returns the location of CONDITION, an error of the reader."
  (let ((line (tessera::%slot-or-nil condition 'tessera::%line))
        (column (tessera::%slot-or-nil condition 'tessera::%column)))
    (if (and line tessera::*source-file*)
        (source-location tessera::*source-file* line (or column 1))
        (current-location))))

(defvar *undefined* '() "The names of undefined functions that the compiled text calls.")
(defvar *taken-for-functions* (make-hash-table :test 'equal)
  "A table from names of compiled files to names of functions that they call and that were undefined when they were
compiled.")

(defun note-warning (warning)
  "Notes WARNING and muffles it."
  (when (typep warning 'tessera::undefined-function-warning) (pushnew (tessera:warning-name warning) *undefined*))
  (note warning
        (if (and (typep warning 'tessera:compiler-warning) (plusp (tessera:warning-line warning)))
            (source-location (or (tessera:warning-file warning) tessera::*source-file*)
                             (tessera:warning-line warning) (tessera:warning-column warning))
            (current-location)))
  (muffle-warning warning))

(defun note-error (condition)
  "Notes CONDITION, an error before code of the user's runs."
  (note condition (if (typep condition '(or reader-error end-of-file)) (position-of-reader-error condition) (current-location))))

(defun note-failure (condition &optional line column)
  "Notes CONDITION, because of which the form at LINE and COLUMN of the source cannot be compiled."
  (note condition (if line (source-location tessera::*source-file* line column) (current-location))))

(defun compilation-result (function &key loadp file)
  "Returns the result for SLIME of the compilation that FUNCTION makes; FUNCTION returns false if it failed. FILE is the
compiled file, if there is one."
  (let* ((*notes* '())
         (*undefined* '())
         (start (get-internal-real-time))
         (good (handler-bind ((warning #'note-warning)) (funcall function)))
         (notes (reverse *notes*)))
    (when file (setf (gethash file *taken-for-functions*) *undefined*))
    (note-changes
     (list :compilation-result notes
           (and good (notany (lambda (note) (member (getf note :severity) '(:error :read-error))) notes))
           (/ (float (- (get-internal-real-time) start) 1d0) internal-time-units-per-second)
           (and loadp t)
           file))))

;;; Text of a buffer is compiled form by form, and the definitions are installed.

(defun source-name (buffer file)
  "Returns the name by which the source in the file FILE, a string, or else in BUFFER is known."
  (if file
      (let ((name (file-namestring file)))
        (when (and (probe-file file) (null (known-file name))) (tessera::%note-source-file name (truename file)))
        name)
      (progn (pushnew buffer *buffers* :test #'equal)
             buffer)))

(defun position-of (key positions)
  "Returns the first operand of KEY in POSITIONS, SLIME's description of where a text begins."
  (second (assoc key positions)))

(defun compile-text (text name line column)
  "Compiles, and so defines, the forms of TEXT, which begins in the source NAME at LINE and COLUMN, from 0. False if it
cannot be read."
  (tessera::%with-source (name)
    (let ((tessera::*toplevel-frame* nil) (tessera::*toplevel-form* nil))
      (with-input-from-string (in (concatenate 'string (make-string column :initial-element #\Space) text))
        (tessera::%set-stream-line in line)
        (tessera::%call-in-unit
         (lambda ()
           (loop
             (let ((form (handler-case (with-user-code (tessera::%read-to-evaluate in))   ; a reader macro may be the user's
                           ((or reader-error end-of-file) (condition)
                             (note-error condition)
                             (return nil)))))
               (when (eq form in) (return t))
               (tessera::%check-toplevel-form form)
               (with-user-code (tessera::%load-form form nil)))))
         nil)))))

(define-request compile-string-for-emacs (string buffer position filename policy)
  "Compiles the forms in STRING, which begin at POSITION in BUFFER, which shows the file FILENAME or NIL."
  (declare (ignore policy))
  (let ((line (assoc :line position)))
    (compilation-result (lambda ()
                          (compile-text string (source-name buffer filename) (or (second line) 1) (or (third line) 0))))))

(define-request compile-multiple-strings-for-emacs (strings policy)
  "Compiles the texts in STRINGS: lists of a text, a buffer, a package, a position and a file."
  (declare (ignore policy))
  (loop for (string buffer package position filename) in strings
        collect (let ((*package* (or (find-package-named package) *package*)))
                  (compile-string-for-emacs string buffer (list (list :position position)) filename nil))))

;;; Files.

(defun compile-whole-file (file target)
  "Compiles FILE to TARGET or where COMPILE-FILE puts it. Returns the compiled file; NIL if the source cannot be read."
  (handler-case
      (let ((*error-output* (make-broadcast-stream))   ; what it writes there stands in the notes
            (tessera::*failure-watcher* #'note-failure))
        (values (if target (compile-file file :output-file target) (compile-file file))))
    ((or reader-error end-of-file) (condition)
      (let ((tessera::*source-file* (file-namestring file)))
        (note-error condition))
      nil)))

(define-request compile-file-for-emacs (filename load-p &key options policy)
  "Compiles the file FILENAME, which Emacs loads then if LOAD-P."
  (declare (ignore policy))
  (with-user-code
    (compilation-result (lambda () (compile-whole-file filename (getf options :fasl-directory)))
                        :loadp load-p
                        :file (namestring (compile-file-pathname filename)))))

(defun warn-of-macros (filename)
  "Warns of macros that the compiled file FILENAME calls as functions: loading it defines them, compiling it does not."
  (let ((macros (remove-if-not (lambda (name) (and (symbolp name) (macro-function name))) (gethash filename *taken-for-functions*))))
    (when macros
      (warn "~{~S~^, ~} ~A when ~A was compiled, which therefore calls ~A as ~A. Compile it again: now ~A known."
            (reverse macros) (if (rest macros) "were not macros yet" "was not a macro yet") (file-namestring filename)
            (if (rest macros) "them" "it") (if (rest macros) "functions" "a function") (if (rest macros) "they are" "it is")))))

(define-request load-file (filename)
  "Loads the file FILENAME. Warns of macros that it calls as functions."
  (note-changes
   (with-user-code
     (prog1 (text-in-line (with-compilation-unit () (load filename)))
       (warn-of-macros filename)))))

(define-request compile-file-if-needed (filename load-p)
  "Compiles the file FILENAME if it was changed since that was done, and loads it if LOAD-P."
  (let ((compiled (compile-file-pathname filename)))
    (cond ((not (and (probe-file compiled) (>= (file-write-date compiled) (file-write-date filename))))
           (compile-file-for-emacs filename load-p))
          (load-p (load-file (namestring compiled)))
          (t nil))))

(define-request disassemble-form (string)
  "Returns the instructions of the function that the form STRING evaluates to, or names."
  (with-user-code
    (with-output-to-string (*standard-output*)
      (disassemble (eval (read-from-string string))))))

(define-request buffer-first-change (filename)
  "Notes that a buffer for FILENAME differs from it now. Nothing depends on that here."
  (declare (ignore filename))
  nil)

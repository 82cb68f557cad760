;;; LOAD, texts in any language, and reading a source to its end before any of it is evaluated (chapter 24).

(in-package "TESSERA")

(defvar *read-interns* t
  "True if READ makes new symbols as the standard has it. If NIL, a name that its package does not have is read as a
symbol without a package, so that untrusted text does not intern symbols. LOAD binds it to true.")
(export '*read-interns*)
(defvar *load-pathname* nil "The pathname of the file that is being loaded, or NIL.")
(defvar *load-truename* nil "The truename of the file that is being loaded, or NIL.")
(defvar *load-verbose* nil "True if LOAD says what it loads.")
(defvar *load-print* nil "True if LOAD prints the values of the forms.")
(defvar *source-file* nil "The name, a string, of the file whose forms are being evaluated, or NIL.")

(defvar *source-texts* '()
  "The sources whose names stand in positions: a list of (NAME . TEXT), where TEXT is a string, or (TRUENAME .
WRITE-DATE) of a file. Functions that evaluate a string bind it; LOAD adds to it; see debugger/source-lines.lisp.")

;;; A frame is of a call that has not returned. Its name is :TOPLEVEL-FORM for a form at toplevel, :READER where a form
;;; is being read, and (LAMBDA lambda-list) for a function without a name.
(%define-fields "%FRAME-" :list (:shared "FRAME"))

(defun %frame (name &optional file line column)
  "Returns a frame called NAME for the source position FILE, LINE and COLUMN."
  (let ((frame (make-list *%frame-length*)))
    (setf (%frame-name frame) name
          (%frame-file frame) file
          (%frame-line frame) line
          (%frame-column frame) column)
    frame))

(defparameter *max-source-depth* 100 "The most sources that are loaded or compiled within each other.")
(defvar *source-depth* 0 "The number of sources that are being loaded or compiled.")

(defun %deeper-source (name)
  "Returns the number of sources that are being loaded or compiled, with the one called NAME. Signals an ERROR if they
are too many."
  (when (>= *source-depth* *max-source-depth*)
    (error "~A cannot be loaded or compiled within ~D other sources. Does a source load itself?" name *source-depth*))
  (1+ *source-depth*))

(defmacro %with-source ((name) &body forms)
  "Evaluates FORMS. Positions of forms that are read and compiled meanwhile name the source NAME."
  (let ((outer (gensym)))
    `(let ((,outer *source-file*))
       (unwind-protect
            (let* ((*source-file* ,name) (*source-depth* (%deeper-source *source-file*)) (*lookalikes-told* (list t)))
              (%set-source-file *source-file*)
              ,@forms)
         (%set-source-file ,outer)))))

(defvar *toplevel-frame* nil
  "The frame of the form that is being read or evaluated at toplevel, which a tail call may have taken off the stack.")
(defvar *toplevel-form* nil "The form that is being evaluated at toplevel.")
(defvar *outer-toplevel-frames* '() "The frames of the toplevel forms that load the file, the innermost first.")

(export '(retry retry-call skip-form))

(defun %show-loaded (values)
  "Writes VALUES, the list of the values of a form that LOAD has evaluated."
  (format t "~&; ")
  (loop for (value . more) on values
        do (%write-in-language value *standard-output*)
           (when more (write-string ", ")))
  (terpri))

(defun %load-form (form print)
  "Evaluates FORM of a file. If it fails, restarts evaluate it again or skip it. Shows its values if PRINT."
  (loop
    (let ((file (or *source-file* "the stream")))
      (restart-case (return (if print
                                (%show-loaded (multiple-value-list (%call-at-toplevel (lambda () (%evaluate-in-language form t)))))
                                (%call-at-toplevel (lambda () (%evaluate-in-language form t)))))
        (retry () :report (lambda (stream) (format stream "Evaluate this form of ~A again." file)))
        (skip-form () :report (lambda (stream) (format stream "Skip this form of ~A and go on." file)) (return))))))

(defun %load-stream (stream print)
  "Reads and evaluates the forms of STREAM. Returns true."
  (let ((*readtable* *readtable*) (*package* *package*) (*read-interns* t) (*toplevel-frame* nil) (*toplevel-form* nil)
        (*earlier-references* '())
        (*outer-toplevel-frames* (if *toplevel-frame* (cons *toplevel-frame* *outer-toplevel-frames*) *outer-toplevel-frames*)))
    (%call-in-unit
     (lambda ()
       (do ((form (%read-to-evaluate stream) (%read-to-evaluate stream)))
           ((eq form stream) t)
         (%check-toplevel-form form)
         (setq *earlier-references* *references*)
         (%load-form form print)))
     *compilation-unit*)))

(defun %check-toplevel-form (form)
  "Warns if a definition within FORM, which was just read, begins in the first column."
  (when *misplaced-line*
    (%give-warnings `((nil :misplaced-definition ,(ash *misplaced-line* 20) ,form)))))

(defun %read-to-evaluate (stream)
  "Returns the next form of STREAM, with its positions noted; STREAM at its end."
  (%clear-positions)
  (setq *toplevel-frame* (%frame :reader *source-file*))
  (multiple-value-bind (line column) (%next-position stream)
    (let ((form (%read-in-language stream stream)))
      (%note-toplevel-form form line column)
      form)))

(defun %note-toplevel-form (form &optional line column)
  "Notes the position of FORM, which is about to be evaluated: LINE and COLUMN unless it is a list with a known
position."
  (setq *toplevel-form* form)
  (multiple-value-bind (own-line own-column) (%form-position form)
    (setq *toplevel-frame* (%frame :toplevel-form *source-file* (or own-line line) (if own-line own-column column)))))

(defun %next-position (stream)
  "Returns the line and column where the next form of STREAM begins, after blanks and comments that end with the line;
NIL in languages whose readers may see these."
  (if (string= (language-name *language*) "COMMON-LISP")
      (loop
        (let ((char (peek-char t stream nil nil)))
          (if (and (eql char #\;) (eq (get-macro-character #\;) (get-macro-character #\; nil)))
              (read-line stream nil)
              (return (if char (%stream-line stream) (values nil nil))))))
      (values nil nil)))

(defun %skip-interpreter-line (stream)
  "Skips the first line of STREAM, at the beginning of a source, if it begins with #! and names a script's interpreter."
  (when (eql (peek-char nil stream nil) #\#)
    (read-char stream)
    (if (eql (peek-char nil stream nil) #\!)
        (read-line stream nil)
        (unread-char #\# stream)))
  nil)

(defun %load-file (path stream print)
  "Loads the open file STREAM, called PATH. The positions of the forms are noted under that name."
  (let ((*load-pathname* path)
        (*load-truename* (truename path)))
    (%with-source ((file-namestring path))
      (%note-source-file *source-file* *load-truename*)
      (if (%compiled-file-p stream path)
          (%load-compiled-stream stream path print)
          (progn (%skip-interpreter-line stream)
                 (%load-stream stream print))))))

(defvar *source-filter* nil
  "NIL, or a function that is called for each file to be loaded or compiled. It returns a stream to be read in place of
the file, or NIL.")

(defun %open-source (path &rest options)
  "Returns a stream of the file PATH, which OPEN opens with OPTIONS, or of what *SOURCE-FILTER* puts in its place."
  (or (and *source-filter* (funcall *source-filter* path))
      (apply #'open path options)))

(defvar *feature-filter* nil
  "NIL, or a function that is asked for each file to be loaded or compiled: a list of features to read it with.")
(defvar *extra-features* '() "The features that *FEATURE-FILTER* wants for the file that is read.")

(defun %call-with-features (path function)
  "Calls FUNCTION, which reads the file PATH, with the features that *FEATURE-FILTER* wants for this file, in place of
those that it wants for the file that loads it. What FUNCTION adds to *FEATURES* stays."
  (let ((outer *extra-features*)
        (extra (and *feature-filter* (set-difference (funcall *feature-filter* path) (set-difference *features* *extra-features*)))))
    (flet ((exchange (old new) (setq *features* (append new (set-difference *features* old)))))
      (if (or outer extra)
          (let ((*extra-features* extra))
            (exchange outer extra)
            (unwind-protect (funcall function)
              (exchange extra outer)))
          (funcall function)))))

(defparameter *compiled-file-type* "tfasl" "The type of the files that COMPILE-FILE writes.")

(defun %newer-file-p (path other)
  "True if the file PATH exists and was not written before OTHER, if that exists."
  (and (probe-file path)
       (or (not (probe-file other)) (>= (file-write-date path) (file-write-date other)))))

(defun %found-file (filespec)
  "Returns the pathname of FILESPEC; if there is no such file and it has no type, that of the source or, if that is not
older, of the compiled file."
  (let ((path (merge-pathnames filespec)))
    (if (or (pathname-type path) (probe-file path))
        path
        (let ((source (make-pathname :type "lisp" :defaults path))
              (compiled (make-pathname :type *compiled-file-type* :defaults path)))
          (cond ((%newer-file-p compiled source) compiled)
                ((probe-file source) source)
                (t path))))))

(defun load (filespec &key (verbose *load-verbose*) (print *load-print*) (if-does-not-exist t)
                           (external-format :default) language)
  "Evaluates the forms of FILESPEC, a file or a stream, one by one, with *PACKAGE* and *READTABLE* bound. The file may
be one that COMPILE-FILE wrote; its type, lisp or tfasl, need not be given: the newer file is taken. A first line that
begins with #! is skipped. The language is LANGUAGE, a designator as FIND-LANGUAGE takes; by default it is that of the
file's type, such as scm, or for other files and for streams the current one. Returns true, or NIL if there is no such
file and IF-DOES-NOT-EXIST is NIL; else that is a FILE-ERROR."
  (if (streamp filespec)
      (let* ((*load-pathname* (and (typep filespec 'file-stream) (ignore-errors (merge-pathnames filespec))))
             (*load-truename* (and *load-pathname* (probe-file *load-pathname*)))
             (*source-depth* (%deeper-source (or *load-pathname* "A stream"))))
        (when verbose (format t "~&; loading ~A~%" (or *load-pathname* filespec)))
        (%call-in-language (or language *language*) (lambda () (%load-stream filespec print))))
      (let ((path (%found-file (if (typep filespec '(or string pathname)) filespec (%bad-argument filespec '(or string pathname stream) 'load)))))
        (when verbose (format t "~&; loading ~A~%" (namestring path)))
        (let ((stream (%open-source path :external-format external-format
                                         :if-does-not-exist (if if-does-not-exist :error nil))))
          (when stream
            (unwind-protect
                 (%call-in-language (or language (%language-of-type (pathname-type path)))
                                    (lambda ()
                                      (%call-with-features path (lambda () (%load-file path stream print)))))
              (close stream)))))))

;;; Texts in any language.

(defun language-eval (designator source &optional (name "text"))
  "Evaluates all forms of the string SOURCE in the language DESIGNATOR. NAME stands for the file in positions. Returns
the values of the last."
  (%call-in-language designator
                     (lambda ()
                       (let ((*source-texts* (acons name source *source-texts*)))
                         (%with-source (name)
                           (values-list (%evaluate-text source nil)))))))

(defun %evaluate-text (source notes &optional check)
  "Evaluates all forms of the string SOURCE in the current language. Returns a list of the values of the last one. If
CHECK, evaluates none unless all can be read to their ends."
  (let ((values '()) (*toplevel-frame* nil) (*toplevel-form* nil))
    (with-input-from-string (in source)
      (do ((form (%read-to-evaluate in) (%read-to-evaluate in)))
          ((eq form in) values)
        (when check
          (setq check nil)
          (when (peek-char t in nil nil) (%check-source source)))
        (setq values (multiple-value-list (%call-at-toplevel (lambda () (%evaluate-in-language form notes)))))))))

;;; Reading a source to its end before any of it is evaluated. Lists are read without making symbols, since packages
;;; may not exist yet. Where the source itself changes the syntax, only evaluation can tell how it is read.

(defun %read-suppressed (stream)
  "Reads the forms of STREAM without making objects of them. Keeps the position of the form that is being read in
*TOPLEVEL-FRAME*."
  (let ((*read-suppress* t))
    (loop
      (multiple-value-bind (line column) (%next-position stream)
        (setq *toplevel-frame* (%frame :reader *source-file* line column))
        (when (eq (read stream nil stream) stream) (return))))))

(defun %plainly-complete-p (source)
  "True if the parentheses of the string SOURCE match, and it has nothing that could hide some, such as strings and
comments: most short texts of a host."
  (let ((depth 0) (quoted nil))
    (declare (fixnum depth))
    (dotimes (i (length source) (and (= depth 0) (not quoted)))
      (case (char source i)
        (#\( (setq depth (+ depth 1) quoted nil))
        (#\) (when (or quoted (< (setq depth (- depth 1)) 0)) (return nil)))
        (#\' (setq quoted t))
        ((#\; #\" #\| #\\ #\# #\` #\, #\.) (return nil))
        ((#\Space #\Newline))
        (t (setq quoted nil))))))

(defun %check-source (source)
  "Signals an error if the string SOURCE, in Common Lisp, ends within a form or has a closing parenthesis too many."
  (unless (or (string/= (language-name *language*) "COMMON-LISP")
              (%plainly-complete-p source)
              (some (lambda (word) (search word source)) '("readtable" "macro-char" "syntax" "READTABLE" "MACRO-CHAR")))
    (let ((*toplevel-frame* *toplevel-frame*))
      (with-input-from-string (stream source)
        (%skip-interpreter-line stream)
        (%read-suppressed stream)))))

(export 'language-eval)
(import 'language-eval "COMMON-LISP-USER")

;;; What stands in a compiled file: code, and how objects in it are written and read.
;;; compile-file.lisp makes such files of source files.
;;;
;;; The first line has the magic words, the number of the machine's instruction set, and a sum over what follows. Then
;;; come the records, one for each toplevel form: a list of code objects, each the list of its parts (%CODE-PARTS,
;;; %CODE-PACKED) and then its constants. The first one, called without arguments, does what the form does. In a record,
;;; #3! stands for a function of its code object number 3, #3? for that code object, and #~FORM for the value of FORM.

(in-package "TESSERA")

(defparameter *compiled-file-magic* "TESSERA COMPILED FILE 3" "What a compiled file begins with.")

;;; What the printer writes in the file's own syntax.

(defstruct (%code-reference (:constructor %code-reference (index functionp))
                            (:print-function (lambda (reference stream depth)
                                               (declare (ignore depth))
                                               (format stream "#~D~:[?~;!~]" (%code-reference-index reference)
                                                       (%code-reference-functionp reference)))))
  "The code object INDEX of a record, or a function of it."
  index functionp)

(defstruct (%later (:constructor %later (form))
                   (:print-function (lambda (later stream depth)
                                      (declare (ignore depth))
                                      (format stream "#~~~S" (%later-form later)))))
  "The value that FORM will have when the file is loaded."
  form)

(defvar *print-for-file* nil
  "True while a compiled file is written: symbols get two colons, as what is external now may be internal when it is loaded, and what
backquote made of a comma stays a list, as there is no backquote around it.")

;;; Objects that have no syntax are written as forms that make them: MAKE-LOAD-FORM says how.

(defun %unwritable (object)
  "Signals that OBJECT cannot stand in a compiled file."
  (error 'simple-program-error :format-control "COMPILE-FILE: ~S cannot be put into a compiled file" :format-arguments (list object)))

(defun %plain-array-p (array)
  "True if the printed ARRAY reads as an array that is like it."
  (member (array-element-type array) '(t character bit)))

(defun %array-load-form (array)
  "Returns a form that makes an array like ARRAY, of numbers."
  `(let ((array (make-array ',(array-dimensions array) :element-type ',(array-element-type array))))
     (replace (make-array ,(array-total-size array) :element-type ',(array-element-type array) :displaced-to array)
              '(,@(loop for i below (array-total-size array) collect (row-major-aref array i))))
     array))

(defun %hash-table-load-form (table)
  "Returns a form that makes a hash table like TABLE."
  `(let ((table (make-hash-table :test ',(hash-table-test table))))
     ,@(loop for key being the hash-keys of table using (hash-value value)
             collect `(setf (gethash ',key table) ',value))
     table))

(defun %function-load-form (function)
  "Returns a form that finds the global FUNCTION."
  (let ((name (%function-name function)))
    (if (and (%function-name-p name) (fboundp name) (eq (fdefinition name) function))
        `(fdefinition ',name)
        (%unwritable function))))

(defun %own-load-form (object)
  "Returns a form that makes an instance like OBJECT, one of the library's own."
  `(%instance (find-class ',(class-name (class-of object)))
              ,@(loop for i below (%instance-length object) collect `',(%instance-ref object i))))

(defun %method-load-form (object)
  "Returns the form that MAKE-LOAD-FORM gives for OBJECT, and completes it."
  (multiple-value-bind (creation completion) (make-load-form object)
    (if completion
        `(let ((object ,creation))
           ,(subst 'object object (subst 'object `',object completion :test #'equal))
           object)
        creation)))

(defun %own-object-p (object)
  "True if the object is an instance of a structure of the library."
  (and (%structure-p object)
       (eq (symbol-package (class-name (class-of object))) (find-package "TESSERA"))))

(defun %making-form (object)
  "Returns a form that makes an object like OBJECT; NIL if it has a syntax to be written in."
  (typecase object
    (symbol (let ((base (%setter-base object)))
              (if base `(%setter-symbol ',base) nil)))
    ((or number character string pathname random-state) nil)
    (cons nil)
    (array (if (%plain-array-p object) nil (%array-load-form object)))
    (hash-table (%hash-table-load-form object))
    (package `(find-package ,(package-name object)))
    ((or %code-reference %later) nil)
    (function (%function-load-form object))
    (readtable (%unwritable object))
    (t (if (%own-object-p object) (%own-load-form object) (%method-load-form object)))))

(defun %composed-p (object)
  "True if OBJECT consists of objects that need load forms, maybe."
  (or (consp object) (%later-p object)
      (and (arrayp object) (eq (array-element-type object) t))))

(defun %map-parts (function object)
  "Calls FUNCTION with each part of the composed OBJECT."
  (cond ((consp object) (funcall function (car object)) (funcall function (cdr object)))
        ((%later-p object) (funcall function (%later-form object)))
        (t (dotimes (i (array-total-size object)) (funcall function (row-major-aref object i))))))

(defun %plain-p (object)
  "True if neither OBJECT nor any part of it needs a load form."
  (let ((seen (make-hash-table :test 'eq)) (pending (list object)))
    (do () ((null pending) t)
      (let ((next (pop pending)))
        (cond ((%composed-p next)
               (unless (gethash next seen)
                 (setf (gethash next seen) t)
                 (%map-parts (lambda (part) (push part pending)) next)))
              ((%making-form next) (return nil)))))))

(defun %copied-with-forms (object copies)
  "Returns a copy of OBJECT with objects to be made at load time for its parts that need load forms. COPIES maps what is
copied."
  (multiple-value-bind (copy known) (gethash object copies)
    (cond (known (if (eq copy :pending) (%unwritable object) copy))
          ((consp object) (%copied-cons object copies))
          ((%later-p object)
           (setf (gethash object copies) (%later (%copied-with-forms (%later-form object) copies))))
          ((%composed-p object) (%copied-array object copies))
          (t (let ((form (%making-form object)))
               (if form
                   (progn
                     (setf (gethash object copies) :pending)
                     (setf (gethash object copies) (%later (%copied-with-forms form copies))))
                   object))))))

(defun %copied-cons (cons copies)
  (let ((copy (cons nil nil)))
    (setf (gethash cons copies) copy)
    (setf (car copy) (%copied-with-forms (car cons) copies)
          (cdr copy) (%copied-with-forms (cdr cons) copies))
    copy))

(defun %copied-array (array copies)
  (let ((copy (make-array (array-dimensions array))))
    (setf (gethash array copies) copy)
    (dotimes (i (array-total-size array) copy)
      (setf (row-major-aref copy i) (%copied-with-forms (row-major-aref array i) copies)))))

(defun %written-literal (object)
  "Returns OBJECT, or a copy of it, that the printer can write for the compiled file."
  (if (%plain-p object)
      object
      (%copied-with-forms object (make-hash-table :test 'eq))))

;;; Records: written ...

(defstruct (%record (:constructor %record ()))
  "A record that is being put together: its CODES, in order, and their INDICES."
  (codes (make-array 4 :adjustable t :fill-pointer 0))
  (indices (make-hash-table :test 'eq)))

(defun %code-index (code record)
  "Returns the index of CODE in RECORD, where it is put if it is new."
  (or (gethash code (%record-indices record))
      (setf (gethash code (%record-indices record))
            (vector-push-extend code (%record-codes record)))))

(defun %written-constant (constant record)
  "Returns what stands for CONSTANT of some code in RECORD."
  (case (%kind-of-code constant)
    (:code (%code-reference (%code-index constant record) nil))
    (:function (let ((name (%function-name constant)))
                 (if (and name (symbolp name) (fboundp name) (eq (fdefinition name) constant))
                     (%later `(fdefinition ',name))
                     (%code-reference (%code-index (%code-of-function constant) record) t))))
    (t (%written-literal constant))))

(defun %written-parts (code)
  "Returns the parts of CODE, its positions and instructions as text: as numbers these would be half of the file."
  (let ((parts (%code-parts code)))
    (setf (values (nth 7 parts) (nth 8 parts)) (%code-packed code))
    (mapcar #'%written-literal parts)))

(defun %record-of (code)
  "Returns the record of CODE: a list of the descriptions of it and of all code that it refers to."
  (let ((record (%record)) (descriptions '()))
    (%code-index code record)
    (do ((i 0 (+ i 1)))
        ((= i (length (%record-codes record))) (nreverse descriptions))
      (let ((code (aref (%record-codes record) i)))
        (push (append (%written-parts code)
                      (mapcar (lambda (constant) (%written-constant constant record)) (%code-constants code)))
              descriptions)))))

(defun %write-record (code stream)
  "Writes the record of CODE to STREAM; if that is NIL, an error tells what cannot be written, and that is all."
  (let ((record (%record-of code)))
    (when stream
      (with-standard-io-syntax
        (let ((*package* (find-package "TESSERA")) (*print-circle* t) (*print-pretty* nil) (*print-for-file* t))
          (prin1 record stream)
          (terpri stream))))))

;;; ... and read.

(defparameter *code-part-count* 10 "The parts of code that stand before the constants.")

(defvar *compiled-readtable* (copy-readtable nil) "The syntax of compiled files.")

(flet ((reference (functionp)
         (lambda (stream character index)
           (declare (ignore stream character))
           (%code-reference index functionp))))
  (set-dispatch-macro-character #\# #\! (reference t) *compiled-readtable*)
  (set-dispatch-macro-character #\# #\? (reference nil) *compiled-readtable*)
  (set-dispatch-macro-character #\# #\~ (lambda (stream character argument)
                                          (declare (ignore character argument))
                                          (%later-value (read stream t nil t)))
                                *compiled-readtable*))

(defun %later-value (form)
  "Returns the value of FORM. A plain call with quoted arguments, as most are, is not compiled for that."
  (if (and (consp form) (%proper-p form) (symbolp (car form)) (fboundp (car form))
           (not (macro-function (car form))) (not (special-operator-p (car form)))
           (every (lambda (argument) (and (consp argument) (eq (car argument) 'quote))) (cdr form)))
      (apply (car form) (mapcar #'cadr (cdr form)))
      (eval form)))

(defun %code-description (description)
  "Returns the DESCRIPTION of a record as %MAKE-CODE wants it."
  (let ((constants (nthcdr *code-part-count* description)))
    (append (subseq description 0 *code-part-count*)
            (list constants
                  (loop for constant in constants
                        for i from 0
                        when (%code-reference-p constant)
                          collect (list i (%code-reference-index constant) (%code-reference-functionp constant)))))))

(defun %function-of-record (record)
  "Returns the function that RECORD, as it was read, describes."
  (%make-code (mapcar #'%code-description record)))

(defun %compiled-file-p (stream path)
  "True if what is to be read from STREAM, the file PATH, is a compiled file; else STREAM stands where it stood. A
FILE-ERROR if it should be one by its type."
  (let ((start (file-position stream)) (first (peek-char nil stream nil nil)))
    (cond ((and (eql first (char *compiled-file-magic* 0))
                (string= (%read-characters stream (length *compiled-file-magic*)) *compiled-file-magic*))
           t)
          ((equal (pathname-type path) *compiled-file-type*)
           (%bad-compiled-file path "is damaged: it does not begin as compiled files do"))
          (t (file-position stream start) nil))))

(defun %read-characters (stream count)
  "Returns the next characters of STREAM, COUNT at most."
  (let ((text (make-string count)))
    (subseq text 0 (read-sequence text stream))))

(defun %rest-of-stream (stream)
  "Returns what is left of STREAM. Lines are read faster than characters are."
  (with-output-to-string (text)
    (loop
      (multiple-value-bind (line last) (read-line stream nil "")
        (write-string line text)
        (when last (return))
        (terpri text)))))

(defun %bad-compiled-file (path control &rest arguments)
  "Signals that the compiled file PATH cannot be loaded."
  (error 'simple-file-error :pathname path :format-control "LOAD: ~A ~@?"
                            :format-arguments (list* (namestring path) control arguments)))

(defun %checked-records (stream path)
  "Returns the text of the records in the compiled file PATH, on STREAM; a FILE-ERROR if it was not written by this
Tessera."
  (let* ((numbers (read-line stream nil ""))
         (text (%rest-of-stream stream))
         (space (position #\Space numbers :start (min 1 (length numbers)))))
    (flet ((number-from (start end)
             (or (ignore-errors (parse-integer numbers :start start :end end))
                 (%bad-compiled-file path "is damaged: its first line ends too early"))))
      (unless space (number-from 0 0))
      (unless (= (number-from 0 space) (%instruction-set))
        (%bad-compiled-file path "was compiled for another version of Tessera; compile it again"))
      (unless (= (number-from space nil) (sxhash text))
        (%bad-compiled-file path "is damaged; compile it again")))
    text))

(defun %next-record (stream path)
  "Returns the next record of STREAM, from the compiled file PATH, as a function; STREAM at its end."
  (let ((record (handler-case
                    (let ((*package* (find-package "TESSERA")) (*readtable* *compiled-readtable*)
                          (*read-base* 10) (*read-default-float-format* 'single-float) (*read-suppress* nil))
                      (read stream nil stream))
                  ((or reader-error end-of-file) (condition)
                    (%bad-compiled-file path "is damaged: ~A" condition)))))
    (if (eq record stream)
        stream
        (handler-case (%function-of-record record)
          (error (condition) (%bad-compiled-file path "has a record that is wrong: ~A" condition))))))

(defun %load-compiled-stream (stream path print)
  "Loads the compiled file PATH, open on STREAM behind its magic words. Returns true."
  (let ((*readtable* *readtable*) (*package* *package*))
    (with-input-from-string (records (%checked-records stream path))
      (loop for function = (%next-record records path)
            until (eq function records)
            do (if print
                   (format t "~&; ~{~S~^, ~}~%" (multiple-value-list (%call-at-toplevel function)))
                   (%call-at-toplevel function))))
    t))

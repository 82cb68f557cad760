;;; What the compiler finds in a program that is not run (module analysis). This runs in an interpreter of its own, without permissions, for the
;;; language server: as COMPILE-FILE it evaluates what must be evaluated to compile; and definitions of functions, as macros may call them.

(eval-when (:compile-toplevel :load-toplevel :execute)
  (tessera::%need-module "warnings" 'require))

(defpackage "TESSERA-ANALYSIS" (:use "COMMON-LISP") (:export "FINDINGS" "EXPANSION"))
(in-package "TESSERA-ANALYSIS")

(defvar *found* '() "Lists (LINE COLUMN SEVERITY CODE MESSAGE [NAME]), the last first.")
(defvar *loaded* '() "The files that are being looked at, as strings.")
(defvar *folder* "" "The folder of the document.")

(defun found (line column severity code message &optional name)
  (let ((finding (list line column severity code message name)))
    (unless (member finding *found* :test #'equal) (push finding *found*))))

(defun note-warning (warning compilation)
  (let ((severity (if (and (typep warning 'style-warning) (not (typep warning 'tessera:undefined-function-warning))) :information :warning)))
    (if (and (typep warning 'tessera:compiler-warning) (plusp (tessera:warning-line warning)))
        (let ((code (string-downcase (type-of warning))) (name (tessera:warning-name warning)))
          (found (tessera:warning-line warning) (tessera:warning-column warning)
                 (if (typep warning 'tessera:failing-form-warning) :error severity)
                 (subseq code 0 (or (search "-warning" code) (length code)))
                 (sentence (princ-to-string warning))
                 (and name (symbolp name) (symbol-name name))))
        (destructuring-bind (&optional (line 1) (column 1)) (tessera::%compilation-position compilation)
          (found line column severity "warning" (sentence (princ-to-string warning))))))
  (muffle-warning warning))

(defun sentence (text)
  (if (plusp (length text))
      (concatenate 'string (string (char-upcase (char text 0))) (subseq text 1) (if (find (char text (1- (length text))) ".?!") "" "."))
      text))

(defparameter *defining*
  '(defun defmacro defgeneric defmethod defstruct defclass define-condition deftype defsetf define-setf-expander define-modify-macro
    define-compiler-macro define-method-combination defconstant)
  "Operators whose forms are evaluated: that runs nothing of the program but, maybe, initial values.")

(defun plain-value-p (form)
  "True if FORM, a DEFVAR or DEFPARAMETER, has a value that is a constant."
  (and (consp form) (member (car form) '(defvar defparameter)) (consp (cdr form)) (consp (cddr form)) (constantp (third form))))

(defun check-form (form compilation)
  (handler-case
      (cond ((and (consp form) (eq (car form) 'load) (consp (cdr form)) (stringp (second form))) (look-at-file (second form)))
            ((and (consp form) (eq (car form) 'require)) (ignore-errors (eval form)))
            (t (tessera::%process-form form compilation
                                       (if (and (consp form) (or (member (car form) *defining*) (plain-value-p form))) :compile-time-too :not-compile-time)
                                       nil #'identity)))
    (error (condition)
      (destructuring-bind (&optional (line 1) (column 1)) (tessera::%compilation-position compilation)
        (found line column :error "error" (sentence (princ-to-string condition)))))))

(defun check-stream (stream compilation)
  (loop for form = (tessera::%read-to-evaluate stream)
        until (eq form stream)
        do (tessera::%check-toplevel-form form)
           (setf (tessera::%compilation-position compilation)
                 (let ((position (multiple-value-list (tessera::%form-position form)))) (and (car position) position)))
           (check-form form compilation)))

(defun call-for-source (name function)
  "Calls FUNCTION with a compilation of the source NAME."
  (let ((compilation (tessera::%compilation (make-broadcast-stream))) (outer tessera::*source-file*) (tessera::*source-file* name))
    (unwind-protect
         (progn
           (tessera::%set-source-file name)
           (handler-bind ((warning (lambda (warning) (note-warning warning compilation))))
             (funcall function compilation)))
      (tessera::%set-source-file outer))))

;;; Another file that the program loads: what it defines counts, what is wrong with it is its own matter.

(defun look-at-file (name)
  (let ((path (merge-pathnames name (if (string= *folder* "") *default-pathname-defaults* (pathname *folder*)))))
    (unless (or (member (namestring path) *loaded* :test #'string=) (null (ignore-errors (probe-file path))))
      (let ((*loaded* (cons (namestring path) *loaded*)) (*found* '()) (*package* *package*) (*readtable* *readtable*))
        (with-open-file (stream path)
          (handler-case (call-for-source (file-namestring path) (lambda (compilation) (check-stream stream compilation)))
            (error () nil)))))))

;;; The document. What cannot be read is reported, and everything up to the end of that item made blank for another try.

(defun blank-up-to (text end)
  (let ((text (copy-seq text)))
    (dotimes (i (min end (length text)) text)
      (unless (char= (char text i) #\Newline) (setf (char text i) #\Space)))))

(defun number-behind (word text default)
  (or (tessera::%number-behind word text) default))

(defun position-of-line (text line column)
  (let ((start 0))
    (loop repeat (1- line)
          for newline = (position #\Newline text :start start)
          while newline do (setq start (1+ newline)))
    (min (length text) (+ start (max 0 (1- column))))))

(defun check-text (text ends compilation)
  (loop repeat 100
        do (handler-case (return (with-input-from-string (stream text) (check-stream stream compilation)))
             ((or reader-error end-of-file) (condition)
               (let* ((message (princ-to-string condition)) (line (number-behind "line " message 1)) (column (number-behind "column " message 1))
                      (place (position-of-line text line column)))
                 (found line column :error "reader" (sentence message))
                 (setq text (blank-up-to text (or (find-if (lambda (end) (>= end place)) ends) (length text)))))))))

(defmacro with-document ((text name folder) &body body)
  `(let ((*found* '()) (*folder* ,folder) (*package* (find-package "COMMON-LISP-USER")) (*readtable* (copy-readtable nil))
         (*loaded* (list (concatenate 'string ,folder ,name))))
     (check-type ,text string)
     ,@body))

(defun findings (text ends name folder)
  "What is wrong with TEXT, of the file NAME in FOLDER, as a text: the list *FOUND*. ENDS is the text of a list: where expressions at toplevel
end."
  (with-document (text name folder)
    (call-for-source name
                     (lambda (compilation)
                       (tessera::%call-in-unit (lambda () (check-text text (read-from-string ends) compilation)) nil)))
    (with-standard-io-syntax
      (prin1-to-string (sort *found* (lambda (a b) (or (< (first a) (first b)) (and (= (first a) (first b)) (< (second a) (second b))))))))))

(defun expansion (text ends name folder position)
  "What the call of a macro becomes that stands at POSITION, a text, of TEXT; and the rest as for FINDINGS."
  (with-document (text name folder)
    (let ((at (parse-integer position)) (*loaded* *loaded*))
      (call-for-source name (lambda (compilation)
                              (check-text (concatenate 'string (subseq text 0 (or (find-if (lambda (end) (<= end at)) (reverse (read-from-string ends))) 0)))
                                          (read-from-string ends) compilation)
                              (let ((form (with-input-from-string (stream text :start at) (read stream))) (*print-pretty* t) (*print-right-margin* 100)
                                    (*print-case* :downcase))
                                (prin1-to-string (macroexpand-1 form))))))))

(provide "analysis")

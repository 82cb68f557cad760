;;; Programs made by chance, for the readers and expanders of languages: texts of a language's words and of odd pieces,
;;; mostly well formed, then damaged. The file of each language here loads this one.

(defpackage "FUZZ-TEXTS" (:use "COMMON-LISP") (:export "TRY-TEXTS"))
(in-package "FUZZ-TEXTS")

(defvar *words* '() "The names that forms begin with, mostly.")
(defvar *pieces* '() "What texts are made of besides.")
(defvar *brackets* '("()") "What encloses forms, the opening and the closing one; the more often something stands here, the more often it is taken.")
(defvar *characters* "" "What characters are changed to.")

(defun one-of (sequence) (elt sequence (random (length sequence))))
(defun piece () (one-of (if (zerop (random 3)) *words* *pieces*)))

(defun form-text (depth)
  "Returns a text that is mostly well formed."
  (with-output-to-string (text)
    (labels ((add (depth)
               (if (or (zerop depth) (zerop (random 3)))
                   (write-string (piece) text)
                   (let ((brackets (one-of *brackets*)))
                     (write-char (char brackets 0) text)
                     (when (and (char= (char brackets 0) #\() (plusp (random 8))) (write-string (one-of *words*) text))
                     (loop repeat (random 5)
                           do (write-char #\Space text) (add (1- depth)))
                     (write-char (char brackets 1) text)))))
      (add depth))))

(defun damaged (text)
  "Returns TEXT with a few characters changed, left out or put in."
  (let ((text (copy-seq text)))
    (loop repeat (random 3)
          while (plusp (length text))
          do (let ((place (random (length text))))
               (setf text (case (random 3)
                            (0 (concatenate 'string (subseq text 0 place) (subseq text (1+ place))))
                            (1 (concatenate 'string (subseq text 0 place) (piece) (subseq text place)))
                            (t (setf (char text place) (one-of *characters*)) text)))))
    text))

(defun try-texts (count expand words pieces characters &optional (brackets *brackets*))
  "Gives COUNT texts to the function EXPAND, which returns NIL or a condition that is not the language's own. Signals an
error at the first such condition."
  (let ((*words* words) (*pieces* pieces) (*characters* characters) (*brackets* brackets))
    (loop repeat count
          do (let* ((text (damaged (form-text 4))) (fault (funcall expand text)))
               (when fault (error "The text ~S gives ~S: ~A" text (type-of fault) fault))))))

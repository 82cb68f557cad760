;;; Programs made by chance, for the readers and expanders of languages: texts of a language's words and of odd pieces,
;;; mostly well formed, then damaged. The files of other texts here use parts of it.

(defpackage "FUZZ-TEXTS" (:use "COMMON-LISP") (:export "DAMAGED" "JSON-VALUE" "ONE-OF" "TRY-TEXTS"))
(in-package "FUZZ-TEXTS")

(defvar *words* '() "The names that forms begin with, mostly.")
(defvar *pieces* '() "What texts are made of besides.")
(defvar *brackets* '("()") "What encloses forms, the opening and the closing one; the more often something stands here, the more often it is taken.")

(defun one-of (sequence)
  "Returns an element of SEQUENCE by chance."
  (elt sequence (random (length sequence))))

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

(defun damaged (text pieces &key (most 2) (longest 1))
  "Returns TEXT with parts cut out, doubled, or replaced by one of PIECES, and with some of these put in: at MOST such
changes, of at most LONGEST characters."
  (loop repeat (random (1+ most))
        do (let* ((from (random (1+ (length text)))) (to (min (length text) (+ from (random (1+ longest))))) (part (subseq text from to)))
             (setf text (concatenate 'string (subseq text 0 from)
                                     (ecase (random 4)
                                       (0 "")
                                       (1 (concatenate 'string part part))
                                       (2 (one-of pieces))
                                       (3 (concatenate 'string (one-of pieces) part)))
                                     (subseq text to)))))
  text)

(defun json-value (depth text name)
  "Returns a value by chance, at most DEPTH deep, as the module json has it. TEXT and NAME are functions that return its
strings and the names of its fields."
  (case (random (if (zerop depth) 6 8))
    (0 nil) (1 t) (2 :false)
    (3 (- (random 2000000) 1000000))
    (4 (/ (- (random 2000) 1000) 8d0))
    (5 (funcall text))
    (6 (coerce (loop repeat (random 4) collect (json-value (1- depth) text name)) 'simple-vector))
    (t (cons :object (loop repeat (random 4) collect (cons (funcall name) (json-value (1- depth) text name)))))))

(defun try-texts (count expand words pieces characters &optional (brackets *brackets*))
  "Gives COUNT texts of WORDS and PIECES to the function EXPAND, which returns NIL or a condition that is not the
language's own. Signals an error at the first such condition."
  (let ((*words* words) (*pieces* pieces) (*brackets* brackets) (odd (append pieces words (map 'list #'string characters))))
    (loop repeat count
          do (let* ((text (damaged (form-text 4) odd)) (fault (funcall expand text)))
               (when fault (error "The text ~S gives ~S: ~A" text (type-of fault) fault))))))

;;; Finds characters in the table *UNICODE-NAMES*, a string of lines with a code in hexadecimal digits and a name, in
;;; the order of the codes.
(in-package "TESSERA")

(defvar *unicode-names*)
(setf (documentation '*unicode-names* 'variable) "The lines of all names.")

(defvar *unicode-codes* nil "A hash table from names to codes, once one was asked for.")

;;; Hangul: an initial consonant, a vowel, and a final consonant or none.

(defparameter *jamo*
  (flet ((words (string)
           (mapcar (lambda (word) (string-trim "-" word)) (%words-of string))))
    (mapcar #'words '("G GG N D DD R M B BB S SS - J JJ C K T P H"
                      "A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I"
                      "- G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H")))
  "The names of the three parts of a syllable.")

(defun %map-syllables (function)
  "Calls FUNCTION with the code and the name of each syllable."
  (let ((code #xAC00))
    (destructuring-bind (initials vowels finals) *jamo*
      (dolist (initial initials)
        (dolist (vowel vowels)
          (dolist (final finals)
            (funcall function code (concatenate 'string "HANGUL_SYLLABLE_" initial vowel final))
            (incf code)))))))

(defun %syllable-name (code)
  "Returns the name of the syllable CODE."
  (multiple-value-bind (rest final) (floor (- code #xAC00) 28)
    (multiple-value-bind (initial vowel) (floor rest 21)
      (format nil "HANGUL_SYLLABLE_~A~A~A" (nth initial (first *jamo*)) (nth vowel (second *jamo*)) (nth final (third *jamo*))))))

;;; The table.

(defun %line-start (position)
  "Returns the start of the table's line that contains POSITION."
  (let ((end (position #\Newline *unicode-names* :end position :from-end t)))
    (if end (1+ end) 0)))

(defun %name-in-table (code)
  "Returns the name of CODE in the table, or NIL."
  (let ((low 0) (high (length *unicode-names*)))
    (loop while (< low high)
          do (let ((start (%line-start (ash (+ low high) -1))))
               (multiple-value-bind (found end) (parse-integer *unicode-names* :start start :radix 16 :junk-allowed t)
                 (let ((line-end (position #\Newline *unicode-names* :start end)))
                   (cond ((= found code) (return (subseq *unicode-names* (1+ end) line-end)))
                         ((< found code) (setf low (1+ line-end)))
                         (t (setf high start)))))))))

(defun %codes-by-name ()
  "Returns the hash table of all names."
  (or *unicode-codes*
      (let ((table (make-hash-table :test 'equal :size 50000)) (start 0) (size (length *unicode-names*)))
        (loop while (< start size)
              do (multiple-value-bind (code end) (parse-integer *unicode-names* :start start :radix 16 :junk-allowed t)
                   (let ((line-end (position #\Newline *unicode-names* :start end)))
                     (setf (gethash (subseq *unicode-names* (1+ end) line-end) table) code
                           start (1+ line-end)))))
        (%map-syllables (lambda (code name) (setf (gethash name table) code)))
        (setf *unicode-codes* table))))

(defun %unicode-name (code)
  "Returns Unicode's name of the character CODE, or NIL."
  (if (<= #xAC00 code #xD7A3)
      (%syllable-name code)
      (%name-in-table code)))

(defun %unicode-code (name)
  "Returns the code of the character that Unicode calls NAME, or NIL."
  (values (gethash (string-upcase name) (%codes-by-name))))

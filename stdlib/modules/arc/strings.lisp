;;; Arc's strings, characters and symbols (module arc).
(in-package "TESSERA-ARC")

(define "string" (&rest objects)
  "Returns the texts that disp writes for OBJECTS, joined; lists are replaced by their elements, and nil is empty."
  (with-output-to-string (text)
    (labels ((add (object)
               (cond ((null object))
                     ((stringp object) (write-string object text))
                     ((characterp object) (write-char object text))
                     ((consp object) (loop while (consp object) do (add (pop object))) (add object))
                     (t (write-object object text nil)))))
      (mapc #'add objects))))

(define "newstring" (length &optional (char #\Nul)) "Returns a new string of LENGTH characters CHAR." (make-string length :initial-element char))
(define "recstring" (test string &optional (start 0))
  "Returns the first value of TEST for an index of STRING that is not nil."
  (loop for place from start below (length string)
        for value = (funcall (callable test) place)
        when value return value))

(define "whitec" (char) "True if CHAR is a space, newline, tab or return." (and (member char '(#\Space #\Newline #\Tab #\Return)) t))
(define "nonwhite" (char) "True if CHAR is not a space, newline, tab or return." (not (arc::|whitec| char)))
(define "letter" (char) "True if CHAR is a letter of ASCII." (or (char<= #\a char #\z) (char<= #\A char #\Z)))
(define "digit" (char) "True if CHAR is a digit of ASCII." (char<= #\0 char #\9))
(define "alphadig" (char) "True if CHAR is a letter or digit." (or (arc::|letter| char) (arc::|digit| char)))
(define "punc" (char) "True if CHAR is a mark of punctuation." (and (find char ".,;:!?") t))

(defun changed-case (object change)
  "Returns OBJECT, a string, character, symbol or nil, in capitals if CHANGE is :UP, else in small letters."
  (typecase object
    (null nil)
    (character (if (eq change :up) (char-upcase object) (char-downcase object)))
    (string (if (eq change :up) (string-upcase object) (string-downcase object)))
    (symbol (arc-symbol (changed-case (symbol-text object nil) change)))
    (t (fail "Can't change the case of ~A" (shown object)))))

(define "upcase" (object) "Returns OBJECT, a string, character or symbol, in capitals." (changed-case object :up))
(define "downcase" (object) "Returns OBJECT, a string, character or symbol, in small letters." (changed-case object :down))

(define "headmatch" (pattern sequence &optional (start 0))
  "True if the elements of PATTERN are those of SEQUENCE from START on."
  (let ((pattern (iterable pattern)) (rest (nthcdr start (iterable sequence))))
    (loop for element in pattern
          always (and (consp rest) (arc::|is| element (pop rest))))))

(define "litmatch" (pattern string &optional (start 0)) "True if STRING has PATTERN at START." (arc::|begins| string pattern start))
(define "endmatch" (pattern sequence)
  "True if SEQUENCE ends with the elements of PATTERN."
  (arc::|headmatch| (reverse (iterable pattern)) (reverse (iterable sequence))))

(define "begins" (sequence pattern &optional (start 0))
  "True if SEQUENCE has PATTERN at START."
  (and (<= (+ start (arc::|len| pattern)) (arc::|len| sequence))
       (arc::|headmatch| pattern sequence start)))

(define "findsubseq" (pattern sequence &optional (start 0))
  "Returns the place where PATTERN is first in SEQUENCE, from START on."
  (search pattern sequence :start2 start :test (lambda (first second) (arc::|is| first second))))

(define "posmatch" (pattern sequence &optional (start 0))
  "Returns the place where PATTERN, a sequence or a test of elements, is first in SEQUENCE."
  (if (functionp pattern)
      (arc::|pos| pattern sequence start)
      (arc::|findsubseq| pattern sequence start)))

(define "subst" (new old string)
  "Returns STRING with NEW wherever it has OLD."
  (with-output-to-string (text)
    (loop for start = 0 then (+ place (length old))
          for place = (if (string= old "") nil (search old string :start2 start))
          do (write-string string text :start start :end place)
          while place
          do (write-object new text nil))))

(define "multisubst" (pairs string)
  "Returns STRING with the second of each of PAIRS wherever it has the first."
  (with-output-to-string (text)
    (let ((place 0))
      (loop while (< place (length string))
            do (let ((pair (find-if (lambda (pair) (arc::|begins| string (first pair) place)) pairs)))
                 (cond (pair (write-string (arc::|string| (second pair)) text)
                             (incf place (max 1 (length (first pair)))))
                       (t (write-char (char string place) text)
                          (incf place))))))))

(defun separator-p (separator)
  "Returns SEPARATOR, a character, function or list of characters, as a test."
  (if (consp separator)
      (lambda (char) (member char separator))
      (testify separator)))

(define "tokens" (string &optional (separator #'arc::|whitec|))
  "Returns the parts of STRING between characters that SEPARATOR, a character or test, is; empty ones are left out."
  (let ((test (separator-p separator)) (parts '()) (start nil))
    (loop for place from 0 to (length string)
          do (cond ((and (< place (length string)) (not (funcall test (char string place))))
                    (unless start (setf start place)))
                   (start (push (subseq string start place) parts)
                          (setf start nil))))
    (nreverse parts)))

(define "halve" (string &optional (separator #'arc::|whitec|))
  "Returns a list of STRING up to the first character, but not at its beginning, that SEPARATOR is, and of the rest."
  (let ((place (position-if (separator-p separator) string :start (min 1 (length string)))))
    (if place (list (subseq string 0 place) (subseq string place)) (list string))))

(define "positions" (test sequence)
  "Returns the places in SEQUENCE of elements that TEST holds of."
  (let ((test (testify test)))
    (loop for element in (iterable sequence) for place from 0
          when (funcall test element) collect place)))

(define "lines" (string)
  "Returns the lines of STRING."
  (mapcar (lambda (line) (string-right-trim '(#\Return) line)) (tessera::%split-at #\Newline string)))

(define "slices" (string test)
  "Returns the parts of STRING between characters that TEST holds of."
  (let ((test (testify test)))
    (loop for start = 0 then (1+ end)
          for end = (position-if test string :start start)
          collect (subseq string start end)
          while end)))

(define "blank" (string) "True if STRING has nothing but white space." (every #'arc::|whitec| string))
(define "nonblank" (string) "Returns STRING, unless it is blank." (if (arc::|blank| string) nil string))

(define "trim" (string &optional (where 'arc::|both|) (test #'arc::|whitec|))
  "Returns STRING without characters that TEST holds of at its front, end, or both, as WHERE says."
  (let* ((test (testify test))
         (start (if (member where '(arc::|front| arc::|both|)) (or (position-if-not test string) (length string)) 0))
         (end (if (member where '(arc::|end| arc::|both|)) (1+ (or (position-if-not test string :from-end t) -1)) (length string))))
    (subseq string start (max start end))))

(define "num" (number &optional (digits 2) (trail-zeros nil) (init-zero nil))
  "Returns NUMBER as a string with commas, and at most DIGITS digits after the point; with zeros at the end if
TRAIL-ZEROS, and 0 before the point if INIT-ZERO."
  (multiple-value-bind (whole rest) (truncate (round (* (abs (rational number)) (expt 10 digits))) (expt 10 digits))
    (let* ((fraction (if (plusp digits) (format nil "~v,'0D" digits rest) ""))
           (shown (if trail-zeros fraction (string-right-trim "0" fraction))))
      (concatenate 'string (if (and (minusp number) (not (and (zerop whole) (zerop rest)))) "-" "")
                   (if (and (zerop whole) (not init-zero) (string/= shown "")) "" (format nil "~:D" whole))
                   (if (string= shown "") "" ".")
                   shown))))

(define "pluralize" (count string) "Returns STRING, with an s unless COUNT, a number or list, is one."
  (if (or (eql count 1) (arc::|single| count)) string (concatenate 'string string "s")))
(define "plural" (count string) "Returns COUNT and STRING, in the plural if COUNT is not one."
  (arc::|string| count #\Space (arc::|pluralize| count string)))

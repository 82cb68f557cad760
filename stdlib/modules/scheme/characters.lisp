;;; Letters of all alphabets: their cases and classes in Unicode, where Common Lisp's differ (Scheme's library).
;;;
;;; In Common Lisp a letter has a case if there is exactly one letter that is the same in the other case, and is
;;; alphabetic if its category is. The tables have what is otherwise in Unicode 14.

(in-package "TESSERA-SCHEME")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun boundaries (distances)
    "Returns the vector of the codes that DISTANCES make, each counted from the one before it. At each code the
membership in a set changes; 0 is not in the set."
    (let ((code 0))
      (map '(simple-array (unsigned-byte 32) (*)) (lambda (distance) (incf code distance)) distances))))

(defun between-boundaries-p (code boundaries)
  "True if CODE is in the set whose members begin and end at BOUNDARIES."
  (let ((low 0) (high (length boundaries)))         ; what is below LOW is not greater than CODE, what is from HIGH on is
    (loop while (< low high)
          do (let ((middle (ash (+ low high) -1)))
               (if (<= (aref boundaries middle) code) (setq low (1+ middle)) (setq high middle))))
    (oddp low)))

(macrolet ((class (name plain documentation &rest distances)
             `(defun ,name (char)
                ,documentation
                (let ((code (char-code char)))
                  (if (< code 128)
                      (,plain char)
                      (not (eq (between-boundaries-p code (load-time-value (boundaries ',distances))) (and (,plain char) t))))))))
  (class alphabetic-p alpha-char-p "True if CHAR is alphabetic."
      837 1 618 14 1 1 1 2 1 2 1 1 72 11 48 13 1 7 16 1 101 7 4 4 2 2 4 1 35 1 30 16 102 11 101 2 3 9 1 3 1 4 167 12 3 7 6 20 54 2 2 15 1 2 5 3 10
      2 29 3 58 7 2 2 2 2 10 1 10 2 29 3 58 5 4 2 2 2 4 1 30 2 3 1 11 3 58 8 1 3 1 2 21 2 22 3 4 3 58 7 2 2 2 2 9 2 10 2 30 1 59 5 3 3 1 3 10 1 40
      4 58 7 1 3 1 3 8 2 11 2 29 3 58 7 1 3 1 3 8 2 11 2 28 4 58 7 1 3 1 3 10 1 10 2 29 3 75 6 1 1 1 8 18 2 61 1 2 7 18 1 99 1 2 6 1 2 16 1 163 17
      11 11 1 36 110 12 1 1 2 4 23 4 4 3 1 3 2 7 3 4 13 12 1 1 10 4 1616 3 33 2 30 2 30 2 30 2 66 19 188 2 34 1 118 12 4 9 222 5 57 10 2 20 74 2
      11 3 49 5 48 15 60 3 30 9 2 2 57 11 50 19 432 14 907 3 2 4 3159 32 519 1 25 9 14 3 30265 8 34 2 70 10 274 1 8 1 23 5 88 2 50 16 1 1 57 1 38
      5 28 12 45 4 48 12 37 1 67 14 12 1 8 2 45 3 50 1 1 3 2 2 5 1 44 5 5 1 237 8 20275 1 1569 53 460 1 8 1 43 5 86 5 1579 3 1 2 5 4 788 4 387 2
      339 3 53 14 45 2 13 1 45 9 9 1 61 3 36 12 18 2 57 3 48 13 14 2 92 9 2 1 6 1 160 10 23 4 58 7 2 2 2 2 10 1 10 2 209 13 1 3 106 18 237 7 2 7
      29 2 82 15 1 1 106 11 103 14 257 13 247 6 1 2 2 2 3 1 1 1 142 7 2 6 4 1 28 10 42 5 1 4 18 11 46 14 407 8 1 7 83 22 1 14 122 6 3 1 1 2 1 3 1
      1 3 1 66 5 1 2 1 4 348 4 1289 111 19168 1 1 55 7 4 93 2 19628 1 9057 7 1 17 2 7 1 2 1 5 2332 1 2024 26 6 26 6 26)
  (class upper-p upper-case-p "True if CHAR is a capital letter."
      304 1 673 3 31 1 6825 1 233 8 8 8 8 8 12 1 15 1 47 1 261 1 4 1 3 3 2 3 2 1 3 5 6 1 1 1 1 1 1 4 2 2 1 1 10 2 5 1 111290 26 26 26 26 26 26 1 1
      2 2 1 2 2 2 4 1 8 26 26 26 2 1 4 2 8 1 7 27 2 1 4 1 5 1 1 3 7 27 26 26 26 26 26 26 26 26 26 26 26 30 25 33 25 33 25 33 25 33 25 33 1 6501 26
      6 26 6 26)
  (class lower-p lower-case-p "True if CHAR is a small letter."
      170 1 10 1 4 1 36 1 81 1 6 1 16 1 53 1 13 1 13 1 14 2 14 1 3 1 49 1 48 1 18 6 27 1 2 1 1 1 2 3 2 1 1 1 2 1 5 2 1 1 2 2 1 7 1 2 1 1 2 3 6 5 1
      1 1 8 2 26 7 2 30 5 96 1 52 1 21 1 31 1 17 1 13 2 3 2 25 2 3 1 6 1 355 1 38 2 5879 9 119 121 1 3 1 16 1 49 214 8 1 1 176 1 1 1 1 1 1 1 91 1
      1 1 1 2 6 1 3 1 1 1 1 2 10 2 2 2 10 3 1 2 10 1 1 1 1 2 121 1 13 1 16 13 109 1 3 2 3 1 27 1 4 1 4 1 2 2 8 4 2855 1 2 1 2 7 102 1 31159 2 146
      2 62 9 21 1 6 1 25 1 35 1 1 1 34 3 821 35 1 7 1 13 20375 7 12 5 3176 1 2 3 1 42 1 9 52319 26 26 7 1 18 26 26 26 4 1 1 1 7 1 11 26 26 26 26
      26 26 26 26 26 26 26 26 26 26 26 26 26 28 28 25 1 6 26 25 1 6 26 25 1 6 26 25 1 6 26 25 1 6 1 1 1844 10 1 20))

(defun ignorable-p (char)
  "True if CHAR does not end a word for the purpose of its case: accents, apostrophes, ..."
  (between-boundaries-p (char-code char)
    (load-time-value (boundaries '(
      39 1 6 1 11 1 35 1 1 1 71 1 4 1 1 1 4 1 2 2 503 192 4 2 4 1 9 2 1 1 251 7 207 1 5 1 49 45 1 1 1 2 1 2 1 1 44 1 11 6 10 11 1 1 35 1 10 21 16
      1 101 8 1 10 1 4 33 1 1 1 30 27 91 11 58 11 4 1 2 1 24 24 43 3 44 1 7 2 6 8 41 58 55 1 1 1 4 8 4 1 3 7 10 2 13 1 15 1 58 1 4 4 8 1 20 2 26 1
      2 2 57 1 4 2 4 2 2 3 3 1 30 2 3 1 11 2 57 1 4 5 1 2 4 1 20 2 22 6 1 1 58 1 2 1 1 4 8 1 7 2 11 2 30 1 61 1 12 1 50 1 3 1 55 1 1 3 5 3 1 4 7 2
      11 2 29 1 58 1 2 1 6 1 5 2 20 2 28 2 57 2 4 4 8 1 20 2 29 1 72 1 7 3 1 1 90 1 2 7 11 9 98 1 2 9 9 1 1 6 74 2 27 1 1 1 1 1 55 14 1 5 1 2 5 11
      1 36 9 1 102 4 1 6 1 2 2 2 25 2 4 3 16 4 13 1 2 2 6 1 15 1 94 1 608 3 946 3 29 2 30 2 30 2 64 2 1 7 8 1 2 11 3 1 5 1 45 5 51 1 65 2 34 1 118
      3 4 2 9 1 6 3 219 2 2 1 58 1 1 7 1 1 1 1 2 8 6 10 2 1 39 1 8 31 49 4 48 1 1 5 1 1 5 1 40 9 12 2 32 4 2 2 1 3 56 1 1 2 3 1 1 3 58 8 2 2 64 6
      82 3 1 13 1 7 4 1 6 1 3 2 50 63 13 1 34 101 445 1 1 3 11 3 13 3 13 3 13 2 12 5 8 2 10 1 2 1 2 5 49 5 1 10 1 1 13 1 16 13 51 33 2955 2 113 3
      125 1 15 1 96 32 47 1 469 1 36 4 3 5 5 1 93 6 93 3 28438 1 1250 6 270 1 98 4 1 10 1 1 28 4 80 2 14 34 78 1 23 3 103 3 3 2 8 1 3 1 4 1 25 2 5
      1 151 2 26 18 13 1 38 8 25 11 46 3 48 1 2 4 2 2 17 1 21 2 66 6 2 2 2 2 12 1 8 1 35 1 11 1 51 1 1 3 2 2 5 2 1 1 27 1 14 2 5 2 1 1 100 5 9 3
      121 1 2 1 4 1 20272 1 147 17 573 16 3 1 12 16 34 1 2 1 169 1 7 1 6 1 11 1 35 1 1 1 47 1 45 2 67 1 21 3 513 1 226 1 149 5 1029 6 1 42 1 9 582
      3 1 2 5 4 40 3 4 1 165 2 573 4 387 2 153 11 49 4 123 1 54 15 41 1 2 2 10 3 49 4 2 2 2 1 4 1 10 1 50 3 36 5 1 8 62 1 12 2 52 9 10 4 2 1 95 3
      2 1 1 2 6 1 160 1 3 8 21 2 57 2 3 1 37 7 3 5 195 8 2 3 1 1 23 1 84 6 1 1 4 2 1 2 238 4 6 2 1 2 27 2 85 8 2 1 1 2 106 1 1 1 2 6 1 1 101 3 2 4
      1 5 259 9 1 2 256 2 1 1 4 1 144 4 2 2 4 1 32 10 40 6 2 4 8 1 9 6 2 3 46 13 1 2 406 7 1 6 1 1 82 22 2 7 1 2 1 2 122 6 3 1 1 2 1 7 1 1 72 2 3
      1 1 1 347 2 5435 9 14007 5 59 7 9 4 1035 1 63 17 64 2 1 2 16395 4 1 7 1 2 3230 2 1 4 4700 46 2 23 544 3 9 16 2 7 30 4 148 3 1979 55 4 50 8 1
      14 1 22 5 1 15 1360 7 1 17 2 7 1 2 1 5 261 14 368 1 61 4 1504 7 109 8 2735 5 789505 1 30 96 128 240)))))

;;; From one letter to one.

(defun letters-table (pairs)
  "Returns a hash table from the first to the second of each two characters of the string PAIRS."
  (let ((table (make-hash-table)))
    (loop for i from 0 below (length pairs) by 2 do (setf (gethash (char pairs i) table) (char pairs (1+ i))))
    table))

(defparameter *capitals* (letters-table "µΜıIſSǅǄǈǇǋǊǲǱͅΙςΣϐΒϑΘϕΦϖΠϰΚϱΡϵΕᲀВᲁДᲂОᲃСᲄТᲅТᲆЪᲇѢᲈꙊẛṠιΙ"))
(defparameter *small-letters* (letters-table "İiǅǆǈǉǋǌǲǳϴθẞßΩωKkÅå"))

(defun upcase (char)
  "Returns the capital of CHAR in Unicode, or CHAR if it has none."
  (let ((capital (char-upcase char)))
    (if (and (char= capital char) (> (char-code char) 127)) (gethash char *capitals* char) capital)))

(defun downcase (char)
  "Returns the small letter of CHAR in Unicode, or CHAR if it has none."
  (let ((small (char-downcase char)))
    (if (and (char= small char) (> (char-code char) 127)) (gethash char *small-letters* char) small)))

(defun foldcase (char)
  "Returns the character that represents CHAR in comparisons without regard to case: a small letter, but a capital for
Cherokee, whose capitals came first into Unicode. The i without a dot differs from an i."
  (let ((code (char-code char)))
    (cond ((< code 128) (char-downcase char))
          ((or (<= #x13A0 code #x13FD) (<= #xAB70 code #xABBF)) (upcase char))
          ((find char "İı") char)
          (t (downcase (upcase char))))))

(defun cased-p (char)
  "True if CHAR is a letter of either case, or of both, as ǅ."
  (or (upper-p char) (lower-p char) (char/= (upcase char) char)))

;;; From strings to strings: some letters become several.

(defparameter *capital-texts*
  (let ((table (make-hash-table)) (words
  " ßSS ŉʼN ǰJ̌ ΐΪ́ ΰΫ́ ևԵՒ ẖH̱ ẗT̈ ẘW̊ ẙY̊ ẚAʾ ὐΥ̓ ὒΥ̓̀ ὔΥ̓́ ὖΥ̓͂ ᾀἈΙ ᾁἉΙ ᾂἊΙ ᾃἋΙ ᾄἌΙ ᾅἍΙ ᾆἎΙ ᾇἏΙ ᾈἈΙ ᾉἉΙ ᾊἊΙ ᾋἋΙ ᾌἌΙ ᾍἍΙ ᾎἎΙ ᾏἏΙ ᾐἨΙ ᾑἩΙ ᾒἪΙ
   ᾓἫΙ ᾔἬΙ ᾕἭΙ ᾖἮΙ ᾗἯΙ ᾘἨΙ ᾙἩΙ ᾚἪΙ ᾛἫΙ ᾜἬΙ ᾝἭΙ ᾞἮΙ ᾟἯΙ ᾠὨΙ ᾡὩΙ ᾢὪΙ ᾣὫΙ ᾤὬΙ ᾥὭΙ ᾦὮΙ ᾧὯΙ ᾨὨΙ ᾩὩΙ ᾪὪΙ ᾫὫΙ ᾬὬΙ ᾭὭΙ ᾮὮΙ ᾯὯΙ ᾲᾺΙ ᾳΑΙ ᾴΆΙ ᾶΑ͂ ᾷΑ͂Ι ᾼΑΙ
   ῂῊΙ ῃΗΙ ῄΉΙ ῆΗ͂ ῇΗ͂Ι ῌΗΙ ῒΪ̀ ΐΪ́ ῖΙ͂ ῗΪ͂ ῢΫ̀ ΰΫ́ ῤΡ̓ ῦΥ͂ ῧΫ͂ ῲῺΙ ῳΩΙ ῴΏΙ ῶΩ͂ ῷΩ͂Ι ῼΩΙ ﬀFF ﬁFI ﬂFL ﬃFFI ﬄFFL ﬅST ﬆST ﬓՄՆ ﬔՄԵ ﬕՄԻ ﬖՎՆ
   ﬗՄԽ "))
    (loop for from = 1 then (1+ to)
          for to = (position-if (lambda (char) (find char '(#\Space #\Newline))) words :start from)
          while to when (< from to) do (setf (gethash (char words from) table) (subseq words (1+ from) to)))
    table)
  "A table from letters without a single capital to the strings that are their capitals.")

(defun ascii-p (string)
  "True if all characters of STRING are ASCII."
  (every (lambda (char) (< (char-code char) 128)) string))

(defun string-up (string)
  "Returns STRING in capital letters."
  (if (ascii-p string)
      (string-upcase string)
      (with-output-to-string (out)
        (loop for char across string
              for text = (gethash char *capital-texts*)
              do (if text (write-string text out) (write-char (upcase char) out))))))

(defun string-fold (string)
  "Returns STRING in the form that is compared without regard to case."
  (if (ascii-p string)
      (string-downcase string)
      (with-output-to-string (out)
        (loop for char across string
              for text = (gethash char *capital-texts*)
              do (cond (text (loop for capital across text do (write-char (downcase capital) out)))
                       ((char= char #\ẞ) (write-string "ss" out))
                       ((char= char #\İ) (write-string "i̇" out))
                       (t (write-char (foldcase char) out)))))))

(defun word-end-p (string index)
  "True if a cased letter precedes INDEX in STRING, and none follows it in the same word."
  (flet ((cased-p (position) (and position (cased-p (char string position)))))
    (and (cased-p (position-if-not #'ignorable-p string :end index :from-end t))
         (not (cased-p (position-if-not #'ignorable-p string :start (1+ index)))))))


(defun string-down (string)
  "Returns STRING in small letters; a sigma at the end of a word is the final one."
  (if (ascii-p string)
      (string-downcase string)
      (with-output-to-string (out)
        (loop for char across string
              for i from 0
              do (cond ((char= char #\İ) (write-string "i̇" out))
                       ((and (char= char #\Σ) (word-end-p string i)) (write-char #\ς out))
                       (t (write-char (downcase char) out)))))))

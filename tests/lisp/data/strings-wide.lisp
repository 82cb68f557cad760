;;; Strings with one byte for each character, and storing a wider character in them: chapter 16.

;; Storing a wide character: the string keeps its identity.
(let* ((s (copy-seq "abc")) (list (list s s)))
  (setf (char s 1) #\λ)
  (list (eq (first list) (second list)) (first list) (length s) (simple-string-p s)))
                                                         => (t "aλc" 3 t)
(let* ((s (make-string 3 :initial-element #\a))
       (d (make-array 2 :element-type 'character :displaced-to s :displaced-index-offset 1)))
  (setf (char d 0) #\λ)
  (list s d))                                            => ("aλa" "λa")
(let* ((s (make-string 3 :initial-element #\a))
       (d (make-array 2 :element-type 'character :displaced-to s :displaced-index-offset 1)))
  (setf (char s 2) #\λ)
  (list s d (char d 1)))                                 => ("aaλ" "aλ" #\λ)
(let ((s (copy-seq "abc")))
  (setf (aref s 0) #\中 (aref s 0) #\x)
  (list s (string= s "xbc") (equal s "xbc") (equalp s "XBC") (string< s "xbd")))
                                                         => ("xbc" t t t 2)
(let ((s (copy-seq "abc")) (table (make-hash-table :test 'equal)))
  (setf (char s 2) #\λ (char s 2) #\c (gethash s table) 1)
  (list (gethash "abc" table) (= (sxhash s) (sxhash "abc"))))
                                                         => (1 t)
(let ((s (copy-seq "abc")))
  (setf (char s 2) #\λ (char s 2) #\c)
  (eq (intern (string-upcase s)) (intern "ABC")))        => t
(let ((s (copy-seq "ab")))
  (setf (char s 0) (code-char 255))
  (list (char-code (char s 0)) (char-code (char (string-upcase s) 0)) (length (string-upcase s))))
                                                         => (255 376 2)
(let ((s (copy-seq "äöü"))) (nstring-upcase s) s)        => "ÄÖÜ"
(let ((s (copy-seq "ÿa"))) (nstring-upcase s) s)         => "ŸA"
(string-capitalize "ÿx élan λόγος")                      => "Ÿx Élan Λόγος"
(char-code (char (copy-seq "€") 0))                      => 8364

;; Functions that store many.
(fill (copy-seq "abc") #\λ)                              => "λλλ"
(fill (copy-seq "abc") #\λ :start 1 :end 2)              => "aλc"
(fill (copy-seq "λbc") #\x)                              => "xxx"
(replace (copy-seq "abcd") "λμ" :start1 1)               => "aλμd"
(replace (copy-seq "λμνξ") "ab" :start1 1)               => "λabξ"
(replace (copy-seq "abcd") '(#\λ) :start1 3)             => "abcλ"
(let ((s (copy-seq "abλcd"))) (replace s s :start1 1) s) => "aabλc"
(let ((s (copy-seq "abcd"))) (replace s s :start1 1) s)  => "aabc"
(substitute #\λ #\a "banana")                            => "bλnλnλ"
(nsubstitute #\λ #\a (copy-seq "banana"))                => "bλnλnλ"
(map-into (copy-seq "abc") (lambda (c) (code-char (+ 1000 (char-code c)))) "abc")
                                                         => "щъы"
(map 'string #'char-upcase "aλ")                         => "AΛ"
(concatenate 'string "ab" "λ" '(#\c) #(#\d))             => "abλcd"
(reverse "abλ")                                          => "λba"
(nreverse (copy-seq "abλ"))                              => "λba"
(sort (copy-seq "bλa") #'char<)                          => "abλ"
(subseq "abλcd" 2)                                       => "λcd"
(subseq "abλcd" 3)                                       => "cd"
(let ((s (copy-seq "abcd"))) (setf (subseq s 1 3) "λμ") s) => "aλμd"
(remove #\λ "aλbλ")                                      => "ab"
(make-string 2 :initial-element #\λ)                     => "λλ"
(let ((s (make-string 2))) (setf (char s 0) #\λ (char s 1) #\a) s) => "λa"
(string-trim "λ " " λaλ ")                               => "a"
(search "λb" "aλb")                                      => 1
(mismatch "aλ" "ab")                                     => 1
(position #\λ "abλ")                                     => 2
(coerce '(#\λ #\a) 'string)                              => "λa"
(string-downcase "ÀΛ")                                   => "àλ"
(string/= "aλ" "ab")                                     => 1
(string> "aλ" "ab")                                      => 1
(string-equal "Äλ" "äΛ")                                 => t
(equalp "Äλ" "äΛ")                                       => t
(equalp "äb" #(#\ä #\b))                                 => t
(= (sxhash "äb") (sxhash (subseq "λäb" 1)))              => t

;; Strings that grow.
(let ((s (make-array 1 :element-type 'character :fill-pointer 0 :adjustable t)))
  (dolist (c '(#\a #\λ #\b #\c #\d)) (vector-push-extend c s))
  (list s (length s)))                                   => ("aλbcd" 5)
(let ((s (make-array 3 :element-type 'character :initial-contents "abc" :adjustable t)))
  (adjust-array s 4 :initial-element #\λ)
  s)                                                     => "abcλ"
(let ((s (make-array 2 :element-type 'character :fill-pointer 0 :adjustable t)))
  (with-output-to-string (out s) (write-string "abc" out) (write-char #\λ out) (write-string "d" out))
  s)                                                     => "abcλd"
(let ((a (make-array '(2 2) :element-type 'character :initial-contents '("ab" "cd"))))
  (setf (aref a 1 0) #\λ)
  (list (aref a 0 1) (aref a 1 0) (aref a 1 1)))         => (#\b #\λ #\d)

;; Streams.
(with-output-to-string (out) (write-string "ab" out) (write-char #\λ out) (write-string "ä" out)) => "abλä"
(let ((out (make-string-output-stream)))
  (write-string "λ" out)
  (list (get-output-stream-string out) (progn (write-string "ab" out) (get-output-stream-string out))))
                                                         => ("λ" "ab")
(with-input-from-string (in "aλb") (list (read-char in) (read-char in) (peek-char nil in) (read-line in)))
                                                         => (#\a #\λ #\b "b")
(let ((s (copy-seq "abc")))
  (with-input-from-string (in s) (read-char in) (setf (char s 1) #\λ) (read-line in)))
                                                         => (values "λc" T)
(read-from-string "(|äλ| ä \"é\")")                      => (values (|äλ| |Ä| "é") 12)
(prin1-to-string "é\"λ")                                 => "\"é\\\"λ\""
(format nil "~a ~10a|" "é" "λ")                          => "é λ         |"

;; Names.
(symbol-name (intern "λä"))                              => "λä"
(eq (intern "Ä") (intern (string-upcase "ä")))           => t
(let ((s (copy-seq "WIDE-NAME"))) (setf (char s 0) #\Λ) (symbol-name (make-symbol s))) => "ΛIDE-NAME"

;; The form of storage is not part of the type.
(stringp (make-string 1 :element-type 'base-char))       => t
(typep (copy-seq "λ") '(simple-array character (1)))     => t
(typep (copy-seq "a") '(simple-array character (1)))     => t
(array-element-type "a")                                 => character

;; Narrow, widened and wide strings are read and written by the same machine code.
(defun characters-moved (from to)
  "Returns FROM's characters in TO, in turns from both ends."
  (dotimes (i (length from) to)
    (setf (schar to (- (length from) i 1)) (schar from i)))) => characters-moved
(defun moved-often (text to)
  (loop repeat 2000 do (characters-moved text (copy-seq to)))
  (characters-moved text to)) => moved-often
(moved-often "abc" (make-string 3))                              => "cba"
(moved-often "aλc" (make-string 3))                              => "cλa"
(moved-often (characters-moved "aλc" (make-string 3)) (make-string 3)) => "aλc"
(moved-often "xyz" (concatenate 'string "λλλ"))                  => "zyx"
(schar (characters-moved "aλc" (make-string 3)) 3)               => (error type-error "SCHAR: the index 3 is outside of \"cλa\", whose length is 3")
(let ((s (characters-moved "aλc" (make-string 3)))) (dotimes (i 2000 s) (setf (schar s (mod i 3)) (code-char (+ 955 (mod i 3)))))) => "λμν"
(let ((s (characters-moved "aλc" (make-string 3)))) (setf (schar s 3) #\a))  => (error type-error "SCHAR: the index 3 is outside of \"cλa\", whose length is 3")

(defun code-char-and-back (n) (char-code (code-char n))) => code-char-and-back
(loop for n below 5000 always (= n (code-char-and-back n)))      => t
(code-char-and-back #x10FFFF)                                    => #x10FFFF
(code-char-and-back #x110000)                                    => (error type-error "CODE-CHAR: 1114112 is not of type (INTEGER 0 1114111)")
(code-char-and-back -1)                                          => (error type-error "CODE-CHAR: -1 is not of type (INTEGER 0 1114111)")
(code-char-and-back 1.0)                                         => (error type-error "CODE-CHAR: 1.0 is not of type (INTEGER 0 1114111)")
(code-char-and-back (expt 2 100))                                => (error type-error "CODE-CHAR: 1267650600228229401496703205376 is not of type (INTEGER 0 1114111)")

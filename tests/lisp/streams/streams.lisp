;;; Streams (chapter 21): characters, lines, string streams and streams made of streams.

;;; --- characters
(with-input-from-string (s "abc") (list (read-char s) (read-char s) (read-char s))) => (#\a #\b #\c)
(with-input-from-string (s "") (read-char s))           => (error end-of-file)
(with-input-from-string (s "") (read-char s nil))       => nil
(with-input-from-string (s "") (read-char s nil 'end))  => end
(with-input-from-string (s "ab") (read-char s) (unread-char #\a s) (read-char s)) => #\a
(with-input-from-string (s "ab") (list (peek-char nil s) (read-char s) (peek-char nil s))) => (#\a #\a #\b)
(with-input-from-string (s "ab") (list (read-char-no-hang s) (listen s) (read-char s) (listen s))) => (#\a t #\b nil)
(with-input-from-string (s "äλ𝄞") (list (read-char s) (read-char s) (char-code (read-char s)))) => (#\ä #\λ 119070)
(with-input-from-string (s "a") (clear-input s))        => nil
(read-char 5)                                           => (error type-error "READ-CHAR: 5 is not of type STREAM")
(unread-char 5)                                         => (error type-error "UNREAD-CHAR: 5 is not of type CHARACTER")
(write-char #\a)                                        => (prints "a" #\a)
(write-char 5)                                          => (error type-error "WRITE-CHAR: 5 is not of type CHARACTER")
(with-output-to-string (s) (write-char #\a s) (write-char #\λ s)) => "aλ"

;;; --- lines
(with-input-from-string (s "ab
cd
") (list (read-line s) (read-line s) (read-line s nil 'end))) => ("ab" "cd" end)
(with-input-from-string (s "ab
") (read-line s))                                       => (values "ab" nil)
(with-input-from-string (s "ab") (read-line s))         => (values "ab" t)
(with-input-from-string (s "

") (read-line s))                                       => (values "" nil)
(with-input-from-string (s "") (read-line s))           => (error end-of-file)
(with-input-from-string (s "") (read-line s nil 'end))  => (values end t)
(write-string "abc")                                    => (prints "abc" "abc")
(write-string "abcde" *standard-output* :start 1 :end 3) => (prints "bc" "abcde")
(write-string "abc" nil :start 1)                       => (prints "bc" "abc")
(write-string "abc" *standard-output* :start 4)         => (error type-error "WRITE-STRING: the start 4 is not an integer from 0 to 3")
(write-string 5)                                        => (error type-error "WRITE-STRING: 5 is not of type STRING")
(write-line "abc")                                      => (prints "abc
" "abc")
(write-line "abcde" *standard-output* :end 2)           => (prints "ab
" "abcde")
(terpri)                                                => (prints "
" nil)
(progn (write-string "a") (fresh-line))                 => (prints "a
" t)
(progn (write-string "a") (terpri) (fresh-line))        => (prints "a
" nil)
(fresh-line)                                            => (prints "" nil)
(finish-output)                                         => nil
(force-output)                                          => nil
(clear-output)                                          => nil

;;; --- string streams
(read (make-string-input-stream "(a b)"))               => (a b)
(read-line (make-string-input-stream "abcde" 1 3))      => (values "bc" t)
(make-string-input-stream "abc" 2 1)                    => (error type-error "MAKE-STRING-INPUT-STREAM: the start 2 is not an integer from 0 to 1")
(make-string-input-stream 5)                            => (error type-error "MAKE-STRING-INPUT-STREAM: 5 is not of type STRING")
(read-line (make-string-input-stream (make-array 4 :element-type 'character :fill-pointer 2 :initial-contents "abcd"))) => (values "ab" t)
(let ((s (make-string-output-stream))) (write-string "abc" s) (get-output-stream-string s)) => "abc"
(let ((s (make-string-output-stream))) (write-string "abc" s) (get-output-stream-string s) (get-output-stream-string s)) => ""
(let ((s (make-string-output-stream))) (dotimes (i 1000) (write-string "0123456789" s)) (length (get-output-stream-string s))) => 10000
(get-output-stream-string 5)                            => (error type-error "GET-OUTPUT-STREAM-STRING: 5 is not of type (AND STRING-STREAM (SATISFIES OUTPUT-STREAM-P))")
(with-output-to-string (s))                             => ""
(with-output-to-string (s) (princ 1 s) (princ 'a s))    => "1A"
(with-output-to-string (*standard-output*) (princ 1))   => "1"
(let ((x (make-array 0 :element-type 'character :fill-pointer 0 :adjustable t))) (list (with-output-to-string (s x) (princ "abc" s) 5) x)) => (5 "abc")
(let ((x (make-array 2 :element-type 'character :fill-pointer 2 :adjustable t :initial-contents "ab")))
  (with-output-to-string (s x) (dotimes (i 100) (princ i s)))
  (length x))   => 192
(with-input-from-string (s "abc def") (list (read s) (read s))) => (abc def)
(with-input-from-string (s "abcdef" :start 2 :end 4) (read-line s)) => (values "cd" t)
(let ((i 0)) (with-input-from-string (s "abc def" :index i) (read s)) i) => 4
(let ((i 0)) (with-input-from-string (s "abcdef" :index i :start 1) (read-char s) (read-char s)) i) => 3
(let ((s (make-string-output-stream))) (write-string "ab" s) (fresh-line s) (fresh-line s) (get-output-stream-string s)) => "ab
"
(let ((s (make-string-output-stream))) (close s) (write-char #\a s)) => (error stream-error)
(let ((s (make-string-input-stream "abc"))) (close s) (read-char s)) => (error stream-error)

;;; --- asking
(streamp *standard-output*)                             => t
(streamp 5)                                             => nil
(input-stream-p (make-string-input-stream ""))          => t
(output-stream-p (make-string-input-stream ""))         => nil
(input-stream-p (make-string-output-stream))            => nil
(output-stream-p (make-string-output-stream))           => t
(input-stream-p 5)                                      => (error type-error "INPUT-STREAM-P: 5 is not of type STREAM")
(open-stream-p (make-string-input-stream ""))           => t
(let ((s (make-string-input-stream ""))) (close s) (open-stream-p s)) => nil
(interactive-stream-p (make-string-input-stream ""))    => nil
(subtypep 'character (stream-element-type (make-string-input-stream ""))) => (values t t)
(input-stream-p *terminal-io*)                          => t
(output-stream-p *terminal-io*)                         => t
(read-char (make-string-output-stream))                 => (error stream-error)
(write-char #\a (make-string-input-stream ""))          => (error stream-error)
(typep (make-string-input-stream "") 'string-stream)    => t
(typep (make-broadcast-stream) 'broadcast-stream)       => t
(typep (make-broadcast-stream) 'stream)                 => t
(typep (make-synonym-stream '*standard-input*) 'synonym-stream) => t

;;; --- broadcast
(let ((a (make-string-output-stream)) (b (make-string-output-stream)))
  (princ 'x (make-broadcast-stream a b))
  (list (get-output-stream-string a) (get-output-stream-string b)))   => ("X" "X")
(princ 'x (make-broadcast-stream))                      => x
(broadcast-stream-streams (make-broadcast-stream))      => nil
(let ((a (make-string-output-stream))) (eq a (first (broadcast-stream-streams (make-broadcast-stream a))))) => t
(make-broadcast-stream 5)                               => (error type-error "MAKE-BROADCAST-STREAM: 5 is not of type STREAM")
(make-broadcast-stream (make-string-input-stream ""))   => (error type-error)

;;; --- concatenated
(read-line (make-concatenated-stream (make-string-input-stream "ab") (make-string-input-stream "cd"))) => (values "abcd" t)
(read (make-concatenated-stream (make-string-input-stream "(a ") (make-string-input-stream "b)"))) => (a b)
(read-char (make-concatenated-stream) nil 'end)         => end
(let ((s (make-concatenated-stream (make-string-input-stream "a") (make-string-input-stream "b"))))
  (list (read-char s) (progn (unread-char #\a s) (read-char s)) (read-char s) (read-char s nil)))   => (#\a #\a #\b nil)
(length (concatenated-stream-streams (make-concatenated-stream (make-string-input-stream "a")))) => 1

;;; --- two-way, echo, synonym
(let* ((o (make-string-output-stream)) (s (make-two-way-stream (make-string-input-stream "abc") o)))
  (princ (read-char s) s)
  (get-output-stream-string o))   => "a"
(let* ((i (make-string-input-stream "abc")) (s (make-two-way-stream i (make-string-output-stream)))) (eq i (two-way-stream-input-stream s))) => t
(make-two-way-stream (make-string-output-stream) (make-string-output-stream)) => (error type-error)
(two-way-stream-input-stream 5)                         => (error type-error "TWO-WAY-STREAM-INPUT-STREAM: 5 is not of type TWO-WAY-STREAM")
(let* ((o (make-string-output-stream)) (s (make-echo-stream (make-string-input-stream "abc") o)))
  (read-char s)
  (read-char s)
  (get-output-stream-string o))   => "ab"
(let* ((o (make-string-output-stream)) (s (make-echo-stream (make-string-input-stream "abc") o)))
  (read-char s)
  (unread-char #\a s)
  (read-char s)
  (get-output-stream-string o))   => "a"
(let* ((o (make-string-output-stream)) (s (make-echo-stream (make-string-input-stream "(a b)") o)))
  (list (read s) (get-output-stream-string o)))   => ((a b) "(a b)")
(defvar *streams-test* (make-string-input-stream "abc")) => *streams-test*
(let ((s (make-synonym-stream '*streams-test*))) (list (read-char s) (synonym-stream-symbol s))) => (#\a *streams-test*)
(let ((s (make-synonym-stream '*streams-test*)) (*streams-test* (make-string-input-stream "x"))) (read-char s)) => #\x
(make-synonym-stream 5)                                 => (error type-error "MAKE-SYNONYM-STREAM: 5 is not of type SYMBOL")
(let ((s (make-synonym-stream '*streams-test*))) (setq *streams-test* 5) (read-char s)) => (error type-error "READ-CHAR: 5 is not of type STREAM")
(let ((*standard-output* (make-string-output-stream))) (princ 'a) (get-output-stream-string *standard-output*)) => "A"
(let ((*standard-input* (make-string-input-stream "a b"))) (list (read) (read))) => (a b)

;;; --- macros
(let ((s (make-string-input-stream "a"))) (list (with-open-stream (x s) (read-char x)) (open-stream-p s))) => (#\a nil)
(let ((s (make-string-input-stream "a"))) (catch 'out (with-open-stream (x s) (throw 'out (read-char x)))) (open-stream-p s)) => nil
(with-output-to-string (s) (declare (type stream s)) (princ 1 s)) => "1"
(with-input-from-string (s "1 2") (declare (type stream s)) (values (read s) (read s))) => (values 1 2)

;;; --- sequences
(let ((v (make-string 3))) (with-input-from-string (s "abcdef") (list (read-sequence v s) v))) => (3 "abc")
(let ((v (make-string 5 :initial-element #\-))) (with-input-from-string (s "ab") (list (read-sequence v s) v))) => (2 "ab---")
(let ((v (make-string 5 :initial-element #\-))) (with-input-from-string (s "abcdef") (list (read-sequence v s :start 1 :end 3) v))) => (3 "-ab--")
(let ((v (list 1 2 3))) (with-input-from-string (s "abcdef") (list (read-sequence v s) v))) => (3 (#\a #\b #\c))
(let ((v (vector 1 2 3))) (with-input-from-string (s "ab") (list (read-sequence v s :start 1) v))) => (3 #(1 #\a #\b))
(with-output-to-string (s) (write-sequence "abc" s))    => "abc"
(with-output-to-string (s) (write-sequence "abcde" s :start 1 :end 3)) => "bc"
(with-output-to-string (s) (write-sequence '(#\a #\b) s)) => "ab"
(with-output-to-string (s) (write-sequence (vector #\a #\b) s :start 1)) => "b"
(write-sequence '(1 2) (make-string-output-stream))     => (error stream-error)
(file-position (make-string-input-stream "abc"))        => 0
(let ((s (make-string-input-stream "abc"))) (read-char s) (list (file-position s) (null (file-position s 0)) (read-char s))) => (1 nil #\a)

;;; --- questions
(let ((*query-io* (make-two-way-stream (make-string-input-stream "y
") (make-string-output-stream)))) (y-or-n-p "Really?"))   => t
(let ((*query-io* (make-two-way-stream (make-string-input-stream "n
") (make-string-output-stream)))) (y-or-n-p "Really ~A?" 1)) => nil
(let ((*query-io* (make-two-way-stream (make-string-input-stream "what
yes
") (make-string-output-stream)))) (yes-or-no-p "Really?")) => t
(let ((*query-io* (make-two-way-stream (make-string-input-stream "no
") (make-string-output-stream)))) (yes-or-no-p))         => nil
(let ((*query-io* (make-two-way-stream (make-string-input-stream "") (make-string-output-stream)))) (yes-or-no-p)) => (error end-of-file)

;; Lines: from strings, from files longer than a buffer, with characters of every width; the text after them.
(with-input-from-string (s (format nil "ab~%~%cd"))
  (list (multiple-value-list (read-line s))
        (multiple-value-list (read-line s))
        (multiple-value-list (read-line s))
        (multiple-value-list (read-line s nil 'end))))   => (("ab" nil) ("" nil) ("cd" t) (end t))
(with-input-from-string (s (format nil "λ1~%2λ~%")) (list (read-line s) (read-line s) (read-line s nil))) => ("λ1" "2λ" nil)
(with-input-from-string (s (format nil "xab~%cd") :start 1 :end 5) (list (read-line s) (read-line s))) => ("ab" "c")
(with-input-from-string (s (format nil "ab~%cd")) (read-line s) (unread-char #\Newline s) (list (read-line s) (read-line s))) => ("" "cd")
(with-input-from-string (s (format nil "ab~%cde~%f")) (read-char s) (read-line s) (read-char s) (multiple-value-list (tessera::%stream-line s))) => (2 2)
(with-input-from-string (s (format nil "ab~%cd")) (read-line s) (list (read-char s) (peek-char nil s) (read-line s))) => (#\c #\d "d")
(with-input-from-string (a (format nil "ab~%"))
  (with-input-from-string (b (format nil "cd~%ef"))
    (let ((s (make-concatenated-stream a b))) (list (read-line s) (read-line s) (read-line s)))))   => ("ab" "cd" "ef")
(with-output-to-string (o) (with-input-from-string (i (format nil "ab~%cd")) (read-line (make-echo-stream i o)))) => "ab
"
(let ((lines (list (make-string 40000 :initial-element #\a) "" (concatenate 'string (make-string 16383 :initial-element #\b) "λé漢") (make-string 5 :initial-element (code-char 233)) "last")) (file (ensure-directories-exist (concatenate 'string (scratch-folder "lines") "lines.txt"))))
  (with-open-file (o file :direction :output :if-exists :supersede) (format o "~{~a~^~%~}" lines))
  (with-open-file (i file) (equal lines (loop for line = (read-line i nil) while line collect line)))) => t
(let ((file (ensure-directories-exist (concatenate 'string (scratch-folder "latin1") "latin1.txt"))))
  (with-open-file (o file :direction :output :if-exists :supersede :external-format :latin-1) (format o "aé~%b"))
  (with-open-file (i file :external-format :latin-1) (list (read-line i) (read-char i) (read-char i nil)))) => ("aé" #\b nil)
(read-line (make-string-output-stream))                  => (error stream-error)

;;; --- file functions on composite streams: the last component of a broadcast stream answers, and the target of a
;;; synonym
(let ((s (make-broadcast-stream))) (list (stream-element-type s) (file-position s) (file-length s) (file-string-length s "abc") (stream-external-format s)))
  => (t 0 0 1 :default)
(let* ((last (make-string-output-stream)) (s (make-broadcast-stream (make-string-output-stream) last)))
  (write-string "ab" last) (write-string "cd" s) (list (file-position s) (stream-element-type s)))
  => (4 character)
(let ((s (make-broadcast-stream (make-string-output-stream)))) (file-length s)) => (error type-error)
(progn
  (defvar *behind*)
  (setq *behind* (make-string-input-stream "abc"))
  (let ((s (make-synonym-stream '*behind*)))
    (read-char s)
    (list (file-position s) (not (file-position s 2)) (read-char s))))
  => (1 nil #\c)
;;; --- positions
(file-position (make-string-input-stream "abc") -1)             => (error type-error "FILE-POSITION: -1 is not of type (OR UNSIGNED-BYTE (MEMBER :START :END))")
(file-position (make-string-input-stream "abc") :middle)        => (error type-error "FILE-POSITION: :MIDDLE is not of type (OR UNSIGNED-BYTE (MEMBER :START :END))")
(file-position (make-broadcast-stream) 1.5)                     => (error type-error "FILE-POSITION: 1.5 is not of type (OR UNSIGNED-BYTE (MEMBER :START :END))")
(let ((s (make-string-input-stream "abc"))) (close s) (file-position s)) => (error stream-error)
(let ((s (make-string-output-stream))) (close s) (file-string-length s "a")) => (error stream-error)
(let ((s (make-string-input-stream "abc"))) (list (close s) (close s))) => (t t)
;;; --- PEEK-CHAR of an echo stream: skipped characters are echoed, the peeked one is not
(with-output-to-string (out) (peek-char nil (make-echo-stream (make-string-input-stream "abc") out))) => ""
(with-output-to-string (out) (peek-char t (make-echo-stream (make-string-input-stream "  abc") out))) => "  "
(with-output-to-string (out) (peek-char #\c (make-echo-stream (make-string-input-stream "abc") out))) => "ab"
(let* ((out (make-string-output-stream)) (in (make-echo-stream (make-string-input-stream "abc") out)))
  (list (peek-char nil in) (get-output-stream-string out) (read-char in) (get-output-stream-string out) (read-line in) (get-output-stream-string out)))
  => (#\a "" #\a "a" "bc" "bc")
(let* ((out (make-string-output-stream))
       (in (make-concatenated-stream (make-string-input-stream "") (make-echo-stream (make-string-input-stream "ab") out))))
  (list (peek-char nil in) (get-output-stream-string out) (read-char in) (read-char in) (peek-char nil in nil 'end) (get-output-stream-string out)))
  => (#\a "" #\a #\b end "ab")
(let* ((out (make-string-output-stream)) (in (make-echo-stream (make-string-input-stream "ab") out)) (outer (make-echo-stream in out)))
  (list (peek-char #\b outer) (get-output-stream-string out))) => (#\b "aa")
(let* ((out (make-string-output-stream)) (in (make-echo-stream (make-string-input-stream "abc") out)))
  (list (read-char in) (unread-char #\a in) (peek-char nil in) (read-char in) (read-char in) (get-output-stream-string out)))
  => (#\a nil #\a #\a #\b "ab")
(let* ((out (make-string-output-stream)) (in (make-echo-stream (make-string-input-stream "(a b) c") out)))
  (list (read-preserving-whitespace in) (get-output-stream-string out))) => ((a b) "(a b)")

;;; Errors of operations on files, pathnames and streams, and their classes: wrong numbers of arguments and keywords,
;;; wild or impossible names, closed streams (chapters 19 to 21).

(defun error-class (form)
  "Returns the standard's class of the error that FORM signals, or NIL."
  (handler-case (progn (eval form) nil)
    (program-error () 'program-error) (file-error () 'file-error) (stream-error () 'stream-error)
    (type-error () 'type-error) (error () 'error))) => error-class
(defun all-signal (class forms)
  "Returns those of FORMS that do not signal an error of CLASS, with what they do."
  (loop for form in forms
        unless (eq (error-class form) class) collect (list form (error-class form)))) => all-signal

;;; --- numbers of arguments, and keywords
(all-signal 'program-error
  '((pathname) (pathname "a" nil) (namestring) (namestring "a" nil) (file-namestring) (directory-namestring "a" nil) (host-namestring)
    (enough-namestring) (enough-namestring "a" "b" nil) (merge-pathnames) (merge-pathnames "a" "b" nil nil) (parse-namestring)
    (pathnamep) (pathnamep 1 2) (wild-pathname-p) (wild-pathname-p "a" nil nil) (pathname-match-p "a") (translate-pathname "a" "b")
    (translate-logical-pathname) (logical-pathname) (logical-pathname "a" nil) (load-logical-pathname-translations)
    (pathname-name) (pathname-version "a" nil) (user-homedir-pathname nil nil)))
  => ()
(all-signal 'program-error
  '((pathname-name "a" :case) (pathname-host "a" :foo 1) (pathname-device "a" :case :common :foo 1) (pathname-directory "a" 'x 1)
    (pathname-type "a" :case) (make-pathname :name) (make-pathname :foo "a") (make-pathname 'name "a" :nmae "b")
    (parse-namestring "a" nil nil :foo 1) (parse-namestring "a" nil nil :start) (directory "no-such-file" :foo)
    (open "a" :direction) (open "a" :bar 1) (ensure-directories-exist "/tmp/" :verbose) (ensure-directories-exist "/tmp/" :foo t)
    (load "a" :foo t) (close (make-concatenated-stream) :abort) (close (make-concatenated-stream) :foo t)
    (make-string-output-stream :element-type) (make-string-output-stream :foo t) (write-string "a" *standard-output* :start)
    (write-line "a" *standard-output* :foo 1) (read-sequence (list 1) (make-concatenated-stream) :start)
    (write-sequence "a" *standard-output* :foo 1) (write 1 :base) (write-to-string 1 :foo 2)))
  => ()
(pathname-name "a" :foo 1 :allow-other-keys t)          => "a"
(directory "no-such-file" :foo 0 :allow-other-keys t)   => nil
(all-signal 'program-error
  '((truename) (truename "a" nil) (probe-file) (probe-file "a" nil) (delete-file) (delete-file "a" nil) (rename-file "a") (rename-file "a" "b" "c")
    (file-write-date) (file-author) (file-author "a" nil) (directory) (ensure-directories-exist) (open) (close) (file-length)
    (file-length *standard-input* nil) (file-position) (file-position *standard-input* :start nil) (file-string-length *standard-output*)
    (file-error-pathname) (stream-error-stream) (stream-element-type) (stream-external-format) (interactive-stream-p) (open-stream-p)
    (input-stream-p) (output-stream-p nil nil) (streamp) (listen nil nil) (clear-input nil nil) (clear-output nil nil) (finish-output nil nil)
    (force-output nil nil) (fresh-line nil nil) (terpri nil nil) (read-byte) (read-byte *standard-input* nil nil nil) (write-byte 1)
    (read-char nil nil nil nil nil) (read-char-no-hang nil nil nil nil nil) (peek-char nil nil nil nil nil nil) (unread-char)
    (read-line nil nil nil nil nil) (write-char) (write-char #\a nil nil) (write-string) (write-line) (read-sequence) (write-sequence "a")
    (make-synonym-stream) (make-synonym-stream '*a* nil) (make-two-way-stream *standard-input*) (make-echo-stream *standard-input*)
    (make-string-input-stream) (make-string-input-stream "a" 0 1 2) (get-output-stream-string) (broadcast-stream-streams)
    (concatenated-stream-streams) (synonym-stream-symbol) (two-way-stream-input-stream) (two-way-stream-output-stream)
    (echo-stream-input-stream) (echo-stream-output-stream)))
  => ()

;;; --- wild names; for names of new files only the directory may not be wild
(all-signal 'file-error
  '((probe-file "*.x") (truename "*.x") (delete-file "a*.x") (rename-file "*.x" "foo") (file-write-date "?.x") (file-author "*.x")
    (open "*.x") (open "*.x" :direction :probe) (open "*.x" :if-does-not-exist nil) (open "*.x" :direction :output) (open "/tmp/*/a.x")
    (load "*.x") (load "*.x" :if-does-not-exist nil) (compile-file "*.x") (ensure-directories-exist "/tmp/*/a.x")
    (ensure-directories-exist (make-pathname :directory '(:absolute "tmp" :wild-inferiors)))
    (with-open-file (s "*.x" :if-does-not-exist nil) s) (probe-file (make-pathname :name :wild)) (probe-file (make-pathname :name "a" :version :wild))))
  => ()
#-sbcl (pathnamep (ensure-directories-exist #p"/tmp/a*.x")) #+sbcl t => t

;;; --- names that no file can have, and files that are not there
#+tessera (all-signal 'file-error
  '((open (format nil "a~C" (code-char 0))) (probe-file (format nil "a~Cb" (code-char 0))) (truename (format nil "~C" (code-char 0)))
    (delete-file (format nil "a~C" (code-char 0))) (rename-file "/tmp/x" (format nil "a~C" (code-char 0))) (load (format nil "a~C" (code-char 0)))
    (file-write-date (format nil "a~C" (code-char 0))) (ensure-directories-exist (format nil "/tmp/a~C/" (code-char 0)))
    (directory (format nil "/tmp/*~C" (code-char 0))))) #-tessera () => ()
(all-signal 'file-error
  '((open "/tmp/no/such/file") (truename "/tmp/no-such-file") (delete-file "/tmp/no-such-file") (rename-file "/tmp/no-such-file" "/tmp/b")
    (file-write-date "/tmp/no-such-file") (file-author "/tmp/no-such-file") (load "/tmp/no-such-file") (open "/tmp/no/x" :direction :output)
    (open "/tmp/no-such-file" :direction :output :if-exists :append) (open "/tmp/no-such-file" :direction :probe :if-does-not-exist :error)))
  => ()
(list (probe-file "/tmp/no/such/file") (load "/tmp/no-such-file" :if-does-not-exist nil) (open "/tmp/no-such-file" :direction :probe)) => (nil nil nil)

;;; --- designators of a wrong type
(all-signal 'type-error
  '((pathname 1) (namestring 1) (directory-namestring 'a) (file-namestring 'a) (host-namestring 'a) (enough-namestring 'a) (enough-namestring "a" 'b)
    (truename 1) (probe-file 1) (open 1) (delete-file 1) (rename-file 1 "a") (pathname-match-p 1 "a") (wild-pathname-p 1) (translate-logical-pathname 1)
    (file-length 1) (file-length (make-string-input-stream "a")) (file-position 1) (input-stream-p 1) (output-stream-p 1) (open-stream-p nil)
    (interactive-stream-p 1) (stream-element-type 1) (read-char 1) (read-line 1) (write-char #\a 1) (write-char 1) (unread-char 1) (read-byte 1)
    (terpri 1) (fresh-line 1) (finish-output 1) (listen 1) (clear-input 1) (make-two-way-stream 1 (make-broadcast-stream))
    (make-two-way-stream (make-broadcast-stream) (make-broadcast-stream)) (make-echo-stream (make-concatenated-stream) (make-concatenated-stream))
    (make-broadcast-stream (make-concatenated-stream)) (make-concatenated-stream (make-broadcast-stream)) (make-synonym-stream 1)
    (make-string-input-stream 1) (get-output-stream-string (make-string-input-stream "")) (synonym-stream-symbol (make-broadcast-stream))
    (two-way-stream-input-stream (make-broadcast-stream)) (logical-pathname 1) (logical-pathname (make-broadcast-stream))
    (read-sequence 1 (make-string-input-stream "a")) (write-sequence '(#\a . #\b) *standard-output*) (write-sequence '(#\a b) (make-broadcast-stream (make-string-output-stream)))
    (peek-char 1 (make-string-input-stream "a")) (pathname (make-string-input-stream "a")) (truename (make-string-input-stream "a"))))
  => ()

;;; --- closed streams
(defun closed (stream) (close stream) stream)           => closed
(all-signal 'stream-error
  '((read-char (closed (make-string-input-stream "abc"))) (read-line (closed (make-string-input-stream "abc")))
    (peek-char nil (closed (make-string-input-stream "abc"))) (read (closed (make-string-input-stream "abc")))
    (unread-char #\a (closed (make-string-input-stream "abc"))) (read-char-no-hang (closed (make-string-input-stream "abc")))
    (read-sequence (make-string 2) (closed (make-string-input-stream "abc"))) (listen (closed (make-string-input-stream "abc")))
    (write-char #\a (closed (make-string-output-stream))) (terpri (closed (make-string-output-stream))) (prin1 'a (closed (make-string-output-stream)))
    (format (closed (make-string-output-stream)) "a") (write-sequence "ab" (closed (make-string-output-stream)))
    (finish-output (closed (make-string-output-stream))) (read-char (closed (make-concatenated-stream (make-string-input-stream "a"))))
    (let* ((part (make-string-output-stream)) (s (make-broadcast-stream part))) (close part) (write-char #\a s))
    (let* ((part (make-string-input-stream "a")) (s (make-concatenated-stream part))) (close part) (read-char s))
    (write-char #\a (closed (make-two-way-stream (make-concatenated-stream) (make-string-output-stream))))
    (read-char (closed (make-echo-stream (make-string-input-stream "a") (make-broadcast-stream))))))
  => ()
(let ((s (closed (make-string-output-stream)))) (list (open-stream-p s) (streamp s) (close s))) => (nil t t)
(let* ((in (make-string-input-stream "abc")) (s (closed (make-two-way-stream in (make-broadcast-stream)))))
  (list (open-stream-p in) (read-char in) (open-stream-p s)))
  => (t #\a nil)
(let* ((s (make-synonym-stream 'no-such-variable))) (read-char s)) => (error #-clisp unbound-variable #+clisp type-error)

;;; --- the position after UNREAD-CHAR, for characters of any length
(defparameter *text-file* (format nil "/tmp/tessera-refused-~36r.txt" (random 1000000000 (make-random-state t)))) => *text-file*
(with-open-file (s *text-file* :direction :output :external-format #+clisp charset:utf-8 #-clisp :utf-8)
  (format s "a~Cb~%~Cz" (code-char 233) (code-char #x6f22))) => nil
(defun positions (step)
  "Returns the file's positions around each character, after STEP has looked at it."
  (with-open-file (s *text-file* :external-format #+clisp charset:utf-8 #-clisp :utf-8)
    (loop collect (file-position s) while (funcall step s)))) => positions
(positions (lambda (s) (read-char s nil)))              => (0 1 3 4 5 8 9)
(positions (lambda (s) (let ((c (read-char s nil))) (when c (unread-char c s) (assert (eql c (read-char s)))) c))) => (0 1 3 4 5 8 9)
#-clisp (positions (lambda (s) (let ((c (peek-char nil s nil)) (at (file-position s)))
                                 (when c (assert (eql c (read-char s))) (assert (< at (file-position s))) (unread-char c s) (assert (= at (file-position s))) (read-char s)))))
#+clisp '(0 1 3 4 5 8 9) => (0 1 3 4 5 8 9)
(with-open-file (s *text-file* :direction :io :if-exists :overwrite)
  (list (read-char s) (unread-char #\a s) (file-position s) (write-char #\X s) (file-position s))) => (#\a nil 0 #\X 1)
(with-open-file (s *text-file*)
  (list (read-char s) (unread-char #\X s) (not (file-position s 3)) (read-char s) (file-position s))) => (#\X nil nil #\b 4)
(pathnamep (prog1 (truename *text-file*) (delete-file *text-file*))) => t

;;; --- a directory without an end
(defun ring (&rest elements) "A circular list." (setf (cdr (last elements)) elements)) => ring
(all-signal 'type-error
  '((make-pathname :directory (list* :absolute (ring "a"))) (make-pathname :name "x" :directory (list* :relative (ring "a" "b")))
    (make-pathname :directory (list* :absolute "a" "b" (ring :wild)) :case :common))) => nil

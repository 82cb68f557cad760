;;; Files and pathnames (chapters 19 to 21).

(defparameter *files-dir* (scratch-folder "files-test")) => *files-dir*
(defun test-file (name) (concatenate 'string *files-dir* name)) => test-file

;;; --- pathnames
(pathnamep #p"a")                                       => t
(pathnamep "a")                                         => nil
(namestring #p"a/b/c.d")                                => "a/b/c.d"
(namestring "/a/b.c")                                   => "/a/b.c"
(pathname-name "/a/b.c")                                => "b"
(pathname-type "/a/b.c")                                => "c"
(pathname-directory "/a/b/c.d")                         => (:absolute "a" "b")
(pathname-directory "a/b.c")                            => (:relative "a")
(pathname-directory "b.c")                              => nil
(pathname-name "a/")                                    => nil
(pathname-type "foo")                                   => nil
(pathname-name "foo.tar.gz")                            => "foo.tar"
(pathname-type "foo.tar.gz")                            => "gz"
(pathname-name ".profile")                              => ".profile"
(pathname-type ".profile")                              => nil
(pathname-name "*.lisp")                                => :wild
(pathname-name 5)                                       => (error type-error "PATHNAME-NAME: 5 is not of type (OR STRING PATHNAME FILE-STREAM)")
(directory-namestring "/a/b/c.d")                       => "/a/b/"
(file-namestring "/a/b/c.d")                            => "c.d"
(namestring (make-pathname :name "a" :type "b"))        => "a.b"
(namestring (make-pathname :directory '(:absolute "x" "y") :name "a")) => "/x/y/a"
(namestring (make-pathname :directory '(:relative "x") :name "a" :type "b")) => "x/a.b"
(namestring (make-pathname :name "n" :defaults "/d/m.t")) => "/d/n.t"
(namestring (make-pathname :type nil :defaults "/d/m.t")) => "/d/m"
(namestring (merge-pathnames "a" "/d/m.t"))             => "/d/a.t"
(namestring (merge-pathnames "a.b" "/d/m.t"))           => "/d/a.b"
(namestring (merge-pathnames "x/a" "/d/m.t"))           => "/d/x/a.t"
(namestring (merge-pathnames "/x/a" "/d/m.t"))          => "/x/a.t"
(namestring (merge-pathnames "" "/d/m.t"))              => "/d/m.t"
(equal (pathname "a/b.c") (parse-namestring "a/b.c"))   => t
(equal #p"a" #p"b")                                     => nil
(values (parse-namestring "abc.def" nil *default-pathname-defaults* :start 1 :end 5)) => #p"bc.d"
(parse-namestring "abc" nil *default-pathname-defaults* :start (quote a)) => (error type-error "PARSE-NAMESTRING: the start A is not an integer from 0 to 3")
(not (wild-pathname-p "*.lisp"))                        => nil
(wild-pathname-p "a.lisp")                              => nil
(not (wild-pathname-p "a/*/b.lisp" :directory))         => nil
(wild-pathname-p "a/*/b.lisp" :name)                    => nil
(not (pathname-match-p "a.lisp" "*.lisp"))              => nil
(pathname-match-p "a.lsp" "*.lisp")                     => nil
(not (pathname-match-p "/x/y/a.lisp" "/x/**/*.lisp"))   => nil
(enough-namestring "x/x/" "x/")                         => "x/x/"
(enough-namestring "x/y" "x/")                          => "x/y"
(enough-namestring "/x/x/" "/x/")                       => "x/"
(enough-namestring "/a/b" "a/")                         => "/a/b"
(let ((all '("x/x/" "x/y" "/x/x/" "/x/y.z" "y" "" "/")))   ; what the standard says of it
  (loop for name in all
        append (loop for defaults in all
                     unless (equal (merge-pathnames (enough-namestring name defaults) defaults) (merge-pathnames name defaults))
                       collect (list name defaults))))                    => nil
(enough-namestring "/a/b/c.d" "/a/b/")                  => "c.d"
(prin1-to-string #p"a\"b")                              => "#P\"a\\\"b\""
(read-from-string "#P\"a/b.c\"")                        => (values #p"a/b.c" 9)

;;; --- writing and reading
(nth-value 1 (ensure-directories-exist *files-dir*))    => t
(nth-value 1 (ensure-directories-exist *files-dir*))    => nil
(with-open-file (s (test-file "a.txt") :direction :output) (write-line "first" s) (princ '(1 "two") s) :done) => :done
(with-open-file (s (test-file "a.txt")) (list (read-line s) (read s) (read-line s nil 'end))) => ("first" (1 two) end)
(with-open-file (s (test-file "a.txt")) (file-length s)) => 13
(with-open-file (s (test-file "a.txt")) (read-char s) (file-position s)) => 1
(with-open-file (s (test-file "a.txt")) (file-position s 6) (read s)) => (1 two)
(with-open-file (s (test-file "a.txt")) (read-line s) (file-position s :start) (read-char s)) => #\f
(open (test-file "none.txt"))                           => (error file-error)
(open (test-file "none.txt") :if-does-not-exist nil)    => nil
(with-open-file (s (test-file "none.txt") :if-does-not-exist nil) s) => nil
(open (test-file "a.txt") :direction :output)           => (error file-error)
(open (test-file "a.txt") :direction :output :if-exists nil) => nil
(open (test-file "a.txt") :direction :output :if-exists :error) => (error file-error)
(open (test-file "a.txt") :direction :sideways)         => (error type-error "OPEN: :SIDEWAYS is not of type (MEMBER :INPUT :OUTPUT :IO :PROBE)")
(open (test-file "a.txt") :if-exists :perhaps)          => (error type-error)
(open (test-file "a.txt") :if-does-not-exist 5)         => (error type-error "OPEN: 5 is not of type (MEMBER :ERROR :CREATE NIL)")
(with-open-file (s (test-file "a.txt") :direction :output :if-exists :append) (princ "more" s)) => "more"
(with-open-file (s (test-file "a.txt")) (read-line s) (read-line s)) => (values "(1 two)more" t)
(with-open-file (s (test-file "a.txt") :direction :output :if-exists :overwrite) (princ "FIR" s)) => "FIR"
(with-open-file (s (test-file "a.txt")) (read-line s))  => (values "FIRst" nil)
(with-open-file (s (test-file "a.txt") :direction :output :if-exists :supersede) (princ "new" s)) => "new"
(with-open-file (s (test-file "a.txt")) (read-line s))  => (values "new" t)
(with-open-file (s (test-file "b.txt") :direction :output :if-does-not-exist nil) s) => nil
(with-open-file (s (test-file "b.txt") :direction :output :if-exists :append :if-does-not-exist :create) (princ 1 s)) => 1
(with-open-file (s (test-file "io.txt") :direction :io :if-exists :overwrite :if-does-not-exist :create)
  (write-string "hello" s)
  (file-position s 0)
  (read-line s))   => (values "hello" t)
(with-open-file (s (test-file "u.txt") :direction :output) (write-string "äλ𝄞" s)) => "äλ𝄞"
(with-open-file (s (test-file "u.txt")) (map 'list #'char-code (read-line s))) => (228 955 119070)
(with-open-file (s (test-file "u.txt")) (file-length s)) => 8
(with-open-file (s (test-file "l.txt") :direction :output :external-format :latin-1) (write-string "ä" s)) => "ä"
(with-open-file (s (test-file "l.txt")) (file-length s)) => 1
(with-open-file (s (test-file "l.txt") :external-format :latin-1) (char-code (read-char s))) => 228
(let ((s (open (test-file "a.txt")))) (close s) (read-char s)) => (error stream-error)
(let ((s (open (test-file "a.txt")))) (list (open-stream-p s) (input-stream-p s) (output-stream-p s) (close s) (open-stream-p s))) => (t t nil t nil)
(typep (open (test-file "a.txt") :direction :probe) 'file-stream) => t
(open-stream-p (open (test-file "a.txt") :direction :probe)) => nil
(open (test-file "none.txt") :direction :probe)         => nil
(let ((*standard-output* (open (test-file "o.txt") :direction :output))) (princ "x") (print 'y) (close *standard-output*)) => t
(with-open-file (s (test-file "o.txt")) (list (read-line s) (read-line s))) => ("x" "Y ")
(with-open-file (s (test-file "long.txt") :direction :output) (dotimes (i 20000) (format s "line ~D~%" i))) => nil
(with-open-file (s (test-file "long.txt")) (loop for line = (read-line s nil) while line count t)) => 20000
(with-open-file (s (test-file "long.txt")) (loop for c = (read-char s nil) while c do (unread-char c s) (read-char s) count t)) => 208890

;;; --- bytes
(with-open-file (s (test-file "bytes") :direction :output :element-type '(unsigned-byte 8)) (dolist (b '(0 255 10 228)) (write-byte b s))) => nil
(with-open-file (s (test-file "bytes") :element-type '(unsigned-byte 8))
  (list (read-byte s) (read-byte s) (read-byte s) (read-byte s) (read-byte s nil 'end)))   => (0 255 10 228 end)
(with-open-file (s (test-file "bytes") :element-type '(unsigned-byte 8)) (let ((v (make-array 4))) (list (read-sequence v s) v))) => (4 #(0 255 10 228))
(with-open-file (s (test-file "bytes") :element-type '(signed-byte 8)) (list (read-byte s) (read-byte s))) => (0 -1)
(with-open-file (s (test-file "words") :direction :output :element-type '(unsigned-byte 16)) (write-byte 258 s)) => 258
(with-open-file (s (test-file "words") :element-type '(unsigned-byte 16)) (list (file-length s) (read-byte s))) => (1 258)
(with-open-file (s (test-file "bytes") :element-type '(unsigned-byte 8)) (dotimes (i 5) (read-byte s))) => (error end-of-file)
(with-open-file (s (test-file "a.txt")) (read-byte s))  => #+tessera (error stream-error) #-tessera (error error)
(with-open-file (s (test-file "bytes") :direction :output :if-exists :supersede :element-type '(unsigned-byte 8))
  (write-sequence #(1 2 3 4) s :start 1))   => #(1 2 3 4)
(with-open-file (s (test-file "bytes") :element-type '(unsigned-byte 8)) (file-length s)) => 3

;;; --- the file system
(not (probe-file (test-file "a.txt")))                  => nil
(probe-file (test-file "none.txt"))                     => nil
(pathname-name (truename (test-file "a.txt")))          => "a"
(truename (test-file "none.txt"))                       => (error file-error)
(mapcar #'pathname-name (sort (directory (test-file "*.txt")) #'string< :key #'namestring)) => ("a" "b" "io" "l" "long" "o" "u")
(directory (test-file "none*.txt"))                     => nil
(integerp (file-write-date (test-file "a.txt")))        => t
(< (abs (- (get-universal-time) (file-write-date (test-file "a.txt")))) 1000) => t
(stringp (file-author (test-file "a.txt")))             => t
(pathname-name (rename-file (test-file "b.txt") "c"))   => "c"
(list (null (probe-file (test-file "b.txt"))) (null (probe-file (test-file "c.txt")))) => (t nil)
(delete-file (test-file "c.txt"))                       => t
(probe-file (test-file "c.txt"))                        => nil
(delete-file (test-file "c.txt"))                       => (error file-error)
(pathnamep (user-homedir-pathname))                     => t
(catch 'out (with-open-file (s (test-file "aborted.txt") :direction :output) (princ 1 s) (throw 'out 'gone))) => gone
(probe-file (test-file "aborted.txt"))                  => nil
(with-open-file (s (test-file "u.txt")) (pathname-name s)) => "u"
(handler-case (open (test-file "none.txt")) (file-error (e) (pathname-name (file-error-pathname e)))) => "none"
(progn (mapc #'delete-file (directory (test-file "*.*"))) (length (directory (test-file "*.*")))) => 0

;;; --- output that does not reach the file is an error when the stream is closed, not before
(let ((s (open "/dev/full" :direction :output :if-exists :append))) (write-string "a" s) (close s)) => (error file-error "CLOSE: cannot write to #P\"/dev/full\": No space left on device")
(with-open-file (s "/dev/full" :direction :output :if-exists :append) (write-string "a" s)) => (error file-error "CLOSE: cannot write to #P\"/dev/full\": No space left on device")
(with-open-file (s "/dev/full" :direction :output :if-exists :append :element-type '(unsigned-byte 8)) (write-byte 1 s)) => (error file-error)
(with-open-file (s "/dev/full" :direction :output :if-exists :append) (write-string "a" s) (finish-output s)) => (error file-error)
(with-open-file (s "/dev/full" :direction :output :if-exists :append) (write-string "a" s) (file-position s 0) (finish-output s)) => (error file-error)
(let ((s (open "/dev/full" :direction :output :if-exists :append))) (write-string "a" s) (list (close s :abort t) (open-stream-p s))) => (t nil)
(let ((s (open "/dev/full" :direction :output :if-exists :append)))
  (write-string "a" s)
  (ignore-errors (close s))
  (list (open-stream-p s) (close s)))   => (nil t)

;;; --- element types that have to be looked at more closely
(deftype test-byte () '(unsigned-byte 16)) => test-byte
(deftype test-letter () 'character) => test-letter
(defun written-and-read (type &rest bytes)
  (let ((file (test-file "bytes")))
    (ensure-directories-exist file)
    (with-open-file (s file :direction :output :if-exists :supersede :element-type type)
      (dolist (byte bytes) (write-byte byte s)))
    (prog1 (with-open-file (s file :element-type type)
             (list* (file-length s) (loop for byte = (read-byte s nil) while byte collect byte)))
      (delete-file file))))
  => written-and-read
(written-and-read 'test-byte 1 65535) => (2 1 65535)
(written-and-read '(and unsigned-byte (integer 0 255)) 1 255) => (2 1 255)
(written-and-read '(or (integer 0 10) (integer -5 3)) -5 10) => (2 -5 10)
(written-and-read '(member 0 300) 0 300) => (2 0 300)
(written-and-read 'string 1) => (error simple-error "STRING is not a type of characters or of integers that a stream could have")
(with-open-file (s (test-file "letters") :direction :output :if-exists :supersede :element-type 'test-letter)
  (write-string "abc" s)
  (stream-element-type s))   => character
(delete-file (test-file "letters")) => t

;;; --- a byte must be of the stream's element type
(written-and-read '(unsigned-byte 8) 256) => (error type-error "WRITE-BYTE: 256 is not of type (UNSIGNED-BYTE 8)")
(written-and-read '(unsigned-byte 8) -1) => (error type-error "WRITE-BYTE: -1 is not of type (UNSIGNED-BYTE 8)")
(written-and-read '(signed-byte 8) 128) => (error type-error "WRITE-BYTE: 128 is not of type (SIGNED-BYTE 8)")
(written-and-read '(signed-byte 8) -129) => (error type-error "WRITE-BYTE: -129 is not of type (SIGNED-BYTE 8)")
(written-and-read '(signed-byte 8) -128 127) => (2 -128 127)
(written-and-read '(unsigned-byte 64) (1- (expt 2 64)) 0) => (2 18446744073709551615 0)
(written-and-read '(unsigned-byte 5) 32) => (error type-error "WRITE-BYTE: 32 is not of type (UNSIGNED-BYTE 5)")
(written-and-read '(signed-byte 64) (expt 2 63)) => (error type-error "WRITE-BYTE: 9223372036854775808 is not of type (SIGNED-BYTE 64)")
(with-open-file (s (test-file "bytes") :direction :output :if-exists :supersede :element-type '(unsigned-byte 8))
  (write-sequence '(1 2 300) s))   => (error type-error "WRITE-SEQUENCE: 300 is not of type (UNSIGNED-BYTE 8)")

;;; --- :APPEND begins at the end
(let ((file (test-file "appended")))
  (with-open-file (s file :direction :output :if-exists :supersede) (write-string "abcd" s))
  (prog1 (with-open-file (s file :direction :output :if-exists :append)
           (let ((before (file-position s))) (write-char #\x s) (list before (file-position s))))
    (delete-file file)))
  => (4 5)

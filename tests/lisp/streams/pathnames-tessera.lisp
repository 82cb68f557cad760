;;; Logical pathnames, where Tessera goes beyond the standard: physical pathnames merge into them, endless translations
;;; are detected, and files of translations are found on the module path.

(setf (logical-pathname-translations "APP") '(("DATA;*.*" "/srv/data/*.*") ("LOOP;*.*" "APP:LOOP;*.*")))
  => (("DATA;*.*" "/srv/data/*.*") ("LOOP;*.*" "APP:LOOP;*.*"))
(logical-pathname-translations "APP")                   => ((#p"APP:DATA;*.*" #p"/srv/data/*.*") (#p"APP:LOOP;*.*" #p"APP:LOOP;*.*"))
(translate-logical-pathname "APP:LOOP;X.Y")             => (error file-error "do not end")
(logical-pathname "APP:a/b")                            => (error parse-error "letters, digits and hyphens")
(logical-pathname "APP:A.B.C.D")                        => (error parse-error "PATHNAME: \"A.B.C.D\" is not a logical namestring: a version is a number, NEWEST or *")
(parse-namestring "a b" "APP" nil :junk-allowed t)      => (values nil 0)
(namestring (merge-pathnames #p"foo.lisp" "APP:SRC;"))  => "APP:SRC;FOO.LISP.NEWEST"
(namestring (merge-pathnames "APP:X" "/a/b.c"))         => "APP:X.c.NEWEST"
(setf (logical-pathname-translations "HALF") '(("A;*.*" "/a/*.*") ("b c" "/b/"))) => (error parse-error)
(logical-pathname-translations "HALF")                  => (error type-error "no logical host")
(setf (logical-pathname-translations 5) '())            => (error type-error "the value of HOST is 5, which is not of type STRING")
(load-logical-pathname-translations "app")              => nil
(load-logical-pathname-translations "tess-unknown")     => (error file-error "no file tess-unknown.translations")
(let ((tessera::*module-path* (list (ensure-directories-exist (scratch-folder "translations")))))
  (with-open-file (s (concatenate 'string (first tessera::*module-path*) "tess-test-host.translations") :direction :output)
    (prin1 '(("**;*.*" "/opt/**/*.*")) s))
  (load-logical-pathname-translations "TESS-TEST-HOST")) => t
(namestring (translate-logical-pathname "TESS-TEST-HOST:A;B.C")) => "/opt/a/b.c"

;;; Pathnames whose namestring means another one
(let* ((p (make-pathname :type "txt")) (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(let* ((p (make-pathname :type :wild)) (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(let* ((p (make-pathname :version :wild))
       (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(let* ((p (make-pathname :directory '(:absolute "a" "b") :type "c"))
       (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(let* ((p (make-pathname :name "a" :type "b"))
       (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(let* ((p (make-pathname :name "a.b" :type "c"))
       (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(let* ((p (make-pathname :directory '(:relative :up "x") :type "c"))
       (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(let* ((p (make-pathname :name "a" :version :wild))
       (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(let* ((p (make-pathname :directory '(:absolute :wild-inferiors) :type "lisp"))
       (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(let* ((p (make-pathname :name :wild)) (q (with-standard-io-syntax (read-from-string (write-to-string p :readably t)))))
  (and (equal p q) (equal (pathname-version p) (pathname-version q))))   => t
(write-to-string (make-pathname :type "txt") :readably nil) => "#P\".txt\""
(let ((*read-eval* nil) (*print-readably* t)) (prin1-to-string (make-pathname :type "txt"))) => (error print-not-readable "PRIN1-TO-STRING: #P\".txt\" cannot be printed readably")
(let ((*read-eval* nil) (*print-readably* t)) (prin1-to-string #p"/a/b.c")) => "#P\"/a/b.c\""

;;; A stream that stands for no file is named by the error
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (pathname-host s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (pathname-device s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (pathname-directory s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (pathname-name s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (pathname-type s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (pathname-version s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (pathname s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (truename s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (namestring s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (file-namestring s) (type-error (c) (eq (type-error-datum c) s)))) => t
(let ((s (make-synonym-stream '*standard-input*))) (handler-case (pathname-match-p s #p"") (type-error (c) (eq (type-error-datum c) s)))) => t

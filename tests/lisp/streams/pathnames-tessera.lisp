;;; What is Tessera's own of logical pathnames: physical pathnames merge into them, translations without end are found
;;; out, and files of translations are looked for on the module path.

(setf (logical-pathname-translations "APP") '(("DATA;*.*" "/srv/data/*.*") ("LOOP;*.*" "APP:LOOP;*.*"))) => (("DATA;*.*" "/srv/data/*.*") ("LOOP;*.*" "APP:LOOP;*.*"))
(logical-pathname-translations "APP")                   => ((#p"APP:DATA;*.*" #p"/srv/data/*.*") (#p"APP:LOOP;*.*" #p"APP:LOOP;*.*"))
(translate-logical-pathname "APP:LOOP;X.Y")             => (error file-error "do not end")
(logical-pathname "APP:a/b")                            => (error parse-error "letters, digits and hyphens")
(logical-pathname "APP:A.B.C.D")                        => (error parse-error)
(parse-namestring "a b" "APP" nil :junk-allowed t)      => (values nil 0)
(namestring (merge-pathnames #p"foo.lisp" "APP:SRC;"))  => "APP:SRC;FOO.LISP.NEWEST"
(namestring (merge-pathnames "APP:X" "/a/b.c"))         => "APP:X.c.NEWEST"
(setf (logical-pathname-translations "HALF") '(("A;*.*" "/a/*.*") ("b c" "/b/"))) => (error parse-error)
(logical-pathname-translations "HALF")                  => (error type-error "no logical host")
(setf (logical-pathname-translations 5) '())            => (error type-error)
(load-logical-pathname-translations "app")              => nil
(load-logical-pathname-translations "tess-unknown")     => (error file-error "no file tess-unknown.translations")
(let ((tessera::*module-path* '("/tmp/")))
  (with-open-file (s "/tmp/tess-test-host.translations" :direction :output :if-exists :supersede)
    (prin1 '(("**;*.*" "/opt/**/*.*")) s))
  (unwind-protect (load-logical-pathname-translations "TESS-TEST-HOST")
    (delete-file "/tmp/tess-test-host.translations")))  => t
(namestring (translate-logical-pathname "TESS-TEST-HOST:A;B.C")) => "/opt/a/b.c"

;;; Logical pathnames, and translating (chapters 19 and 20).

;;; --- translate-pathname
(defun translated (&rest arguments) (namestring (apply #'translate-pathname arguments))) => translated
(translated "/src/foo.lisp" "/src/*.lisp" "/bin/*.fasl") => "/bin/foo.fasl"
(translated "/a/b.c" "/a/*.c" "*.d")                     => "/a/b.d"
(translated "foobar.l" "foo*.l" "x*y.l")                 => "xbary.l"
(translated "foo.x" "foo.x" "*.y")                       => "foo.y"
(translated "a.b" "*.*" "new")                           => "new.b"
(translated "/a/b/c/d.e" "/a/**/*.*" "/z/**/q/*.*")      => "/z/b/c/q/d.e"
(translated "/a/b/c/d.e" "/a/*/c/*.e" "/z/*/*.o")        => "/z/b/d.o"
(translated "/a/b/c.d" "/a/*/*.d" "/z/q/*.x")            => "/z/q/c.x"
(translated "/a/b/x.y" "/a/**/*.*" "*.*")                => "/a/b/x.y"
(translated "/a/d.e" "/a/**/*.*" "/z/**/*.*")            => "/z/d.e"
(translated "/a/b.c" "/x/*.*" "/y/*.*")                  => (error simple-error "TRANSLATE-PATHNAME: #P\"/a/b.c\" does not match #P\"/x/*.*\"")
(translated 5 "*.*" "*.*")                               => (error type-error "TRANSLATE-PATHNAME: 5 is not of type (OR STRING PATHNAME FILE-STREAM)")

;;; --- logical hosts
(logical-pathname-translations "NO-SUCH-HOST")          => (error type-error "there is no logical host \"NO-SUCH-HOST\"")
(setf (logical-pathname-translations "depot")
      '(("SRC;*.*.*" "/home/u/src/*.*") ("SHORT;*.*" "DEPOT:SRC;*.*") ("LOOP;*.*" "DEPOT:LOOP;*.*")
        ("TMP;**;*.*.*" "/tmp/**/*.*")))
                                                        => (("SRC;*.*.*" "/home/u/src/*.*") ("SHORT;*.*" "DEPOT:SRC;*.*")
                                                            ("LOOP;*.*" "DEPOT:LOOP;*.*") ("TMP;**;*.*.*" "/tmp/**/*.*"))
(length (logical-pathname-translations "DEPOT"))        => 4
(setf (logical-pathname-translations "DEPOT2") '("x"))  => #+tessera (error type-error "a translation is a list (FROM TO), and not \"x\"") #-tessera (error error)

;;; --- their pathnames
(defun logical-parts (name)
  (let ((p (logical-pathname name)))
    (list (host-namestring p) (pathname-directory p) (pathname-name p) (pathname-type p) (pathname-version p)))) => logical-parts
(logical-parts "DEPOT:SRC;LIB;FOO.LISP.3")              => ("DEPOT" (:absolute "SRC" "LIB") "FOO" "LISP" 3)
(logical-parts "depot:src;foo.lisp.newest")             => ("DEPOT" (:absolute "SRC") "FOO" "LISP" :newest)
(logical-parts "DEPOT:;SRC;FOO")                        => ("DEPOT" (:relative "SRC") "FOO" nil nil)
(logical-parts "DEPOT:**;*.*.*")                        => ("DEPOT" (:absolute :wild-inferiors) :wild :wild :wild)
(logical-parts "DEPOT:FOO-*.LISP")                      => ("DEPOT" (:absolute) "FOO-*" "LISP" nil)
(type-of (pathname "DEPOT:X"))                          => logical-pathname
(typep (pathname "DEPOT:X") 'logical-pathname)          => t
(typep (pathname "DEPOT:X") 'pathname)                  => t
(typep (pathname "/x") 'logical-pathname)               => nil
(class-of (pathname "DEPOT:X"))                         => #.(find-class 'logical-pathname)
(logical-pathname "/a/b")                               => (error type-error "\"/a/b\" names no logical pathname: it does not begin with a logical host and a colon")
(pathname-name "no-such-host:x")                        => "no-such-host:x"
(namestring (logical-pathname "depot:src;foo.lisp.3"))  => "DEPOT:SRC;FOO.LISP.3"
(prin1-to-string (pathname "DEPOT:SRC;FOO.LISP"))       => "#P\"DEPOT:SRC;FOO.LISP\""
(equal (pathname "DEPOT:a;b") (read-from-string "#p\"DEPOT:A;B\"")) => t
(equal (pathname "DEPOT:B") (pathname "B"))             => nil
(directory-namestring "DEPOT:A;B;X")                    => "A;B;"
(file-namestring "DEPOT:A;B;X.Y")                       => "X.Y"
(enough-namestring "DEPOT:A;B;X.Y" "DEPOT:A;")          => "DEPOT:;B;X.Y"
(namestring (make-pathname :host "DEPOT" :directory '(:absolute "BAR") :name "FOO")) => "DEPOT:BAR;FOO"
(namestring (make-pathname :type "C" :defaults "DEPOT:BAR;FOO.L")) => "DEPOT:BAR;FOO.C"
(namestring (parse-namestring "SRC;X.Y" "DEPOT"))       => "DEPOT:SRC;X.Y"
(make-pathname :host "NO-SUCH-HOST" :name "X")          => (error simple-error "MAKE-PATHNAME: there is no logical host \"NO-SUCH-HOST\"")
(pathname-match-p "DEPOT:A;B.C" "DEPOT:**;*.*.*")       => t
(pathname-match-p "/A/B.C" "DEPOT:**;*.*.*")            => nil
(wild-pathname-p "DEPOT:A;B.C")                         => nil

;;; --- to files
(namestring (translate-logical-pathname "DEPOT:SRC;FOO.LISP"))   => "/home/u/src/foo.lisp"
(namestring (translate-logical-pathname "DEPOT:SHORT;FOO.LISP")) => "/home/u/src/foo.lisp"
(namestring (translate-logical-pathname "DEPOT:TMP;A;B;C.D"))    => "/tmp/a/b/c.d"
(namestring (translate-logical-pathname "/a/b"))        => "/a/b"
(translate-logical-pathname "DEPOT:NOWHERE;FOO.LISP")   => (error file-error "TRANSLATE-LOGICAL-PATHNAME: no translation matches #P\"DEPOT:NOWHERE;FOO.LISP\"")
(probe-file "DEPOT:SRC;NO-SUCH-FILE.LISP")              => nil
(open "DEPOT:NOWHERE;FOO.LISP")                         => (error file-error "OPEN: no translation matches #P\"DEPOT:NOWHERE;FOO.LISP\"")
(defparameter *scratch* (ensure-directories-exist (scratch-folder "logical"))) => *scratch*
(progn (setf (logical-pathname-translations "SCRATCH") (list (list "**;*.*.*" (concatenate 'string *scratch* "**/*.*")))) nil) => nil
(with-open-file (s "SCRATCH:LOGICAL-TEST.LISP" :direction :output :if-exists :supersede)
  (print '(defparameter *loaded-by-logical-name* 5) s)
  (file-namestring (truename s)))                       => "logical-test.lisp"
(progn (load "SCRATCH:LOGICAL-TEST") *loaded-by-logical-name*) => 5
(mapcar #'pathname-name (directory "SCRATCH:LOGICAL-TES*.LISP")) => ("logical-test")
(progn (rename-file "SCRATCH:LOGICAL-TEST.LISP" "SCRATCH:LOGICAL-TEST.OLD")
       (not (probe-file (concatenate 'string *scratch* "logical-test.old")))) => nil
(not (delete-file "SCRATCH:LOGICAL-TEST.OLD")) => nil

;;; --- the version that is missing is the newest; a logical pathname's device means nothing; what may be asked for wild
;;; parts
(setf (logical-pathname-translations "VERSIONS") '(("**;*.*.*" "/tmp/versions/**/*.*"))) => (("**;*.*.*" "/tmp/versions/**/*.*"))
(namestring (merge-pathnames "versions:foo;bar" "versions:a;b.c.3")) => "VERSIONS:FOO;BAR.C.NEWEST"
(namestring (merge-pathnames "versions:foo;" "versions:a;b.c.3")) => "VERSIONS:FOO;B.C.3"
(namestring (merge-pathnames "versions:foo;bar" "versions:a;b.c.3" nil)) => "VERSIONS:FOO;BAR.C"
(namestring (merge-pathnames "foo" "/a/b.c"))           => "/a/foo.c"
(pathname-version (merge-pathnames "foo" "/a/b.c"))     => :newest
(pathname-device "versions:a;b.c")                      => :unspecific
(wild-pathname-p "versions:a;b.c.*" :version)           => t
(not (wild-pathname-p "versions:a;b.c.*"))              => nil
(wild-pathname-p "*" :foo)                              => (error type-error "WILD-PATHNAME-P: :FOO is not of type (MEMBER NIL :HOST :DEVICE :DIRECTORY :NAME :TYPE :VERSION)")
(wild-pathname-p "*" :host)                             => nil

;;; --- a logical directory that is relative and has no parts
(list (pathname-directory "VERSIONS:;FOO.C") (pathname-directory "VERSIONS:FOO.C") (namestring "VERSIONS:;FOO.C"))
  => ((:relative) (:absolute) "VERSIONS:;FOO.C")
(namestring (merge-pathnames "VERSIONS:;FOO" "VERSIONS:A;B;X.C")) => "VERSIONS:A;B;FOO.C.NEWEST"
;;; --- the host that PARSE-NAMESTRING takes from its defaults, which may be a namestring
(host-namestring (parse-namestring "A;B.C" nil "VERSIONS:X")) => "VERSIONS"
(parse-namestring "a/b.c" nil "VERSIONS:X")              => (error error)
(host-namestring (parse-namestring "a/b.c" nil "/x/y"))  => ""
;;; --- RENAME-FILE to a logical pathname returns it, completed from the old name; the true names are physical
(progn (with-open-file (s "SCRATCH:OLD-NAME.TXT" :direction :output :if-exists :supersede) (write-line "x" s))
       (multiple-value-bind (new old-true new-true) (rename-file "SCRATCH:OLD-NAME.TXT" "SCRATCH:NEW-NAME")
         (prog1 (list (typep new 'logical-pathname) (pathname-name new) (pathname-type new) (typep old-true 'logical-pathname)
                      (typep new-true 'logical-pathname) (not (probe-file new)) (probe-file old-true) (equal (truename new) new-true))
           (delete-file new))))
  => (t "NEW-NAME" "TXT" nil nil nil nil t)

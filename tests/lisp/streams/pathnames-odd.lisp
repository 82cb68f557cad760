;;; Pathnames with odd parts: wildcards, parent directories, the case of letters (chapter 19).

;;; --- MAKE-PATHNAME takes its arguments as they are: a relative directory is not appended to that of the defaults
(namestring (make-pathname :directory '(:relative "a") :defaults "/x/y/z.c")) => "a/z.c"
(namestring (make-pathname :directory '(:relative :up) :defaults "x/y/z.c")) => "../z.c"
(namestring (make-pathname :name "q" :defaults "/x/y/z.c")) => "/x/y/q.c"
(namestring (make-pathname :directory nil :defaults "/x/y/z.c")) => "z.c"
(namestring (merge-pathnames (make-pathname :directory '(:relative "a")) "/x/y/z.c")) => "/x/y/a/z.c"

;;; --- parent directories
(make-pathname :directory '(:absolute :up)) => (error file-error "MAKE-PATHNAME: :ABSOLUTE cannot be followed by :UP in the directory (:ABSOLUTE :UP)")
(make-pathname :directory '(:absolute :back "a")) => (error file-error "MAKE-PATHNAME: :ABSOLUTE cannot be followed by :BACK in the directory (:ABSOLUTE :BACK \"a\")")
(make-pathname :directory '(:absolute :wild-inferiors :up)) => (error file-error)
(pathname-directory (make-pathname :directory '(:absolute "a" "b" :back "c"))) => (:absolute "a" "c")
(pathname-directory (make-pathname :directory '(:absolute "a" "b" :up "c"))) => (:absolute "a" "b" :up "c")
(pathname-directory (merge-pathnames (make-pathname :directory '(:relative :back "b")) "/x/y/z")) => (:absolute "x" "b")
(pathname-directory (merge-pathnames (make-pathname :directory '(:relative :wild :back)) "/x/y/z")) => (:absolute "x" "y")
(pathname-directory (merge-pathnames (make-pathname :directory '(:relative "a" "b" :back :back :back)) "/x/y/z")) => (:absolute "x")
(pathname-directory (merge-pathnames "../b/" "/x/y/z")) => (:absolute "x" "y" :up "b")

;;; --- components of the wrong kind
(make-pathname :name 5) => (error type-error "MAKE-PATHNAME: 5 is not of type (OR STRING (MEMBER NIL :WILD :UNSPECIFIC))")
(make-pathname :name 'foo) => (error type-error "MAKE-PATHNAME: FOO is not of type (OR STRING (MEMBER NIL :WILD :UNSPECIFIC))")
(make-pathname :type #\a) => (error type-error "MAKE-PATHNAME: #\\a is not of type (OR STRING (MEMBER NIL :WILD :UNSPECIFIC))")
(make-pathname :version "a") => (error type-error "MAKE-PATHNAME: \"a\" is not of type (OR UNSIGNED-BYTE (MEMBER NIL :NEWEST :WILD))")
(make-pathname :directory 5) => (error type-error "MAKE-PATHNAME: 5 is not of type LIST")
(make-pathname :directory '(:absolute 5)) => (error type-error "MAKE-PATHNAME: 5 is not of type STRING")
(make-pathname :directory '("a")) => (error type-error "MAKE-PATHNAME: (\"a\") is not of type LIST")
(make-pathname :name "a" :case :both) => (error type-error "MAKE-PATHNAME: :BOTH is not of type (MEMBER :COMMON :LOCAL)")
(pathname-device (make-pathname :device :unspecific :name "x")) => :unspecific

;;; --- the common case: capitals there are small letters here
(pathname-name (make-pathname :name "FOO" :case :common)) => "foo"
(pathname-name (make-pathname :name "foo" :case :common)) => "FOO"
(pathname-name (make-pathname :name "Foo" :case :common)) => "Foo"
(pathname-name "foo.lisp" :case :common) => "FOO"
(pathname-type "foo.LISP" :case :common) => "lisp"
(pathname-directory "/a/Bc/D/1/" :case :common) => (:absolute "A" "Bc" "d" "1")
(pathname-name "foo.lisp" :case :local) => "foo"
(pathname-directory (make-pathname :directory '(:absolute "A" :wild) :case :common)) => (:absolute "a" :wild)

;;; --- each namestring names the pathname that it was made of
(flet ((comes-back-p (pathname) (equal pathname (parse-namestring (namestring pathname)))))
  (remove-if #'comes-back-p
             (append (mapcar #'pathname '("a b" "a.b.c" ".a" ".a.b" "a." "a..b" "a\\*b" "a\\?.b" "a\\\\b" "[a]" "{a,b}" "a\\.b" "x/.y" "ä.ö" "~" "~a" "\\~" "a/~/b" "*" "*.*" "a*b.?" "**/a/*/"
                                          "a=b" "\"" "#" "/" "/a//b" "a;b" "-"))
                     (list (make-pathname :name "a.b") (make-pathname :name "a.b" :type "c") (make-pathname :name "a" :type "b.c") (make-pathname :name ".")
                           (make-pathname :name "..") (make-pathname :name "a" :type "") (make-pathname :name "~") (make-pathname :name "a\\b")
                           (make-pathname :directory '(:relative "..") :name "a") (make-pathname :directory '(:relative "a/b")) (make-pathname :directory '(:relative "*" "**"))
                           (make-pathname :name "a*") (make-pathname :name "a\\*")))))
  => nil
(list (pathname-name "a\\.b") (pathname-type "a\\.b") (wild-pathname-p "a\\*b") (not (wild-pathname-p "a*b"))) => ("a.b" nil nil nil)
(list (pathname-match-p "a\\*b" "a*") (pathname-match-p "axb" "a\\*b") (pathname-match-p "a\\*b" "a\\*b")) => (t nil t)
(pathname-match-p "foo.lisp" "**/*.lisp") => t
(pathname-match-p "foo.lisp" "/**/*.lisp") => nil
(namestring (translate-pathname "x\\*y.a" "*.a" "<*>.b")) => "<x\\*y>.b"

;;; --- files with odd names
(defparameter *odd-dir* (scratch-folder "odd-names")) => *odd-dir*
(defparameter *odd-names*
  '("x\\*y" "a\\?b" "back\\\\slash" "\\~" "[q]" "sp ace" "ä€" ".hid" "dot." "a.b.c" "q\"t" "\\*" "\\*\\*" "a:b" "..."
    "..a" "\\\\" "#"))   => *odd-names*
(progn (ensure-directories-exist *odd-dir*)
       (dolist (name *odd-names*)
         (with-open-file (s (concatenate 'string *odd-dir* name) :direction :output) (write-string name s))))
  => nil
(length (directory (concatenate 'string *odd-dir* "*.*"))) => 18
(flet ((found-again-p (file)
         (and (equal (list file) (directory file)) (equal file (probe-file file)) (not (wild-pathname-p file))
              (find (with-open-file (s file) (read-line s)) *odd-names* :test #'string=))))
  (remove-if #'found-again-p (directory (concatenate 'string *odd-dir* "*.*"))))
  => nil
(progn (mapc #'delete-file (directory (concatenate 'string *odd-dir* "*.*"))) (length (directory (concatenate 'string *odd-dir* "*.*")))) => 0

;;; --- a character with the code 0 is in no file's name
(defun nul-name () (format nil "/tmp/tessera~athere" (code-char 0))) => nul-name
(open (nul-name)) => (error file-error "the character with the code 0")
(open (nul-name) :direction :output :if-exists :supersede) => (error file-error)
(probe-file (nul-name)) => (error file-error)
(truename (nul-name)) => (error file-error)
(delete-file (nul-name)) => (error file-error)
(rename-file "/tmp/tessera-is-not-there" (nul-name)) => (error file-error)
(rename-file (nul-name) "/tmp/tessera-is-not-there") => (error file-error)
(file-write-date (nul-name)) => (error file-error)
(file-author (nul-name)) => (error file-error)
(directory (nul-name)) => (error file-error)
(ensure-directories-exist (concatenate 'string (nul-name) "/a")) => (error file-error)
(load (nul-name)) => (error file-error)
(load (nul-name) :if-does-not-exist nil) => (error file-error)
(compile-file (nul-name)) => (error file-error)
(namestring (pathname (nul-name))) => #.(format nil "/tmp/tessera~athere" (code-char 0))

;;; Scheme: programs in files, libraries in files, and how LOAD and Common Lisp see them.

(defparameter *folder* (scratch-folder "scheme")) => *folder*

(defun file (name &rest lines)
  (let ((path (concatenate 'string *folder* name)))
    (ensure-directories-exist path)
    (with-open-file (out path :direction :output :if-exists :supersede :external-format :utf-8)
      (format out "~{~A~%~}" lines))
    path))                                                                              => file

(defun run (&rest lines)
  "Returns what the program of LINES writes, or the report of what it fails with."
  (let ((path (apply #'file "program.scm" lines)))
    (with-output-to-string (*standard-output*)
      (handler-bind ((error (lambda (condition)
                              (tessera::%write-condition condition *standard-output*)
                              (return-from run (get-output-stream-string *standard-output*)))))
        (load path)))))                                                                 => run

;;; A program that begins with an import has only the imported names.

(run "#!/usr/bin/env tessera" "(import (scheme base) (scheme write))" "(display (map + '(1 2) '(3 4)))")     => "(4 6)"
(run "(import (scheme base))" "(display 1)")       => "Error: unbound variable: display (it is in (scheme write))
"
(run "(import (only (scheme base) define quote) (scheme write))" "(define car 'mine)" "(display car)")       => "mine"
(run "(import (scheme base))" "(set! car 5)")      => "Error: set! cannot change car, which is imported, in (set! car 5), at program.scm:2:1
"
(run "(display (list (car '(1)) (sqrt 16) (string-upcase \"a\")))")                                        => "(1 4 A)"
(run "(import (scheme base) (scheme write))" "(define (car x) 'mine)" "(display (list (car 1) (cadr '(1 2))))") => "(mine 2)"

;;; Libraries in files, with included files.

(progn
  (file "shapes/area.sld"
        "(define-library (shapes area)"
        "  (export square-area (rename hidden circle-area) twice)"
        "  (import (scheme base))"
        "  (include \"area-body.scm\"))")
  (file "shapes/area-body.scm"
        "(define (square-area a) (* a a))" "(define (hidden r) (* 3 r r))"
        "(define-syntax twice (syntax-rules () ((_ e) (helper e))))" "(define (helper x) (* 2 x))")
  t)                                                                                    => t
(run "(import (scheme base) (scheme write) (prefix (shapes area) s:))"
     "(define (helper x) 'wrong)"
     "(display (list (s:square-area 3) (s:circle-area 2) (s:twice 21)))")               => "(9 12 42)"
(run "(import (scheme base) (shapes area))" "(hidden 1)")                               => "Error: unbound variable: hidden
"
(progn (file "included.scm" "(define a 1)" "(define b (+ a 1))") t)                     => t
(run "(import (scheme base) (scheme write))" "(include \"included.scm\")" "(display (+ a b))")               => "3"
(run "(import (scheme base) (scheme write))" "(define (f) (include \"included.scm\") (* 10 b))" "(display (f))") => "20"
(search "Error: include: cannot open, no such file or directory:" (run "(include \"nowhere.scm\")")) => 0

(progn
  (file "one.sld" "(define-library (one)" "  (import (scheme base) (two)))")
  (file "two.sld" "(define-library (two)" "  (import (one)))")
  t)                                                                                    => t
(run "(import (one))")               => "Error: the library imports itself, by others perhaps, in (one), at two.sld:2:11
"

;;; A file's language ends with the file. Definitions of a program without imports are global.

(progn (run "(define (from-scheme x) (* x 2))") (tessera::language-name tessera:*language*))                 => "COMMON-LISP"
(funcall (tessera:language-value :scheme "from-scheme") 21)                             => 42
(scheme-user::|from-scheme| 4)                                                          => 8
(scheme:|list-tail| '(1 2 3) 1)                                                         => (2 3)
(tessera:language-eval :scheme "(define x 5) (* x x)")                                  => 25
(tessera:language-eval :scheme "(null? 5)")                                             => tessera:false
(tessera:language-value :scheme "no-such-thing")                                        => (error simple-error "SCHEME has no definition of no-such-thing")
(handler-case (tessera:language-eval :scheme "(raise 'x)") (error (c) (type-of c)))
  => #.(progn (tessera:find-language :scheme) (find-symbol "RAISED" "TESSERA-SCHEME"))
(tessera:language-eval :scheme "(guard (e ((error-object? e) (error-object-message e))) ((language-value 'common-lisp \"error\") \"from Lisp ~A\" 5))")
                                                                                        => "from Lisp 5"

;;; A host's load chooses the language by the file's type.

(let ((path (file "host.scm" "(define (from-host x)" "  (let loop ((i 0)) (if (= i x) i (loop (+ i 1)))))")))
  (tessera::%host-load (open path) path)
  (list (funcall (tessera:language-value :scheme "from-host") 1000) (tessera::language-name tessera:*language*)))
                                                                                        => (1000 "COMMON-LISP")

;;; The prompt.

(progn (tessera::%load-program-modules "assist") t)                                     => t
(tessera:call-in-language :scheme
  (lambda () (mapcar (lambda (text) (funcall 'tessera::complete-text-p text))
                     '("(define (f x)" "(f 1)" "#| a" ")" "\"a" "'" "#;" "|a" "a"))))       => (nil t nil t nil nil nil nil t)
(tessera:call-in-language :scheme (lambda () (tessera::%prompt-text)))                  => "scheme> "
(with-output-to-string (*standard-output*)
  (tessera:call-in-language :scheme
    (lambda ()
      (mapc #'tessera::%show-value
            (list (tessera:language-eval :scheme "(if #f #f)") (tessera:language-eval :scheme "(list #t \"a\" #\\b)")))))) => "(#t \"a\" #\\b)
"

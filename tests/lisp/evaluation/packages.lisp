;;; Packages: chapter 11.

;; Finding
(packagep (find-package "COMMON-LISP"))                   => t
(eq (find-package "CL") (find-package :common-lisp))      => t
(eq (find-package 'cl-user) (find-package "COMMON-LISP-USER")) => t
(find-package "NO-SUCH-PACKAGE")                          => nil
(eq (find-package (find-package "CL")) (find-package "CL")) => t
(find-package 5)                                          => (error type-error "FIND-PACKAGE: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(package-name "CL")                                       => "COMMON-LISP"
(package-name :keyword)                                   => "KEYWORD"
(package-name "NO-SUCH-PACKAGE")                          => (error package-error "PACKAGE-NAME: there is no package called NO-SUCH-PACKAGE")
(handler-case (package-use-list "NO-SUCH-PACKAGE") (package-error (c) (package-error-package c))) => "NO-SUCH-PACKAGE"
(not (member "CL" (package-nicknames "COMMON-LISP") :test #'string=)) => nil
(not (member (find-package "CL") (package-use-list "CL-USER"))) => nil
(not (member (find-package "CL-USER") (package-used-by-list "CL"))) => nil
(package-use-list "KEYWORD")                              => nil
(packagep "CL")                                           => nil
(packagep *package*)                                      => t
(not (member (find-package "KEYWORD") (list-all-packages))) => nil

;; FIND-SYMBOL and INTERN
(find-symbol "CAR" "CL")                                  => (values car :external)
(find-symbol "CAR" "CL-USER")                             => (values car :inherited)
(find-symbol "NO-SUCH-SYMBOL" "CL-USER")                  => (values nil nil)
(find-symbol "NIL" "CL")                                  => (values nil :external)
(find-symbol "NIL" "CL-USER")                             => (values nil :inherited)
(nth-value 1 (intern "PK-KEY-1" "KEYWORD"))               => nil
(nth-value 1 (intern "PK-KEY-1" "KEYWORD"))               => :external
(symbol-value (intern "PK-KEY" "KEYWORD"))                => :pk-key
(progn (intern "PK-INTERNED") (nth-value 1 (find-symbol "PK-INTERNED"))) => :internal
(find-symbol 'car)                                        => (error type-error "FIND-SYMBOL: CAR is not of type STRING")
(intern 5)                                                => (error type-error "INTERN: 5 is not of type STRING")
(intern "X" "NO-SUCH-PACKAGE")                            => (error package-error "INTERN: there is no package called NO-SUCH-PACKAGE")
(let ((s (make-array 3 :element-type 'character :fill-pointer 2 :initial-contents "PQR"))) (symbol-name (intern s))) => "PQ"

;; Making, renaming and deleting
(package-name (make-package "PK-A"))                      => "PK-A"
(package-use-list "PK-A")                                 => nil
(make-package "PK-A")                                     => (error package-error "MAKE-PACKAGE: there is a package called PK-A already")
(package-name (make-package :pk-b :nicknames '("PK-BB" :pk-bbb) :use '("CL"))) => "PK-B"
(eq (find-package "PK-BB") (find-package "PK-B"))         => t
(eq (find-package "PK-BBB") (find-package "PK-B"))        => t
(find-symbol "CAR" "PK-B")                                => (values car :inherited)
(make-package "PK-C" :nicknames '("PK-A"))                => (error package-error "MAKE-PACKAGE: there is a package called PK-A already")
(make-package "PK-C" :use '("NO-SUCH-PACKAGE"))           => (error package-error "MAKE-PACKAGE: there is no package called NO-SUCH-PACKAGE")
(find-package "PK-C")                                     => nil
(package-name (rename-package "PK-A" "PK-AA" '("PK-NICK"))) => "PK-AA"
(find-package "PK-A")                                     => nil
(package-nicknames "PK-AA")                               => ("PK-NICK")
(rename-package "PK-AA" "PK-B")                           => (error package-error "RENAME-PACKAGE: there is a package called PK-B already")
(package-name (rename-package "PK-AA" "PK-A"))            => "PK-A"
(package-nicknames "PK-A")                                => nil
(let ((p (make-package "PK-GONE"))) (list (delete-package p) (package-name p) (find-package "PK-GONE") (delete-package p))) => (t nil nil nil)
(let* ((p (make-package "PK-GONE")) (s (intern "S" p))) (delete-package p) (symbol-package s)) => nil
(delete-package "NO-SUCH-PACKAGE")                        => (error package-error "DELETE-PACKAGE: there is no package called NO-SUCH-PACKAGE")

;; Export, import, inheritance
(let ((s (intern "ONE" "PK-A"))) (list (export s "PK-A") (nth-value 1 (find-symbol "ONE" "PK-A")))) => (t :external)
(use-package "PK-A" "PK-B")                               => t
(nth-value 1 (find-symbol "ONE" "PK-B"))                  => :inherited
(eq (find-symbol "ONE" "PK-A") (find-symbol "ONE" "PK-B")) => t
(mapcar #'package-name (package-used-by-list "PK-A"))     => ("PK-B")
(delete-package "PK-A")                                   => (error package-error)
(unuse-package "PK-A" "PK-B")                             => t
(find-symbol "ONE" "PK-B")                                => (values nil nil)
(progn (import (find-symbol "ONE" "PK-A") "PK-B") (nth-value 1 (find-symbol "ONE" "PK-B"))) => :internal
(package-name (symbol-package (find-symbol "ONE" "PK-B"))) => "PK-A"
(import (make-symbol "ONE") "PK-B")                       => (error package-error)
(let ((s (make-symbol "HOMELESS"))) (import s "PK-B") (package-name (symbol-package s))) => "PK-B"
(export (make-symbol "NOT-THERE") "PK-B")                 => (error package-error)
(progn (export (find-symbol "CAR" "PK-B") "PK-B") (find-symbol "CAR" "PK-B")) => (values car :external)
(progn (unexport (find-symbol "ONE" "PK-A") "PK-A") (nth-value 1 (find-symbol "ONE" "PK-A"))) => :internal
(unexport 'car "PK-A")                                    => (error package-error)
(export 5)                                                => (error type-error "EXPORT: 5 is not of type SYMBOL")
(progn (import '(nil) "PK-A") (find-symbol "NIL" "PK-A")) => (values nil :internal)

;; Name conflicts
(progn
  (make-package "PK-D")
  (intern "CLASH" "PK-D")
  (export (find-symbol "CLASH" "PK-D") "PK-D")
  (make-package "PK-E")
  (intern "CLASH" "PK-E")
  (use-package "PK-D" "PK-E"))   => (error package-error)
(package-use-list "PK-E")                                 => nil
(progn (shadow "CLASH" "PK-E") (use-package "PK-D" "PK-E"))  => t
(nth-value 1 (find-symbol "CLASH" "PK-E"))                => :internal
(mapcar #'symbol-name (package-shadowing-symbols "PK-E")) => ("CLASH")
(progn (intern "LATER" "PK-E") (export (intern "LATER" "PK-D") "PK-D")) => (error package-error)
(progn (make-package "PK-F") (export (intern "CLASH" "PK-F") "PK-F") (use-package "PK-F" "PK-E")) => t
(unintern (find-symbol "CLASH" "PK-E") "PK-E")            => (error package-error)
(progn (unuse-package "PK-F" "PK-E") (unintern (find-symbol "CLASH" "PK-E") "PK-E")) => t
(nth-value 1 (find-symbol "CLASH" "PK-E"))                => :inherited
(use-package "PK-F" "PK-E")                               => (error package-error)
#+tessera (use-package "KEYWORD" "PK-E") #-tessera (error 'package-error) => (error package-error)

;; Shadowing
(progn (make-package "PK-S" :use '("CL")) (shadow '("CAR" :cdr) "PK-S")) => t
(eq (find-symbol "CAR" "PK-S") 'car)                      => nil
(nth-value 1 (find-symbol "CDR" "PK-S"))                  => :internal
(shadow #\X "PK-S")                                       => t
(nth-value 1 (find-symbol "X" "PK-S"))                    => :internal
(progn (shadowing-import 'car "PK-S") (find-symbol "CAR" "PK-S")) => (values car :internal)
(not (member 'car (package-shadowing-symbols "PK-S")))    => nil
(let ((s (make-symbol "CDR"))) (shadowing-import s "PK-S") (eq s (find-symbol "CDR" "PK-S"))) => t
(unintern 'car "PK-S")                                    => t
(find-symbol "CAR" "PK-S")                                => (values car :inherited)
(package-name (symbol-package 'car))                      => "COMMON-LISP"
(unintern (make-symbol "NOWHERE") "PK-S")                 => nil
(let ((s (intern "TEMP" "PK-S"))) (unintern s "PK-S") (symbol-package s)) => nil

;; FIND-ALL-SYMBOLS
(find-all-symbols "CAR")                                  => (car)
(find-all-symbols "NO SUCH NAME AT ALL")                  => nil
(length (find-all-symbols "CLASH"))                       => 2

;; DEFPACKAGE
(package-name (defpackage "PK-DEF"
                          (:use "CL")
                          (:nicknames "PK-DEF-NICK" pk-dn)
                          (:export "ALPHA" :beta)
                          (:intern "GAMMA")
                          (:documentation "Test.")
                          (:size 10)))   => "PK-DEF"
(nth-value 1 (find-symbol "ALPHA" "PK-DEF"))              => :external
(nth-value 1 (find-symbol "BETA" "PK-DN"))                => :external
(nth-value 1 (find-symbol "GAMMA" "PK-DEF"))              => :internal
(documentation (find-package "PK-DEF") t)                 => "Test."
(package-name (defpackage #:pk-def-2
                          (:use)
                          (:import-from "PK-DEF" "ALPHA" "BETA")
                          (:shadowing-import-from #:cl #:car)
                          (:shadow #:delta)
                          (:export #:alpha)))   => "PK-DEF-2"
(eq (find-symbol "ALPHA" "PK-DEF-2") (find-symbol "ALPHA" "PK-DEF")) => t
(nth-value 1 (find-symbol "ALPHA" "PK-DEF-2"))            => :external
(find-symbol "CAR" "PK-DEF-2")                            => (values car :internal)
(length (package-shadowing-symbols "PK-DEF-2"))           => 2
(package-use-list "PK-DEF-2")                             => nil
(package-name (defpackage "PK-DEF" (:use "CL") (:export "ALPHA" "BETA"))) => "PK-DEF"
(eval '(defpackage "PK-X" (:no-such-option "A")))         => (error program-error "(:NO-SUCH-OPTION \"A\") is not an option of DEFPACKAGE")
(eval '(defpackage "PK-X" (:size 1) (:size 2)))           => (error program-error ":SIZE is given twice in one DEFPACKAGE")
(eval '(defpackage "PK-X" (:documentation "a") (:documentation "b"))) => (error program-error ":DOCUMENTATION is given twice in one DEFPACKAGE")
(eval '(defpackage "PK-X" (:shadow "A") (:intern "A")))   => (error program-error "\"A\" is both in :SHADOW and in :INTERN of one DEFPACKAGE")
(eval '(defpackage "PK-X" (:export "A") (:intern "A")))   => (error program-error "\"A\" is both in :INTERN and in :EXPORT of one DEFPACKAGE")
(eval '(defpackage "PK-X" (:import-from "CL" "CAR") (:shadow "CAR"))) => (error program-error "\"CAR\" is both in :SHADOW and in :IMPORT-FROM of one DEFPACKAGE")
(eval '(defpackage "PK-X" (:use "NO-SUCH-PACKAGE")))      => (error package-error "there is no package called NO-SUCH-PACKAGE")
(eval '(defpackage "PK-Y" (:import-from "CL" "NO-SUCH-SYMBOL"))) => (error package-error)
(let ((*package* *package*)) (eval '(in-package "PK-DEF")) (package-name *package*)) => "PK-DEF"
(let ((*package* *package*)) (eval '(in-package pk-def)) (package-name *package*)) => "PK-DEF"
(let ((*package* *package*)) (eval '(in-package "NO-SUCH-PACKAGE"))) => (error package-error "there is no package called NO-SUCH-PACKAGE")
(let ((*package* (find-package "PK-DEF"))) (symbol-name (read-from-string "gamma"))) => "GAMMA"
(eq (read-from-string "pk-def:alpha") (find-symbol "ALPHA" "PK-DEF")) => t
(eq (read-from-string "pk-def::gamma") (find-symbol "GAMMA" "PK-DEF")) => t
(read-from-string "pk-def:gamma")                         => (error reader-error)
(read-from-string "no-such-package:x")                    => (error reader-error)
(let ((*package* (find-package "PK-DEF"))) (prin1-to-string (find-symbol "ALPHA"))) => "ALPHA"
(let ((*package* (find-package "KEYWORD")))
  (list (prin1-to-string (find-symbol "ALPHA" "PK-DEF")) (prin1-to-string (find-symbol "GAMMA" "PK-DEF"))))
  => ("PK-DEF:ALPHA" "PK-DEF::GAMMA")

;; Iteration
(let ((names nil)) (do-symbols (s "PK-DEF-2") (push (symbol-name s) names)) (sort names #'string<)) => ("ALPHA" "BETA" "CAR" "DELTA")
(let ((names nil)) (do-external-symbols (s "PK-DEF" (sort names #'string<)) (push (symbol-name s) names))) => ("ALPHA" "BETA")
(do-symbols (s "PK-DEF-2" s) (declare (ignorable s)))     => nil
(do-external-symbols (s "CL") (when (eq s 'car) (return 'found))) => found
(do-all-symbols (s) (when (eq s 'find-package) (return s))) => find-package
(let ((n 0)) (do-symbols (s "PK-DEF") (when (eq s 'car) (incf n))) (plusp n)) => t
(let ((n 0)) (do-external-symbols (s "COMMON-LISP" n) (incf n))) => 978
(let ((found nil))
  (with-package-iterator (next "PK-DEF" :external)
    (loop (multiple-value-bind (more s status package) (next)
            (unless more (return))
            (push (list (symbol-name s) status (package-name package)) found))))
  (sort found #'string< :key #'first))   => (("ALPHA" :external "PK-DEF") ("BETA" :external "PK-DEF"))
(with-package-iterator (next '("PK-DEF" "PK-DEF-2") :internal :inherited)
  (let ((n 0)) (loop (multiple-value-bind (more s) (next) (unless more (return)) (when (eq s 'car) (incf n)))) n))
  => 2
(eval '(with-package-iterator (next "CL") (next)))        => (error program-error "NIL are not the kinds of symbols of WITH-PACKAGE-ITERATOR")
(let ((n 0)) (loop for s being the external-symbols of "PK-DEF" do (incf n)) n) => 2

;;; --- DELETE-PACKAGE: both errors are correctable
(progn (make-package "PK-USED" :use '()) (make-package "PK-USER" :use '("PK-USED")) (make-package "PK-USER-2" :use '("PK-USED")) nil) => nil
(delete-package "PK-USED")                               => (error package-error)
(let ((package (find-package "PK-USED")))
  (list (handler-bind ((package-error #'continue)) (not (delete-package package)))
        (package-name package) (package-use-list "PK-USER") (package-use-list "PK-USER-2"))) => (nil nil nil nil)
(find-package "PK-USED")                                 => nil
(delete-package "PK-USED")                               => (error package-error "DELETE-PACKAGE: there is no package called PK-USED")
(handler-bind ((package-error #'continue)) (delete-package "PK-USED")) => nil
(let ((package (make-package "PK-ONCE" :use '()))) (list (not (delete-package package)) (delete-package package))) => (nil nil)
(delete-package 5)                                       => (error type-error "DELETE-PACKAGE: 5 is not of type (OR STRING SYMBOL CHARACTER)")

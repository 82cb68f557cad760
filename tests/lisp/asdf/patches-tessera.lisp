;;; Patches of libraries, as they are applied when a source is read.

(prog1 t (require "ext"))                                                           => t
(with-compilation-unit () (load "stdlib/modules/asdf/patches.lisp") (load "stdlib/modules/asdf/dialects.lisp")) => t
(defvar *patch* (tessera::%parse-patch '("--- a/src/one.lisp" "+++ b/src/one.lisp" "@@ -2,3 +2,4 @@" " b" "-c" "+C" "+CC" " d"))) => *patch*
*patch*                                                                             => (("/src/one.lisp" (2 ("b" "c" "d") ("b" "C" "CC" "d"))))
(tessera::%apply-hunks (rest (first *patch*)) '("a" "b" "c" "d" "e"))               => (values ("a" "b" "C" "CC" "d" "e") ())
(tessera::%apply-hunks (rest (first *patch*)) '("0" "1" "2" "a" "b" "c" "d"))       => (values ("0" "1" "2" "a" "b" "C" "CC" "d") ())
(tessera::%apply-hunks (rest (first *patch*)) '("b" "c" "d"))                       => (values ("b" "C" "CC" "d") ())
(tessera::%apply-hunks (rest (first *patch*)) '("a" "b" "x" "d"))                   => (values ("a" "b" "x" "d") (2))
(tessera::%apply-hunks '((1 ("a") ("A")) (3 ("c") ("C"))) '("a" "b" "c"))           => (values ("A" "b" "C") ())
(tessera::%apply-hunks '((1 ("a") ("A")) (3 ("a") ("B"))) '("a" "b" "a" "c"))       => (values ("A" "b" "B" "c") ())
;; the other hunks are applied; text at the beginning and at the end fits every version
(tessera::%apply-hunks '((1 ("a") ("A")) (2 ("x") ("X")) (3 ("c") ("C"))) '("a" "b" "c")) => (values ("A" "b" "C") (2))
(tessera::%apply-hunks '((0 () ("first"))) '("a" "b"))                              => (values ("first" "a" "b") ())
(tessera::%apply-hunks '((99999 () ("last"))) '("a" "b"))                           => (values ("a" "b" "last") ())
(tessera::%apply-hunks '((0 () ("first")) (99999 () ("last"))) '())                 => (values ("first" "last") ())
(tessera::%parse-patch '())                                                         => nil
(and (find "asdf" tessera::*patches* :key #'first :test #'string=) t)               => t

;;; --- a patch that does not fit is a warning, with the system and the versions that it is for
(defparameter *folder* (format nil "/tmp/patched-sources-~d/" (random 1000000000 (make-random-state t)))) => *folder*
(defun write-file (name &rest lines)
  "Writes LINES to the file NAME of *FOLDER*, and returns its name."
  (let ((path (concatenate 'string *folder* name)))
    (ensure-directories-exist path)
    (with-open-file (out path :direction :output :if-exists :supersede) (format out "~{~a~%~}" lines))
    path))                                                                          => write-file
(defun text-of (path)
  "Returns the text of the file PATH as it is read."
  (let ((stream (tessera::%patched-source path)))
    (and stream (loop for line = (read-line stream nil) while line collect line)))) => text-of
(let ((path (write-file "cl-fad/fad.lisp" "(in-package :fad)")))
  (handler-case (text-of path)
    (warning (c) (let ((text (princ-to-string c)))
                   (mapcar (lambda (part) (and (search part text) t)) (list "\"cl-fad\"" path "(Debian 12)" "lines 1"))))))
                                                                                    => (t t t t)
(text-of (write-file "cl-fad/fad.lisp" "#+tessera 1"))                              => nil
(text-of (write-file "other/fad.lisp" "1"))                                         => nil

;;; --- libraries that are read with the features of another Lisp
(progn (write-file "chipz-2024/chipz.asd") (write-file "trivial-cltl2_1.0/trivial-cltl2.asd") :made) => :made
(text-of (write-file "chipz-2024/src/stream.lisp" "(a)"))
  => ("(cl:eval-when (:compile-toplevel :load-toplevel :execute) (cl:require \"gray\")) (a)")
(tessera::%features-for (write-file "chipz-2024/src/stream.lisp" "(a)"))            => (:ecl)
(tessera::%features-for (write-file "chipz-2024/chipz.asd" "(a)"))                  => (:ecl)
(text-of (write-file "chipz-2024/chipz.asd" "(a)"))                                 => nil
(tessera::%features-for (write-file "chipz-2024/src/stream.lisp" "#+tessera (a)"))  => nil
;; the definition of a library that refuses other Lisps
(text-of (write-file "cffi-0.9/cffi.asd" "(in-package :asdf)" "#-(or sbcl ecl newlisp)" "(error \"no\")" "(defsystem cffi)"))
  => ("(in-package :asdf)" "" "" "(defsystem cffi)")
(text-of (write-file "cffi-0.9/cffi.asd" "#-sbcl (error \"no\")" "(defsystem cffi)")) => nil
(tessera::%features-for (write-file "cffi-0.9/cffi.asd" "(a)"))                     => nil
(tessera::%features-for (write-file "my-chipz/stream.lisp" "(a)"))                  => nil       ; not of the library
(tessera::%features-for (write-file "trivial-cltl2_1.0/cltl2.lisp" "(a)"))          => (:cmu)
(tessera::%features-for (write-file "trivial-cltl2_1.0/other.lisp" "(a)"))          => nil
(tessera::%condition-here '(:or :ecl (:not :sbcl)) (write-file "chipz-2024/chipz.asd")) => (:or (:and) (:not :sbcl))
(tessera::%condition-here '(:or :ecl :sbcl) (write-file "my-chipz/my.asd"))         => (:or :ecl :sbcl)
(tessera::%condition-here nil (write-file "chipz-2024/chipz.asd"))                  => nil
(tessera::%condition-here :ecl nil)                                                 => :ecl

;; the features exist while the file is read, but not in files that it loads; features that it adds stay
(defvar *seen* '())                                                                 => *seen*
(defun note (place) (push (list place (and (member :ecl *features*) t) (and (member :added *features*) t)) *seen*)) => note
(let ((tessera::*feature-filter* 'tessera::%features-for) (*features* *features*))
  (setf *seen* '())
  (write-file "inner.lisp" "(note :inner)")
  (load (write-file "chipz-2024/a.lisp"
                    "(note :outer) (pushnew :added *features*)"
                    (format nil "(load ~s)" (concatenate 'string *folder* "inner.lisp"))
                    "(note :outer)"))
  (note :after)
  (handler-case (load (write-file "chipz-2024/a.lisp" "(error \"x\")")) (error ()))
  (note :failed)
  (reverse *seen*))      => ((:outer t nil) (:inner nil t) (:outer t t) (:after nil t) (:failed nil t))
(progn (ignore-errors (ext:run-program "rm" (list "-r" *folder*))) :done)           => :done

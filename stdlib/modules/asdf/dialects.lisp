;;; Libraries that support ECL, or another Lisp whose names our modules have, are read with that Lisp's features.
(in-package "TESSERA")

(defparameter *read-as*
  '(("atomics" (:ecl) "mp")
    ("bordeaux-threads" (:ecl :threads) "ext" "mp")
    ("chipz" (:ecl) "gray")
    ("cl-json" (:clisp) "mop")
    ("lift/dev/packages.lisp" (:clisp) "mop")
    ("metatilities-base/dev/package.lisp" (:clisp) "mop")
    ("coalton/library/hash.lisp" (:ccl))
    ("float-features" (:clasp) "ext")
    ("fset/Code/port.lisp" (:clasp :threads) "mp")
    ("policy-cond" (:cmucl) "ext")
    ("trivial-arguments/arguments.lisp" (:clisp) "ext" "mop")
    ("trivial-cltl2/cltl2.lisp" (:cmu) "ext")
    ("trivial-custom-debugger" (:ecl) "ext")
    ("trivial-gray-streams" (:ecl) "gray"))
  "A list of (FILE FEATURES MODULE...): the name of a library or of a file in it, the features with which it is read,
and the modules that it needs.")

(defparameter *guarded* '(("cffi") ("static-vectors") ("trivial-garbage"))
  "Entries for libraries whose definition refuses Lisps that it does not know, which are read without this.")
(defparameter *conditions* '(("cl-postgres" (:clisp)))
  "Entries for libraries in whose definitions only the conditions on components and dependencies are read so.")

(defun %concerns-p (entry name)
  "True if ENTRY is for the file with the full NAME, or for the library of this file, whose definition is in a folder
above the file."
  (let* ((slash (position #\/ (first entry))) (library (subseq (first entry) 0 slash)))
    (and (search library name)
         (or (null slash) (%ends-with-p (subseq (first entry) slash) name))
         (loop for path = (pathname-directory name) then (butlast path)
               while (cdr path)
               thereis (probe-file (make-pathname :name library :type "asd" :directory path))))))

(defun %reading-of (path)
  "Returns the entry of *READ-AS* for the file PATH or its library; if PATH is a library's definition, one of *GUARDED*
if there is one; or NIL."
  (let ((name (ignore-errors (namestring (truename path)))))
    (and name
         (find-if (lambda (entry) (%concerns-p entry name))
                  (if (%ends-with-p ".asd" name) (append *guarded* *read-as*) *read-as*)))))

(defun %without-guard (path lines)
  "Returns LINES, those of the file PATH, and whether these are fewer: without an ERROR for all
Lisps but some, which is on two lines, if PATH is a definition of *GUARDED*."
  (let ((place (and (%ends-with-p ".asd" (namestring path))
                    (member (%reading-of path) *guarded*)
                    (loop for rest on lines
                          thereis (and (%prefix-p "#-(or " (first rest)) (rest rest) (%prefix-p "(error " (second rest)) rest)))))
    (if place
        (values (append (ldiff lines place) (list "" "") (cddr place)) t)
        (values lines nil))))

(defun %features-for (path)
  "Returns the features with which the file PATH is read; for *FEATURE-FILTER*."
  (let ((entry (%reading-of path)))
    (when (and entry (not (with-open-file (stream path) (%knows-us-p (%read-all-lines stream)))))
      (second entry))))

(defun %requiring-text (path lines)
  "Returns the form, as text, that opens the modules which LINES, those of the file PATH, need; or NIL."
  (let ((modules (cddr (%reading-of path))))
    (when (and modules (not (%knows-us-p lines)))
      (format nil "(cl:eval-when (:compile-toplevel :load-toplevel :execute)~{ (cl:require ~S)~}) " modules))))

(defun %condition-here (condition file)
  "Returns CONDITION, a feature expression in the definition FILE, or NIL, with the features true with which its library
is read. ASDF asks for conditions on components and dependencies, which are looked at after the definition was read."
  (let ((entry (and file (find-if (lambda (entry) (%concerns-p entry (namestring file))) (append *conditions* *read-as*)))))
    (if entry
        (subst-if '(:and) (lambda (part) (and part (symbolp part) (member part (second entry)))) condition)
        condition)))

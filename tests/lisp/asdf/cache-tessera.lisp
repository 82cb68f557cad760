;;; Compiled ASDFs that are kept, and that go.

(load "stdlib/modules/asdf/cache.lisp")                                                     => t
(defvar *directory* (scratch-folder "cache")) => *directory*
(prog1 t (require "ext"))                                                           => t
(defun touch (name day)
  "Makes the file NAME there, as if it were of that DAY."
  (let ((file (ensure-directories-exist (concatenate 'string *directory* name))))
    (ext:process-exit-code (ext:run-program "touch" (list "-d" (format nil "2020-01-0~D" day) file)))))  => touch
(defun kept () (sort (mapcar #'file-namestring (directory (concatenate 'string *directory* "*.*"))) #'string<)) => kept
(let ((tessera::*most-compiled-asdfs* 2))
  (mapc #'touch '("asdf-1.tfasl" "other.tfasl" "asdf-2.tfasl-77" "asdf-3.tfasl" "asdf-0.tfasl") '(1 1 2 3 4))
  (tessera::%drop-old-asdfs *directory*)
  (kept))                                                                           => ("asdf-0.tfasl" "asdf-3.tfasl" "other.tfasl")
(progn (tessera::%drop-old-asdfs *directory*) (kept))                               => ("asdf-0.tfasl" "asdf-3.tfasl" "other.tfasl")
(progn (tessera::%drop-old-asdfs "/no/such/folder/") t)                             => t
(progn (mapc #'delete-file (directory (concatenate 'string *directory* "*.*"))) (kept)) => nil

;;; Files that OPEN supersedes, and the effect of closing the stream (21.2: OPEN, CLOSE).

(defparameter *folder* (format nil "/tmp/tessera-superseding-~36r/" (random 1000000000 (make-random-state t)))) => *folder*
(defun in-folder (name) (concatenate 'string *folder* name)) => in-folder
(not (ensure-directories-exist *folder*)) => nil
(defun write-text (name text &rest options)
  "Writes TEXT to the file NAME, opened with OPTIONS."
  (let ((stream (apply #'open (in-folder name) :direction :output :if-does-not-exist :create options)))
    (write-string text stream)
    (close stream)
    name)) => write-text
(defun give-up (name text &rest options)
  "Writes TEXT to the file NAME likewise, but closes with :ABORT."
  (let ((stream (apply #'open (in-folder name) :direction :output options)))
    (write-string text stream)
    (finish-output stream)
    (close stream :abort t)
    name)) => give-up
(defun text-of (name)
  (with-open-file (in (in-folder name) :if-does-not-exist nil) (and in (values (read-line in nil ""))))) => text-of
(defun files-there () (mapcar #'file-namestring (directory (in-folder "*.*")))) => files-there

;;; --- closed with :ABORT, it leaves the older file as it was, and nothing besides
(write-text "a.txt" "old") => "a.txt"
(loop for choice in '(:supersede :new-version :rename-and-delete :rename)
      collect (progn (give-up "a.txt" "new" :if-exists choice) (text-of "a.txt"))) => ("old" "old" "old" "old")
(files-there) => ("a.txt")
(catch 'out (with-open-file (s (in-folder "a.txt") :direction :output :if-exists :supersede) (princ "new" s) (throw 'out 'gone))) => gone
(text-of "a.txt") => "old"
(progn (give-up "a.txt" "new" :if-exists :supersede :direction :io) (text-of "a.txt")) => "old"
(progn (give-up "b.txt" "new" :if-exists :supersede) (text-of "b.txt")) => nil
(files-there) => ("a.txt")

;;; --- as long as the stream is open the new file has the name; closed, it is the only one, but :RENAME keeps the old
;;; one
(let ((stream (open (in-folder "a.txt") :direction :output :if-exists :supersede)))
  (write-string "new" stream)
  (finish-output stream)
  (prog1 (list (text-of "a.txt") (equal (truename stream) (truename (in-folder "a.txt"))) (length (files-there))) (close stream))) => ("new" t 2)
(list (text-of "a.txt") (files-there)) => ("new" ("a.txt"))
(progn (write-text "a.txt" "newer" :if-exists :new-version) (list (text-of "a.txt") (files-there))) => ("newer" ("a.txt"))
(progn (write-text "a.txt" "third" :if-exists :rename-and-delete) (list (text-of "a.txt") (files-there))) => ("third" ("a.txt"))
(progn (write-text "a.txt" "fourth" :if-exists :rename) (list (text-of "a.txt") (text-of "a.txt.bak") (files-there)))
  => ("fourth" "third" ("a.txt" "a.txt.bak"))
(progn (write-text "a.txt" "X" :if-exists :overwrite) (text-of "a.txt")) => "Xourth"
(progn (write-text "a.txt" "Y" :if-exists :append) (text-of "a.txt")) => "XourthY"
(progn (give-up "a.txt" "Z" :if-exists :overwrite) (text-of "a.txt")) => "ZourthY"

;;; --- two streams may supersede one file; readers of the old file continue with it
(let ((one (open (in-folder "a.txt") :direction :output :if-exists :supersede)) (two (open (in-folder "a.txt") :direction :output :if-exists :supersede)))
  (write-string "one" one) (write-string "two" two)
  (close one) (close two)
  (list (text-of "a.txt") (files-there))) => ("two" ("a.txt" "a.txt.bak"))
(with-open-file (in (in-folder "a.txt"))
  (list (read-char in) (progn (write-text "a.txt" "later" :if-exists :supersede) (read-line in)) (text-of "a.txt"))) => (#\t "wo" "later")

;;; --- a link stays one, and so do the rights of the file; devices are written to
(zerop (tessera::%run-command (format nil "cd ~a && ln -s a.txt link && chmod 640 a.txt" *folder*) nil)) => t
(progn (write-text "link" "through" :if-exists :supersede) (text-of "a.txt")) => "through"
(zerop (tessera::%run-command (format nil "cd ~a && test -L link && test $(stat -c %a a.txt) = 640" *folder*) nil)) => t
(with-open-file (s "/dev/null" :direction :output :if-exists :supersede) (write-line "x" s)) => "x"
(not (probe-file "/dev/null")) => nil

;;; --- a stream that was opened by a logical pathname is known by it
(not (setf (logical-pathname-translations "SUPERSEDED") `(("*.*.*" ,(in-folder "*.*"))))) => nil
(with-open-file (s "SUPERSEDED:B.TXT.NEWEST" :direction :output) (list (equal (pathname s) (logical-pathname s)) (pathname-name s) (host-namestring s)))
  => (t "B" "SUPERSEDED")
(with-open-file (s "SUPERSEDED:B.TXT") (file-namestring (truename s))) => "b.txt"
(with-open-file (s (in-folder "b.txt")) (logical-pathname s)) => (error type-error)
(every #'delete-file (directory (in-folder "*.*"))) => t
(zerop (tessera::%run-command (format nil "rm -r ~a" *folder*) nil)) => t

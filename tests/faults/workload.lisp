;;; What tests/faults/faults.py runs while system calls fail: files, compiled files, modules, threads, sessions. Prints
;;; a line (ROUND STEP :DONE) for each step, or (ROUND STEP :FAILED TYPE MESSAGE) for one that a condition ended, and
;;; (WRONG FORM) for a result that is not what an earlier step should have led to. All steps are done twice, in the
;;; folder that is the script's argument.

(defvar *folder* (pathname (first tessera:*arguments*)))
(defvar *round* 0)
(defun in-folder (name) (merge-pathnames name *folder*))

(defun text-of (name)
  (with-open-file (stream (in-folder name))
    (let ((text (make-string (file-length stream))))
      (subseq text 0 (read-sequence text stream)))))

(defun write-text (name text)
  (with-open-file (stream (in-folder name) :direction :output :if-exists :supersede :if-does-not-exist :create)
    (write-string text stream)))

(defparameter *old* (make-string 100000 :initial-element #\o))
(defparameter *new* (make-string 200000 :initial-element #\n))

(defmacro check (form)
  `(unless ,form
     (format t "~S~%" '(wrong ,form))))

(defmacro step-of (name &body body)
  `(format t "~S~%" (handler-case (progn ,@body (list *round* ',name :done))
                      (error (condition) (list *round* ',name :failed (type-of condition) (princ-to-string condition))))))

(defun half-written-p (name)
  "True if the file NAME is neither missing, nor *OLD*, nor *NEW*."
  (let ((text (handler-case (text-of name) (file-error () nil))))
    (not (or (null text) (string= text *old*) (string= text *new*)))))

(defun work ()
  (step-of write (write-text "kept.txt" *old*))
  (step-of supersede (write-text "kept.txt" *new*))
  (when (half-written-p "kept.txt") (format t "~S~%" '(half-written "kept.txt")))
  (step-of read (check (string= (text-of "kept.txt") *new*)))
  (step-of append
    (write-text "log.txt" "one ")
    (with-open-file (stream (in-folder "log.txt") :direction :output :if-exists :append) (write-string "two" stream))
    (check (string= (text-of "log.txt") "one two")))
  (step-of source (write-text "source.lisp" "(defun loaded (x) (list x 'from :file))"))
  (step-of load (load (in-folder "source.lisp")) (check (equal (funcall 'loaded 1) '(1 from :file))))
  (step-of compile
    (let ((output (compile-file (in-folder "source.lisp"))))
      (check (probe-file output))))
  (step-of load-compiled
    (when (probe-file (in-folder "source.tfasl")) (load (in-folder "source.tfasl"))))
  (step-of rename
    (write-text "before.txt" "x")
    (rename-file (in-folder "before.txt") (in-folder "after.txt"))
    (check (and (probe-file (in-folder "after.txt")) (not (probe-file (in-folder "before.txt"))))))
  (step-of list (check (find "after" (directory (in-folder "*.txt")) :key #'pathname-name :test #'string=)))
  (step-of delete (delete-file (in-folder "after.txt")))
  (step-of module (require "json") (check (fboundp (find-symbol "PARSE-JSON" "TESSERA-JSON"))))
  (step-of number (check (= (mod (* (expt 3 2000000) (expt 7 300000)) 11) (mod (* (mod (expt 3 2000000) 11) (mod (expt 7 300000) 11)) 11))))
  (step-of sleep (sleep 0.001))
  (step-of threads
    (require "mp")
    (flet ((call (name &rest arguments) (apply (find-symbol name "MP") arguments)))
      (let* ((done nil) (process (call "PROCESS-RUN-FUNCTION" "other" (lambda () (setq done t)))))
        (loop repeat 10000 while (call "PROCESS-ACTIVE-P" process) do (sleep 0.002)) ; PROCESS-JOIN is woken by write
        (check done))))
  (step-of machine-code
    (let ((sum 0)) (dotimes (i 5000) (incf sum (length (list i)))) (check (= sum 5000))))
  (step-of sessions
    (require "webserver")
    (flet ((call (name &rest arguments) (apply (find-symbol name "WEBSERVER") arguments)))
      (call "OPEN-SESSIONS" (namestring (in-folder "sessions.db")) 1000 10)
      (unwind-protect
           (let ((revision (or (first (call "LOAD-SESSION" "somebody" 0)) 0)))
             (check (call "SAVE-SESSIONS" (list (list "somebody" "a game" revision)) ""))
             (check (equal (second (call "LOAD-SESSION" "somebody" 0)) "a game")))
        (call "CLOSE-SESSIONS")))))

(dotimes (i 2)
  (setq *round* (1+ i))
  (work)
  (tessera:gc)
  (finish-output))

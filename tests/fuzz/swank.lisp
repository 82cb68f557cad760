;;; Messages by chance for the Swank server: each that asks for an answer gets one, and nothing but answers comes.
;;;     tessera --load tests/fuzz/swank.lisp --eval "(swank-fuzz:run 2000 1)"
(load (merge-pathnames "texts.lisp" *load-truename*))
(require "swank")

(defpackage "SWANK-FUZZ" (:use "COMMON-LISP" "FUZZ-TEXTS") (:export "RUN"))
(in-package "SWANK-FUZZ")

(defparameter *parts*
  '("(" ")" "'" "\"" "#" "." "|" " " ":" "\\" "`" "," "#1=" "#1#" "#." "#+" "nil" "t" "-1" "0" "1" "99999999999999999999" "1/0" "1e999" "\"x\"" "\"car\""
    "\"COMMON-LISP-USER\"" "(:emacs-rex " " t 7)" "(:emacs-interrupt t)" "(:emacs-return 1 1 nil)" "(:emacs-return-string 1 1 \"x\")" "%cursor-marker%"
    "swank::%cursor-marker%" "((:position 1) (:line 1 0))" "(\"list\" \"\" swank::%cursor-marker%)" ":calls" "é" "\\x")
  "What messages are made of.")

(defun requests ()
  "Returns the names of what may be asked for, but for what ends, waits, or writes files."
  (let ((names '()))
    (dolist (package '("SWANK" "SWANK-REPL" "SWANK-MACROSTEP" "SWANK-TRACE-DIALOG") names)
      (do-external-symbols (symbol package)
        (unless (search-any (symbol-name symbol)
                            '("QUIT" "SERVE" "SERVER" "SLDB" "THROW" "RESTART" "COMPILE" "LOAD" "DIRECTORY" "MODULE" "SPEED" "UNINTERN" "UNDEFINE"
                              "EXPORT" "TOGGLE" "TRACE" "BREAK" "COMMIT" "KILL" "DEBUG" "EVAL-DEFVAR" "RE-EVALUATE"))
          (push (format nil "~(~A:~A~)" package symbol) names))))))

(defun search-any (name words)
  (some (lambda (word) (search word name)) words))

(defun some-text (parts most)
  (with-output-to-string (text)
    (dotimes (i (random most)) (write-string (one-of parts) text))))

(defun quoted-arguments ()
  "Arguments as SLIME sends them, of any kind."
  (with-output-to-string (text)
    (dotimes (i (random 5))
      (format text " ~A" (one-of '("nil" "t" "0" "1" "-3" "\"car\"" "\"\"" "\"(list 1 2)\"" "\"foo bar\"" "':calls" "'(1 . 2)" "'(\"a\" \"\" swank::%cursor-marker%)"
                                "'((:position 1))" ":limit" "'\"x\"" "1.5" "\"COMMON-LISP-USER\"" "'()" "'(:frame-var 1 0 0)"))))))

(defvar *sent* '() "The messages that were sent, the newest first.")

(defun answered-p (text)
  "True if what was sent last is read by Emacs and is an answer to TEXT, a message with the number 7 or a broken one."
  (declare (ignorable text))
  (some (lambda (message) (member (first message) '(:return :reader-error))) *sent*))

(defun try (connection text)
  "Sends TEXT, and looks at what comes of it. An ERROR if that is not as it should be."
  (setq *sent* '())
  (swank::handle-event connection :message text)
  (unless (or (answered-p text) (search "(:emacs-" text))
    (error "no answer to ~S" text)))

(defun run (count seed)
  "Tries COUNT messages of either kind that grow out of SEED."
  (let ((*random-state* (tessera:seed-random-state seed)) (requests (requests)) (swank::*connections* '()))
    (swank:create-server :port 0)
    (swank::open-connection 1)
    (tessera::%define-quietly 'swank-native:send-message
                              (lambda (number message)
                                (declare (ignore number))
                                (push (let ((tessera:*read-interns* nil)) (read-from-string message)) *sent*)))
    (tessera::%define-quietly 'swank::enter-debugger
                              (lambda (condition hook)
                                (declare (ignore condition hook))
                                (invoke-restart (find-restart 'abort))))
    (dotimes (i count)
      (try 1 (some-text *parts* 12))
      (try 1 (format nil "(:emacs-rex (~A~A) \"COMMON-LISP-USER\" t 7)" (one-of requests) (quoted-arguments)))
      (unless (find 7 *sent* :key #'third)
        (error "request 7 has no answer but ~S" *sent*)))
    (format t "~&~D messages are answered.~%" (* 2 count))))

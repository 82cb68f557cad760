;;; Entries for the packages of the modules ext and gray.
(in-package "TESSERA-DOCUMENTATION")

(defun run-sh (command &rest options)
  "Returns a process that runs COMMAND, a line for the shell, in examples."
  (apply (find-symbol "RUN-PROGRAM" "EXT") "sh" (list "-c" command) options))

(defmacro infinity ()
  "Returns an infinity, made of its bits, in examples."
  '(funcall (find-symbol "MAKE-SINGLE-FLOAT" "EXT") #x7F800000))

(define-library-entries "ext" "Processes"
  (run-program (let ((p (run-program "echo" '("dice") :output :stream))) (read-line (process-output p))) => (values "dice" nil)
               (process-exit-code (run-program "sh" '("-c" "exit 3"))) => 3
               (run-program "no-such-program" '()) => (error error))
  (shell (shell "exit 3") => 3)
  (process (typep (run-sh "true") 'process) => t)
  (process-p (process-p (run-sh "true")) => t (process-p 5) => nil)
  (process-pid (plusp (process-pid (run-sh "true"))) => t)
  (process-input (let ((p (run-sh "cat" :input :stream :output :stream :wait nil))) (write-line "in" (process-input p)) (close (process-input p))
                   (read-line (process-output p))) => (values "in" nil))
  (process-output (read-line (process-output (run-sh "echo out" :output :stream))) => (values "out" nil))
  (process-error (read-line (process-error (run-sh "echo wrong >&2" :error :stream))) => (values "wrong" nil))
  (process-status (process-status (run-sh "true")) => :exited)
  (process-exit-code (process-exit-code (run-sh "exit 2")) => 2)
  (process-alive-p (process-alive-p (run-sh "true")) => nil)
  (process-wait (process-status (process-wait (run-sh "true" :wait nil))) => :exited)
  (process-kill (let ((p (run-sh "sleep 60" :wait nil))) (process-kill p 15) (process-status (process-wait p))) => :signaled)
  (process-close (let ((p (run-sh "echo x" :output :stream))) (process-close p) (open-stream-p (process-output p))) => nil)
  (argv (first (coerce (argv) 'list)) => "tessera")
  (+ecl-version-number+ (integerp +ecl-version-number+) => t)
  (getpid (plusp (getpid)) => t)
  (environ (every #'stringp (environ)) => t)
  (unsetenv (progn (setf (tessera:getenv "DICE") "5") (unsetenv "DICE") (tessera:getenv "DICE")) => nil))

(define-library-entries "ext" "The debugger"
  (*invoke-debugger-hook* "NIL, or a function like that of *DEBUGGER-HOOK*, which INVOKE-DEBUGGER calls first, for BREAK too."
    (let ((*invoke-debugger-hook* (lambda (c hook) (declare (ignore hook)) (throw 'out (princ-to-string c))))) (catch 'out (break "stop"))) => "stop"))

(define-library-entries "ext" "Names of files"
  (getcwd (car (pathname-directory (getcwd))) => :absolute)
  (chdir (let ((here (getcwd))) (chdir "/") (prog1 (namestring (getcwd)) (chdir here))) => "/" (chdir "/no/such/folder/") => (error file-error))
  (delete-directory (delete-directory "/no/such/folder/") => (error file-error))
  (native-namestring (native-namestring "a\\*b") => "a*b")
  (parse-native-namestring (pathname-name (parse-native-namestring "a*b")) => "a\\*b"
                           (pathname-directory (parse-native-namestring "lib" :as-directory t)) => (:relative "lib")))

(define-library-entries "ext" "Strings as octets"
  (string-to-octets (string-to-octets "aé") => #(97 195 169) (string-to-octets "aé" :external-format :latin-1) => #(97 233)
                    (string-to-octets "a" :external-format :utf-7) => (error simple-error))
  (octets-to-string (octets-to-string (string-to-octets "aé")) => "aé"
                    (octets-to-string (string-to-octets "é") :external-format :latin-1) => "Ã©"
                    (octets-to-string '(97)) => (error type-error)))

(define-library-entries "ext" "Floats by their bits"
  (single-float-bits (single-float-bits 1.0) => 1065353216)
  (double-float-bits (double-float-bits 1d0) => 4607182418800017408)
  (double-float-high-bits (double-float-high-bits 1d0) => 1072693248)
  (double-float-low-bits (double-float-low-bits 1d0) => 0)
  (make-single-float (make-single-float 1065353216) => 1.0)
  (make-double-float (make-double-float 1072693248 0) => 1d0)
  (single-float-to-bits (single-float-to-bits -1.0) => 3212836864)
  (double-float-to-bits (double-float-to-bits -1d0) => 13830554455654793216)
  (bits-to-single-float (bits-to-single-float 3212836864) => -1.0)
  (bits-to-double-float (bits-to-double-float 13830554455654793216) => -1d0)
  (short-float-positive-infinity (> short-float-positive-infinity most-positive-short-float) => t)
  (short-float-negative-infinity (< short-float-negative-infinity most-negative-short-float) => t)
  (long-float-positive-infinity (> long-float-positive-infinity most-positive-long-float) => t)
  (long-float-negative-infinity (< long-float-negative-infinity most-negative-long-float) => t)
  (float-infinity-p (float-infinity-p 1.0) => nil (float-infinity-p (infinity)) => t)
  (float-nan-p (float-nan-p 1.0) => nil)
  (float-denormalized-p (float-denormalized-p least-positive-single-float) => t)
  (single-float-positive-infinity (> single-float-positive-infinity most-positive-single-float) => t)
  (single-float-negative-infinity (< single-float-negative-infinity most-negative-single-float) => t)
  (double-float-positive-infinity (> double-float-positive-infinity most-positive-double-float) => t)
  (double-float-negative-infinity (< double-float-negative-infinity most-negative-double-float) => t)
  (with-float-traps-masked (with-float-traps-masked (:overflow) (> (* 1e30 1e30) most-positive-single-float)) => t))

(define-library-entries "ext" "Hash tables"
  (hash-table-weakness (hash-table-weakness (make-hash-table :weakness :key)) => :key (hash-table-weakness (make-hash-table)) => nil)
  (hash-table-synchronized-p (hash-table-synchronized-p (make-hash-table :synchronized t)) => t)
  (with-locked-hash-table (let ((h (make-hash-table))) (with-locked-hash-table (h) (setf (gethash 1 h) 2))) => 2)
  (define-hash-table-test (progn (defun same-parity (a b) (eq (oddp a) (oddp b))) (defun parity (n) (mod n 2))
                                 (define-hash-table-test same-parity parity)
                                 (let ((h (make-hash-table :test 'same-parity))) (setf (gethash 1 h) :odd) (gethash 7 h))) => (values :odd t)))

(define-library-entries "ext" "Facts about the running system"
  (bytes-consed (plusp (bytes-consed)) => t)
  (dynamic-usage (plusp (dynamic-usage)) => t)
  (compiled-file-version (integerp (compiled-file-version)) => t)
  (declaration-information (assoc 'debug (declaration-information 'optimize)) => (debug 1))
  (variable-information (variable-information '*print-base*) => (values :special nil nil)
                        (macrolet ((kind (x &environment e) (variable-information x e))) (symbol-macrolet ((a 1)) (kind a))) => :symbol-macro)
  (function-information (function-information 'when) => (values :macro nil nil))
  (augment-environment (macroexpand 'a (augment-environment nil :symbol-macro '((a (car b))))) => (values (car b) t))
  (parse-macro (funcall (enclose (parse-macro 'twice '(x) '(`(* 2 ,x)))) '(twice 5) nil) => (* 2 5))
  (enclose (funcall (enclose '(lambda (x) (cons x a)) (augment-environment nil :symbol-macro '((a 5)))) 1) => (1 . 5))
  (define-declaration (progn (define-declaration unit (declaration environment)
                               environment (values :variable (list (list (third declaration) 'unit (second declaration)))))
                             (variable-information 'a (augment-environment nil :variable '(a) :declare '((unit :cm a)))))
                      => (values :lexical t ((unit . :cm))))
  (arglist (length (arglist 'cons)) => 2)
  (function-source-location (function-source-location #'car) => nil)
  (readtable-macro-characters (first (assoc #\; (readtable-macro-characters))) => #\; (third (assoc #\# (readtable-macro-characters))) => t)
  (*module-provider-functions*
    (let ((*modules* '()) (*module-provider-functions* (list (lambda (name) (equal name "dice"))))) (require "dice") *modules*) => nil))

;;; GRAY. Two classes of streams for the examples.

(defun shouting ()
  "Returns a stream of a program's class, in examples, that writes in capitals to *STANDARD-OUTPUT*."
  (unless (find-class 'shouting-stream nil)
    (eval (read-from-string "(progn (defclass shouting-stream (gray:fundamental-character-output-stream) ((column :initform 0)))
  (defmethod gray:stream-write-char ((s shouting-stream) c)
    (with-slots (column) s (setf column (if (char= c #\\Newline) 0 (1+ column))))
    (write-char (char-upcase c)) c)
  (defmethod gray:stream-line-column ((s shouting-stream)) (slot-value s 'column)))")))
  (make-instance 'shouting-stream))

(defun spelling (text)
  "Returns a stream of a program's class, in examples, from which the characters of TEXT can be read."
  (unless (find-class 'spelling-stream nil)
    (eval (read-from-string "(progn (defclass spelling-stream (gray:fundamental-character-input-stream) ((text :initarg :text) (at :initform 0)))
  (defmethod gray:stream-read-char ((s spelling-stream))
    (with-slots (text at) s (if (< at (length text)) (prog1 (char text at) (incf at)) :eof)))
  (defmethod gray:stream-unread-char ((s spelling-stream) c) (declare (ignore c)) (decf (slot-value s 'at)) nil))")))
  (make-instance 'spelling-stream :text text))

(define-library-entries "gray" "Classes of streams"
  (fundamental-stream (subtypep 'fundamental-stream 'stream) => (values t t))
  (fundamental-input-stream (typep (spelling "") 'fundamental-input-stream) => t)
  (fundamental-output-stream (typep (shouting) 'fundamental-output-stream) => t)
  (fundamental-character-stream (typep (shouting) 'fundamental-character-stream) => t)
  (fundamental-binary-stream (typep (shouting) 'fundamental-binary-stream) => nil)
  (fundamental-character-input-stream
    (progn (defclass ones (fundamental-character-input-stream) ()) (defmethod stream-read-char ((s ones)) #\1) (read-char (make-instance 'ones))) => #\1)
  (fundamental-character-output-stream
    (progn (defclass counting (fundamental-character-output-stream) ((n :initform 0))) (defmethod stream-write-char ((s counting) c) (incf (slot-value s 'n)) c)
           (defmethod stream-line-column ((s counting)) nil) (let ((s (make-instance 'counting))) (princ "dice" s) (slot-value s 'n))) => 4)
  (fundamental-binary-input-stream
    (progn (defclass sevens (fundamental-binary-input-stream) ()) (defmethod stream-read-byte ((s sevens)) 7) (read-byte (make-instance 'sevens))) => 7)
  (fundamental-binary-output-stream
    (progn (defclass adding (fundamental-binary-output-stream) ((sum :initform 0))) (defmethod stream-write-byte ((s adding) n) (incf (slot-value s 'sum) n) n)
           (let ((s (make-instance 'adding))) (write-byte 3 s) (write-byte 4 s) (slot-value s 'sum))) => 7))

(define-library-entries "gray" "Functions of streams"
  (stream-read-char (stream-read-char (spelling "ab")) => #\a (stream-read-char (spelling "")) => :eof)
  (stream-unread-char (let ((s (spelling "ab"))) (stream-unread-char s (stream-read-char s)) (read-char s)) => #\a)
  (stream-peek-char (let ((s (spelling "ab"))) (list (stream-peek-char s) (stream-read-char s))) => (#\a #\a))
  (stream-read-char-no-hang (stream-read-char-no-hang (spelling "a")) => #\a)
  (stream-listen (stream-listen (spelling "a")) => t (stream-listen (spelling "")) => nil)
  (stream-read-line (stream-read-line (spelling "one")) => (values "one" t))
  (stream-clear-input (stream-clear-input (spelling "a")) => nil)
  (stream-read-sequence (let ((v (make-string 2))) (list (stream-read-sequence (spelling "abc") v) v)) => (2 "ab"))
  (stream-read-byte (progn (defclass nines (fundamental-binary-input-stream) ()) (defmethod stream-read-byte ((s nines)) 9) (stream-read-byte (make-instance 'nines))) => 9)
  (stream-write-char (stream-write-char (shouting) #\a) => (prints "A" #\a))
  (stream-write-string (stream-write-string (shouting) "dice" 0 2) => (prints "DI" "dice"))
  (stream-write-sequence (stream-write-sequence (shouting) '(#\a #\b)) => (prints "AB" (#\a #\b)))
  (stream-write-byte (progn (defclass echo (fundamental-binary-output-stream) ()) (defmethod stream-write-byte ((s echo) n) (prin1 n) n) (stream-write-byte (make-instance 'echo) 5))
                     => (prints "5" 5))
  (stream-terpri (stream-terpri (shouting)) => (prints "
" nil))
  (stream-fresh-line (stream-fresh-line (shouting)) => nil)
  (stream-line-column (let ((s (shouting))) (princ "abc" s) (stream-line-column s)) => (prints "ABC" 3))
  (stream-start-line-p (stream-start-line-p (shouting)) => t)
  (stream-line-length (stream-line-length (shouting)) => nil)
  (stream-advance-to-column (stream-advance-to-column (shouting) 3) => (prints "   " t))
  (stream-finish-output (stream-finish-output (shouting)) => nil)
  (stream-force-output (stream-force-output (shouting)) => nil)
  (stream-clear-output (stream-clear-output (shouting)) => nil)
  (stream-file-position (stream-file-position (shouting)) => nil))

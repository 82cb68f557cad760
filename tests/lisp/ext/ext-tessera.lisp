;;; The package EXT: the process, other programs, floats, the compiler's information.

(prog1 t (require "ext"))                                                           => t
(setf (ext:getenv "TESSERA_TEST") "one")                                            => "one"
(ext:getenv "TESSERA_TEST")                                                         => "one"
(find "TESSERA_TEST=one" (ext:environ) :test #'string=)                             => "TESSERA_TEST=one"
(progn (setf (ext:getenv "TESSERA_TEST") nil) (ext:getenv "TESSERA_TEST"))          => nil
(progn (setf (ext:getenv "TESSERA_TEST") "x") (ext:unsetenv "TESSERA_TEST") (ext:getenv "TESSERA_TEST")) => nil
(setf (ext:getenv 5) "x")                                                           => (error type-error)
(setf (ext:getenv "TESSERA_TEST") 5)                                                => (error type-error)
(setf (ext:getenv "A=B") "x")                                                       => (error simple-error)
(plusp (ext:getpid))                                                                => t
(stringp (aref (ext:argv) 0))                                                       => t
(defvar *here* (ext:getcwd))                                                        => *here*
(equal *here* (truename ""))                                                        => t
(progn (ext:chdir "/tmp") (prog1 (namestring (ext:getcwd)) (ext:chdir *here*)))     => "/tmp/"
(ext:chdir "/no/such/place/")                                                       => (error file-error)
(equal *here* (ext:getcwd))                                                         => t
(ext:delete-directory (ensure-directories-exist (format nil "/tmp/tessera-~D/" (ext:getpid)))) => t
(ext:delete-directory (format nil "/tmp/tessera-~D/" (ext:getpid)))                 => (error file-error)
(ext:native-namestring (make-pathname :name "a*b" :type "c"))                       => "a*b.c"
(ext:native-namestring (ext:parse-native-namestring "a*[b]?"))                      => "a*[b]?"
(wild-pathname-p (ext:parse-native-namestring "*.lisp"))                            => nil
(pathname-name (ext:parse-native-namestring "/tmp/x" :as-directory t))              => nil

;;; Programs
(defun run (program arguments &rest options) (apply #'ext:run-program program arguments options))     => run
(ext:process-exit-code (run "true" '()))                                            => 0
(ext:process-exit-code (run "sh" '("-c" "exit 3")))                                 => 3
(handler-case (run "true" (let ((l (list "a"))) (setf (cdr l) l))) (type-error () :refused)) => :refused
(ext:process-status (run "sh" '("-c" "exit 3")))                                    => :exited
(with-output-to-string (out) (run "echo" '("a b" "c*") :output out))                => "a b c*
"
(with-output-to-string (out) (with-input-from-string (in "zwei eins") (run "cat" '() :input in :output out))) => "zwei eins"
(with-output-to-string (out) (run "sh" '("-c" "echo out; echo err >&2") :output out :error nil)) => "out
"
(with-output-to-string (out) (run "sh" '("-c" "echo err >&2") :output nil :error out)) => "err
"
(with-output-to-string (out) (run "sh" '("-c" "echo err >&2") :output out :error :output)) => "err
"
(with-output-to-string (out) (run "pwd" '() :directory "/" :output out))            => "/
"
(with-output-to-string (out) (run "env" '() :environment '("A=1") :output out))     => "A=1
"
(let ((p (run "cat" '() :input :stream :output :stream :wait nil)))
  (write-line "hello" (ext:process-input p)) (close (ext:process-input p))
  (prog1 (list (read-line (ext:process-output p)) (ext:process-exit-code (ext:process-wait p)) (ext:process-alive-p p)) (ext:process-close p))) => ("hello" 0 nil)
(let ((p (run "sleep" '("100") :wait nil)))
  (list (ext:process-alive-p p) (ext:process-kill p 15) (ext:process-status (ext:process-wait p)) (ext:process-exit-code p) (ext:process-kill p 15))) => (t t :signaled 15 nil)
(let ((p (run "sh" '("-c" "printf '\\001\\377'") :output :stream :element-type '(unsigned-byte 8))))
  (prog1 (list (read-byte (ext:process-output p)) (read-byte (ext:process-output p)) (read-byte (ext:process-output p) nil :end)) (ext:process-close p))) => (1 255 :end)
(let ((name (format nil "/tmp/tessera-~D.txt" (ext:getpid))))
  (run "echo" '("to a file") :output name)
  (unwind-protect (with-open-file (in name) (read-line in)) (delete-file name)))    => (values "to a file" NIL)
(run "/no/such/program" '())                                                        => (error simple-error "cannot run \"/no/such/program\": No such file or directory")
(run "echo" '(5))                                                                   => (error type-error "5 is not of type STRING")
(run "cat" '() :input "/no/such/file")                                              => (error file-error "OPEN: cannot open #P\"/no/such/file\": No such file or directory")

;;; Floats
(ext:single-float-bits 1.0)                                                         => 1065353216
(ext:single-float-bits -0.0)                                                        => -2147483648
(ext:make-single-float 1065353216)                                                  => 1.0
(ext:make-single-float -1082130432)                                                 => -1.0
(ext:make-single-float #xBF800000)                                                  => -1.0
(ext:make-single-float (expt 2 32))                                                 => (error type-error)
(ext:double-float-bits 1d0)                                                         => 4607182418800017408
(list (ext:double-float-high-bits -1d0) (ext:double-float-low-bits 0.1d0))          => (-1074790400 2576980378)
(ext:make-double-float (ext:double-float-high-bits 0.1d0) (ext:double-float-low-bits 0.1d0)) => 0.1d0
(ext:make-double-float 0 -1)                                                        => (error type-error)
(ext:single-float-bits 1d0)                                                         => (error type-error "SINGLE-FLOAT-BITS: the value of FLOAT is 1.0d0, which is not of type SINGLE-FLOAT")
(mapcar #'ext:float-infinity-p (list ext:single-float-positive-infinity ext:double-float-negative-infinity 1.0)) => (t t nil)
(ext:float-nan-p (ext:with-float-traps-masked (:invalid) (- ext:double-float-positive-infinity ext:double-float-positive-infinity))) => t
(ext:with-float-traps-masked (:divide-by-zero) (> (/ 1.0 0.0) most-positive-single-float)) => t
(ext:with-float-traps-masked (:inexact) (/ 1.0 0.0))                                => (error division-by-zero "/: division by zero: (/ 1.0 0.0)")
(ext:float-denormalized-p (ext:make-single-float 1))                                => t

;;; Memory, declarations, places
(ext:weak-pointer-value (ext:make-weak-pointer 'car))                               => (values car t)
(<= (ext:dynamic-usage) (ext:bytes-consed))                                         => nil
(second (assoc 'speed (ext:declaration-information 'optimize)))                     => 1
(ext:function-source-location 'car)                                                 => nil
(prog1 t (find-package "EXT"))                                                      => t
(and (member :package-local-nicknames *features*) t)                                => t

;;; Functions that load modules without a file
(let ((ext:*module-provider-functions* (list (constantly nil) (lambda (name) (list :loaded name)))))
  (require "no-such-module-here"))   => (:loaded "no-such-module-here")
(let ((ext:*module-provider-functions* (list (constantly nil)))) (require "no-such-module-here")) => (error file-error)
(require "no-such-module-here")                                                     => (error file-error)

;;; Information about each macro character.
(let ((table (copy-readtable nil)))
  (set-macro-character #\λ (lambda (stream char) (declare (ignore stream)) char) t table)
  (set-dispatch-macro-character #\# #\! (lambda (stream char n) (declare (ignore stream char)) n) table)
  (let ((entries (ext:readtable-macro-characters table)))
    (list (length entries) (funcall (second (assoc #\λ entries)) nil #\λ) (third (assoc #\λ entries)) (third (assoc #\# entries))
          (and (assoc #\! (cdddr (assoc #\# entries))) t)
          (eq (second (assoc #\" entries)) (get-macro-character #\" table)))))           => (9 #\λ nil t t t)
(ext:readtable-macro-characters 5)                                                        => (error type-error)

;;; A hook before the debugger that BREAK calls, too.
(defun stop-by-hook (hook enter)
  (catch 'out
    (let ((*debugger-hook* (lambda (c h) (declare (ignore c h)) (throw 'out :outer)))
          (ext:*invoke-debugger-hook* hook))
      (funcall enter))))                                                                  => stop-by-hook
(stop-by-hook (lambda (c h) (declare (ignore h)) (throw 'out (princ-to-string c))) (lambda () (break "Stop ~A" 5))) => "Stop 5"
(stop-by-hook (lambda (c h) (throw 'out (list (princ-to-string c) (functionp h) ext:*invoke-debugger-hook*)))
              (lambda () (invoke-debugger (make-condition 'simple-error :format-control "x")))) => ("x" t nil)
(stop-by-hook (constantly nil) (lambda () (invoke-debugger (make-condition 'simple-error :format-control "x")))) => :outer
(stop-by-hook nil (lambda () (invoke-debugger (make-condition 'simple-error :format-control "x")))) => :outer

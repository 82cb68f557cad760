;;; Processes of the module mp: threads of Lisp.

(prog1 t (require "mp"))                                                            => t
(defmacro complaint (&body body) `(handler-case (progn ,@body) (error (c) (princ-to-string c)))) => complaint
(defun run (function &rest arguments) (apply #'mp:process-run-function "worker" function arguments)) => run
;; the stream to which its errors are reported
(defun run-telling (stream function &rest arguments)
  (apply #'mp:process-run-function (list :name "worker" :initial-bindings (list (cons '*error-output* stream))) function arguments)) => run-telling
(defun run-quietly (function &rest arguments) (apply #'run-telling (make-broadcast-stream) function arguments)) => run-quietly
(defun value-of (function) (mp:process-join (run function)))                        => value-of
;; until another process has done something
(defmacro wait-until (form) `(loop until ,form do (sleep 0.001)))                   => wait-until

;;; --- values, names, states
(mp:process-join (run #'floor 7 2))                                                 => (values 3 1)
(mp:process-join (run (lambda () (values))))                                        => (values)
(mapcar #'mp:process-join (loop for i below 5 collect (run #'* i i)))               => (0 1 4 9 16)
(let ((p (mp:process-run-function '(:name "named" :initial-bindings ((*print-base* . (+ 1 1)))) #'princ-to-string 5)))
  (list (mp:process-name p) (mp:process-join p)))                                   => ("named" "101")
(let ((p (mp:make-process :name "by hand")))
  (list (mp:process-active-p p) (mp:process-whostate p)
        (progn (mp:process-preset p #'+ 1 2) (mp:process-enable p) (mp:process-join p))
        (mp:process-active-p p) (mp:process-whostate p)))                           => (nil "new" 3 nil "ended")
(mp:process-name mp:*current-process*)                                              => "main"
(let ((p (run (lambda () mp:*current-process*)))) (eq p (mp:process-join p)))       => t
(let ((p (run #'sleep 10)))
  (wait-until (string/= (mp:process-whostate p) "new"))
  (prog1 (list (length (mp:all-processes)) (mp:process-active-p p)) (mp:process-kill p) (ignore-errors (mp:process-join p)))) => (2 t)
(length (mp:all-processes))                                                         => 1

;;; --- they run by turns, wherever one is
(let ((flag nil)) (run (lambda () (setf flag t))) (loop until flag) flag)           => t
(let ((p (run (lambda () (loop))))) (sleep 0.02) (mp:process-kill p) (complaint (mp:process-join p))) => "PROCESS-JOIN: worker was killed"
(let* ((n 0) (ps (loop repeat 4 collect (run (lambda () (dotimes (i 20000) (mp:atomic-incf n))))))) (mapc #'mp:process-join ps) n) => 80000
;; one that waits does not keep the others
(let ((times 0)) (run (lambda () (loop repeat 5 do (sleep 0.001) (incf times)))) (wait-until (= times 5)) times) => 5
;; an instance is made where another process has its maker compiled, which lets this one run
(progn (defclass made-by-many () ((n :initarg :n)))
       (defun make-one (n) (slot-value (make-instance 'made-by-many :n n) 'n))
       (compile 'make-one) (make-one 0))                                            => 0
(flet ((slowly (expander form environment) (sleep 0.001) (funcall expander form environment)))
  (mapcar #'mp:process-join
          (loop for i below 5
                collect (mp:process-run-function (list :name "worker" :initial-bindings `((*macroexpand-hook* . ',#'slowly))) #'make-one i)))) => (0 1 2 3 4)
;; GC, conditions, generic functions and printing, in all at once
(progn (defgeneric area (shape)) (defclass square () ((side :initarg :side :reader side))) (defmethod area ((s square)) (* (side s) (side s))) t) => t
(defun busy (seed)
  (let ((table (make-hash-table :test #'equal)) (*print-base* (+ 2 (mod seed 30))))
    (dotimes (i 200)
      (setf (gethash (format nil "~D ~A" (+ i seed) (area (make-instance 'square :side i))) table) (list i (expt 3 (+ i seed)))))
    (list (hash-table-count table)
          (handler-case (error "no ~D" seed) (error (c) (princ-to-string c)))
          (reduce #'+ (sort (loop for v being the hash-values of table collect (mod (second v) 1009)) #'<))
          (catch 'out (unwind-protect (throw 'out seed) (incf seed)))))) => busy
(let ((alone (loop for i below 8 collect (busy i))))
  (equal alone (mapcar #'mp:process-join (loop for i below 8 collect (run #'busy i))))) => t

;;; --- special variables: bindings are each process's own, global values everybody's
(defvar *shared* 1)                                                                 => *shared*
(let ((*shared* 2)) (value-of (lambda () *shared*)))                                => 1
(let ((*shared* 2)) (value-of (lambda () (setf *shared* 3))) *shared*)              => 2
*shared*                                                                            => 3
(let ((p (run (lambda () (let ((*shared* :own)) (loop repeat 200 do (mp:process-yield)) *shared*)))))
  (loop repeat 100 do (mp:process-yield))
  (list *shared* (mp:process-join p)))                                              => (3 :own)
(value-of (lambda () (let ((*shared* :a)) (value-of (lambda () *shared*)))))         => 3
(progn (makunbound '*shared*) (let ((*shared* 1)) (value-of (lambda () (boundp '*shared*))))) => nil
;; handlers and restarts of the creator are not inherited
(handler-bind ((error (lambda (c) (declare (ignore c)) (throw 'here :handled))))
  (catch 'here (value-of (lambda () (ignore-errors (error "mine")) :its-own))))      => :its-own
(restart-case (value-of (lambda () (null (find-restart 'outer)))) (outer () nil))    => t
;; nor are blocks and tags; their errors say so
(block nil (value-of (lambda () (complaint (return 1)))))
  => "RETURN-FROM: the exit point belongs to another process; MP:INTERRUPT-PROCESS can make that process exit"
(let ((told nil)) (tagbody (setf told (value-of (lambda () (complaint (go here))))) here) (subseq told 0 45)) => "GO: the exit point belongs to another process"
(catch :tag (value-of (lambda () (complaint (throw :tag 1)))))
  => "THROW: there is no CATCH for the tag :TAG in this process, but in another one; MP:INTERRUPT-PROCESS can make that process exit"
(let ((leave (block nil (lambda () (return 1))))) (value-of (lambda () (complaint (funcall leave)))))
  => "RETURN-FROM: the exit point is no longer active: its form has been left"
(value-of (lambda () (complaint (throw :tag 1))))                                    => "THROW: there is no CATCH for the tag :TAG"
(complaint (block nil (value-of (lambda () (handler-case (return 1) (control-error () :not-from-here)))))) => :not-from-here
(catch 'tag (value-of (lambda () (handler-case (throw 'tag 1) (control-error () :not-from-here))))) => :not-from-here
(with-output-to-string (*standard-output*) (value-of (lambda () (typep *standard-output* 'string-stream)))) => ""

;;; --- the end: errors, killing, leaving
(complaint (mp:process-join (run-quietly (lambda () (car (the t (progn 5)))))))     => "PROCESS-JOIN: worker was ended by an error: CAR: 5 is not of type LIST"
(handler-case (mp:process-join (run-quietly #'error "no")) (mp:process-failed (c) (princ-to-string (mp:process-failed-condition c)))) => "no"
(let ((p (run-quietly #'error "no"))) (ignore-errors (mp:process-join p)) (mp:process-whostate p)) => "failed"
;; without a join its error is reported
(let ((told (make-string-output-stream)))
  (ignore-errors (mp:process-join (run-telling told #'error "told")))
  (not (null (search "The process worker ends with an error" (get-output-stream-string told))))) => t
(let ((p (run (lambda () (mp:exit-process) 1)))) (multiple-value-list (mp:process-join p))) => nil
(let* ((log '()) (in nil) (p (run (lambda () (unwind-protect (progn (setf in t) (sleep 10)) (push :cleaned log))))))
  (wait-until in) (mp:process-kill p) (complaint (mp:process-join p)) log)             => (:cleaned)
(let ((p (run #'+))) (mp:process-join p) (eq p (mp:process-kill p)))                => t
;; killed before it has run at all
(let ((ran nil) (p nil)) (mp:without-interrupts (setf p (run (lambda () (setf ran t)))) (mp:process-kill p)) (complaint (mp:process-join p)) ran) => nil
(let ((p (mp:make-process :name "new"))) (mp:process-kill p) (mp:process-whostate p)) => "failed"
(value-of (lambda () (handler-bind ((error (lambda (c) (abort c)))) (error "x")) 1)) => (error mp:process-failed "PROCESS-JOIN: worker was killed")

;;; --- interrupting
(let* ((in nil) (p (run (lambda () (catch 'up (setf in t) (sleep 60) :slept)))))
  (wait-until in) (mp:interrupt-process p (lambda () (throw 'up :woken))) (mp:process-join p)) => :woken
(let* ((in nil) (p (run (lambda () (catch 'up (setf in t) (loop))))))
  (wait-until in) (mp:interrupt-process p (lambda () (throw 'up :stopped))) (mp:process-join p)) => :stopped
;; it continues where it was
(let* ((seen '()) (p (run (lambda () (wait-until (= (length seen) 3)) :waited))))
  (dotimes (i 3) (let ((i i)) (mp:interrupt-process p (lambda () (push i seen)))))
  (list (mp:process-join p) (sort seen #'<)))                                        => (:waited (0 1 2))
;; the main process, too
(catch 'main (let ((main mp:*current-process*)) (run (lambda () (mp:interrupt-process main (lambda () (throw 'main :left))))) (sleep 60))) => :left
(let ((seen nil)) (mp:interrupt-process mp:*current-process* (lambda () (setf seen t))) (mp:process-yield) seen) => t
;; not in cleanup forms
(let* ((seen '()) (in nil) (sent nil)
       (p (run (lambda ()
                 (catch 'up (unwind-protect (throw 'up 1) (setf in t) (wait-until sent) (loop repeat 20 do (sleep 0.001)) (push :cleaned seen)))
                 (sleep 0.001)))))
  (wait-until in)
  (mp:interrupt-process p (lambda () (push :interrupted seen)))
  (setf sent t)
  (mp:process-join p) (reverse seen))                                               => (:cleaned :interrupted)
(let* ((seen '()) (in nil) (sent nil)
       (p (run (lambda () (mp:without-interrupts (setf in t) (wait-until sent) (sleep 0.02) (push :inside seen)) (push :behind seen)))))
  (wait-until in) (mp:interrupt-process p (lambda () (push :interrupted seen))) (setf sent t) (mp:process-join p) (reverse seen)) => (:inside :interrupted :behind)
(let* ((go nil) (p (run (lambda () (wait-until go) :on))))
  (mp:process-suspend p) (wait-until (string= (mp:process-whostate p) "suspended")) (setf go t) (sleep 0.02)
  (list (mp:process-whostate p) (progn (mp:process-resume p) (mp:process-join p)))) => ("suspended" :on)

;; the state that PROCESS-WHOSTATE reports
(let* ((p (run #'sleep 60)) (said (loop for said = (mp:process-whostate p) while (string= said "running") do (mp:process-yield) finally (return said))))
  (mp:process-kill p) said)                                                          => "waiting for the system"
(value-of (lambda () (mp:process-whostate mp:*current-process*)))                    => "running"

;; itself: at once
(value-of (lambda () (catch 'a (mp:interrupt-process mp:*current-process* (lambda () (throw 'a :left))) :behind))) => :left
(complaint (value-of (lambda () (mp:process-kill mp:*current-process*) 7)))         => "PROCESS-JOIN: worker was killed"
;; killed while its initial bindings are evaluated
(let ((p (mp:process-run-function '(:name "binding" :initial-bindings ((*print-base* . (sleep 60)))) #'+)))
  (sleep 0.01) (mp:process-kill p) (complaint (mp:process-join p)))                 => "PROCESS-JOIN: binding was killed"
(let ((p (mp:process-run-function '(:name "binding" :initial-bindings ((*print-base* . (loop)))) #'+)))
  (sleep 0.01) (mp:process-kill p) (complaint (mp:process-join p)))                 => "PROCESS-JOIN: binding was killed"

;;; --- two processes read the same stream, and one of them finds it empty
(progn (require "ext") (require "sockets") t)                                       => t
(sockets:with-listener (l "127.0.0.1" 0)
  (let* ((a (sockets:connect "127.0.0.1" (nth-value 1 (sockets:local-address l)))) (b (sockets:accept l))
         (ps (loop repeat 3 collect (run (lambda () (read-char b))))))
    (write-string "x" a) (finish-output a) (wait-until (notevery #'mp:process-active-p ps)) (sleep 0.05)
    (prog1 (count-if #'mp:process-active-p ps)
      (mapc #'mp:process-kill ps) (mapc (lambda (p) (ignore-errors (mp:process-join p))) ps) (close a) (close b)))) => 2
(let* ((cat (ext:run-program "cat" '() :input :stream :output :stream :wait nil)) (out (ext:process-output cat))
       (ps (loop repeat 3 collect (run (lambda () (read-char out))))))
  (write-string "x" (ext:process-input cat)) (finish-output (ext:process-input cat)) (wait-until (notevery #'mp:process-active-p ps)) (sleep 0.05)
  (prog1 (count-if #'mp:process-active-p ps)
    (mapc #'mp:process-kill ps) (mapc (lambda (p) (ignore-errors (mp:process-join p))) ps) (ext:process-kill cat 9))) => 2

;;; --- a hash table whose test lets others run
(progn (defun slow-equal (a b) (mp:process-yield) (equal a b)) (defun same-hash (key) (declare (ignore key)) (mp:process-yield) 1)
       (ext:define-hash-table-test slow-equal same-hash))                            => slow-equal
(let ((table (make-hash-table :test 'slow-equal)))
  (setf (gethash "first" table) 0)
  (mapc #'mp:process-join
        (loop for i below 4 collect (run (lambda (i) (dotimes (n 20) (setf (gethash (format nil "key ~D" n) table) i))) i)))
  (list (hash-table-count table)
        (sort (loop for key being the hash-keys of table collect (parse-integer key :start 4 :junk-allowed t)) #'< :key (lambda (n) (or n -1)))))
  => (21 (nil 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19))
(let ((table (make-hash-table :test 'slow-equal)))
  (mapc #'mp:process-join
        (loop for i below 3 collect (run (lambda () (dotimes (n 50) (setf (gethash (mod n 7) table) t) (remhash (mod (* 3 n) 7) table))))))
  (dotimes (n 7) (remhash n table))
  (list (hash-table-count table) (loop for key being the hash-keys of table collect key)))
  => (0 nil)

;;; --- continuations and generators are a process's own
(prog1 t (require "continuations"))                                                 => t
(value-of (lambda () (tessera:call-with-prompt :p (lambda () (+ 1 (tessera:suspend-to-prompt :p (lambda (k) (funcall k 41)))))))) => 42
(let* ((make (lambda (n) (lambda () (let ((g (continuations:generator (loop for i below n do (mp:process-yield) (continuations:yield i))))) (loop for i = (continuations:next g) while i sum i)))))
       (ps (loop for n from 10 to 14 collect (run (funcall make n)))))
  (mapcar #'mp:process-join ps))                                                    => (45 55 66 78 91)
;; a continuation that another has taken
(let ((k nil))
  (value-of (lambda ()
              (tessera:call-with-prompt :p (lambda () (* 2 (tessera:suspend-to-prompt :p (lambda (c) (setf k c))))))))
  (funcall k 21))   => 42

;;; --- deep recursion: each has its own stack
(labels ((deep (n) (if (zerop n) 0 (1+ (deep (1- n))))))
  (mapcar #'mp:process-join (loop repeat 3 collect (run (lambda () (deep 100000))))))   => (100000 100000 100000)
(value-of (lambda () (labels ((deep (n) (1+ (deep n)))) (handler-case (deep 1) (storage-condition () :deep))))) => :deep

;;; --- wrong use
(complaint (mp:process-join 5))                                                     => "PROCESS-JOIN: 5 is not of type MP:PROCESS"
(complaint (mp:process-run-function "x" 5))                                         => "PROCESS-PRESET: 5 is not of type (OR FUNCTION SYMBOL)"
(complaint (mp:process-join mp:*current-process*))                                  => "PROCESS-JOIN: main would wait for itself"
(complaint (mp:process-kill mp:*current-process*))                                  => "PROCESS-KILL: the main process cannot be killed; QUIT ends the program"
(complaint (mp:exit-process))                                                       => "EXIT-PROCESS: this is the main process; QUIT ends the program"
(complaint (mp:process-enable (mp:make-process :name "idle")))                      => "PROCESS-ENABLE: idle has nothing to call"
(complaint (mp:process-join (mp:make-process :name "idle")))                        => "PROCESS-JOIN: idle has not begun"
(let ((p (run #'+)))
  (mp:process-join p)
  (list (complaint (mp:process-enable p))
        (complaint (mp:process-preset p #'+))
        (complaint (mp:interrupt-process p #'+))))
                                                                                    => ("PROCESS-ENABLE: worker has begun already" "PROCESS-PRESET: worker has begun already" "INTERRUPT-PROCESS: worker does not run")
(complaint (mp:interrupt-process mp:*current-process* 'car))                        => "INTERRUPT-PROCESS: CAR is not of type FUNCTION"
(complaint (mp:make-process :initial-bindings 5))                                   => "MAKE-PROCESS: 5 is not of type LIST"
(complaint (mp:process-join (run-quietly 'no-such-function)))
  => "PROCESS-JOIN: worker was ended by an error: the function NO-SUCH-FUNCTION is undefined"

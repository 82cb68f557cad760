;;; Entries for prompts and continuations, and for the library continuations.
(in-package "TESSERA-DOCUMENTATION")

(define-entries nil "Continuations"
  (tessera:re-entry "An OPTIMIZE quality: where it is 1, a variable that is assigned has one place for all entries of a continuation. So it has, without a
declaration, in a toplevel form that calls what gives a continuation to somebody, as SUSPEND-TO-PROMPT does. Elsewhere what enters a frame once more
finds its variables as they were."
    (progn (defun pause-once () (tessera:suspend-to-prompt 'p #'identity))
           (defun numbers (n) (declare (optimize (tessera:re-entry 1))) (pause-once) (setq n (1+ n)) n)
           (let ((k (tessera:call-with-prompt 'p (lambda () (list (numbers 1)))))) (list (funcall k) (funcall k)))) => ((2) (3)))
  (tessera:*default-prompt-tag* (+ 1 (tessera:call-with-composable-continuation (lambda (k) (declare (ignore k)) 1) tessera:*default-prompt-tag*)) => 2)
  (tessera:call-with-prompt (tessera:call-with-prompt 'p (lambda () (+ 1 (tessera:abort-to-prompt 'p 2 3))) #'list) => (2 3))
  (tessera:abort-to-prompt (tessera:call-with-prompt 'p (lambda () (+ 1 (tessera:abort-to-prompt 'p 5)))) => 5
                           (tessera:abort-to-prompt 'no-such-prompt) => (error control-error))
  (tessera:suspend-to-prompt
    (tessera:call-with-prompt 'p (lambda () (* 2 (tessera:suspend-to-prompt 'p (lambda (k) (+ (funcall k 10) (funcall k 1))))))) => 22)
  (tessera:call-with-composable-continuation
    (tessera:call-with-prompt 'p (lambda () (+ 1 (tessera:call-with-composable-continuation (lambda (k) (funcall k (funcall k 10))) 'p)))) => 13)
  (tessera:call-with-current-continuation (+ 1 (tessera:call-with-current-continuation (lambda (k) (* 10 (funcall k 1))))) => 2)
  (tessera:dynamic-wind
    (let ((s '())) (tessera:dynamic-wind (lambda () (push 1 s)) (lambda () (push 2 s)) (lambda () (push 3 s))) s) => (3 2 1)))

(define-library-entries "continuations" "Generators"
  (generator (let ((g (generator (dolist (x '(a b)) (yield x))))) (list (next g) (next g))) => (a b))
  (generatorp (generatorp (generator (yield 1))) => t)
  (make-generator (generator-list (make-generator (lambda () (yield 1) (yield 2)))) => (1 2))
  (next (next (generator (yield 1))) => (values 1 t) (next (generator)) => (values nil nil))
  (yield (let ((g (generator (yield (* 2 (yield 1)))))) (next g) (next g 21)) => (values 42 t) (yield 1) => (error control-error))
  (do-generator (let ((sum 0)) (do-generator (x (generator (yield 1) (yield 2)) sum) (incf sum x))) => 3)
  (generator-list (generator-list (generator (loop for i from 0 do (yield i))) 3) => (0 1 2))
  (generator-lazy-list (tessera-lazy:take 2 (generator-lazy-list (generator (loop for i from 0 do (yield i))))) => (0 1)))

(define-library-entries "continuations" "Coroutines"
  (coroutine (let ((c (make-coroutine #'list))) (typep c 'coroutine)) => t)
  (coroutinep (coroutinep (make-coroutine #'list)) => t)
  (make-coroutine (let ((c (make-coroutine (lambda (x) (+ x (pause (* 2 x))))))) (list (resume c 1) (resume c 10))) => (2 11))
  (resume (resume (make-coroutine #'list) 1 2) => (1 2))
  (pause (resume (make-coroutine (lambda () (pause 1 2)))) => (values 1 2))
  (coroutine-status (coroutine-status (make-coroutine #'list)) => :new))

(define-library-entries "continuations" "Choices"
  (choose (all-solutions (list (choose '(1 2)) (choose "ab"))) => ((1 #\a) (1 #\b) (2 #\a) (2 #\b)))
  (fail (one-solution (let ((x (choose '(1 2 3)))) (if (oddp x) (fail) x))) => (values 2 t))
  (amb (one-solution (amb (fail) 2 (error "never evaluated"))) => (values 2 t))
  (all-solutions (all-solutions (let ((x (choose '(1 2 3)))) (if (= x 2) (fail) (* x x)))) => (1 9))
  (one-solution (one-solution (let ((x (choose '(1 2 3)))) (if (< (* x x) 5) (fail) x))) => (values 3 t)
                (one-solution (fail)) => (values nil nil))
  (do-solutions (let ((sum 0)) (do-solutions (x (choose '(1 2 3)) sum) (incf sum x))) => 6))

(define-library-entries "continuations" "Effects"
  (perform (with-effects ((ask (go-on question) (funcall go-on (* 2 question)))) (+ 1 (perform 'ask 20))) => 41)
  (with-effects (with-effects ((choice (go-on) (list (funcall go-on 1) (funcall go-on 2)))) (* 10 (perform 'choice))) => (10 20))
  (unhandled-effect (perform 'no-such-effect) => (error unhandled-effect)))

(define-library-entries "continuations" "Tasks and channels"
  (with-tasks (with-tasks () (let ((c (make-channel))) (spawn (lambda () (send c 1))) (values (receive c)))) => 1)
  (task (with-tasks () (typep (current-task) 'task)) => t)
  (taskp (with-tasks () (taskp (spawn #'list))) => t)
  (spawn (with-tasks () (join (spawn (lambda () (+ 1 2))))) => 3)
  (join (with-tasks () (join (spawn (lambda () (values 1 2))))) => (values 1 2))
  (pass (with-tasks () (let ((s '())) (spawn (lambda () (push 1 s))) (push 2 s) (pass) (push 3 s))) => (3 1 2))
  (sleep-for (with-tasks () (let ((s '())) (spawn (lambda () (push 1 s))) (push 2 s) (sleep-for 0.01) s)) => (1 2))
  (current-task (current-task) => nil)
  (task-status (with-tasks () (task-status (spawn #'list))) => :waiting)
  (deadlock (with-tasks () (receive (make-channel))) => (error deadlock))
  (channel (with-tasks () (typep (make-channel) 'channel)) => t)
  (channelp (channelp (make-channel)) => t)
  (make-channel (with-tasks () (let ((c (make-channel 2))) (send c 1) (send c 2) (list (receive c) (receive c)))) => (1 2))
  (send (with-tasks () (send (make-channel 1) 'a)) => a)
  (receive (with-tasks () (let ((c (make-channel 1))) (send c 1) (close-channel c) (list (receive c) (receive c)))) => (1 nil))
  (close-channel (with-tasks () (let ((c (make-channel))) (close-channel c) (receive c))) => (values nil nil)))

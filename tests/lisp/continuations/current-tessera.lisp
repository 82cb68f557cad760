;;; CALL-WITH-CURRENT-CONTINUATION: what is to be done, put in place of what is to be done then; with DYNAMIC-WIND.
(import '(tessera:call-with-prompt tessera:call-with-current-continuation tessera:dynamic-wind)) => t

;;; --- leaving
(+ 1 (call-with-current-continuation (lambda (k) (* 10 (funcall k 1)))))                                    => 2
(call-with-current-continuation (lambda (k) (declare (ignore k)) (values 1 2)))                             => (values 1 2)
(call-with-current-continuation (lambda (k) (funcall k 1 2 3)))                                             => (values 1 2 3)
(call-with-current-continuation (lambda (k) (funcall k)))                                                   => (values)
(call-with-current-continuation (lambda (k) (mapcar (lambda (x) (when (oddp x) (funcall k x))) '(2 4 5 6)))) => 5
(call-with-prompt 'a (lambda () (+ 1 (call-with-current-continuation (lambda (k) (call-with-prompt 'b (lambda () (* 10 (funcall k 4))))) 'a)))) => 5
(call-with-current-continuation #'funcall 'no-such-prompt)                                                  => (error control-error "no prompt for the tag")

;;; --- entering again
(let ((k nil) (n 0)) (call-with-current-continuation (lambda (c) (setf k c))) (incf n) (if (< n 3) (funcall k nil) n)) => 3
(let ((k nil) (seen '())) (push (call-with-current-continuation (lambda (c) (setf k c) 0)) seen)
  (if (< (first seen) 3) (funcall k (1+ (first seen))) seen))                                               => (3 2 1 0)
(let ((k nil) (n 0)) (let ((*print-base* 2)) (call-with-current-continuation (lambda (c) (setf k c))) (incf n))
  (if (< n 2) (let ((*print-base* 8)) (funcall k nil)) (list n *print-base*)))                              => (2 10)

;;; --- a continuation outlives its form, and goes on with that form's rest
(defvar *k* nil) => *k*
(defvar *seen* '()) => *seen*
(call-with-prompt 'p (lambda () (push (list 'got (call-with-current-continuation (lambda (k) (setf *k* k) 1) 'p)) *seen*) 'end)) => end
(call-with-prompt 'p (lambda () (funcall *k* 2) 'never))                                                    => end
*seen*                                                                                                      => ((got 2) (got 1))

;;; --- DYNAMIC-WIND: only what the two places do not share is left and entered
(let ((path '()) (k nil))
  (dynamic-wind (lambda () (push 'connect path))
                (lambda () (push (call-with-current-continuation (lambda (c) (setf k c) 'talk)) path))
                (lambda () (push 'disconnect path)))
  (if (< (length path) 4) (funcall k 'talk-again) (reverse path)))              => (connect talk disconnect connect talk-again disconnect)
(let ((log '()))
  (list (call-with-current-continuation
         (lambda (k) (dynamic-wind (lambda () (push 'in log)) (lambda () (funcall k 5)) (lambda () (push 'out log)))))
        (reverse log)))                                                                                     => (5 (in out))
(let ((log '()) (k nil) (again t))
  (flet ((note (x) (lambda () (push x log))))
    (dynamic-wind (note 'in-1)
                  (lambda ()
                    (dynamic-wind (note 'in-2) (lambda () (call-with-current-continuation (lambda (c) (setf k c)))) (note 'out-2))
                    (dynamic-wind (note 'in-3) (lambda () (when again (setf again nil) (funcall k nil))) (note 'out-3)))
                  (note 'out-1)))
  (reverse log))                                                       => (in-1 in-2 out-2 in-3 out-3 in-2 out-2 in-3 out-3 out-1)

;;; --- clean-up forms wait: what is left may be entered again
(let ((cleaned 0)) (list (call-with-current-continuation (lambda (k) (unwind-protect (funcall k 1) (incf cleaned)))) cleaned)) => (1 0)
(let ((cleaned 0)) (list (block nil (call-with-current-continuation (lambda (k) (declare (ignore k)) (unwind-protect (return 1) (incf cleaned))))) cleaned)) => (1 1)

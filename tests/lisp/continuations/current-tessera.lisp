;;; CALL-WITH-CURRENT-CONTINUATION: a captured continuation replaces the current one; with DYNAMIC-WIND.
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

;;; --- a continuation outlives its form, and continues with the rest of that form
(defvar *k* nil) => *k*
(defvar *seen* '()) => *seen*
(call-with-prompt 'p (lambda () (push (list 'got (call-with-current-continuation (lambda (k) (setf *k* k) 1) 'p)) *seen*) 'end)) => end
(call-with-prompt 'p (lambda () (funcall *k* 2) 'never))                                                    => end
*seen*                                                                                                      => ((got 2) (got 1))

;;; --- DYNAMIC-WIND: only the extents that the two points do not share are left and entered
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

;;; --- cleanup forms wait, as the frames may be entered again
(let ((cleaned 0)) (list (call-with-current-continuation (lambda (k) (unwind-protect (funcall k 1) (incf cleaned)))) cleaned)) => (1 0)
(let ((cleaned 0))
  (list (block nil
          (call-with-current-continuation (lambda (k) (declare (ignore k)) (unwind-protect (return 1) (incf cleaned)))))
        cleaned))   => (1 1)

;;; --- frames that continuations have in common with the stack, and with each other
(defvar *times* 0) => *times*
(defun above (n function) (if (= n 0) (funcall function) (let ((value (above (1- n) function))) (1+ value)))) => above
(defun bytes-for (function)
  (let ((before (getf (tessera:gc-statistics) :bytes-allocated)))
    (funcall function)
    (- (getf (tessera:gc-statistics) :bytes-allocated) before))) => bytes-for
(defun take-and-go-on (times) (dotimes (i times) (call-with-current-continuation (lambda (k) (funcall k i))))) => take-and-go-on
;; to take one again, and to call one that is still going on, costs nothing for the thousand frames below
(above 1000 (lambda () (take-and-go-on 1) (if (< (bytes-for (lambda () (take-and-go-on 100))) 1000000) 1 :all-copied))) => 1001
;; called again after its frames have returned, and from deeper in the stack
(defun doubled (n) (let ((got (call-with-current-continuation (lambda (k) (setf *k* k) n)))) (push got *seen*) (* 2 got))) => doubled
(defun two-more (n) (let ((got (doubled (1+ n)))) (push got *seen*) (+ got n))) => two-more
(progn (setf *times* 0 *seen* '()) nil) => nil
(let ((value (two-more 1))) (if (< (incf *times*) 4) (above 5 (lambda () (funcall *k* *times*))) (list value (reverse *seen*))))
  => (7 (2 4 1 2 2 4 3 6))
;; after they were left by THROW and RETURN-FROM
(progn (setf *times* 0) nil) => nil
(defun thrown (n)
  (catch 'out (above 20 (lambda () (call-with-current-continuation (lambda (k) (when (= *times* 0) (setf *k* k)) (throw 'out n))))))) => thrown
(list (thrown 0) (incf *times*) (if (< *times* 3) (funcall *k* 5) *times*)) => (25 3 3)
(progn (setf *times* 0) nil) => nil
(defun returned () (block b (above 10 (lambda () (call-with-current-continuation (lambda (k) (setf *k* k) (return-from b 1))))))) => returned
(list (returned) (if (< (incf *times*) 3) (funcall *k* 7) *times*)) => (17 3)
;; with those of a nearer prompt in turns
(progn (setf *times* 0) nil) => nil
(call-with-prompt 'a
  (lambda ()
    (above 5 (lambda ()
      (call-with-prompt 'b
        (lambda ()
          (above 5 (lambda ()
            (let ((x (call-with-current-continuation (lambda (k) (setf *k* k) 1) 'a))
                  (y (tessera:call-with-composable-continuation (lambda (k) (+ 1 (funcall k 10))) 'b)))
              (when (< (incf *times*) 4) (above 3 (lambda () (funcall *k* (+ x y)))))
              (+ x y)))))))))) => 88
;; the functions have no other effects
(list (functionp *k*) (handler-case (tessera::continuation 1) (program-error () :refused))) => (t :refused)

;;; Chapters 14 and 15: the sessions beside the game. Those of the game itself are in game/v1.lisp and the transcripts.

(sin 0.5)                                            => 0.47942555
(defparameter *my-list* (list 4 7 2 3))              => *my-list*
(loop for n below (length *my-list*) do (setf (nth n *my-list*) (+ (nth n *my-list*) 2)))   => nil
*my-list*                                            => (6 9 4 5)
(defun add-two (list) (when list (cons (+ 2 (car list)) (add-two (cdr list)))))   => add-two
(add-two '(4 7 2 3))                                 => (6 9 4 5)
(mapcar (lambda (x) (+ x 2)) '(4 7 2 3))             => (6 9 4 5)

;;; Closures
(defparameter *foo* (lambda () 5))                   => *foo*
(funcall *foo*)                                      => 5
(defparameter *foo* (let ((x 5)) (lambda () x)))     => *foo*
(funcall *foo*)                                      => 5
(let ((line-number 0)) (defun my-print (x) (print line-number) (print x) (incf line-number) nil))   => my-print
(my-print "this")                                    => (prints "
0 
\"this\" " nil)
(my-print "is")                                      => (prints "
1 
\"is\" " nil)
(my-print "a")                                       => (prints "
2 
\"a\" " nil)
(my-print "test")                                    => (prints "
3 
\"test\" " nil)

;;; A captured value stays, even if its variable is redefined (a blog).
(defparameter *hoge* 5)                              => *hoge*
(defparameter *foo* (let ((x *hoge*)) (lambda () x)))   => *foo*
(funcall *foo*)                                      => 5
(defparameter *hoge* 10)                             => *hoge*
(funcall *foo*)                                      => 5

;;; The length of a list, finally in constant space. A blog's Lisp warns of redefined and not yet defined functions;
;;; Tessera does not.
(defun my-length (lst) (if lst (1+ (my-length (cdr lst))) 0))   => my-length
(my-length '(fie foh fum))                           => 3
(my-length '(1 2 3))                                 => 3
(defparameter *biglist* (loop for i below 100000 collect 'x))   => *biglist*
;;; The book's Lisp has no room for this on its stack, and prints so; Tessera's stack grows.
(my-length *biglist*)                                => 100000
(defun my-length (lst) (labels ((f (lst acc) (if lst (f (cdr lst) (1+ acc)) acc))) (f lst 0)))   => my-length
(my-length '(fie foh fum))                           => 3
(compile 'my-length)                                 => (values my-length nil nil)
(my-length *biglist*)                                => 100000
(defun my-length (lst) (reduce (lambda (x i) (declare (ignore i)) (1+ x)) lst :initial-value 0))   => my-length
(my-length *biglist*)                                => 100000

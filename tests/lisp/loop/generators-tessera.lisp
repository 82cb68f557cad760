;;; LOOP over the values of a generator: an extension of Tessera's, with the library "continuations".

;;; --- a loop may be compiled before the library is there
(defun numbered (values)
  (loop for i from 1 for x being each yield of values collect (list i x)))            => numbered
(loop for x being each yield of 5 collect x)                                          => (error type-error "GENERATOR-STATE: 5 is not of type TESSERA-CONTINUATIONS:GENERATOR")
(progn (require "continuations") t)                                                   => t
(progn (shadowing-import (mapcar (lambda (name) (find-symbol name "CONTINUATIONS")) '("GENERATOR" "YIELD" "NEXT"))) t) => t
(numbered (generator (yield 'a) (yield 'b)))                                          => ((1 a) (2 b))

;;; --- the forms of the clause
(loop for x being each yield of (generator (yield 1) (yield 2)) collect x)            => (1 2)
(loop for x being the yields of (generator (yield 1) (yield 2)) collect x)            => (1 2)
(loop for x being each yield in (generator (yield 1)) collect x)                      => (1)
(loop for x being the yields in (generator) collect x)                                => nil
(loop as x being the yields of (generator (yield 1) (yield nil) (yield 3)) collect x) => (1 nil 3)
(loop for (a . b) being the yields of (generator (yield '(1 . 2)) (yield '(3 . 4))) collect (list b a)) => ((2 1) (4 3))
(loop for x fixnum being each yield of (generator (dotimes (i 5) (yield i))) sum x)   => 10
(loop for nil being each yield of (generator (yield 1) (yield 2)) count t)            => 2
(loop for x being each yield of (generator (yield 1) (yield 2)) finally (return x))  => 2
(loop for x being each yield collect x)                                               => (error program-error "there must be IN or OF and a generator")

;;; --- it asks for no more than it needs
(let ((g (generator (loop for i from 0 do (yield i)))))
  (list (loop for x being each yield of g repeat 3 collect x) (next g)))              => ((0 1 2) 4)
(let ((g (generator (loop for i from 0 do (yield i)))))
  (list (loop repeat 3 for x being each yield of g collect x) (next g)))              => ((0 1 2) 3)
(let ((g (generator (loop for i from 0 do (yield i)))))
  (list (loop for y in '(a b) for x being each yield of g collect (list x y)) (next g))) => (((0 a) (1 b)) 2)
(let ((g (generator (loop for i from 0 do (yield i)))))
  (list (loop for x being each yield of g and y in '(a b) collect (list x y)) (next g))) => (((0 a) (1 b)) 3)
(let ((g (generator (loop for i from 0 do (yield i)))))
  (list (loop for x being each yield of g thereis (and (> x 4) x)) (next g)))         => (5 6)

;;; --- generators within each other, and one that runs
(loop for x being each yield of (generator (loop for y being each yield of (generator (yield 1) (yield 2)) do (yield (* 10 y)))) collect x) => (10 20)
(loop for x being each yield of (generator (yield 1)) nconc (loop for y being each yield of (generator (yield x) (yield (- x))) collect y)) => (1 -1)
(let ((g nil)) (setf g (generator (loop for x being each yield of g collect x))) (next g)) => (error simple-error "GENERATOR running")

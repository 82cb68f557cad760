;;; The compiler emits each instruction of the table: in a function that stands here, or in one of the library's.

(defun cell (row n)
  "Returns cell N of ROW, a line of a table in Markdown, without the blanks and backquotes around it."
  (dotimes (i n) (setf row (subseq row (1+ (position #\| row)))))
  (string-trim " `" (subseq row 0 (position #\| row))))                                  => cell

(defvar *missing*
  (with-open-file (page "interp/compiler/instructions.md")
    (loop for row = (read-line page nil)
          while row
          when (and (eql (mismatch "| " row) 2) (upper-case-p (char row 2)) (string/= (cell row 4) "border"))
            collect (cell row 1)))
  "The instructions of the table that were not seen, except those that are never part of a function.") => *missing*
(< 150 (length *missing*))                                                                => t

(defun look-at (function)
  "Takes the names of the instructions of FUNCTION out of *MISSING*."
  (with-input-from-string (in (with-output-to-string (*standard-output*) (disassemble function)))
    (loop for line = (read-line in nil)
          while line
          do (let* ((start (position-if #'alpha-char-p line)) (end (and start (position #\Space line :start start))))
               (when start (setf *missing* (remove (subseq line start end) *missing* :test #'string=))))))) => look-at

;; Instructions that the library uses rarely or not at all.
(dolist (form
         '((lambda (x) (labels ((f (n) (if (= n 0) x (g (1- n)))) (g (n) (f n))) (list #'f #'g)))
           (lambda (x y) (if (oddp x) (if (evenp y) 1 2) (if (char= x y) 3 4)))
           (lambda (x y) (list (if (not (oddp x)) 1 2) (if (not (evenp y)) 1 2) (if (char/= x y) 3 4)))
           (lambda (x y z) (list (* (+ x y) z) (- z (* x y)) (+ (* x y) (* y z)) (+ (- (* x x) (* y y)) z) (+ (* x y z) z)))
           (lambda (x y) (list (truncate x y) (rem x y) (sqrt x)))
           (lambda (s i) (setf (schar s i) (schar s 0)))
           (lambda (x y) (tessera::%cached-slot x y))
           (lambda (f) (multiple-value-call f (floor 5 2)))
           (lambda (f) (tagbody a (funcall f (lambda () (go b))) b (funcall f (lambda () (go a)))))))
  (look-at (compile nil form)))                                                           => nil
(block nil
  (dolist (package (list-all-packages))
    (do-symbols (symbol package)
      (when (null *missing*) (return))
      (when (and (eq (symbol-package symbol) package) (fboundp symbol) (not (special-operator-p symbol)) (typep (fdefinition symbol) 'compiled-function))
        (ignore-errors (look-at symbol))))))                                              => nil
*missing*                                                                                 => nil

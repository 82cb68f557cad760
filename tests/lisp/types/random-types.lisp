;;; Laws of SUBTYPEP on random types, and TYPEP's answers on some objects.

(progn (load "tests/lisp/support/random-types.lisp") t)   => t

;; The laws are asked: each is broken by an answer that is wrong.
(flet ((broken-if (answers)
         (let ((subtypep (fdefinition 'rt-answer)))
           (unwind-protect
               (progn (setf (fdefinition 'rt-answer)
                            (lambda (a b) (cdr (or (assoc (list a b) answers :test #'equal) (cons nil :unknown)))))
                      (remove-duplicates (mapcar #'first (rt-broken-laws 'integer 'symbol 'list))))
             (setf (fdefinition 'rt-answer) subtypep)))))
  (list (broken-if '(((integer symbol) . :yes) ((nil integer) . :yes) ((integer t) . :yes)))
        (broken-if '(((integer integer) . :no) ((nil integer) . :yes) ((integer t) . :yes)))
        (broken-if '(((integer symbol) . :no) (((not symbol) (not integer)) . :yes) ((nil integer) . :yes) ((integer t) . :yes)))))
=> ((:typep) (:reflexive) (:complements))

(rt-break-laws 300 1 1)                              => nil
(rt-break-laws 300 2 2)                              => nil
(rt-break-laws 300 3 3)                              => nil
(rt-break-laws 100 5 4)                              => nil
#+tessera (rt-break-laws 30 8 5) #-tessera nil       => nil

;; Most answers are certain.
(let ((*rt-seed* 6))
  (< (loop repeat 500 count (multiple-value-bind (a b) (rt-triple 3) (eq (rt-answer a b) :unknown))) 50))   => t

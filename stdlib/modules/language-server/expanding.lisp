;;; Expands calls of a program's macros so that each name of a call can be found again in the expansion (module
;;; analysis).
;;;
;;; A call is expanded twice: as it is written, and with a mark for each name. If the expansions differ only
;;; in the marks, the macro does not inspect the names, and a mark shows where its name has gone.

(in-package "TESSERA-ANALYSIS")

(defconstant +largest-expansion+ 20000 "The maximum number of conses of an expansion that is reported.")

(defvar *marks* nil "A hash table from marks, symbols, to the parts of the call that they replace.")
(defvar *conses-left* 0 "The number of conses that may still be visited.")

(define-condition not-transparent (error) ())

(defun count-cons ()
  "Counts one more cons; signals NOT-TRANSPARENT if there are too many."
  (when (minusp (decf *conses-left*)) (error 'not-transparent)))

(defun note-marks (written marked)
  "Notes for each mark in MARKED, a form, the corresponding part of WRITTEN."
  (loop while (and (consp written) (consp marked))
        do (count-cons)
           (note-marks (pop written) (pop marked)))
  (when (and (symbolp marked) (not (eq written marked)) (eql 0 (search "@" (symbol-name marked))))
    (setf (gethash marked *marks*) written)))

(defun mark-p (object)
  "True if OBJECT is a mark."
  (nth-value 1 (gethash object *marks*)))

(defun unmarked (form &optional (except (constantly nil)))
  "Returns FORM with the parts that they replace for all marks, except those for which EXCEPT is true."
  (cond ((consp form) (count-cons) (cons (unmarked (car form) except) (unmarked (cdr form) except)))
        ((and (mark-p form) (not (funcall except form))) (gethash form *marks*))
        (t form)))

(defun same-p (plain marked)
  "True if the expansions PLAIN and MARKED differ only in marks and in the names of symbols without a package."
  (loop while (and (consp plain) (consp marked))
        do (count-cons)
           (unless (same-p (pop plain) (pop marked)) (return-from same-p nil)))
  (cond ((or (consp plain) (consp marked)) nil)
        ((mark-p marked) (eq plain (gethash marked *marks*)))
        ((and (symbolp plain) (symbolp marked)) (or (eq plain marked) (and plain marked (null (symbol-package plain)) (null (symbol-package marked)))))
        (t (equalp plain marked))))

(defun expanded-alike (plain marked)
  "Returns two values, the expansions of the calls PLAIN and MARKED; NIL if they differ in more than the marks."
  (ignore-errors
   (let ((its-plain (macroexpand-1 plain)) (its-marked (macroexpand-1 marked)))
     (and (same-p its-plain its-marked) (values its-plain its-marked)))))

(defun marks-in (form)
  "Returns a list of the marks in FORM."
  (cond ((consp form) (count-cons) (union (marks-in (car form)) (marks-in (cdr form))))
        ((mark-p form) (list form))))

(defun expanded (plain marked)
  "Returns the values of EXPANDED-ALIKE, after removing the marks of names that the macro inspects."
  (multiple-value-bind (its-plain its-marked) (expanded-alike plain marked)
    (if its-plain
        (values its-plain its-marked)
        (let* ((marks (marks-in marked)) (names (remove-duplicates (mapcar (lambda (mark) (gethash mark *marks*)) marks))))
          (flet ((with-marks-of (names)
                   (unmarked marked (lambda (mark) (member (gethash mark *marks*) names)))))
            (expanded-alike plain (with-marks-of (remove-if-not (lambda (name) (expanded-alike plain (with-marks-of (list name)))) names))))))))

(defun own-macro-p (operator)
  "True if OPERATOR names a macro that is not the standard's."
  (and (symbolp operator) (macro-function operator) (not (eq (symbol-package operator) (find-package "COMMON-LISP")))))

(defun expanded-within (plain marked)
  "Returns MARKED, the form PLAIN with marks, with all calls of macros in it expanded except those of the standard."
  (count-cons)
  (cond ((or (atom plain) (atom marked) (eq (car plain) 'quote)) marked)
        ((own-macro-p (car plain))
         (multiple-value-bind (its-plain its-marked) (expanded plain (cons (car plain) (cdr marked)))
           (if its-plain (expanded-within its-plain its-marked) marked)))
        (t (let ((result '()))
             (loop while (and (consp plain) (consp marked))
                   do (count-cons)
                      (push (expanded-within (pop plain) (pop marked)) result))
             (nreconc result marked)))))

(defun for-server (form)
  "Returns FORM for the server: numbers for marks, strings for other symbols, :OTHER for other objects."
  (cond ((consp form) (count-cons) (cons (for-server (car form)) (for-server (cdr form))))
        ((null form) nil)
        ((mark-p form) (parse-integer (symbol-name form) :start 1))
        ((not (symbolp form)) :other)
        ((symbol-package form) (string-downcase (prin1-to-string form)))
        (t "#:")))

(defun expansion-for-server (package written marked)
  "Returns the expansion for the server of a macro call, whose text is WRITTEN, and MARKED with marks; NIL if it is not
certain."
  (ignore-errors
   (let ((*package* (or (find-package package) (find-package (string-upcase package)))) (*read-eval* nil)
         (*marks* (make-hash-table :test 'eq)) (*conses-left* +largest-expansion+))
     (let ((plain (read-from-string written)) (marked (read-from-string marked)))
       (note-marks plain marked)
       (and (own-macro-p (car plain))
            (multiple-value-bind (its-plain its-marked) (expanded plain marked)
              (and its-plain (for-server (expanded-within its-plain its-marked)))))))))

;;; STEP: a form that is evaluated piece by piece (chapter 25).
;;;
;;; STEP compiles a form so that each form within asks first. Which forms stand within is a matter of syntax alone: a macro
;;; STEPPED puts itself around the subforms, and lets the compiler keep the environments. A function that is called is not
;;; stepped through; the forms of its arguments are.

(in-package "TESSERA")

(defvar *stepping* nil "How STEP goes on: :EACH asks before each form, NIL asks no more.")
(defvar *step-depth* 0 "How deep the form that is being evaluated stands in the one that is stepped through.")

(defparameter *step-help* "Return or n: go into this form; s: evaluate it without stops; c: go on without stops to the end; q: stop."
  "What the user can answer.")

;;; The dialogue.

(defun %step-write (control &rest arguments)
  "Writes to *QUERY-IO*, on a line of its own, indented by the depth."
  (format *query-io* "~&~V@T~?" (* 2 (min *step-depth* 20)) control arguments)
  (finish-output *query-io*))

(defun %step-answer (form)
  "Shows FORM and asks. Returns :EACH, :OVER, :CONTINUE or :QUIT; at the end of the input, :CONTINUE."
  (loop
    (let ((*print-level* 4) (*print-length* 8))
      (%step-write "~S ? " form))
    (let ((line (read-line *query-io* nil nil)))
      (cond ((null line) (return :continue))
            (t (let ((answer (string-trim " " line)))
                 (cond ((member answer '("" "n") :test #'string-equal) (return :each))
                       ((string-equal answer "s") (return :over))
                       ((string-equal answer "c") (return :continue))
                       ((string-equal answer "q") (return :quit))
                       (t (%step-write "~A" *step-help*) (terpri *query-io*)))))))))

(defun %step-values (values)
  "Shows the list VALUES of a form, and returns them."
  (when *stepping*
    (%step-write "=> ~:[no values~;~:*~{~S~^, ~}~]~%" values))
  (values-list values))

(defun %call-step (form function)
  "Asks what to do with FORM, and calls FUNCTION, which evaluates it. Returns its values."
  (if (null *stepping*)
      (funcall function)
      (ecase (%step-answer form)
        (:each (%step-values (let ((*step-depth* (+ *step-depth* 1))) (multiple-value-list (funcall function)))))
        (:over (%step-values (let ((*stepping* nil)) (multiple-value-list (funcall function)))))
        (:continue (setq *stepping* nil) (funcall function))
        (:quit (throw '%step-quit nil)))))

;;; Where forms stand in forms: special-operators.lisp says it for the special operators.

(defun %stepped-form (form) `(%stepped ,form))

(defun %asked-before-p (form)
  "True if there is something to see in the evaluation of FORM."
  (and (consp form)
       (not (%memq (car form) '(lambda declare)))
       (multiple-value-bind (special evaluates) (%special-form-p form)
         (or evaluates (not special)))))

(defun %stepped-expansion (form environment)
  "What (%STEPPED FORM) expands into in ENVIRONMENT; FORM's macros are expanded as it is stepped into."
  (multiple-value-bind (expansion expanded) (macroexpand-1 form environment)
    (cond (expanded `(%stepped ,expansion))
          ((not (and (consp form) (%proper-p form))) form)
          ((%special-form-p form) (%map-subforms #'%stepped-form form))
          ((symbolp (car form)) `(,(car form) ,@(mapcar #'%stepped-form (cdr form))))
          (t form))))

(defmacro %stepped (form &environment environment)
  "FORM, which asks before it is evaluated."
  (let ((expansion (%stepped-expansion form environment)))
    (if (%asked-before-p form)
        `(%call-step ',form (lambda () ,expansion))
        expansion)))

(defmacro step (form)
  "(step FORM): evaluates FORM with a stop before each form in it: it is shown on *QUERY-IO*, and the user answers with a letter
whether to go into it (n, or just Return), over it (s), on without stops (c), or to leave (q). After each, its values are shown.
Returns the values of FORM; NIL if the user left."
  `(catch '%step-quit
     (let ((*stepping* :each) (*step-depth* 0))
       (%stepped ,form))))

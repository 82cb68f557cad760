;;; Choices: programs that try an alternative, and backtrack to another when it fails (module continuations).

(in-package "TESSERA-CONTINUATIONS")

(defvar *choice-prompt* (%make-prompt '%choice) "The prompt around each alternative that is explored.")

(defun %explore (function)
  "Calls FUNCTION, and continues from each choice in it with each element that may be chosen, until all alternatives
have failed or ended."
  (multiple-value-bind (choices frames)
      (catch *choice-prompt*
        (funcall function)
        nil)
    (dolist (choice choices)
      (%explore (lambda () (%reinstate frames choice))))))

(setf (get '%choice :asked-by) '(choose . "ALL-SOLUTIONS, ONE-SOLUTION or DO-SOLUTIONS"))

(defun choose (sequence)
  "Returns an element of SEQUENCE: the first, and after that alternative has failed, or was a solution and another one
is wanted, the next. Choices are undone in the opposite order. Signals a CONTROL-ERROR outside of ALL-SOLUTIONS,
ONE-SOLUTION and DO-SOLUTIONS."
  (%checked (sequence sequence choose)
    (%suspend '%choice (coerce sequence 'list))))

(defun fail ()
  "Gives up the current alternative: the last CHOOSE that has an element left returns it. Cleanup forms are evaluated.
Signals a CONTROL-ERROR where CHOOSE does."
  (throw *choice-prompt* nil))

(defmacro amb (&rest forms)
  "(amb form*): evaluates one of the forms, as CHOOSE chooses, and returns its values. (amb) is (fail)."
  `(funcall (choose (list ,@(mapcar (lambda (form) `(lambda () ,form)) forms)))))

(defmacro do-solutions ((variable form &optional result) &body body)
  "(do-solutions (VARIABLE form [RESULT]) form*): evaluates the body with VARIABLE bound to the value of FORM, for each
alternative of its choices that does not fail. Returns the values of RESULT. A block named NIL is around it."
  `(block nil
     (%explore (lambda ()
                 (let ((,variable ,form))
                   ,@body)))
     ,result))

(defmacro all-solutions (&body body)
  "(all-solutions form*): evaluates the forms for each alternative of the choices in them. Returns a list of the values
of the last form in the alternatives that do not fail."
  (let ((found (gensym "FOUND")) (solution (gensym "SOLUTION")))
    `(let ((,found '()))
       (do-solutions (,solution (progn ,@body) (nreverse ,found))
         (push ,solution ,found)))))

(defmacro one-solution (&body body)
  "(one-solution form*): evaluates the forms until the choices in them do not fail. Returns the value of the last form,
and true; NIL and NIL if all alternatives fail."
  (let ((solution (gensym "SOLUTION")))
    `(do-solutions (,solution (progn ,@body) (values nil nil))
       (return (values ,solution t)))))

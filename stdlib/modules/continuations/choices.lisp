;;; Choices: programs that try one thing, and go back to try another where that leads nowhere (module continuations).

(in-package "TESSERA-CONTINUATIONS")

(defvar *choice-prompt* (%make-prompt '%choice) "The prompt around each alternative that is explored.")

(defun %explore (function)
  "Calls FUNCTION, and goes on from each choice in it with each thing that may be chosen, until all have failed or come
to their end."
  (multiple-value-bind (choices frames)
      (catch *choice-prompt*
        (funcall function)
        nil)
    (dolist (choice choices)
      (%explore (lambda () (%reinstate frames choice))))))

(setf (get '%choice :asked-by) '(choose . "ALL-SOLUTIONS, ONE-SOLUTION or DO-SOLUTIONS"))

(defun choose (sequence)
  "Returns an element of SEQUENCE: the first, and when that alternative has come to FAIL, or was a solution and more are
asked for, the next. Choices are undone in the opposite order. Signals a CONTROL-ERROR outside of ALL-SOLUTIONS,
ONE-SOLUTION and DO-SOLUTIONS."
  (%checked (sequence sequence choose)
    (%suspend '%choice (coerce sequence 'list))))

(defun fail ()
  "Gives up the current alternative: the last CHOOSE that has an element left returns that. Cleanup forms are
evaluated. Signals a CONTROL-ERROR where CHOOSE does."
  (throw *choice-prompt* nil))

(defmacro amb (&rest forms)
  "(amb form*): the values of one of the forms, as CHOOSE chooses; only that one is evaluated. (amb) is (fail)."
  `(funcall (choose (list ,@(mapcar (lambda (form) `(lambda () ,form)) forms)))))

(defmacro do-solutions ((variable form &optional result) &body body)
  "(do-solutions (VARIABLE form [RESULT]) form*): evaluates the body with VARIABLE bound to the value of FORM, for each
alternative that its choices leave open. Returns the values of RESULT. A block named NIL is around it."
  `(block nil
     (%explore (lambda ()
                 (let ((,variable ,form))
                   ,@body)))
     ,result))

(defmacro all-solutions (&body body)
  "(all-solutions form*): a list of the values of the last form, one for each alternative that the choices in the forms
leave open."
  (let ((found (gensym "FOUND")) (solution (gensym "SOLUTION")))
    `(let ((,found '()))
       (do-solutions (,solution (progn ,@body) (nreverse ,found))
         (push ,solution ,found)))))

(defmacro one-solution (&body body)
  "(one-solution form*): the value of the last form for the first choices that do not fail, and true; NIL and NIL if
there are none."
  (let ((solution (gensym "SOLUTION")))
    `(do-solutions (,solution (progn ,@body) (values nil nil))
       (return (values ,solution t)))))

;;; game/widgets.lisp, after chapter 14: the clean part, and the loop with scripted input.

(progn (load "game/widgets.lisp") t)                 => t
(add-widget '(frombulator) 'double-zingomat)         => (double-zingomat frombulator)
(defun main-loop-on (text) (with-input-from-string (*standard-input* text) (main-loop)))   => main-loop-on
(main-loop-on "Frombulator
Double-Zingomat
")
  => (prints "Please enter the name of a new widget:The database contains the following: (FROMBULATOR)
Please enter the name of a new widget:The database contains the following: (DOUBLE-ZINGOMAT FROMBULATOR)
Please enter the name of a new widget:
" (double-zingomat frombulator))

;;; Unreadable text is reported, and its line dropped; the database stays.
(with-output-to-string (*standard-output*) (setf *database* '()) (main-loop-on "a )b c
#.(error \"read\") x
a:b:c
gizmo"))
  => "Please enter the name of a new widget:The database contains the following: (A)
Please enter the name of a new widget:
That is not the name of a widget: READ-PRESERVING-WHITESPACE: a closing parenthesis without an opening one (line 1, column 3)
Please enter the name of a new widget:
That is not the name of a widget: READ-PRESERVING-WHITESPACE: #. is not allowed: *READ-EVAL* is NIL (line 2, column 1)
Please enter the name of a new widget:
That is not the name of a widget: READ-PRESERVING-WHITESPACE: too many colons in A:B:C (line 3, column 1)
Please enter the name of a new widget:The database contains the following: (GIZMO A)
Please enter the name of a new widget:
"
*database*                                           => (gizmo a)

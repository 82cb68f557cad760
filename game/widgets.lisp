;;; A database of widgets, after chapter 14 of the text: a clean part that only computes, and a dirty one that talks and
;;; remembers.
;;;     (main-loop)

;;; The clean part

(defun add-widget (database widget)
  "Returns the database that has WIDGET and all that DATABASE has."
  (cons widget database))

;;; The dirty part

(defparameter *database* nil "The names of the widgets, the last one first.")

(defun read-widget (eof)
  "Asks for the name of a widget, until the answer is one that can be read, and returns it; EOF where the input ends."
  (princ "Please enter the name of a new widget:")
  (finish-output)
  (let ((*read-eval* nil))
    (handler-case (read-preserving-whitespace *standard-input* nil eof)
      (error (condition)
        (read-line *standard-input* nil)
        (format t "~&That is no name of a widget: ~a~%" condition)
        (read-widget eof)))))

(defun main-loop ()
  "Asks for names of widgets and shows the database, until the input ends. Returns the database."
  (loop for widget = (read-widget '*database*)
        until (eq widget '*database*)
        do (setf *database* (add-widget *database* widget))
           (format t "The database contains the following: ~a~%" *database*))
  (fresh-line)
  *database*)

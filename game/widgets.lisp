;;; A database of widgets, after chapter 14 of the book: a functional part that only computes, and an imperative part
;;; that does input and output.
;;;     (main-loop)

;;; The functional part

(defun add-widget (database widget)
  "Returns DATABASE with WIDGET added."
  (cons widget database))

;;; The imperative part

(defparameter *database* nil "The names of the widgets, the last one first.")

(defun read-widget (eof)
  "Asks for the name of a widget until the answer can be read, and returns it; EOF at the end of the input."
  (princ "Please enter the name of a new widget:")
  (finish-output)
  (let ((*read-eval* nil))
    (handler-case (read-preserving-whitespace *standard-input* nil eof)
      (error (condition)
        (read-line *standard-input* nil)
        (format t "~&That is not the name of a widget: ~a~%" condition)
        (read-widget eof)))))

(defun main-loop ()
  "Asks for names of widgets and shows the database until the end of the input. Returns the database."
  (loop for widget = (read-widget '*database*)
        until (eq widget '*database*)
        do (setf *database* (add-widget *database* widget))
           (format t "The database contains the following: ~a~%" *database*))
  (fresh-line)
  *database*)

;;; The computers' moves. All levels but the strongest find them at once; that one thinks for a while, and meanwhile the server answers others.

(defparameter *thinking-time* 0.15 "How many seconds the strong player thinks about a move.")

(defun think-about (record)
  "Lets the strong player think in another thread about what to do in RECORD, whose rules are in force. Returns the job; :NONE if it cannot."
  (setf (record-job record)
        (or (handler-case (begin-analysis (record-tree record) :seconds *thinking-time* :style :strong)
              (error (problem)          ; no thread to be had, perhaps: the game goes on
                (format *error-output* "~&The strong player cannot think, the book's plays instead: ~a~%" problem)
                nil))
            :none)))

(defun begin-thinking (record)
  "Lets the strong player think if it is to move in RECORD, whose rules are in force, and has not begun."
  (when (and (eq (rule :level record) :strong)
             (eq (record-stage record) :computer)
             (null (record-job record)))
    (think-about record)))

(defun strong-action (record)
  "Returns what the strong player does in RECORD, and true if it has made up its mind. What it cannot think about, HANDLE-COMPUTER does."
  (let ((job (or (record-job record) (think-about record))))
    (ecase (if (eq job :none) :none (nth-value 1 (analysis-result job)))
      (:pending (values nil nil))
      (:done (values (first (analyzed-move job)) t))
      (:none (values (book-action (record-tree record)) t)))))

(defun computer-action (record &optional (level (rule :level record)))
  "Returns what a computer of LEVEL does in RECORD, whose rules are in force, and true if it has made up its mind."
  (if (eq level :strong)
      (strong-action record)
      (values (record-action record level) t)))

(defun let-computer-move (record &optional (level (rule :level record)))
  "Lets a computer of LEVEL make a move in RECORD, if it has made up its mind. Returns the event, or NIL."
  (multiple-value-bind (action decided) (computer-action record level)
    (when decided
      (play-action record action))))

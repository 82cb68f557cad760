;;; The stronger player thinks while something else goes on: a server that makes pages for others, say.
;;;     (defvar *job* (begin-analysis tree :seconds 1))
;;;     (analysis-result *job*)              ; NIL, and a second later what ANALYSIS returns
;;;     (analyzed-move *job*)                ; the best move of the tree, to be made as any other
;;; As many searches run at a time as there are processors; if many wait, each gets less time. Load native.lisp first.

(defstruct (analysis-job (:constructor make-analysis-job (tree number)))
  "A search that was begun: its TREE, and a NUMBER by which the natives know it."
  tree number (result nil) (state :pending))

(defun begin-analysis (tree &key (seconds *ai-time*) (style *ai-style*) (table-size 16) rate-all nodes depth)
  "Begins to think about TREE for SECONDS, in another thread. Returns an ANALYSIS-JOB at once; NIL if the board is too large or too many searches
wait. STYLE is one of *AI-STYLE*'s; TABLE-SIZE the megabytes for what a thread knows; with RATE-ALL the value of every move is found; NODES and
DEPTH are limits as for ANALYSIS.
An ERROR if the system gives no thread."
  (check-argument 'begin-analysis 'tree tree '(satisfies tree-p)
                  "It must be a game tree (PLAYER BOARD MOVES) for the current settings.")
  (check-argument 'begin-analysis 'seconds seconds '(real (0) 1000000) "It must be a number of seconds, more than 0.")
  (check-argument 'begin-analysis 'table-size table-size '(integer 1 65536) "It must be a number of megabytes, 1 to 65536.")
  (destructuring-bind (player board spare-dice first-move) (position-of tree)
    (let ((number (dice-of-doom:begin-analysis board player spare-dice first-move style (max 1 (round (* seconds 1000000)))
                                               1 table-size rate-all nodes depth)))
      (and number (make-analysis-job tree number)))))

(defun analysis-result (job)
  "Returns what was found about JOB's tree, a property list as ANALYSIS returns, or NIL; and as a second value :PENDING while the search goes on,
:DONE, or :NONE if there is nothing to be had: it was cancelled, or the board was too large."
  (when (eq (analysis-job-state job) :pending)
    (let ((found (dice-of-doom:analysis-result (analysis-job-number job))))
      (unless (eq found :pending)
        (setf (analysis-job-result job) found
              (analysis-job-state job) (if found :done :none)))))
  (values (analysis-job-result job) (analysis-job-state job)))

(defun cancel-analysis (job)
  "Ends the search of JOB, if it still goes on. Returns true if it did."
  (and (eq (analysis-job-state job) :pending)
       (setf (analysis-job-state job) :none)
       (dice-of-doom:cancel-analysis (analysis-job-number job))))

(defun analyzed-move (job)
  "Returns the best move of JOB's tree, an element of its moves; NIL while the search goes on, or if there is none."
  (let ((best (getf (analysis-result job) :best)))
    (and best (nth best (moves-of (analysis-job-tree job))))))

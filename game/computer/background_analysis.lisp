;;; Searches by the stronger player in other threads while Lisp continues, for example in a server.
;;;     (defvar *job* (begin-analysis tree :seconds 1))
;;;     (analysis-result *job*)              ; NIL, and a second later the result as of ANALYSIS
;;;     (analyzed-move *job*)                ; the best move of the tree
;;; As many searches run at a time as there are processors; if many wait, each gets less time. Load native.lisp first.

(defstruct (analysis-job (:constructor make-analysis-job (tree number)))
  "A search that was begun: its TREE, and the NUMBER by which the natives know it."
  tree number (result nil) (state :pending))

(defun begin-analysis (tree &key (seconds *ai-time*) (style *ai-style*) (table-size 16) rate-all nodes depth)
  "Begins to search TREE for SECONDS in another thread. Returns an ANALYSIS-JOB at once; NIL if the board is too large
or too many searches wait. STYLE is a value of *AI-STYLE*; TABLE-SIZE is the size of the transposition table in
megabytes; RATE-ALL asks for the value of every move; NODES and DEPTH are limits as for ANALYSIS. Signals an ERROR if
the system provides no thread."
  (check-argument 'begin-analysis 'tree tree '(satisfies tree-p)
                  "It must be a game tree (PLAYER BOARD MOVES) for the current settings.")
  (check-argument 'begin-analysis 'seconds seconds '(real (0) 1000000) "It must be a number of seconds, more than 0.")
  (check-argument 'begin-analysis 'table-size table-size '(integer 1 65536) "It must be a number of megabytes, 1 to 65536.")
  (destructuring-bind (player board spare-dice first-move) (position-of tree)
    (let ((number (dice-of-doom:begin-analysis board player spare-dice first-move style (max 1 (round (* seconds 1000000)))
                                               1 table-size rate-all nodes depth)))
      (and number (make-analysis-job tree number)))))

(defun analysis-result (job)
  "Returns the result of the search for the tree of JOB, a property list as of ANALYSIS, or NIL. The second value is
:PENDING while the search runs, :DONE after it, or :NONE if there is no result because it was cancelled or the board is
too large."
  (when (eq (analysis-job-state job) :pending)
    (let ((found (dice-of-doom:analysis-result (analysis-job-number job))))
      (unless (eq found :pending)
        (setf (analysis-job-result job) found
              (analysis-job-state job) (if found :done :none)))))
  (values (analysis-job-result job) (analysis-job-state job)))

(defun cancel-analysis (job)
  "Stops the search of JOB if it still runs. Returns true if it did."
  (and (eq (analysis-job-state job) :pending)
       (setf (analysis-job-state job) :none)
       (dice-of-doom:cancel-analysis (analysis-job-number job))))

(defun analyzed-move (job)
  "Returns the best move of the tree of JOB, an element of its moves; NIL while the search runs, or if there is none."
  (let ((best (getf (analysis-result job) :best)))
    (and best (nth best (moves-of (analysis-job-tree job))))))

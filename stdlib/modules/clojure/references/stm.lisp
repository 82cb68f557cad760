;;; Refs, and the transactions that change several of them at once (module clojure).

(in-package "TESSERA-CLOJURE")

;;; Each commit is a point in time. A ref keeps its last values with their points, so that a transaction reads all refs
;;; as they were when it began: values of one point, whatever others commit meanwhile. A transaction buffers its writes
;;; until it commits. Its first write of a ref makes it the ref's owner. If another running transaction owns the ref,
;;; the younger of the two restarts. Tasks take turns, so conflicts arise only where a transaction waits in its middle,
;;; and the commit itself needs no locks.

(defstruct (ref (:include reference) (:constructor %ref (history)) (:copier nil))
  "A ref. HISTORY: a list of (POINT . VALUE), the newest first, of between LEAST and MOST older ones. OWNER: the
transaction that writes it, or NIL. ENSURERS: those that keep others from writing it. FAULTS: how often a value that was
wanted was not there any more."
  history (least 0 :type fixnum) (most 10 :type fixnum) (owner nil) (ensurers '()) (faults 0 :type fixnum))

(defstruct (transaction (:include waitable) (:constructor %transaction (start)) (:copier nil))
  "A transaction. START: when it was begun first. POINT: whose values it reads. STATE: :RUNNING, :COMMITTED, or :RETRY
if an older one wants a ref of it. VALUES: (REF . VALUE) that it has given; COMMUTES: (REF FUNCTION...); ENSURES: refs.
SENDS: what is to be sent to agents. BLOCKER: the older transaction that it gave way to, and waits for before it
restarts."
  (blocker nil) start (point 0) (state :running) (values '()) (writes '()) (commutes '()) (ensures '()) (sends '()))

(defvar *point* 0 "The point of the last commit.")
(defvar *transactions* 0 "The number of transactions that were begun.")
(defparameter *retry-limit* 10000 "The maximum number of attempts of a transaction.")

(defun make-ref (value)
  "Makes a ref with VALUE."
  (%ref (list (cons *point* value))))

(defun newest-value (ref)
  "Returns the value of REF that was committed last."
  (cdr (first (ref-history ref))))

(defun the-transaction ()
  "Returns the running transaction. Restarts it if another one has stopped it."
  (let ((transaction (or *transaction* (throw-new "IllegalStateException" "No transaction running"))))
    (check-running transaction)
    transaction))

(defun check-running (transaction)
  "Makes TRANSACTION begin again unless it is still running."
  (unless (eq (transaction-state transaction) :running)
    (retry transaction)))

(defun retry (transaction)
  "Restarts TRANSACTION."
  (throw transaction '%retry))

(defun ref-value-now (ref)
  "Returns the value of REF: in a transaction, its own or that of its point."
  (if (null *transaction*)
      (newest-value ref)
      (let* ((transaction (the-transaction)) (own (assoc ref (transaction-values transaction) :test #'eq)))
        (if own (cdr own) (value-at ref transaction)))))

(defun value-at (ref transaction)
  "Returns the value of REF at the point of TRANSACTION. If REF does not keep that value any more, restarts TRANSACTION,
and REF will keep more values."
  (let ((entry (find-if (lambda (entry) (<= (car entry) (transaction-point transaction))) (ref-history ref))))
    (cond (entry (cdr entry))
          (t (incf (ref-faults ref))
             (retry transaction)))))

(defun older-p (transaction other)
  "True if TRANSACTION began before OTHER."
  (< (transaction-start transaction) (transaction-start other)))

(defun running-p (transaction)
  "True if TRANSACTION is still running."
  (eq (transaction-state transaction) :running))

(defun make-way (transaction other)
  "Resolves a conflict: OTHER holds a ref that TRANSACTION wants, so the younger of them restarts."
  (cond ((older-p transaction other) (stop other))
        (t (setf (transaction-blocker transaction) other)
           (retry transaction))))

(defun stop (transaction)
  "Takes away from TRANSACTION what it holds; it restarts as soon as it goes on."
  (setf (transaction-state transaction) :retry)
  (release transaction))

(defun release (transaction)
  "Releases the refs of TRANSACTION, which has ended, and wakes the transactions that wait for it."
  (dolist (ref (transaction-writes transaction))
    (when (eq (ref-owner ref) transaction) (setf (ref-owner ref) nil)))
  (dolist (ref (transaction-ensures transaction))
    (setf (ref-ensurers ref) (remove transaction (ref-ensurers ref) :test #'eq)))
  (wake-all transaction))

(defun yield-to-owner (ref transaction)
  "Resolves the conflict of TRANSACTION with the other one that writes REF, if there is one."
  (let ((owner (ref-owner ref)))
    (when (and owner (not (eq owner transaction)) (running-p owner))
      (make-way transaction owner))))

(defun yield-to-holders (ref transaction)
  "Resolves the conflicts of TRANSACTION with the others that ensure or write REF."
  (dolist (other (ref-ensurers ref))
    (unless (eq other transaction) (make-way transaction other)))
  (yield-to-owner ref transaction))

(defun retry-if-newer (ref transaction)
  "Restarts TRANSACTION if REF was changed after the point that it reads."
  (when (> (car (first (ref-history ref))) (transaction-point transaction))
    (retry transaction)))

(defun claim (ref transaction)
  "Makes TRANSACTION the owner of REF, which it is going to write."
  (setf (ref-owner ref) transaction)
  (pushnew ref (transaction-writes transaction) :test #'eq))

(defun check-ref (object)
  "Returns OBJECT, or throws a ClassCastException if it is not a ref."
  (if (ref-p object) object (cast-fail object "clojure.lang.Ref")))

(defun put-value (ref transaction value)
  "Makes VALUE that of REF in TRANSACTION. Returns VALUE."
  (let ((own (assoc ref (transaction-values transaction) :test #'eq)))
    (if own
        (setf (cdr own) value)
        (push (cons ref value) (transaction-values transaction)))
    value))

(defun set-ref (ref value)
  "Gives REF a VALUE in the transaction that runs."
  (let ((transaction (the-transaction)))
    (when (assoc (check-ref ref) (transaction-commutes transaction) :test #'eq)
      (throw-new "IllegalStateException" "Can't set after commute"))
    (unless (member ref (transaction-writes transaction) :test #'eq)
      (yield-to-holders ref transaction)
      (retry-if-newer ref transaction)
      (claim ref transaction))
    (put-value ref transaction value)))

(defun alter-ref (ref function &rest arguments)
  "Sets REF to what FUNCTION returns for its value and ARGUMENTS, in the transaction. Returns the new value."
  (the-transaction)
  (set-ref ref (apply (callable function) (ref-value-now (check-ref ref)) arguments)))

(defun commute-ref (ref function &rest arguments)
  "Sets REF to what FUNCTION returns for its value and ARGUMENTS: now, and again when the transaction commits, from the
value that REF has then."
  (let* ((transaction (the-transaction)) (function (callable function)) (known (assoc (check-ref ref) (transaction-commutes transaction) :test #'eq))
         (call (lambda (value) (apply function value arguments))))
    (unless (assoc ref (transaction-values transaction) :test #'eq)
      (put-value ref transaction (newest-value ref)))
    (if known
        (push call (cdr known))
        (push (list ref call) (transaction-commutes transaction)))
    (put-value ref transaction (funcall call (cdr (assoc ref (transaction-values transaction) :test #'eq))))))

(defun ensure-ref (ref)
  "Keeps others from writing REF before the transaction has ended. Returns its value."
  (let ((transaction (the-transaction)))
    (unless (member (check-ref ref) (transaction-writes transaction) :test #'eq)
      (yield-to-owner ref transaction)
      (retry-if-newer ref transaction)
      (pushnew transaction (ref-ensurers ref) :test #'eq)
      (pushnew ref (transaction-ensures transaction) :test #'eq))
    (ref-value-now ref)))

(defun commute-again (transaction)
  "Calls the functions that TRANSACTION commutes with the values that their refs have now."
  (loop for (ref . calls) in (transaction-commutes transaction)
        do (unless (member ref (transaction-writes transaction) :test #'eq)
             (yield-to-holders ref transaction)
             (claim ref transaction)
             (let ((value (newest-value ref)))
               (dolist (call (reverse calls)) (setq value (funcall call value)))
               (put-value ref transaction value)))))

(defun add-to-history (ref point value)
  "Gives REF its VALUE from POINT on, and a longer history if readers missed older values."
  (let* ((history (ref-history ref)) (kept (- (length history) 1)))
    (when (and (> (ref-faults ref) 0) (< kept (ref-most ref)))
      (setf (ref-faults ref) 0)
      (incf kept))
    (setf (ref-history ref)
          (cons (cons point value)
                (subseq history 0 (min (length history) (max kept (min (ref-least ref) (length history)))))))))

(defun commit (transaction)
  "Makes what TRANSACTION wrote the values of its refs. Returns (REF OLD NEW) of those that changed."
  (commute-again transaction)
  (check-running transaction)
  (loop for (ref . value) in (transaction-values transaction) do (check-valid ref value))
  (check-running transaction)
  (setf (transaction-state transaction) :committed)
  (let ((changes (loop for (ref . value) in (transaction-values transaction)
                       collect (list ref (newest-value ref) value))))
    (when changes
      (incf *point*)
      (loop for (ref nil value) in changes do (add-to-history ref *point* value)))
    changes))

(defun try-transaction (transaction body)
  "Returns two values: true if TRANSACTION committed, and the value of BODY."
  (setf (transaction-state transaction) :running
        (transaction-point transaction) *point*
        (transaction-values transaction) '() (transaction-writes transaction) '() (transaction-commutes transaction) '()
        (transaction-ensures transaction) '() (transaction-sends transaction) '())
  (let* ((changes '())
         (value (unwind-protect
                     (catch transaction
                       (let ((*transaction* transaction))
                         (let ((value (funcall body)))
                           (setq changes (commit transaction))
                           (list value))))
                  (when (running-p transaction) (setf (transaction-state transaction) :retry))
                  (release transaction))))
    (cond ((eq value '%retry) (values nil nil))
          (t (loop for (ref old new) in changes do (notify-watches ref old new))
             (dolist (send (reverse (transaction-sends transaction))) (funcall send))
             (values t (first value))))))

(defun await-blocker (transaction)
  "Waits until the transaction to which TRANSACTION gave way has ended. If there is none, lets others have their turns."
  (let ((blocker (shiftf (transaction-blocker transaction) nil)))
    (if (and blocker (running-p blocker))
        (wait-for blocker (lambda () (not (running-p blocker))))
        (pass-turn))))

(defun call-in-transaction (body)
  "Returns the value of BODY in a transaction: the one that runs, or a new one, which is tried until it commits."
  (if *transaction*
      (progn (the-transaction) (funcall body))
      (let ((transaction (%transaction (incf *transactions*))))
        (loop repeat *retry-limit*
              do (multiple-value-bind (done value) (try-transaction transaction body)
                   (when done (return value))
                   (await-blocker transaction))
              finally (throw-new "RuntimeException" "Transaction failed after reaching retry limit")))))

(define-special "dosync" (form)
  (let ((*recur* nil))
    `(call-in-transaction (lambda () ,(expand-body (rest form))))))

(define-special "io!" (form)
  (let* ((forms (rest form)) (message (if (stringp (first forms)) (pop forms) "I/O in transaction")))
    `(progn (when *transaction* (throw-new "IllegalStateException" ,message))
            ,(expand-body forms))))

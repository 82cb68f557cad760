;;; Semaphores, barriers and mailboxes.
(in-package "MP")

(defstruct (semaphore (:constructor %make-semaphore (name count)) (:copier nil) (:predicate nil))
  "A count that processes wait for: see MAKE-SEMAPHORE."
  name count (queue (%make-queue)))

(loop for (name text) in '((semaphore-name "Returns the name that SEMAPHORE was made with.")
                           (semaphore-count "Returns the count of SEMAPHORE."))
      do (setf (documentation name 'function) text))

(defmethod print-object ((semaphore semaphore) stream)
  (print-unreadable-object (semaphore stream :type t :identity t)
    (format stream "~@[~A, ~]~D" (semaphore-name semaphore) (semaphore-count semaphore))))

(defun make-semaphore (&key name (count 0))
  "Returns a new semaphore called NAME, anything, with COUNT, an integer that is not negative."
  (%check (integer 0) count make-semaphore)
  (%make-semaphore name count))

(defun semaphore-wait-count (semaphore)
  "Returns the number of processes that wait for SEMAPHORE."
  (%check semaphore semaphore semaphore-wait-count)
  (length (%queue-waiters (semaphore-queue semaphore))))

(defun %wake-satisfied (semaphore)
  "Wakes the processes that wait for SEMAPHORE, in order, as far as its count suffices."
  (let ((queue (semaphore-queue semaphore)))
    (loop while (and (%queue-waiters queue) (<= (%first-request queue) (semaphore-count semaphore)))
          do (decf (semaphore-count semaphore) (%first-request queue))
             (%wake-first queue))))

(defun signal-semaphore (semaphore &optional (count 1))
  "Adds COUNT to that of SEMAPHORE. Processes whose counts are available then continue, the one that waits longest
first. The returned value is unspecified."
  (%check semaphore semaphore signal-semaphore)
  (%check (integer 0) count signal-semaphore)
  (incf (semaphore-count semaphore) count)
  (%wake-satisfied semaphore)
  (values))

(defun try-get-semaphore (semaphore &optional (count 1))
  "Subtracts COUNT from that of SEMAPHORE and returns true, if it is large enough and no process waits; else returns
false."
  (%check semaphore semaphore try-get-semaphore)
  (%check (integer 0) count try-get-semaphore)
  (when (and (<= count (semaphore-count semaphore)) (null (%queue-waiters (semaphore-queue semaphore))))
    (decf (semaphore-count semaphore) count)
    t))

(defun wait-on-semaphore (semaphore &key (count 1) timeout)
  "Subtracts COUNT from that of SEMAPHORE. Waits until it is large enough, at most TIMEOUT seconds unless that is NIL.
Returns true, or false after TIMEOUT."
  (%check (or null (real 0)) timeout wait-on-semaphore)
  (or (try-get-semaphore semaphore count)
      (%wait-in (semaphore-queue semaphore) count (%deadline timeout) (format nil "the semaphore ~@[~A~]" (semaphore-name semaphore))
                (lambda () (signal-semaphore semaphore count)))
      ;; The count may suffice for processes behind one that gave up.
      (progn (%wake-satisfied semaphore) nil)))

(defun semaphore-wait (semaphore count timeout)
  "Takes COUNT off that of SEMAPHORE as WAIT-ON-SEMAPHORE does, within TIMEOUT seconds unless that is NIL. Returns true
if it has taken it."
  (wait-on-semaphore semaphore :count count :timeout timeout))

;;; Barriers

(defstruct (barrier (:constructor %make-barrier (name count)) (:copier nil) (:predicate nil))
  "A point where COUNT processes wait for each other: see MAKE-BARRIER."
  name count (queue (%make-queue)))

(loop for (name text) in '((barrier-name "Returns the name that BARRIER was made with.")
                           (barrier-count "Returns the number of processes that meet at BARRIER."))
      do (setf (documentation name 'function) text))

(defmethod print-object ((barrier barrier) stream)
  (print-unreadable-object (barrier stream :type t :identity t)
    (format stream "~@[~A, ~]~D of ~D" (barrier-name barrier) (length (%queue-waiters (barrier-queue barrier))) (barrier-count barrier))))

(defun make-barrier (count &key name)
  "Returns a new barrier called NAME, anything, at which COUNT processes, at least one, meet."
  (%check (integer 1) count make-barrier)
  (%make-barrier name count))

(defun barrier-wait (barrier)
  "Waits until all processes that meet at BARRIER wait; then all continue, and the barrier can be used again. Returns
true in the process that came last, false in the others."
  (%check barrier barrier barrier-wait)
  (let ((queue (barrier-queue barrier)))
    (cond ((= (1+ (length (%queue-waiters queue))) (barrier-count barrier))
           (loop while (%queue-waiters queue) do (%wake-first queue))
           t)
          (t (%wait-in queue t nil (format nil "the barrier ~@[~A~]" (barrier-name barrier)) (lambda ()))
             nil))))

;;; Mailboxes

(defstruct (mailbox (:constructor %make-mailbox (name room messages)) (:copier nil) (:predicate nil))
  "Messages from processes to others: see MAKE-MAILBOX. ROOM and MESSAGES: semaphores. FIRST and LAST: a list and its
last cons."
  name room messages (first '()) (last nil))

(setf (documentation 'mailbox-name 'function) "Returns the name that MAILBOX was made with.")

(defun make-mailbox (&key name count)
  "Returns a new mailbox called NAME, anything, with room for COUNT messages, or any number if that is NIL."
  (%check (or null (integer 1)) count make-mailbox)
  (%make-mailbox name (and count (make-semaphore :name name :count count)) (make-semaphore :name name)))

(defun mailbox-count (mailbox)
  "Returns the number of messages in MAILBOX."
  (%check mailbox mailbox mailbox-count)
  (length (mailbox-first mailbox)))

(defmethod print-object ((mailbox mailbox) stream)
  (print-unreadable-object (mailbox stream :type t :identity t)
    (format stream "~@[~A, ~]~D message~:P" (mailbox-name mailbox) (mailbox-count mailbox))))

(defun mailbox-empty-p (mailbox)
  "True if there is no message in MAILBOX."
  (%check mailbox mailbox mailbox-empty-p)
  (null (mailbox-first mailbox)))

(defun %put (mailbox message)
  "Adds MESSAGE to MAILBOX, which has room for it. Returns MESSAGE."
  (let ((new (list message)))
    (if (mailbox-first mailbox)
        (setf (cdr (mailbox-last mailbox)) new)
        (setf (mailbox-first mailbox) new))
    (setf (mailbox-last mailbox) new)
    (signal-semaphore (mailbox-messages mailbox))
    message))

(defun %take (mailbox)
  "Removes the first message from MAILBOX, which has one, and returns it."
  (when (mailbox-room mailbox)
    (signal-semaphore (mailbox-room mailbox)))
  (pop (mailbox-first mailbox)))

(defun mailbox-send (mailbox message)
  "Puts MESSAGE, any object, into MAILBOX, and waits until there is room for it. Returns MESSAGE."
  (%check mailbox mailbox mailbox-send)
  (when (mailbox-room mailbox)
    (wait-on-semaphore (mailbox-room mailbox)))
  (%put mailbox message))

(defun mailbox-try-send (mailbox message)
  "Puts MESSAGE, any object, into MAILBOX and returns true, if there is room; else returns false."
  (%check mailbox mailbox mailbox-try-send)
  (when (or (null (mailbox-room mailbox)) (try-get-semaphore (mailbox-room mailbox)))
    (%put mailbox message)
    t))

(defun mailbox-read (mailbox)
  "Removes the first message from MAILBOX, and returns it. Waits until there is one."
  (%check mailbox mailbox mailbox-read)
  (wait-on-semaphore (mailbox-messages mailbox))
  (%take mailbox))

(defun mailbox-try-read (mailbox)
  "Removes the first message from MAILBOX. Returns it and true; NIL and NIL if there is none."
  (%check mailbox mailbox mailbox-try-read)
  (if (try-get-semaphore (mailbox-messages mailbox))
      (values (%take mailbox) t)
      (values nil nil)))

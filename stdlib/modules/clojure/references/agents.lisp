;;; Agents: values that tasks change by the actions sent to them (module clojure).

(in-package "TESSERA-CLOJURE")

(defstruct (agent (:include reference) (:constructor %agent (value)) (:copier nil))
  "An agent: QUEUE has the functions that are to make its next values, RUNNING tells that a task is at it. FAILURE: the
exception that stopped it."
  value (queue (tessera-continuations::%make-queue)) (running nil) (failure nil) (mode :|fail|) (handler nil) (idle (make-idle)))

(defstruct (idle (:include waitable) (:copier nil)) "Who waits until an agent has nothing to do.")

(defvar *agent* nil "The agent whose action runs, or NIL.")
(defvar *nested-sends* nil "The sends of the action that runs, the newest first, which wait until it is done.")

(defun check-not-failed (agent)
  "Returns NIL. Signals an error if an exception has stopped AGENT."
  (when (agent-failure agent)
    (error 'throwable :class "RuntimeException" :message "Agent is failed, needs restart" :cause (agent-failure agent))))

(defun send-to (agent function arguments)
  "Sends AGENT the action that makes its value FUNCTION of it and ARGUMENTS: now, or when the transaction commits or the
running action is done."
  (unless (agent-p agent) (cast-fail agent "clojure.lang.Agent"))
  (check-not-failed agent)
  (let* ((function (callable function)) (action (lambda (value) (apply function value arguments))))
    (cond (*transaction* (push (lambda () (add-action agent action)) (transaction-sends (the-transaction))))
          (*agent* (push (lambda () (add-action agent action)) *nested-sends*))
          (t (add-action agent action)))
    agent))

(defun add-action (agent action)
  "Adds ACTION to the queue of AGENT, and starts the agent."
  (tessera-continuations::%enqueue action (agent-queue agent))
  (start-agent agent))

(defun start-agent (agent)
  "Starts a task that runs the actions of AGENT, unless it runs or has failed."
  (unless (or (agent-running agent) (agent-failure agent))
    (setf (agent-running agent) t)
    (start-task (lambda () (run-agent agent)))))

(defun run-agent (agent)
  "Runs the actions of AGENT until there are none, or one fails."
  (loop until (or (agent-failure agent) (tessera-continuations::%queue-empty-p (agent-queue agent)))
        do (run-action agent (tessera-continuations::%dequeue (agent-queue agent))))
  (setf (agent-running agent) nil)
  (wake-all (agent-idle agent)))

(defun run-action (agent action)
  "Makes what ACTION returns for the value of AGENT its value, and then sends what the action sent."
  (let ((*agent* agent) (*nested-sends* '()))
    (handler-case
        (let* ((old (agent-value agent)) (new (funcall action old)))
          (check-valid agent new)
          (setf (agent-value agent) new)
          (notify-watches agent old new)
          (dolist (send (reverse *nested-sends*)) (funcall send)))
      (error (failure)
        (when (agent-handler agent) (funcall (callable (agent-handler agent)) agent failure))
        (unless (eq (agent-mode agent) :|continue|) (setf (agent-failure agent) failure))))))

(defun await-agents (agents milliseconds)
  "Waits until AGENTS have done what they were sent before. False if that takes longer than MILLISECONDS."
  (when *transaction* (throw-new "IllegalStateException" "await in transaction"))
  (when *agent* (throw-new "IllegalStateException" "Can't await in agent action"))
  (every (lambda (agent)
           (unless (agent-p agent) (cast-fail agent "clojure.lang.Agent"))
           (check-not-failed agent)
           (let ((done nil) (idle (agent-idle agent)))
             (add-action agent (lambda (value) (setq done t) (wake-all idle) value))
             (wait-for idle
                       (lambda () (or done (check-not-failed agent)))
                       milliseconds)))
         agents))

;;; Coroutines: functions that hand values to their callers and back (module continuations).

(in-package "TESSERA-CONTINUATIONS")

(defstruct (coroutine (:constructor %coroutine (state)) (:copier nil) (:predicate coroutinep))
  "STATE: a function that begins it, frames that wait in a PAUSE, :RUNNING or :DONE, which the machine sets when the PROMPT ends."
  state prompt)

(defun make-coroutine (function)
  "Returns a coroutine that runs FUNCTION, with the arguments that RESUME is given first.
  (let ((c (make-coroutine (lambda (x) (+ x (pause (* 2 x))))))) (list (resume c 1) (resume c 10))) => (2 11)"
  (check-type function function)
  (let ((coroutine (%coroutine function)))
    (setf (coroutine-prompt coroutine) (%make-prompt '%coroutine coroutine))
    coroutine))

(defun coroutine-status (coroutine)
  "Returns what COROUTINE does: :NEW, :RUNNING, :WAITING in a PAUSE, or :DONE.
  (coroutine-status (make-coroutine #'list)) => :NEW"
  (let ((state (coroutine-state coroutine)))
    (cond ((functionp state) :new)
          ((keywordp state) state)
          (t :waiting))))

(defmethod print-object ((coroutine coroutine) stream)
  (print-unreadable-object (coroutine stream :type t :identity t)
    (format stream "~(~A~)" (coroutine-status coroutine))))

(defun resume (coroutine &rest values)
  "Has COROUTINE begin, its function called with VALUES; or go on, with VALUES returned by the PAUSE that it waits in. Returns what it gives to its
next PAUSE, or at its end the values of its function. Signals an error if it is running or done.
  (let ((c (make-coroutine #'list))) (resume c 1 2)) => (1 2)"
  (let ((state (coroutine-state coroutine)))
    (when (keywordp state)
      (error "~S cannot be resumed." coroutine))
    (multiple-value-bind (given frames)
        (catch (coroutine-prompt coroutine)
          (setf (coroutine-state coroutine) :running)
          (return-from resume
            (if (functionp state)
                (apply state values)
                (apply #'%reinstate state values))))
      (setf (coroutine-state coroutine) frames)
      (values-list given))))

(defun pause (&rest values)
  "Returns VALUES from the RESUME of the coroutine that is running, and waits. Returns what it is resumed with. Signals a CONTROL-ERROR outside of
coroutines, or if a function in C++ stands between.
  (let ((c (make-coroutine (lambda () (pause 1 2))))) (multiple-value-list (resume c))) => (1 2)"
  (%suspend '%coroutine values))

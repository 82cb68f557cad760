;;; Coroutines: functions that hand values to their callers and back (module continuations).

(in-package "TESSERA-CONTINUATIONS")

;; STATE: a function that begins it, frames that wait in a PAUSE, :RUNNING or :DONE, which the VM sets when the
;; PROMPT ends.
(defstruct (coroutine (:constructor %coroutine (state)) (:copier nil) (:predicate coroutinep))
  "A function that can suspend itself and be resumed: see MAKE-COROUTINE."
  state prompt)
(setf (documentation 'coroutinep 'function) "Returns true if OBJECT is a coroutine.")

(defun make-coroutine (function)
  "Returns a coroutine that runs FUNCTION, with the arguments that RESUME is given first."
  (%checked (function function make-coroutine)
    (let ((coroutine (%coroutine function)))
      (setf (coroutine-prompt coroutine) (%make-prompt '%coroutine coroutine))
      coroutine)))

(defun coroutine-status (coroutine)
  "Returns the state of COROUTINE: :NEW, :RUNNING, :WAITING in a PAUSE, or :DONE."
  (%checked (coroutine coroutine coroutine-status)
    (let ((state (coroutine-state coroutine)))
      (cond ((functionp state) :new)
            ((keywordp state) state)
            (t :waiting)))))

(defmethod print-object ((coroutine coroutine) stream)
  (print-unreadable-object (coroutine stream :type t :identity t)
    (format stream "~(~A~)" (coroutine-status coroutine))))

(defun resume (coroutine &rest values)
  "Starts COROUTINE by calling its function with VALUES, or resumes it with VALUES as the values of the PAUSE that it
waits in. Returns the arguments of its next PAUSE, or at its end the values of its function. Signals an error if it is
running or done."
  (%checked (coroutine coroutine resume)
    (let ((state (coroutine-state coroutine)))
      (when (keywordp state)
        (error "RESUME: ~A cannot be resumed" (princ-to-string coroutine)))    ; as it is now, not when that is reported
      (multiple-value-bind (given frames)
          (catch (coroutine-prompt coroutine)
            (setf (coroutine-state coroutine) :running)
            (return-from resume
              (if (functionp state)
                  (apply state values)
                  (apply #'%reinstate state values))))
        (setf (coroutine-state coroutine) frames)
        (values-list given)))))

(setf (get '%coroutine :asked-by) '(pause . "coroutine"))

(defun pause (&rest values)
  "Suspends the running coroutine, whose RESUME returns VALUES. Returns the values that it is resumed with. Signals a
CONTROL-ERROR outside of coroutines, or if a function in C++ stands between."
  (%suspend '%coroutine values))

;;; Prompts, and the continuations that they delimit: the basis of generators, coroutines and similar control flow.
;;; vm/continuations.md describes how the VM takes frames off its stack and puts them back.

(in-package "TESSERA")

;;; A prompt is a CATCH whose tag is a prompt object of the VM. The CATCH ends in one of three ways, with these values:
;;; - by ABORT-TO-PROMPT: a list, the arguments of the prompt's handler;
;;; - by a suspension: a function and the captured frames, its argument;
;;; - by a suspension whose function runs inside the prompt: a list of the function, and the frames. The prompt is
;;;   established again for the call.

(defparameter *default-prompt-tag* '%default-prompt
  "The tag of the prompts around each form that LOAD, the prompt and the host program evaluate.")

(defvar *capturing-operators*
  '(call-with-current-continuation call-with-composable-continuation suspend-to-prompt)
  "Functions whose continuations may be entered more than once. If a toplevel form calls one, the variables that it
assigns live in cells, so that all entries share their values.")

(defconstant +continuation+ #'continuation
  "The native function from which functions that call continuations are made.")

(defun call-with-prompt (tag thunk &optional (handler #'values))
  "Calls THUNK, a function of no arguments, and returns its values. Meanwhile there is a prompt for TAG, an object that
is compared by EQ: ABORT-TO-PROMPT leaves for it and calls HANDLER with its arguments; SUSPEND-TO-PROMPT and
CALL-WITH-COMPOSABLE-CONTINUATION capture the continuation up to it. HANDLER, and the function that SUSPEND-TO-PROMPT
calls, run after the prompt was removed; their values are returned."
  (%call-with-prompt tag thunk handler))

(defun %call-with-prompt (tag thunk handler)
  "Implements CALL-WITH-PROMPT: calls THUNK, and after each suspension the function that SUSPEND-TO-PROMPT was given."
  (let ((prompt (%make-prompt tag)) (function thunk) (argument nil))
    (loop
      (multiple-value-bind (receiver frames)
          (catch prompt
            (return (if argument (funcall function argument) (funcall function))))
        (cond ((null frames) (return (apply handler receiver)))
              ((functionp receiver) (return (funcall receiver frames)))
              (t (setf function (first receiver)
                       argument frames)))))))

(defun abort-to-prompt (tag &rest values)
  "Leaves for the innermost prompt for TAG, whose handler is called with VALUES. Cleanup forms on the way are evaluated,
as by THROW. Signals a CONTROL-ERROR if there is no prompt for TAG."
  (throw (or (first (%prompts tag tag))
             (error 'simple-control-error :format-control "ABORT-TO-PROMPT: there is no prompt for the tag ~S" :format-arguments (list tag)))
    values))

;;; DYNAMIC-WIND. It calls its thunk in a prompt of its own. If frames are captured that DYNAMIC-WIND entered, they are
;;; captured in parts, innermost first:
;;; - each part ends at the prompt of a DYNAMIC-WIND, which calls AFTER; its own frame is in the next part;
;;; - the last part ends at the prompt that the suspension is for.
;;;
;;; So BEFORE and AFTER run in the dynamic environment of their DYNAMIC-WIND. Resumption restores the parts in reverse.

(defstruct (%travel (:constructor %travel (action values kept)) (:copier nil))
  "A message to a continuation that was captured in parts. If ACTION is :VALUES, the suspension returns VALUES; if
:CALL, VALUES has a function to call there. KEPT are the DYNAMIC-WINDs that are not entered again, or T for all."
  action values kept)

(defun %arrive (arrived)
  "Returns the values of a suspension: ARRIVED is the list of the arguments that the continuation was called with."
  (let ((travel (first arrived)))
    (cond ((not (typep travel '%travel)) (values-list arrived))
          ((eq (%travel-action travel) :call) (funcall (%travel-values travel)))
          (t (values-list (%travel-values travel))))))

(defun %kept-p (winder kept)
  "True if WINDER is in KEPT, a list of DYNAMIC-WINDs or T for all."
  (or (eq kept t) (member winder kept :test #'eq)))

(defun %wound-p (tag)
  "True if something was entered by DYNAMIC-WIND since the innermost prompt for TAG."
  (not (null (%prompts '%winder tag))))

(defun %take-off (tag kept receiver)
  "Captures and removes the frames above the prompt for TAG, to which the suspension passes RECEIVER. Returns the list
of the arguments that the frames are resumed with. DYNAMIC-WINDs that are not in KEPT are left on the way."
  (multiple-value-list
   (if (%wound-p tag)
       (%suspend '%winder (list tag kept receiver))
       (%suspend tag receiver))))

(defun %suspend-in-parts (tag receiver)
  "Implements %SUSPEND where DYNAMIC-WINDs are active: captures the frames between them one part at a time. The VM calls
it."
  (%arrive (%take-off tag '() receiver)))

(defun dynamic-wind (before thunk after)
  "Calls the functions BEFORE, THUNK and AFTER, each without arguments. Returns the values of THUNK. Whenever control
leaves THUNK, by a non-local exit or a suspension, AFTER is called; whenever a continuation enters THUNK again, BEFORE
is called."
  (funcall before)
  (let ((winder (%make-prompt '%winder)) (inside t) (frames nil) (arrived nil))
    (unwind-protect
         (loop
           (multiple-value-bind (passage taken)
               (catch winder
                 (return (if frames (apply #'%reinstate frames arrived) (funcall thunk))))
             (destructuring-bind (tag kept receiver) passage
               (unless (%kept-p winder kept)
                 (setf inside nil)
                 (funcall after))
               (setf arrived (%take-off tag kept receiver)
                     frames taken)
               (let ((travel (first arrived)))
                 (unless (and (typep travel '%travel) (%kept-p winder (%travel-kept travel)))
                   (funcall before)))
               (setf inside t))))
      (when inside
        (funcall after)))))

(defun suspend-to-prompt (tag function)
  "Captures the continuation up to the innermost prompt for TAG and removes it, and the prompt, from the stack. Calls
FUNCTION in the prompt's place with the continuation: a function that may be called any number of times. It resumes the
frames as a part of its caller, and its arguments become the values of this call. No cleanup forms are evaluated, since
the frames may be resumed; the AFTER functions of DYNAMIC-WIND are called. Signals a CONTROL-ERROR if there is no prompt
for TAG, or if a C++ function stands between."
  (%suspend tag (lambda (frames) (funcall function (%continuation-function frames)))))

(defun %call-with-frames (tag function)
  "Calls FUNCTION with the frames up to the prompt for TAG, and continues in these frames."
  (if (%wound-p tag)
      (%arrive (%take-off tag t (list (lambda (frames)
                                        (%reinstate frames (%travel :call (lambda () (funcall function frames)) t))))))
      (%call-with-continuation tag function)))

(defun call-with-composable-continuation (function &optional (tag *default-prompt-tag*))
  "Calls FUNCTION with the continuation up to the innermost prompt for TAG, and returns the values of FUNCTION. The
continuation is a function as SUSPEND-TO-PROMPT makes it; the prompt is not part of it."
  (%call-with-frames tag (lambda (frames) (funcall function (%continuation-function frames)))))

;; The machine does the rest of what there is to CALL-WITH-CURRENT-CONTINUATION.
(defun %call-with-winders (function tag)
  "Calls FUNCTION with the current continuation up to the prompt for TAG, where DYNAMIC-WINDs are active."
  (let ((winders (%prompts '%winder tag)))
    (%call-with-frames tag (lambda (frames)
                             (funcall function (%continuation-function frames tag winders))))))

(defun %jump (tag frames winders values)
  "Replaces the frames above the prompt for TAG by FRAMES, which are within the DYNAMIC-WINDs WINDERS, and resumes these
with VALUES."
  (if (or winders (%wound-p tag))
      (let ((kept (intersection winders (%prompts '%winder tag) :test #'eq)))
        (%take-off tag kept (list (lambda (left)
                                    (declare (ignore left))
                                    (if winders
                                        (%reinstate frames (%travel :values values kept))
                                        (apply #'%reinstate frames values))))))
      (%suspend tag (list (lambda (left)
                            (declare (ignore left))
                            (apply #'%reinstate frames values))))))

(export '(re-entry *default-prompt-tag* call-with-prompt abort-to-prompt suspend-to-prompt call-with-composable-continuation
          call-with-current-continuation dynamic-wind))
(import '(call-with-prompt abort-to-prompt suspend-to-prompt call-with-composable-continuation call-with-current-continuation dynamic-wind)
        "COMMON-LISP-USER")

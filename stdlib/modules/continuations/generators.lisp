;;; Generators: functions that yield a value and are suspended until the next one is needed (module
;;; continuations).

(in-package "TESSERA-CONTINUATIONS")

;; STATE: a function that begins it, frames that wait in a YIELD, :RUNNING or :DONE, which the VM sets when the
;; PROMPT ends.
(defstruct (generator (:constructor %generator (state)) (:copier nil) (:predicate generatorp))
  "A producer of values, each computed when it is needed: see MAKE-GENERATOR."
  state prompt)
(setf (documentation 'generatorp 'function) "Returns true if OBJECT is a generator.")

(defmethod print-object ((generator generator) stream)
  (print-unreadable-object (generator stream :type t :identity t)
    (let ((state (generator-state generator)))
      (princ (cond ((functionp state) "not begun") ((eq state :running) "running") ((eq state :done) "at its end") (t "waiting")) stream))))

(defun make-generator (function)
  "Returns a generator of the values that FUNCTION passes to YIELD. FUNCTION is called without arguments when the first
value is needed."
  (%checked (function function make-generator)
    (let ((generator (%generator function)))
      (setf (generator-prompt generator) (%make-prompt '%generator generator))
      generator)))

(defmacro generator (&body body)
  "(generator form*): returns a generator of the values that the forms, or functions that they call, pass to YIELD."
  `(make-generator (lambda () ,@body)))

(defun next (generator &optional value)
  "Resumes GENERATOR up to its next YIELD. Returns the value that it yields, and true; at the end, or after another exit
from it, NIL and NIL. The YIELD that it waits in returns VALUE. Signals an error if the generator is running."
  (%checked (generator generator next)
    (let ((given (%next-yield generator value)))
      (if (eq given '%end)
          (values nil nil)
          (values given t)))))

;; LOOP calls it, too: for its sake the name is in the package TESSERA.
(defun %next-yield (generator value)
  "Returns the next value of GENERATOR, or the symbol %END. The YIELD that it waits in returns VALUE."
  (let ((state (generator-state generator)))
    (if (symbolp state)
        (%next-of-none generator)
        (multiple-value-bind (given frames)
            (catch (generator-prompt generator)
              (setf (generator-state generator) :running)
              (if (functionp state)
                  (funcall state)
                  (%reinstate state value))
              (return-from %next-yield '%end))
          (setf (generator-state generator) frames)
          given))))

(defun %next-of-none (generator)
  "Returns %END for GENERATOR, which has ended; signals an error if it is running."
  (if (eq (generator-state generator) :running)
      (error "NEXT: ~A cannot be asked for its next value" (princ-to-string generator))    ; as it is now, not when that is reported
      '%end))

(setf (get '%generator :asked-by) '(yield . "generator"))

(defun yield (&optional value)
  "Makes VALUE the next value of the running generator, and suspends it. Returns the argument VALUE of the call of NEXT
that resumes it. Signals a CONTROL-ERROR outside of generators, or if a function in C++ stands between."
  (%suspend '%generator value))

(define-compiler-macro yield (&optional value)
  `(%suspend '%generator ,value))

(defmacro do-generator ((variable generator &optional result) &body body)
  "(do-generator (VARIABLE GENERATOR [RESULT]) form*): evaluates the forms with VARIABLE bound to each value of
GENERATOR. Returns the values of RESULT. A block named NIL is around it."
  (let ((source (gensym "GENERATOR")) (value (gensym "VALUE")))
    `(let ((,source ,generator))
       (%checked (,source generator do-generator)
         (loop
           (let ((,value (%next-yield ,source nil)))
             (when (eq ,value '%end)
               (return (let ((,variable nil)) (declare (ignorable ,variable)) ,result)))
             (let ((,variable ,value)) ,@body)))))))

(defun generator-list (generator &optional most)
  "Returns a list of the remaining values of GENERATOR; at most MOST of them, if that is given."
  (%checked (generator generator generator-list)
    (loop repeat (or most most-positive-fixnum)
          for value being each yield of generator
          collect value)))

(defun generator-lazy-list (generator)
  "Returns a lazy list (of the library LAZY) of the remaining values of GENERATOR. Each is computed when it is needed."
  (%checked (generator generator generator-lazy-list)
    (tessera-lazy:lazy (multiple-value-bind (value more) (next generator)
                         (when more
                           (cons value (generator-lazy-list generator)))))))

;;; Weak pointers and finalizers, under the names that they have in other implementations.

(in-package "TESSERA")

(export '(weak-pointer make-weak-pointer weak-pointer-p weak-pointer-value finalize cancel-finalization))

(defstruct (weak-pointer (:constructor %make-weak-pointer ()) (:copier nil) (:predicate nil))
  "A reference to an object that does not keep it alive: see MAKE-WEAK-POINTER."
  (number 0 :type fixnum))

(defun make-weak-pointer (object)
  "Returns a weak pointer to OBJECT: WEAK-POINTER-VALUE finds it there as long as something else refers to it.
  (weak-pointer-value (make-weak-pointer 'car)) => (values CAR T)"
  (let ((pointer (%make-weak-pointer)))
    (setf (weak-pointer-number pointer) (%note-weak pointer object))
    pointer))

(defun weak-pointer-p (object)
  "Returns true if OBJECT is a weak pointer."
  (typep object 'weak-pointer))

(defun weak-pointer-value (weak-pointer)
  "Returns the object that WEAK-POINTER leads to, and true; NIL and NIL once it is gone."
  (%weak-object (weak-pointer-number weak-pointer)))

(defun finalize (object function &key dont-save)
  "Has FUNCTION, of no arguments, called after OBJECT was collected, when the evaluation that runs, or the next one,
comes to a call or to the end of a round of a loop. Functions of objects that are found gone together are called in the
order in which FINALIZE was called. They run with no handlers and restarts but their own; an ERROR in one becomes a
warning. FUNCTION must not refer to OBJECT, which would keep it alive for ever. Those whose objects live until the
interpreter ends are not called; what a function that runs has just worked with may live until that returns. DONT-SAVE
is ignored. Returns OBJECT.
  (finalize (list 1) (lambda () (print :gone)))"
  (declare (ignore dont-save))
  (check-type function (or function symbol))
  (%add-finalizer object (%coerce-to-function function)))

(defun cancel-finalization (object)
  "Forgets what FINALIZE was told of OBJECT. Returns OBJECT."
  (%cancel-finalizers object))

(defvar *finalizing* nil "True while finalizers run: others wait behind them.")

(defun %run-finalizers ()
  "Calls the functions whose objects are gone. Where one leaves, the others are called next."
  (unless *finalizing*
    (unwind-protect
         (let ((*finalizing* t) (*handler-clusters* '()) (*restart-clusters* '()))
           (do ((function (%next-finalizer) (%next-finalizer))) ((null function) nil)
             (handler-case (funcall function)
               (error (condition) (warn "a finalizer failed: ~A" (%safe-message condition))))))
      (%ask-for-finalizers))))

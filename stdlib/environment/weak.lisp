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
  "True if OBJECT is a weak pointer."
  (typep object 'weak-pointer))

(defun weak-pointer-value (weak-pointer)
  "Returns the object that WEAK-POINTER refers to, and true; NIL and NIL after it was collected."
  (%weak-object (weak-pointer-number weak-pointer)))

(defun finalize (object function &key dont-save)
  "Registers FUNCTION to be called without arguments after OBJECT was collected, when the current or the next evaluation
reaches a call or the end of a loop iteration. Functions of objects that are collected together are called in the order
in which FINALIZE was called. They run without the handlers and restarts of the interrupted program; an ERROR in one
becomes a warning. FUNCTION must not refer to OBJECT, which would keep it alive for ever. Functions of objects that live
until the interpreter ends are not called, and those of an evaluation with limits are called only in such evaluations.
An object that a running function has just used may live until the function returns. DONT-SAVE is ignored. Returns
OBJECT.
  (finalize (list 1) (lambda () (print :gone)))"
  (declare (ignore dont-save))
  (check-type function (or function symbol))
  (%add-finalizer object (%coerce-to-function function)))

(defun cancel-finalization (object)
  "Cancels all finalizers of OBJECT. Returns OBJECT."
  (%cancel-finalizers object))

(defvar *finalizing* nil "True while finalizers run: others wait until they have ended.")

(defun %run-finalizers ()
  "Calls the functions whose objects were collected. If one does not return, the others are called nevertheless."
  (unless *finalizing*
    (unwind-protect
         (let ((*finalizing* t) (*handler-clusters* '()) (*restart-clusters* '()))
           (do ((function (%next-finalizer) (%next-finalizer))) ((null function) nil)
             (handler-case (funcall function)
               (error (condition) (warn "a finalizer failed: ~A" (%safe-message condition))))))
      (%ask-for-finalizers))))

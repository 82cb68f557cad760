;;; Atoms, volatiles, and what all references have in common (module clojure).

(in-package "TESSERA-CLOJURE")

(defstruct (reference (:constructor nil) (:copier nil))
  "What has a value that changes. WATCHES: a map from keys to functions."
  (meta nil) (validator nil) (watches *empty-map*))

(defstruct (atom-object (:include reference) (:constructor %atom (value)) (:copier nil))
  "An atom."
  value)

(defstruct (volatile (:constructor %volatile (value)) (:copier nil)) "A volatile." value)

(defun check-valid (reference value)
  "Throws an IllegalStateException if the validator of REFERENCE refuses VALUE."
  (let ((validator (reference-validator reference)))
    (when (and validator (not (truth (funcall (callable validator) value))))
      (throw-new "IllegalStateException" "Invalid reference state"))))

(defun notify-watches (reference old new)
  "Calls the watches of REFERENCE."
  (let ((watches (if (varp reference) (var-watches reference) (reference-watches reference))))
    (unless (eql (pmap-count watches) 0)
      (map-each (lambda (key function) (funcall (callable function) key reference old new)) watches))))

(defun reset-atom (atom value)
  "Makes VALUE that of ATOM if it is valid, and calls the watches. Returns VALUE."
  (check-valid atom value)
  (let ((old (atom-object-value atom)))
    (setf (atom-object-value atom) value)
    (notify-watches atom old value)
    value))

(defun swap-atom (atom function &rest arguments)
  "Gives ATOM the value of FUNCTION of its value and ARGUMENTS; again if it was given another meanwhile."
  (unless (atom-object-p atom) (cast-fail atom "clojure.lang.IAtom"))
  (loop
    (let* ((old (atom-object-value atom)) (new (apply (callable function) old arguments)))
      (when (eq old (atom-object-value atom))
        (return (reset-atom atom new))))))

(defun meta-of-reference (object)
  "Returns the metadata of OBJECT, a reference or a namespace; NIL for others."
  (typecase object
    (reference (reference-meta object))
    (ns (ns-meta object))
    (t nil)))

;;; What is asked of references of any kind: values, names of classes, how they are written (module clojure).

(in-package "TESSERA-CLOJURE")

(defstruct (builder (:constructor %builder ()) (:copier nil))
  "A StringBuilder: its TEXT."
  (text (make-array 16 :element-type 'character :adjustable t :fill-pointer 0)))

(defun deref-of (object)
  "Returns the value of OBJECT, a reference of any kind."
  (typecase object
    (atom-object (atom-object-value object))
    (volatile (volatile-value object))
    (ref (ref-value-now object))
    (var (var-value object))
    (agent (agent-value object))
    (delay (force-delay object))
    (promise (promise-result object nil nil))
    (reduced (reduced-value object))
    (instance (funcall (or (instance-method object "deref") (cast-fail object "clojure.lang.IDeref")) object))
    (t (cast-fail object "java.util.concurrent.Future"))))

(defun short-class-of-reference (object)
  "Returns the last part of the name of the class of OBJECT, such as an atom or a var."
  (typecase object
    (atom-object "Atom") (ref "Ref") (agent "Agent") (var "Var") (delay "Delay") (volatile "Volatile") (ns "Namespace")
    (promise (if (eq (promise-kind object) :future) "Future" "Promise"))
    (multifn "MultiFn")
    (t "Object")))

(defun reference-callable (object)
  "Coerces OBJECT, which is not a function, to a callable."
  (typecase object
    (multifn (multifn-function object))
    (promise (lambda (value) (settle object :done value) object))
    (ref (callable (deref-of object)))
    (t (cast-fail object "clojure.lang.IFn"))))

(defun write-reference (object stream)
  "Writes OBJECT, such as an atom or a var, to STREAM."
  (typecase object
    (var (format stream "#'~A" (function-name-text (var-symbol object))))
    (ns (format stream "#object[clojure.lang.Namespace ~S]" (ns-name object)))
    (multifn (format stream "#object[clojure.lang.MultiFn ~A]" (multifn-name object)))
    (protocol (write-string (protocol-name object) stream))
    ((or atom-object ref agent volatile)
     (format stream "#object[~A ~A]" (class-name-of object)
             (written (map-of :|status| :|ready| :|val| (typecase object
                                                          (ref (newest-value object))
                                                          (t (deref-of object)))))))
    (delay (format stream "#object[clojure.lang.Delay {:status ~:[:pending~;:ready~], :val ~A}]" (null (delay-thunk object))
                   (written (delay-value object))))
    (promise (format stream "#object[~A {:status ~:[:ready~;:pending~], :val ~A}]" (class-name-of object) (eq (promise-state object) :pending)
                     (written (promise-value object))))
    (builder (write-string (builder-text object) stream))
    (t (princ object stream))))

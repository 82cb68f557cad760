;;; Callbacks: Lisp functions that C calls.
(in-package "FOREIGN")

(deftype caller () '(and function (satisfies %caller-target)))
(deftype foreign-type () '(or keyword cons))
(deftype type-number () '(unsigned-byte 8))

(defun make-callback (function result parameters &key (name "without a name") if-left)
  "Returns a POINTER by which C calls FUNCTION, a function or symbol: with arguments of the types PARAMETERS, for a
value of the type RESULT. C may do so as long as a function of C runs that Lisp has called, and in the same thread;
until FREE-CALLBACK. An exit cannot skip frames of C. If FUNCTION is left, because an error is handled further out or by
RETURN-FROM and similar operators, C gets IF-LEFT (by default zero), also from later callbacks of that call. The exit
continues when C has returned. NAME, a string, is for messages. Example: (make-callback #'compare :int '(:pointer
:pointer))"
  (%check function (or function (and symbol (not null))) make-callback)
  (multiple-value-bind (result parameters) (%expand-signature result parameters 'make-callback)
    (%make-callback function (string name) result parameters if-left)))

(defun free-callback (pointer)
  "Frees the callback that MAKE-CALLBACK has returned. If C calls it afterwards, it gets the same value as if the
function were left, and the call signals an error. Returns NIL."
  (%check pointer pointer free-callback)
  (unless (%free-callback (pointer-address pointer))
    (error "FREE-CALLBACK: ~S is not a callback, or was freed before" pointer)))

(defmacro with-callback ((pointer function result parameters &key if-left) &body body)
  "Evaluates BODY with the variable POINTER bound to a callback of FUNCTION, which is freed afterwards. The types are
not evaluated: see MAKE-CALLBACK."
  (let ((held (gensym "CALLBACK")))
    `(let* ((,held (make-callback ,function ',result ',parameters :if-left ,if-left)) (,pointer ,held))
       (unwind-protect (progn ,@body)
         (free-callback ,held)))))

(defun %define-callback (name function result parameters if-left)
  "Makes the callback NAME call FUNCTION, through the same pointer as before if its types have not changed."
  (let ((known (get name '%callback)) (types (list result parameters if-left)))
    (unless (and known (equal (rest known) types) (%set-callback (pointer-address (first known)) function))
      (setf (get name '%callback)
            (cons (make-callback function result parameters :name (string name) :if-left if-left) types)))
    name))

(defmacro define-callback (name result parameters &body body)
  "Defines a function that C can call; CALLBACK finds it by its name. NAME is a symbol or (SYMBOL :IF-LEFT VALUE): C
gets VALUE if a non-local exit leaves the function. PARAMETERS are lists of a name and a type: see MAKE-CALLBACK. A
redefinition with the same types keeps the pointer. Returns NAME. Example: (define-callback compare-bytes :int ((a
:pointer) (b :pointer)) (- (memory-ref a :char) (memory-ref b :char)))"
  (destructuring-bind (name &key if-left) (if (listp name) name (list name))
    (unless (every (lambda (parameter) (typep parameter '(cons symbol (cons t null)))) parameters)
      (error "DEFINE-CALLBACK: the parameters of ~S are not lists of a name and a type: ~S" name parameters))
    `(%define-callback ',name (lambda ,(mapcar #'first parameters) (block ,name ,@body)) ',result ',(mapcar #'second parameters) ,if-left)))

(defun callback (name)
  "Returns the POINTER by which C calls the callback NAME, a symbol that DEFINE-CALLBACK has defined. An ERROR if there
is none."
  (first (or (and (symbolp name) (get name '%callback)) (error "CALLBACK: there is no callback ~S" name))))

;;; From the arguments of a generic function to its effective method (7.6.6).
(in-package "TESSERA")

;;; Functions for the shape of a generic function, which do not make a list of the arguments for the common ones.

(defmacro %shaped-lambda (gf &body body)
  "(%shaped-lambda GF form*): makes a function with the arguments of GF. In BODY, (CALL function) calls a function on
the same arguments, and (ARGUMENT position) is a required one."
  (flet ((lambda-for (count rest)
           (let ((names (mapcar (lambda (i) (nth i '(a0 a1 a2 a3))) (%positions-below count))))
             `(lambda (,@names ,@(if rest '(&rest more) '()))
                (macrolet ((call (function)
                             ,(if rest
                                  `(list* 'apply function '(,@names more))
                                  `(list* 'funcall function '(,@names))))
                           (argument (position)
                             (list 'case position
                                   ,@(mapcar (lambda (name) `'(,(position name names) ,name)) names)
                                   ,@(if rest `((list 't (list 'nth (list '- position ,count) 'more))) '()))))
                  ,@body)))))
    `(case (if (%shape-takes-more-p (%gf-shape ,gf)) -1 (length (%shape-required (%gf-shape ,gf))))
       (1 ,(lambda-for 1 nil))
       (2 ,(lambda-for 2 nil))
       (3 ,(lambda-for 3 nil))
       (4 ,(lambda-for 4 nil))
       (t (if (eql (length (%shape-required (%gf-shape ,gf))) 1)
              ,(lambda-for 1 t)
              ,(lambda-for 0 t))))))

;;; Applicable methods.

(defun %class-applies-p (specializer class)
  "True if SPECIALIZER can apply to an instance of CLASS: it is CLASS, a class above it, or an EQL specializer for an
instance."
  (if (consp specializer)
      (eq (class-of (cadr specializer)) class)
      (%subclass-p class specializer)))

(defun %methods-for-classes (gf classes)
  "Returns the methods of GF that can apply to arguments of CLASSES."
  (remove-if-not (lambda (method) (every #'%class-applies-p (%method-specializers method) classes))
                 (%gf-methods gf)))

(defun %applies-p (method arguments)
  "True if METHOD applies to ARGUMENTS."
  (every (lambda (specializer argument)
           (if (consp specializer)
               (eql (cadr specializer) argument)
               (%subclass-p (class-of argument) specializer)))
         (%method-specializers method) arguments))

(defun %specializer-order (a b class)
  "True if A is the more specific of two different specializers that apply to an instance of CLASS."
  (cond ((consp a) t)
        ((consp b) nil)
        (t (%memq b (cdr (%memq a (%class-precedence-list class)))))))

(defun %same-specializer-p (a b)
  "True if the specializers A and B are the same class, or are EQL specializers for the same object."
  (if (and (consp a) (consp b))
      (eql (cadr a) (cadr b))
      (eq a b)))

(defun %more-specific-p (gf a b classes)
  "True if the method A of GF comes before B for arguments of CLASSES."
  (dolist (position (%gf-precedence gf) nil)
    (let ((x (nth position (%method-specializers a))) (y (nth position (%method-specializers b))))
      (unless (%same-specializer-p x y)
        (return (if (%specializer-order x y (nth position classes)) t nil))))))

(defun %sort-methods (gf methods classes)
  "Returns METHODS of GF, the most specific for arguments of CLASSES first."
  (stable-sort (copy-list methods) (lambda (a b) (%more-specific-p gf a b classes))))

(defun %applicable-methods (gf arguments)
  "Returns the methods of GF that apply to ARGUMENTS, the most specific first."
  (%sort-methods gf
                 (remove-if-not (lambda (method) (%applies-p method arguments)) (%gf-methods gf))
                 (mapcar #'class-of arguments)))

;;; The functions of effective methods.

(defvar *dispatch-classes* '() "The classes of the required arguments for which an effective method is being made.")

(defun %method-call (method next)
  "Returns a function that calls METHOD, whose next method is the function NEXT; if that is NIL there is none."
  (if (%method-accessor method)
      (%accessor-function method (car (last *dispatch-classes*)))
      (funcall (%method-function method)
               (or next
                   (lambda (&rest arguments)
                     (apply #'no-next-method (%gf-function (%method-generic-function method)) method arguments)))
               (if next t nil))))

(defun %method-chain (methods last)
  "Returns a function that calls the first of METHODS; the next ones follow, and at the end the function LAST unless it
is NIL."
  (%method-call (car methods) (if (cdr methods) (%method-chain (cdr methods) last) last)))

(defun %surrounded (gf befores function afters)
  "Returns a function that calls the functions BEFORES, FUNCTION for its values, and AFTERS."
  (cond ((and (null befores) (null afters)) function)
        ((null afters) (%shaped-lambda gf
                         (dolist (before befores) (call before))
                         (call function)))
        (t (%shaped-lambda gf
             (dolist (before befores) (call before))
             (multiple-value-prog1 (call function)
               (dolist (after afters) (call after)))))))

(defun %standard-effective-function (gf methods)
  "Returns the effective method of GF from METHODS, the most specific first, by standard method combination."
  (let ((arounds '()) (befores '()) (primaries '()) (afters '()))
    (dolist (method methods)
      (let ((qualifiers (%method-qualifiers method)))
        (cond ((null qualifiers) (push method primaries))
              ((equal qualifiers '(:around)) (push method arounds))
              ((equal qualifiers '(:before)) (push method befores))
              ((equal qualifiers '(:after)) (push method afters))
              (t (invalid-method-error method "the qualifiers ~S have no meaning in standard method combination" qualifiers)))))
    (if (null primaries)
        (%no-primary-method gf)
        (let ((inner (%surrounded gf
                                  (mapcar (lambda (method) (%method-call method nil)) (reverse befores))
                                  (%method-chain (reverse primaries) nil)
                                  (mapcar (lambda (method) (%method-call method nil)) afters))))
          (if arounds (%method-chain (reverse arounds) inner) inner)))))

(defun %no-primary-method (gf)
  "Returns a function that signals that GF has methods for its arguments, but no primary method."
  (lambda (&rest arguments)
    (%clos-error (%gf-name gf) "there is no primary method for the arguments ~S" arguments)))

(defun %effective-function (gf methods)
  "Returns the function that does what GF does on arguments to which METHODS, the most specific first, apply."
  (if (null methods)
      (lambda (&rest arguments)
        (apply #'no-applicable-method (%gf-function gf) arguments))
      (%with-keyword-check gf methods
                           (cond ((not (%plain-generic-function-p gf))
                                  (%in-module "mop" '%effective-function-by-protocol (%gf-name gf) (list gf methods)))
                                 ((eq (car (%gf-combination gf)) 'standard) (%standard-effective-function gf methods))
                                 (t (%combined-function gf methods))))))

;;; Keyword arguments: what one of the applicable methods takes is accepted (7.6.5).

(defun %unchecked-p (gf methods)
  "True if a call of GF with METHODS may have any keyword arguments, or none at all."
  (let ((shapes (cons (%gf-shape gf) (mapcar #'%method-shape methods))))
    (or (notany #'%shape-key-p shapes)
        (some #'%shape-open-p shapes)
        (some (lambda (shape) (and (%shape-rest-p shape) (not (%shape-key-p shape)))) (cdr shapes)))))

(defun %with-keyword-check (gf methods function)
  "Returns FUNCTION with a check before it that GF or one of METHODS takes the keyword arguments."
  (if (%unchecked-p gf methods)
      function
      (let ((known (remove-duplicates
                    (mapcan (lambda (shape) (copy-list (%shape-keys shape)))
                            (cons (%gf-shape gf) (mapcar #'%method-shape methods)))))
            (name (%gf-name gf))
            (before (+ (length (%shape-required (%gf-shape gf))) (%shape-optional (%gf-shape gf)))))
        (if (eql before 1)
            (lambda (first &rest rest)
              (%check-keyword-arguments name rest known)
              (apply function first rest))
            (lambda (&rest arguments)
              (%check-keyword-arguments name (nthcdr before arguments) known)
              (apply function arguments))))))

(defun %check-keyword-arguments (name plist known)
  "Signals a PROGRAM-ERROR of the generic function NAME if PLIST has keys other than those of the list KNOWN."
  (let ((open (cadr (%memq :allow-other-keys plist))))
    (do ((rest plist (cddr rest))) ((null rest))
      (unless (consp (cdr rest))
        (%clos-program-error name "the keyword argument ~S lacks a value" (car rest)))
      (unless (or (%memq (car rest) known) (eq (car rest) :allow-other-keys) open)
        (%signal-failure 'unknown-keyword (list :keyword (car rest) :known known) name)))))

;;; EQL specializers: the function for arguments of some classes looks further at those that may be single objects.

(defun %eql-specialized-position (methods from)
  "Returns the first position, from FROM on, where one of METHODS is specialized on a single object, or NIL."
  (let ((found nil))
    (dolist (method methods found)
      (let ((position (position-if #'consp (%method-specializers method) :start from)))
        (when (and position (or (null found) (< position found)))
          (setq found position))))))

(defun %function-for (gf methods classes from)
  "Returns the function for arguments of CLASSES, to which METHODS can apply; those before FROM are known to fit."
  (let ((position (%eql-specialized-position methods from)))
    (if position
        (%eql-switch gf methods classes position)
        (let ((*dispatch-classes* classes))
          (%effective-function gf (%sort-methods gf methods classes))))))

(defun %methods-for-object (methods position object singlep)
  "Returns those of METHODS that apply to OBJECT at POSITION; unless SINGLEP, to an object that no EQL specializer names
there."
  (remove-if (lambda (method)
               (let ((specializer (nth position (%method-specializers method))))
                 (and (consp specializer)
                      (not (and singlep (eql (cadr specializer) object))))))
             methods))

(defun %eql-switch (gf methods classes position)
  "Returns a function that chooses among METHODS by the object at POSITION. The function for a choice is made when it is
first needed."
  (let ((table (make-hash-table :test 'eql)) (default nil))
    (dolist (method methods)
      (let ((specializer (nth position (%method-specializers method))))
        (when (consp specializer) (%set-gethash (cadr specializer) table 0))))
    (flet ((choose (object)
             (let ((function (gethash object table)))
               (cond ((null function)
                      (or default
                          (setq default (%function-for gf (%methods-for-object methods position object nil)
                                                       classes (+ position 1)))))
                     ((eql function 0)
                      (%set-gethash object table
                                    (%function-for gf (%methods-for-object methods position object t)
                                                   classes (+ position 1))))
                     (t function)))))
      (%shaped-lambda gf (call (choose (argument position)))))))

;;; The cache. It is looked up by the classes of the arguments at the positions that count.

(defun %function-for-arguments (gf arguments)
  "Returns the function for the classes of the required ARGUMENTS of GF."
  (let ((classes (mapcar #'class-of arguments)))
    (%function-for gf (%methods-for-classes gf classes) classes 0)))

(defun %table-entry (gf table class rest arguments)
  "Returns the entry (CLASS . FUNCTION) of TABLE, a part of the cache of GF, for CLASS and the classes REST at the
further positions. Makes the entry if it is missing."
  (let ((found (gethash class table)))
    (cond ((null rest)
           (or found
               (%set-gethash class table (cons class (%function-for-arguments gf arguments)))))
          (t (%table-entry gf
                           (or found (%set-gethash class table (make-hash-table :test 'eq)))
                           (car rest) (cdr rest) arguments)))))

(defun %cached-entry (gf arguments)
  "Returns the pair (CLASS . FUNCTION) for the required ARGUMENTS of GF, from the cache if it is there."
  (let ((classes (mapcar (lambda (position) (class-of (nth position arguments))) (%gf-positions gf))))
    (cond ((null classes)
           (or (%gf-table gf)
               (setf (%gf-table gf) (cons nil (%function-for-arguments gf arguments)))))
          (t (unless (%gf-table gf)
               (setf (%gf-table gf) (make-hash-table :test 'eq)))
             (%table-entry gf (%gf-table gf) (car classes) (cdr classes) arguments)))))

(defun %known-function (gf argument)
  "Returns the function that the table of GF has for the class of ARGUMENT, the only one that counts; or NIL."
  (let* ((table (%gf-table gf))
         (entry (if table (gethash (class-of argument) table) nil)))
    (if entry (cdr entry) nil)))

(defun %dispatch-one (gf arguments)
  "Returns the function for ARGUMENTS of GF, where the class of a single argument counts, and caches it for further
calls."
  (let ((entry (%cached-entry gf arguments)))
    (setf (%gf-cache gf) (%remember-function (%gf-cache gf) (car entry) (cdr entry)))
    (when (%gf-accessor gf) (%remember-slot gf arguments))
    (cdr entry)))

(defun %remember-slot (gf arguments)
  "Makes the accessor GF find the slot's location by the layout, if the method for ARGUMENTS only accesses the slot."
  (let* ((classes (mapcar #'class-of arguments))
         (methods (%methods-for-classes gf classes))
         (layout (%class-layout (car (last classes)))))
    (when (and layout methods (every #'%method-accessor methods) (eq (car (%gf-combination gf)) 'standard))
      (let ((location (%location-of layout (%method-accessor (car (%sort-methods gf methods classes))))))
        (when (integerp location)
          (setf (%gf-slots gf) (%remember-slot-location (%gf-slots gf) layout location)))))))

(defun %dispatch-all (gf arguments)
  "Returns the function for the required ARGUMENTS of GF. In mode 2, caches it for further calls."
  (let ((function (cdr (%cached-entry gf arguments))))
    (when (eql (%gf-mode gf) 2)
      (setf (%gf-cache gf)
            (%remember-function-2 (%gf-cache gf) (class-of (car arguments)) (class-of (cadr arguments)) function)))
    function))

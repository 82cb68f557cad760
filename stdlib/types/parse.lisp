;;; From type specifiers to the algebra of types, and subtypep (chapter 4).
(in-package "TESSERA")

(defvar *type-parsers* (make-hash-table :test 'eq) "From the head of a specifier to a function of its arguments.")

(defmacro %define-type-parser (name lambda-list &body body)
  "Define the meaning of the specifiers that begin with NAME: BODY returns a type of the algebra."
  `(%set-gethash ',name *type-parsers* (named-lambda (subtypep ,name) ,lambda-list ,@body)))

(defun %parse-type (specifier)
  "The type of the algebra that SPECIFIER describes; an error if it is no specifier."
  (let* ((specifier (%expand-type specifier nil))
         (head (%type-head specifier))
         (parser (gethash head *type-parsers*)))
    (cond ((and (not (consp specifier)) (%class-object-p specifier)) (%parse-class specifier))
          ((and parser (or head (null specifier))) (apply parser (if (consp specifier) (cdr specifier) '())))
          ((and (null head) specifier) (%bad-type specifier 'subtypep))
          ((and (consp specifier) (cdr specifier)) (%bad-type specifier 'subtypep))
          ((%find-class head) (%parse-class (%find-class head)))
          (t (%type-condition head)))))

(defun %parse-class (class)
  "The type of the instances of CLASS."
  (if (eq (%class-kind class) :built-in)
      (%parse-type (%class-name class))
      (%type-of-pure (%pure 8 (%dnf-literal :class class)))))

(defun %parse-or-star (specifier)
  "The type of SPECIFIER, where * stands for T."
  (if (eq specifier '*) (%type-all) (%parse-type specifier)))

;;; Single objects.

(defun %point (ordinal) (list ordinal (+ ordinal 1)))

(defun %type-single (object)
  "The type of OBJECT alone."
  (%type-of-pure
   (cond ((integerp object) (%pure 0 (%point object)))
         ((rationalp object) (%pure 1 (list (cons object 0) (cons object 1))))
         ((%single-float-p object) (%pure 2 (%point (%float-ordinal object))))
         ((floatp object) (%pure 3 (%point (%float-ordinal object))))
         ((characterp object) (%pure 4 (%point (char-code object))))
         ((consp object) (%pure 6 (%dnf-literal :eql object)))
         ((arrayp object) (%pure 7 (%dnf-literal :eql object)))
         ((%instance-p object) (%pure 8 (%dnf-literal :eql object)))
         (t (%pure 5 (cons 0 (list object)))))))

(defun %type-members (objects)
  "The type of OBJECTS."
  (let ((result (%type-none)))
    (dolist (object objects result)
      (setq result (%type-union result (%type-single object))))))

;;; The parsers: Boolean combinations first.

(%define-type-parser t () (%type-all))
(%define-type-parser nil () (%type-none))
(%define-type-parser not (type) (%type-complement (%parse-type type)))
(%define-type-parser eql (object) (%type-single object))
(%define-type-parser member (&rest objects) (%type-members objects))
(%define-type-parser satisfies (predicate) (%type-condition (list 'satisfies predicate)))
(%define-type-parser values (&rest types) (%type-condition (cons 'values types)))

(%define-type-parser and (&rest types)
  (let ((result (%type-all)))
    (dolist (type types result)
      (setq result (%type-intersection result (%parse-type type))))))

(%define-type-parser or (&rest types)
  (let ((result (%type-none)))
    (dolist (type types result)
      (setq result (%type-union result (%parse-type type))))))

;;; Numbers.

(defun %parse-range (kinds low high)
  "The numbers of the kinds numbered KINDS between the bounds LOW and HIGH."
  (let ((pure (%pure)))
    (dolist (kind kinds (%type-of-pure pure))
      (%set-svref pure kind (%kind-interval kind (%bound low) (%bound high))))))

(defun %bound (bound)
  "BOUND of a numeric specifier: an empty list of it is none, as is NIL in the listings of old."
  (if (or (eq bound '*) (realp bound) (and (consp bound) (null (cdr bound)) (realp (car bound))))
      bound
      (%bad-type (list 'real bound) 'subtypep)))

(%define-type-parser integer (&optional (low '*) (high '*)) (%parse-range '(0) low high))
(%define-type-parser rational (&optional (low '*) (high '*)) (%parse-range '(0 1) low high))
(%define-type-parser real (&optional (low '*) (high '*)) (%parse-range '(0 1 2 3) low high))
(%define-type-parser float (&optional (low '*) (high '*)) (%parse-range '(2 3) low high))
(%define-type-parser single-float (&optional (low '*) (high '*)) (%parse-range '(2) low high))
(%define-type-parser double-float (&optional (low '*) (high '*)) (%parse-range '(3) low high))
(%define-type-parser ratio () (%parse-range '(1) '* '*))

(defun %atoms-type (&rest bases)
  "The type of all objects of BASES."
  (%type-of-pure (%pure 5 (cons (apply #'%base-bits bases) '()))))

(%define-type-parser complex (&optional (part '*))
  (let ((format (if (eq part '*) 'real (%complex-part-type part))))
    (case format
      (rational (%atoms-type 'complex-rational))
      (single-float (%atoms-type 'complex-single))
      (double-float (%atoms-type 'complex-double))
      (t (%atoms-type 'complex-rational 'complex-single 'complex-double)))))

(%define-type-parser number () (%parse-type '(or real complex)))

;;; Characters and symbols.

(%define-type-parser character () (%type-of-pure (%pure 4 (%all-characters))))
(%define-type-parser standard-char () (%type-of-pure (%pure 4 '(10 11 32 127))))
(%define-type-parser symbol () (%atoms-type :keyword :symbol))
(%define-type-parser keyword () (%atoms-type :keyword))
(%define-type-parser null () (%type-single nil))

;;; Conses and arrays.

(%define-type-parser cons (&optional (car '*) (cdr '*))
  (%type-of-pure
   (%pure 6 (if (and (eq car '*) (eq cdr '*))
                (%dnf-all)
                (%dnf-literal :pair (%parse-or-star car) (%parse-or-star cdr))))))

(defun %parse-array (simplicities element-type dimensions)
  (%type-of-pure
   (%pure 7 (%dnf-literal :box simplicities
                          (if (eq element-type '*)
                              *array-element-types*
                              (list (upgraded-array-element-type element-type)))
                          (if (integerp dimensions)
                              (make-list dimensions :initial-element '*)
                              dimensions)))))

(%define-type-parser array (&optional (element-type '*) (dimensions '*)) (%parse-array 3 element-type dimensions))
(%define-type-parser simple-array (&optional (element-type '*) (dimensions '*)) (%parse-array 1 element-type dimensions))

;;; Functions and the other objects without parts.

(%define-type-parser compiled-function () (%atoms-type :function))

(%define-type-parser function (&rest signature)
  (let ((all (%type-union (%atoms-type :function)
                          (%parse-class (%find-class 'generic-function)))))
    (if (or (null signature) (equal signature '(*)) (equal signature '(* *)))
        all
        (%type-intersection all (%type-condition (cons 'function signature))))))

(%define-type-parser package () (%atoms-type :package))
(%define-type-parser hash-table () (%atoms-type :hash-table))
(%define-type-parser readtable () (%atoms-type :readtable))
(%define-type-parser random-state () (%atoms-type :random-state))
(%define-type-parser environment () (%atoms-type :environment))
(%define-type-parser pathname () (%atoms-type 'pathname 'logical-pathname))
(%define-type-parser logical-pathname () (%atoms-type 'logical-pathname))
(%define-type-parser file-stream () (%atoms-type 'file-stream))
(%define-type-parser string-stream () (%atoms-type 'string-stream))
(%define-type-parser broadcast-stream () (%atoms-type 'broadcast-stream))
(%define-type-parser concatenated-stream () (%atoms-type 'concatenated-stream))
(%define-type-parser echo-stream () (%atoms-type 'echo-stream))
(%define-type-parser synonym-stream () (%atoms-type 'synonym-stream))
(%define-type-parser two-way-stream () (%atoms-type 'two-way-stream))
(%define-type-parser stream ()
  (%atoms-type 'file-stream 'string-stream 'broadcast-stream 'concatenated-stream 'echo-stream
               'synonym-stream 'two-way-stream 'stream))

;;; SUBTYPEP.

(defun subtypep (type-1 type-2 &optional environment)
  "Whether TYPE-1 is a subtype of TYPE-2. Two values: T T if it is, NIL T if it is not, NIL NIL if that cannot be known:
where SATISFIES, unknown names, the list form of FUNCTION or classes that may yet get a common subclass play a part."
  (declare (ignore environment))
  (let ((empty (%type-empty (%type-difference (%parse-type type-1) (%parse-type type-2)))))
    (case empty
      ((t) (values t t))
      ((nil) (values nil t))
      (t (values nil nil)))))

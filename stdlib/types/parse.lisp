;;; From type specifiers to the algebra of types, and subtypep (chapter 4).
(in-package "TESSERA")

(defvar *type-parsers* (make-hash-table :test 'eq)
  "A hash table from the head of a specifier to a function of its arguments.")

(defmacro %define-type-parser (name lambda-list &body body)
  "Defines the meaning of the specifiers that begin with NAME: BODY returns a type of the algebra."
  `(%set-gethash ',name *type-parsers* (named-lambda (subtypep ,name) ,lambda-list ,@body)))

(defun %parse-type (specifier)
  "Returns the type of the algebra that SPECIFIER describes; an error if it is not a specifier."
  (%spend 1)
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
  "Returns the type of the instances of CLASS."
  (if (eq (%class-kind class) :built-in)
      (%parse-type (%class-name class))
      (%pure :instances (%set-of-yes (%question :class #'eq class)))))

(defun %parse-or-star (specifier)
  "Returns the type of SPECIFIER, where * stands for T."
  (if (eq specifier '*) t (%parse-type specifier)))

;;; The parsers: Boolean combinations first.

(%define-type-parser t () t)
(%define-type-parser nil () nil)
(%define-type-parser not (type) (%complement (%parse-type type)))
(%define-type-parser eql (object) (%type-members (list object)))
(%define-type-parser member (&rest objects) (%type-members objects))
(%define-type-parser satisfies (predicate) (%type-condition (list 'satisfies predicate)))
(%define-type-parser values (&rest types) (%type-condition (cons 'values types)))

(%define-type-parser and (&rest types) (%combine-all (mapcar #'%parse-type types) t))
(%define-type-parser or (&rest types) (%combine-all (mapcar #'%parse-type types) nil))

;;; Numbers.

(defun %parse-range (kinds low high)
  "Returns the numbers of KINDS, names of parts of a pure type, between the bounds LOW and HIGH."
  (let ((parts '()))
    (dolist (kind kinds (apply #'%pure parts))
      (setq parts (list* kind (%kind-interval kind (%bound low) (%bound high)) parts)))))

(defun %bound (bound)
  "Returns BOUND of a numeric specifier. An empty list and NIL mean that there is no bound."
  (if (or (eq bound '*) (realp bound) (and (consp bound) (null (cdr bound)) (realp (car bound))))
      bound
      (%bad-type (list 'real bound) 'subtypep)))

(%define-type-parser integer (&optional (low '*) (high '*)) (%parse-range '(:integers) low high))
(%define-type-parser rational (&optional (low '*) (high '*)) (%parse-range '(:integers :ratios) low high))
(%define-type-parser real (&optional (low '*) (high '*)) (%parse-range '(:integers :ratios :singles :doubles) low high))
(%define-type-parser float (&optional (low '*) (high '*)) (%parse-range '(:singles :doubles) low high))
(%define-type-parser single-float (&optional (low '*) (high '*)) (%parse-range '(:singles) low high))
(%define-type-parser double-float (&optional (low '*) (high '*)) (%parse-range '(:doubles) low high))
(%define-type-parser ratio () (%parse-range '(:ratios) '* '*))

(defun %atoms-type (&rest bases)
  "Returns the type of all objects of BASES."
  (%pure :atoms (%atoms (apply #'%base-bits bases))))

(%define-type-parser complex (&optional (part '*))
  (case (%complex-format part)
    ((nil) nil)
    (rational (%atoms-type 'complex-rational))
    (single-float (%atoms-type 'complex-single))
    (double-float (%atoms-type 'complex-double))
    (float (%atoms-type 'complex-single 'complex-double))
    (t (%atoms-type 'complex-rational 'complex-single 'complex-double))))

(%define-type-parser number () (%parse-type '(or real complex)))

;;; Characters and symbols.

(%define-type-parser character () (%pure :characters *all-characters*))
(%define-type-parser standard-char () (%pure :characters '(10 11 32 127)))
(%define-type-parser symbol () (%atoms-type :keyword :symbol))
(%define-type-parser keyword () (%atoms-type :keyword))
(%define-type-parser null () (%type-members '(nil)))

;;; Conses and arrays.

(%define-type-parser cons (&optional (car '*) (cdr '*))
  (let ((car (%parse-or-star car)) (cdr (%parse-or-star cdr)))
    (%pure :conses (cond ((and (eq car t) (eq cdr t)) t)
                         ((and car cdr) (%set-of-yes (%question :pair #'%same-set-p car cdr)))
                         (t nil)))))

(defun %parse-array (element-type dimensions otherp)
  "Returns the arrays of ELEMENT-TYPE and DIMENSIONS: the simple ones, and the others if OTHERP."
  (let ((cells (case element-type
                 (* (%cells '* t otherp))
                 (%string-element (logior (%cells 'character t otherp) (%cells nil t otherp)))
                 (t (%cells (upgraded-array-element-type element-type) t otherp))))
        (dimensions (if (integerp dimensions) (make-list dimensions :initial-element '*) dimensions)))
    (%pure :arrays (if (and (eq dimensions '*) (= cells (%cells '* t t)))
                       t
                       (%set-of-yes (%question :box #'equal cells dimensions))))))

(%define-type-parser array (&optional (element-type '*) (dimensions '*)) (%parse-array element-type dimensions t))
(%define-type-parser simple-array (&optional (element-type '*) (dimensions '*)) (%parse-array element-type dimensions nil))

;;; Functions and the other objects without parts.

(%define-type-parser compiled-function () (%parse-type 'function))  ; all functions are compiled

(%define-type-parser function (&rest signature)
  (let ((all (%union (%atoms-type :function)
                     (%parse-class (%find-class 'generic-function)))))
    (if (or (null signature) (equal signature '(*)) (equal signature '(* *)))
        all
        (%intersection all (%type-condition (cons 'function signature))))))

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
(defvar *program-stream-class* nil
  "The superclass of all streams that programs define, FUNDAMENTAL-STREAM of the module gray; NIL before the module is
loaded.")

(%define-type-parser stream ()
  (let ((own (%atoms-type 'file-stream 'string-stream 'broadcast-stream 'concatenated-stream 'echo-stream
                          'synonym-stream 'two-way-stream 'stream)))
    (if *program-stream-class* (%union own (%parse-class *program-stream-class*)) own)))

;;; SUBTYPEP.

(defvar *type-steps* 10000
  "The number of steps after which SUBTYPEP returns without an answer: some hundredths of a second.")

(defun %alternatives (specifier)
  "Returns the parts of an OR, or SPECIFIER alone, as types of the algebra. Parts with unknown questions are kept apart,
since their union would have as many types as there are combinations of answers."
  (let ((known '()) (unknown '()))
    (labels ((walk (specifier)
               (let ((specifier (%expand-type specifier nil)))
                 (if (and (consp specifier) (eq (car specifier) 'or))
                     (progn (%spend 1)
                            (mapc #'walk (cdr specifier)))
                     (let ((type (%parse-type specifier)))
                       (if (%decision-p type)
                           (push type unknown)
                           (push type known)))))))
      (walk specifier))
    (cons (%combine-all known nil) unknown)))

(defun %difference-empty (type-1 type-2)
  "True if nothing is of TYPE-1 but not of TYPE-2: T, NIL or :MAYBE."
  (let* ((*type-questions* '())
         (parts (%alternatives type-1)) (others (%alternatives type-2))
         (result t))
    (dolist (part parts result)
      (dolist (other others)
        (setq part (%difference part other)))
      (setq result (%and3-values result (%empty part)))
      (unless result (return nil)))))

(defun subtypep (type-1 type-2 &optional environment)
  "True if TYPE-1 is a subtype of TYPE-2. Two values: T T if it is, NIL T if it is not, NIL NIL if that cannot be known.
The last is so if SATISFIES, unknown names, the list form of FUNCTION or classes that may yet get a common subclass
matter, or if the answer would take very long to find."
  (declare (ignore environment))
  (case (if *type-budget*               ; what is asked while another question is answered, has a part of its time
            (%difference-empty type-1 type-2)
            (catch '%type-too-costly
              (let ((*type-budget* *type-steps*))
                (%difference-empty type-1 type-2))))
    ((t) (values t t))
    ((nil) (values nil t))
    (t (values nil nil))))

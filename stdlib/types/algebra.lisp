;;; The Boolean algebra of types: union, intersection, complement, emptiness (chapter 4).
(in-package "TESSERA")

;;; A type is a union of terms (CONDITIONS . PURE): the objects of PURE that meet all CONDITIONS, which are literals
;;; (SIGN . KEY) about what cannot be known, like (SATISFIES P). A pure type is a vector of nine parts, one for each of the
;;; disjoint kinds of objects, each with a representation closed under the Boolean operations:
;;;   0 integers  1 ratios  2 single-floats  3 double-floats  4 characters (by code)   sorted cuts: see sets.lisp
;;;   5 the other objects without parts: (BITS . EXCEPTIONS)    6 conses   7 arrays   8 instances: disjunctive normal forms
;;; A is a subtype of B if the intersection of A with the complement of B is empty.
;;; Emptiness has three answers: T, NIL and :MAYBE.

;;; Three-valued logic.

(defun %and3 (a b)
  (cond ((or (null a) (null b)) nil)
        ((or (eq a :maybe) (eq b :maybe)) :maybe)
        (t t)))

(defun %or3 (a b)
  (cond ((or (eq a t) (eq b t)) t)
        ((or (eq a :maybe) (eq b :maybe)) :maybe)
        (t nil)))

(defun %not3 (a)
  (cond ((eq a :maybe) :maybe) (a nil) (t t)))

;;; Part 5: objects without parts. Each belongs to one base; a bit says whether the set has that base's objects, and the
;;; exceptions are the objects for which the answer is the opposite.

(defvar *atom-bases*
  '(:keyword :symbol complex-rational complex-single complex-double :function :package :hash-table :readtable
    :random-state pathname logical-pathname :environment file-stream string-stream broadcast-stream
    concatenated-stream echo-stream synonym-stream two-way-stream stream :other)
  "The disjoint kinds of objects without parts, in the order of their bits.")

(defun %base-bit (base)
  "The set of bits that contains BASE only."
  (ash 1 (- (length *atom-bases*) (length (%memq base *atom-bases*)))))

(defun %base-bits (&rest bases)
  (let ((bits 0))
    (dolist (base bases bits) (setq bits (logior bits (%base-bit base))))))

(defun %atom-base (object)
  "The base that OBJECT, which is without parts, belongs to."
  (let ((kind (%primitive-type object)))
    (cond ((keywordp object) :keyword)
          ((symbolp object) :symbol)
          ((eq kind :complex) (cdr (%assq (%number-format (realpart object))
                                          '((rational . complex-rational) (single-float . complex-single)
                                            (double-float . complex-double)))))
          ((eq kind :stream) (%stream-type-name object))
          ((eq kind :pathname) (%class-name (class-of object)))
          ((%memq kind *atom-bases*) kind)
          (t :other))))

(defun %atoms-contain-p (set object)
  "True if the set of atoms SET contains OBJECT."
  (let ((by-base (logtest (car set) (%base-bit (%atom-base object)))))
    (if (%memql object (cdr set)) (not by-base) by-base)))

(defun %atoms-combine (a b bothp)
  "The intersection of the atom sets A and B if BOTHP, otherwise their union."
  (let* ((bits (if bothp (logand (car a) (car b)) (logior (car a) (car b))))
         (plain (cons bits '()))
         (exceptions '()))
    (dolist (object (append (cdr a) (cdr b)) (cons bits exceptions))
      (let* ((in-a (%atoms-contain-p a object))
             (in-b (%atoms-contain-p b object))
             (in (if bothp (and in-a in-b) (or in-a in-b))))
        (unless (or (eq in (%atoms-contain-p plain object)) (%memql object exceptions))
          (push object exceptions))))))

(defun %all-bits () (- (ash 1 (length *atom-bases*)) 1))

(defun %atoms-complement (set)
  (cons (logxor (%all-bits) (car set)) (cdr set)))

(defun %atoms-empty (set)
  (and (zerop (car set)) (null (cdr set))))

;;; Parts 6 to 8: a disjunctive normal form is a list of conjuncts (POSITIVE . NEGATIVE), lists of literals:
;;;   (:EQL OBJECT)   (:PAIR CAR-TYPE CDR-TYPE)   (:BOX SIMPLICITIES ELEMENT-TYPES DIMENSIONS)   (:CLASS CLASS)

(defun %dnf-all () (list (cons '() '())))

(defun %dnf-literal (&rest literal) (list (cons (list literal) '())))

(defun %dnf-intersection (a b)
  (let ((result '()))
    (dolist (x a (nreverse result))
      (dolist (y b)
        (push (cons (append (car x) (car y)) (append (cdr x) (cdr y))) result)))))

(defun %conjunct-complement (conjunct)
  "The complement of one CONJUNCT, in normal form."
  (append (mapcar (lambda (literal) (cons '() (list literal))) (car conjunct))
          (mapcar (lambda (literal) (cons (list literal) '())) (cdr conjunct))))

(defun %dnf-complement (dnf)
  (let ((result (%dnf-all)))
    (dolist (conjunct dnf result)
      (setq result (%dnf-intersection result (%conjunct-complement conjunct))))))

(defun %dnf-empty (dnf conjunct-empty)
  "Whether DNF is empty, where the function CONJUNCT-EMPTY answers for one conjunct's positive and negative literals."
  (let ((result t))
    (dolist (conjunct dnf result)
      (setq result (%and3 result (%conjunct-empty conjunct conjunct-empty)))
      (unless result (return nil)))))

(defun %conjunct-empty (conjunct structural)
  "Whether CONJUNCT is empty. A single object is looked at; else the function STRUCTURAL decides without the single objects."
  (let ((single (%find-single (car conjunct))))
    (if single
        (%single-excluded (cadr single) conjunct)
        (funcall structural (car conjunct) (%without-singles (cdr conjunct))))))

(defun %find-single (literals)
  (dolist (literal literals nil)
    (when (eq (car literal) :eql) (return literal))))

(defun %without-singles (literals)
  "LITERALS without those of single objects: leaving out finitely many objects empties no infinite set."
  (remove-if (lambda (literal) (eq (car literal) :eql)) literals))

(defun %single-excluded (object conjunct)
  "Whether some literal of CONJUNCT excludes OBJECT."
  (let ((result nil))
    (dolist (literal (car conjunct))
      (setq result (%or3 result (%not3 (%literal-contains literal object)))))
    (dolist (literal (cdr conjunct) result)
      (setq result (%or3 result (%literal-contains literal object))))))

(defun %literal-contains (literal object)
  "Whether OBJECT is in the set that LITERAL stands for."
  (case (car literal)
    (:eql (eql object (cadr literal)))
    (:pair (%and3 (%type-contains (cadr literal) (car object))
                  (%type-contains (caddr literal) (cdr object))))
    (:box (%box-contains-p literal object))
    (t (%typep-class object (cadr literal)))))

;;; Conses: does a union of rectangles cover a rectangle?

(defun %conses-empty (positive negative)
  "Whether the conses in all pairs of POSITIVE and none of NEGATIVE are none."
  (let ((car (%type-all)) (cdr (%type-all)))
    (dolist (literal positive)
      (setq car (%type-intersection car (cadr literal))
            cdr (%type-intersection cdr (caddr literal))))
    (%rectangle-covered car cdr negative)))

(defun %rectangle-covered (car cdr others)
  "Whether every cons of the types CAR and CDR is in one of the pairs OTHERS."
  (let ((empty (%or3 (%type-empty car) (%type-empty cdr))))
    (if (or (eq empty t) (null others))
        empty
        (let ((pair (car others)) (rest (cdr others)))
          (%or3 empty
                (%and3 (%rectangle-covered (%type-difference car (cadr pair)) cdr rest)
                       (%rectangle-covered car (%type-difference cdr (caddr pair)) rest)))))))

;;; Arrays: boxes of simplicity (bits: 1 simple, 2 not), element types and dimensions.

(defvar *array-element-types*
  (let ((types '()))
    (dolist (type '(t bit character single-float double-float fixnum nil (unsigned-byte 2) (unsigned-byte 4)
                    (unsigned-byte 7) (unsigned-byte 8) (unsigned-byte 15) (unsigned-byte 16) (unsigned-byte 31)
                    (unsigned-byte 32) (unsigned-byte 62) (unsigned-byte 63) (unsigned-byte 64)
                    (signed-byte 8) (signed-byte 16) (signed-byte 32) (signed-byte 64)
                    (complex single-float) (complex double-float))
              types)
      (let ((upgraded (upgraded-array-element-type type)))
        (unless (dolist (known types nil) (when (equal known upgraded) (return t)))
          (push upgraded types)))))
  "All element types that arrays are specialised for.")

(defun %box-contains-p (box array)
  (destructuring-bind (simplicities element-types dimensions) (cdr box)
    (and (logtest simplicities (if (%simple-array-p array) 1 2))
         (find (array-element-type array) element-types :test #'equal)
         (%dimensions-match-p array dimensions)
         t)))

(defun %arrays-empty (positive negative)
  "Whether the arrays in all boxes of POSITIVE and in none of NEGATIVE are none."
  (let ((box (list 3 *array-element-types* '*)))
    (dolist (literal positive)
      (setq box (%box-intersection box (cdr literal))))
    (or (eq (caddr box) :none)
        (every (lambda (element-type)
                 (every (lambda (simplicity) (%box-covered-p simplicity element-type (caddr box) negative))
                        (%bits-of (car box))))
               (cadr box)))))

(defun %bits-of (simplicities)
  (remove-if-not (lambda (bit) (logtest bit simplicities)) '(1 2)))

(defun %box-intersection (a b)
  (list (logand (car a) (car b))
        (remove-if-not (lambda (type) (find type (cadr b) :test #'equal)) (cadr a))
        (%dimensions-intersection (caddr a) (caddr b))))

(defun %dimensions-intersection (a b)
  "The dimensions that match both A and B, or :NONE."
  (cond ((eq a '*) b)
        ((eq b '*) a)
        ((or (eq a :none) (eq b :none) (/= (length a) (length b))) :none)
        ((some (lambda (m n) (not (or (eq m '*) (eq n '*) (eql m n)))) a b) :none)
        (t (mapcar (lambda (m n) (if (eq m '*) n m)) a b))))

(defun %box-covered-p (simplicity element-type dimensions others)
  "True if the arrays of SIMPLICITY, ELEMENT-TYPE and DIMENSIONS are all in boxes of OTHERS."
  (let ((patterns '()))
    (dolist (literal others)
      (destructuring-bind (simplicities element-types covered) (cdr literal)
        (when (and (logtest simplicity simplicities)
                   (find element-type element-types :test #'equal))
          (push covered patterns))))
    (%dimensions-covered-p dimensions patterns)))

(defun %dimensions-covered-p (dimensions patterns)
  "True if all that matches DIMENSIONS matches one of PATTERNS. There are more ranks than patterns can name."
  (cond ((%memq '* patterns) t)
        ((eq dimensions '*) nil)
        (t (%sizes-covered-p dimensions
                             (remove-if (lambda (pattern) (/= (length pattern) (length dimensions))) patterns)))))

(defun %sizes-covered-p (sizes patterns)
  "True if all lists of sizes that match SIZES match one of PATTERNS, which are as long."
  (cond ((null patterns) nil)
        ((null sizes) t)
        (t (flet ((covered-at (size)
                    (%sizes-covered-p (cdr sizes)
                                      (mapcar #'cdr (remove-if-not (lambda (pattern)
                                                                     (or (eq (car pattern) '*) (eql (car pattern) size)))
                                                                   patterns)))))
             (if (eq (car sizes) '*)
                 (and (covered-at :any-other)
                      (every (lambda (pattern) (covered-at (car pattern))) patterns))
                 (covered-at (car sizes)))))))

;;; Instances. Every class may have direct instances; new subclasses may appear, except that structures have one parent.

(defun %instances-empty (positive negative)
  "Whether the instances of all classes of POSITIVE and of none of NEGATIVE are none."
  (let ((classes (%most-specific (mapcar #'cadr positive)))
        (others (mapcar #'cadr negative)))
    (cond ((%some-subclass-p classes others) t)
          ((null (cdr classes)) nil)
          ((%disjoint-classes-p classes) t)
          ((%witness-class classes others) nil)
          (t :maybe))))

(defun %some-subclass-p (classes others)
  (some (lambda (class) (some (lambda (other) (%subclass-p class other)) others)) classes))

(defun %most-specific (classes)
  "CLASSES without those that are above another one, each once."
  (let ((kept '()))
    (dolist (class classes kept)
      (unless (or (%memq class kept)
                  (some (lambda (other) (and (not (eq other class)) (%subclass-p other class))) classes))
        (push class kept)))))

(defun %disjoint-classes-p (classes)
  "True if no class can be below all of CLASSES, of which none is below another."
  (or (some (lambda (class) (eq (%class-kind class) :structure)) classes)
      (some (lambda (class) (not (eq (%class-kind class) (%class-kind (car classes))))) classes)))

(defun %witness-class (classes others)
  "A class below all of CLASSES and below none of OTHERS, or NIL."
  (labels ((search-below (class)
             (if (and (every (lambda (super) (%subclass-p class super)) classes)
                      (not (%some-subclass-p (list class) others)))
                 class
                 (some #'search-below (%class-direct-subclasses class)))))
    (search-below (car classes))))

(defun %all-instances ()
  "All instances: the parts of this partition know the root that no class can be without."
  (mapcan (lambda (name) (%dnf-literal :class (%find-class name)))
          (list 'structure-object 'standard-object 'condition)))

;;; Pure types.

(defun %pure (&rest parts)
  "A pure type; PARTS are numbers of kinds and their sets in turn, the others are empty."
  (let ((pure (vector '() '() '() '() '() (cons 0 '()) '() '() '())))
    (do ((rest parts (cddr rest))) ((null rest) pure)
      (%set-svref pure (car rest) (cadr rest)))))

(defun %all-characters () (list 0 char-code-limit))

(defun %pure-all ()
  (%pure 0 '(:min) 1 '(:min) 2 '(:min) 3 '(:min) 4 (%all-characters) 5 (cons (%all-bits) '())
         6 (%dnf-all) 7 (%dnf-all) 8 (%all-instances)))

(defun %pure-intersection (a b)
  (let ((result (make-array 9)))
    (dotimes (kind 5) (%set-svref result kind (%cuts-combine (svref a kind) (svref b kind) t)))
    (%set-svref result 5 (%atoms-combine (svref a 5) (svref b 5) t))
    (dolist (kind '(6 7 8) result)
      (%set-svref result kind (%dnf-intersection (svref a kind) (svref b kind))))))

(defun %pure-union (a b)
  (let ((result (make-array 9)))
    (dotimes (kind 5) (%set-svref result kind (%cuts-combine (svref a kind) (svref b kind) nil)))
    (%set-svref result 5 (%atoms-combine (svref a 5) (svref b 5) nil))
    (dolist (kind '(6 7 8) result)
      (%set-svref result kind (append (svref a kind) (svref b kind))))))

(defun %pure-complement (a)
  (let ((result (make-array 9)))
    (dotimes (kind 4) (%set-svref result kind (%cuts-complement (svref a kind))))
    (%set-svref result 4 (%cuts-combine (%all-characters) (%cuts-complement (svref a 4)) t))
    (%set-svref result 5 (%atoms-complement (svref a 5)))
    (%set-svref result 6 (%dnf-complement (svref a 6)))
    (%set-svref result 7 (%dnf-complement (svref a 7)))
    (%set-svref result 8 (%dnf-intersection (%all-instances) (%dnf-complement (svref a 8))))
    result))

(defun %pure-empty (pure)
  "Whether the pure type PURE has no objects; the cheap parts are looked at first."
  (if (or (svref pure 0) (svref pure 1) (svref pure 2) (svref pure 3) (svref pure 4)
          (not (%atoms-empty (svref pure 5))))
      nil
      (%and3 (%dnf-empty (svref pure 6) #'%conses-empty)
             (%and3 (%dnf-empty (svref pure 7) #'%arrays-empty)
                    (%dnf-empty (svref pure 8) #'%instances-empty)))))

;;; Types.

(defun %type-of-pure (pure) (list (cons '() pure)))

(defun %type-all () (%type-of-pure (%pure-all)))

(defun %type-none () '())

(defun %type-condition (key)
  "The type of the objects that meet the condition KEY, of which nothing is known."
  (list (cons (list (cons t key)) (%pure-all))))

(defun %term-without-conditions (type)
  "The term of TYPE that has no conditions, or NIL."
  (dolist (term type nil)
    (when (null (car term)) (return term))))

(defun %type-union (a b)
  "The union of the types A and B; their terms without conditions become one."
  (let ((x (%term-without-conditions a)) (y (%term-without-conditions b)))
    (if (and x y)
        (cons (cons '() (%pure-union (cdr x) (cdr y)))
              (append (%delete-eq x a) (%delete-eq y b)))
        (append a b))))

(defun %type-intersection (a b)
  (let ((result '()))
    (dolist (x a result)
      (dolist (y b)
        (setq result (%type-union (list (cons (append (car x) (car y)) (%pure-intersection (cdr x) (cdr y))))
                                  result))))))

(defun %term-complement (term)
  "The complement of TERM: what is outside its pure type, or fails one of its conditions."
  (let ((result (%type-of-pure (%pure-complement (cdr term)))))
    (dolist (literal (car term) result)
      (push (cons (list (cons (not (car literal)) (cdr literal))) (%pure-all)) result))))

(defun %type-complement (type)
  (let ((result (%type-all)))
    (dolist (term type result)
      (setq result (%type-intersection result (%term-complement term))))))

(defun %type-difference (a b)
  (%type-intersection a (%type-complement b)))

(defun %contradictory-p (literals)
  "True if LITERALS ask for a condition and its opposite."
  (some (lambda (literal)
          (find-if (lambda (other) (and (not (eq (car literal) (car other))) (equal (cdr literal) (cdr other))))
                   literals))
        literals))

(defun %term-empty (term)
  (if (%contradictory-p (car term))
      t
      (let ((empty (%pure-empty (cdr term))))
        (if (and (car term) (null empty)) :maybe empty))))

(defun %type-empty (type)
  "Whether TYPE has no objects: T, NIL or :MAYBE."
  (let ((result t))
    (dolist (term type result)
      (setq result (%and3 result (%term-empty term)))
      (unless result (return nil)))))

(defun %type-contains (type object)
  "Whether OBJECT is in TYPE: T, NIL or :MAYBE."
  (%not3 (%type-empty (%type-intersection (%type-single object) type))))

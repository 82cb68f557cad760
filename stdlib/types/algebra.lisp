;;; The Boolean algebra of types: pure types, which represent decidable properties of objects (chapter 4).
(in-package "TESSERA")

;;; A type is a set as decisions.lisp has them: decisions about what cannot be known, like (SATISFIES P), and below
;;; them T, NIL or pure types. A pure type has a part for each of the disjoint kinds of objects, each closed under the
;;; Boolean operations: sorted cuts (sets.lisp) for integers, ratios, floats of either format and characters, a set of
;;; atoms, and decisions for conses, arrays and instances, below which there are T and NIL. EMPTINESS is remembered by
;;; emptiness.lisp. Types and their parts are never changed.

(%define-fields "%PURE-" :vector tag integers ratios singles doubles characters atoms conses arrays instances emptiness)

(defvar *all-numbers* '(:min) "The set of all numbers of a kind.")
(defvar *all-characters* (list 0 char-code-limit) "The set of all characters, by their codes.")

(defun %make-pure (integers ratios singles doubles characters atoms conses arrays instances)
  "Returns the type of these parts: T if all of them are full, NIL if all are empty, or a pure type."
  (cond ((not (or integers ratios singles doubles characters conses arrays instances (not (%atoms-empty-p atoms)))) nil)
        ((and (eq conses t) (eq arrays t) (eq instances t)
              (equal integers *all-numbers*) (equal ratios *all-numbers*)
              (equal singles *all-numbers*) (equal doubles *all-numbers*)
              (equal characters *all-characters*) (%same-atoms-p atoms *all-atoms*))
         t)
        (t (vector :pure integers ratios singles doubles characters atoms conses arrays instances :unknown))))

(defun %pure (&key integers ratios singles doubles characters (atoms *no-atoms*) conses arrays instances)
  "Returns the type of these parts; those that are not given are empty."
  (%make-pure integers ratios singles doubles characters atoms conses arrays instances))

(defun %pure-part (pure part)
  "Returns the part of PURE that PART names, as the keyword for %PURE does."
  (case part
    (:integers (%pure-integers pure))
    (:ratios (%pure-ratios pure))
    (:singles (%pure-singles pure))
    (:doubles (%pure-doubles pure))
    (:characters (%pure-characters pure))
    (:atoms (%pure-atoms pure))
    (:conses (%pure-conses pure))
    (:arrays (%pure-arrays pure))
    (t (%pure-instances pure))))

(defun %object-part (object)
  "Returns the name of the part of a pure type that objects like OBJECT belong to."
  (cond ((integerp object) :integers)
        ((rationalp object) :ratios)
        ((%single-float-p object) :singles)
        ((floatp object) :doubles)
        ((characterp object) :characters)
        ((consp object) :conses)
        ((arrayp object) :arrays)
        ((%instance-p object) :instances)
        (t :atoms)))

(defun %same-pure-p (a b)
  "True if the pure types A and B have the same parts."
  (and (eq (%pure-conses a) (%pure-conses b))
       (eq (%pure-arrays a) (%pure-arrays b))
       (eq (%pure-instances a) (%pure-instances b))
       (equal (%pure-integers a) (%pure-integers b))
       (equal (%pure-ratios a) (%pure-ratios b))
       (equal (%pure-singles a) (%pure-singles b))
       (equal (%pure-doubles a) (%pure-doubles b))
       (equal (%pure-characters a) (%pure-characters b))
       (%same-atoms-p (%pure-atoms a) (%pure-atoms b))))

(defun %pure-combine (a b bothp)
  "Returns the intersection of the pure types A and B if BOTHP, otherwise their union."
  (%spend 1)
  (%make-pure (%cuts-combine (%pure-integers a) (%pure-integers b) bothp)
              (%cuts-combine (%pure-ratios a) (%pure-ratios b) bothp)
              (%cuts-combine (%pure-singles a) (%pure-singles b) bothp)
              (%cuts-combine (%pure-doubles a) (%pure-doubles b) bothp)
              (%cuts-combine (%pure-characters a) (%pure-characters b) bothp)
              (%atoms-combine (%pure-atoms a) (%pure-atoms b) bothp)
              (%combine (%pure-conses a) (%pure-conses b) bothp)
              (%combine (%pure-arrays a) (%pure-arrays b) bothp)
              (%combine (%pure-instances a) (%pure-instances b) bothp)))

(defun %pure-complement (pure)
  "Returns the type of the objects that are not in the pure type PURE."
  (%make-pure (%cuts-complement (%pure-integers pure))
              (%cuts-complement (%pure-ratios pure))
              (%cuts-complement (%pure-singles pure))
              (%cuts-complement (%pure-doubles pure))
              (%cuts-combine *all-characters* (%cuts-complement (%pure-characters pure)) t)
              (%atoms-complement (%pure-atoms pure))
              (%complement (%pure-conses pure))
              (%complement (%pure-arrays pure))
              (%complement (%pure-instances pure))))

;;; The simplest types.

(defun %members (part objects)
  "Returns the set of OBJECTS, which all belong to PART of a pure type, in the representation of that part."
  (case part
    ((:conses :arrays :instances)
     (%combine-all (mapcar (lambda (object) (%set-of-yes (%question :single #'eql object))) objects) nil))
    (:atoms (%atoms-of objects))
    (:ratios (%cuts-of-ratios objects))
    (t (%cuts-of-integers (mapcar #'%object-cut objects)))))

(defun %type-members (objects)
  "Returns the type of OBJECTS."
  (let ((parts '()) (arguments '()))
    (dolist (object objects)
      (push object (getf parts (%object-part object))))
    (do ((rest parts (cddr rest))) ((null rest) (apply #'%pure arguments))
      (setq arguments (list* (car rest) (%members (car rest) (cadr rest)) arguments)))))

(defun %type-condition (condition)
  "Returns the type of the objects that meet CONDITION, a list or symbol that the algebra does not interpret."
  (%set-of-yes (%question :unknown #'equal condition)))

;;; Whether a type is empty. This file interprets the questions of decisions.lisp (chapter 4).
(in-package "TESSERA")

;;; There are three answers, T, NIL and :MAYBE. Each part of a pure type is a decision diagram. The walk through it
;;; keeps what the answers so far imply, and prunes a path that no object satisfies.

(defun %and3-values (a b)
  "Returns the conjunction of A and B, each T, NIL or :MAYBE."
  (cond ((or (null a) (null b)) nil)
        ((or (eq a :maybe) (eq b :maybe)) :maybe)
        (t t)))

(defmacro %and3 (&rest forms)
  "(%and3 form*): the conjunction of the values T, NIL or :MAYBE of the forms. Forms after one that is NIL are not
evaluated."
  (if (null (cdr forms))
      (car forms)
      (let ((value (gensym "VALUE")))
        `(let ((,value ,(car forms)))
           (if ,value (%and3-values ,value (%and3 ,@(cdr forms))) nil)))))

(defun %or3 (a b)
  "Returns the disjunction of A and B, each T, NIL or :MAYBE."
  (cond ((or (eq a t) (eq b t)) t)
        ((or (eq a :maybe) (eq b :maybe)) :maybe)
        (t nil)))

(defun %not3 (a)
  "Returns the negation of A, which is T, NIL or :MAYBE."
  (cond ((eq a :maybe) :maybe) (a nil) (t t)))

;;; Is an object in a set?

(defun %contains (set object)
  "True if OBJECT is in SET, a type or the part of a pure type that OBJECT belongs to."
  (cond ((symbolp set) set)
        ((not (%decision-p set)) (%pure-contains set object))
        (t (%spend 1)
           (let ((answer (%question-answer (%decision-question set) object)))
             (cond ((eq answer t) (%contains (%decision-yes set) object))
                   ((null answer) (%contains (%decision-no set) object))
                   (t (let ((yes (%contains (%decision-yes set) object)) (no (%contains (%decision-no set) object)))
                        (if (eq yes no) yes :maybe))))))))

(defun %pure-contains (pure object)
  "True if the pure type PURE contains OBJECT: T, NIL or :MAYBE."
  (let* ((name (%object-part object)) (part (%pure-part pure name)))
    (case name
      ((:conses :arrays :instances) (%contains part object))
      (:atoms (%atoms-contain-p part object))
      (t (%cuts-contain-p part (%object-cut object))))))

(defun %question-answer (question object)
  "Returns the answer to QUESTION for OBJECT."
  (case (%question-kind question)
    (:single (eql object (%single-object question)))
    (:pair (%and3 (%contains (%pair-car question) (car object))
                  (%contains (%pair-cdr question) (cdr object))))
    (:box (and (logtest (%array-cell object) (%box-cells question))
               (%dimensions-match-p object (%box-dimensions question))))
    (:class (%typep-class object (%membership-class question)))
    (t :maybe)))

(defun %singles-in (part)
  "Returns the single objects that the decisions of PART ask about."
  (let ((seen '()) (objects '()))
    (labels ((walk (set)
               (unless (or (symbolp set) (%memq set seen))
                 (%spend 1)
                 (push set seen)
                 (let ((question (%decision-question set)))
                   (when (eq (%question-kind question) :single)
                     (push (%single-object question) objects)))
                 (walk (%decision-yes set))
                 (walk (%decision-no set)))))
      (walk part))
    objects))

(defun %single-p (part)
  "True if the first question of the decision PART is about a single object. Removing finitely many objects does not
empty an infinite set, so after testing them the walk ignores them."
  (eq (%question-kind (%decision-question part)) :single))

(defun %singles-outside (part)
  "True if none of the objects that PART asks about one by one is in PART."
  (let ((result t))
    (dolist (object (%singles-in part) result)
      (setq result (%and3-values result (%not3 (%contains part object))))
      (unless result (return nil)))))

;;; Conses.

(defun %no-cons-p (part car cdr)
  "True if no cons with its parts in the types CAR and CDR is in PART."
  (if (not (and part car cdr))
      t
      (let ((empty (%or3 (%empty car) (%empty cdr))))
        (cond ((or (eq empty t) (eq part t)) empty)
              ((%single-p part) (%no-cons-p (%decision-no part) car cdr))
              (t (%no-cons-either-way part car cdr))))))

(defun %no-cons-either-way (part car cdr)
  "Returns the value of %NO-CONS-P for the decision PART, which asks about a pair. A negative answer can come from the
car or from the cdr. Conses for which it comes from both are visited once, unless the result would then be unknown."
  (let* ((pair (%decision-question part)) (yes (%decision-yes part)) (no (%decision-no part))
         (inside (%intersection car (%pair-car pair))))
    (%and3 (or (null yes)
               (%no-cons-p yes inside (%intersection cdr (%pair-cdr pair))))
           (or (null no)
               (%and3 (%no-cons-p no (%difference car (%pair-car pair)) cdr)
                      (%no-cons-p no (if (%decision-p inside) car inside) (%difference cdr (%pair-cdr pair))))))))

;;; Arrays. A cell is a bit for an element type and for being simple or not.

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
  "All element types that arrays are specialized for.")

(defun %cells (element-type simple other)
  "Returns the cells of the arrays of ELEMENT-TYPE, one of *ARRAY-ELEMENT-TYPES* or *: those for simple arrays if
SIMPLE, those for others if OTHER."
  (let* ((count (length *array-element-types*))
         (bits (if (eq element-type '*)
                   (- (ash 1 count) 1)
                   (ash 1 (position element-type *array-element-types* :test #'equal)))))
    (logior (if simple bits 0) (if other (ash bits count) 0))))

(defun %array-cell (array)
  "Returns the cells of ARRAY."
  (let ((simple (%simple-array-p array)))
    (%cells (array-element-type array) simple (not simple))))

(defun %no-array-p (part cells dimensions excluded)
  "True if no array of one of CELLS and of DIMENSIONS, but of none of the dimensions EXCLUDED, is in PART."
  (cond ((or (null part) (zerop cells) (eq dimensions :none) (%dimensions-covered-p dimensions excluded)) t)
        ((eq part t) nil)
        ((%single-p part) (%no-array-p (%decision-no part) cells dimensions excluded))
        (t (let* ((box (%decision-question part))
                  (inside (logand cells (%box-cells box))))
             (and (%no-array-p (%decision-yes part) inside (%dimensions-intersection dimensions (%box-dimensions box)) excluded)
                  (%no-array-p (%decision-no part) (logandc2 cells inside) dimensions excluded)
                  (%no-array-p (%decision-no part) inside dimensions (cons (%box-dimensions box) excluded)))))))

(defun %dimensions-intersection (a b)
  "Returns the dimensions that match both A and B, or :NONE."
  (cond ((eq a '*) b)
        ((eq b '*) a)
        ((/= (length a) (length b)) :none)
        ((some (lambda (m n) (not (or (eq m '*) (eq n '*) (eql m n)))) a b) :none)
        (t (mapcar (lambda (m n) (if (eq m '*) n m)) a b))))

(defun %dimensions-covered-p (dimensions patterns)
  "True if all that matches DIMENSIONS matches one of PATTERNS. There are more ranks than patterns can name."
  (cond ((%memq '* patterns) t)
        ((eq dimensions '*) nil)
        (t (%sizes-covered-p dimensions
                             (remove-if (lambda (pattern) (/= (length pattern) (length dimensions))) patterns)))))

(defun %sizes-covered-p (sizes patterns)
  "True if all lists of sizes that match SIZES match one of PATTERNS, which are as long."
  (%spend 1)
  (cond ((null patterns) nil)
        ((null sizes) t)
        (t (flet ((covered-at (size)
                    (%sizes-covered-p (cdr sizes)
                                      (mapcar #'cdr (remove-if-not (lambda (pattern)
                                                                     (or (eq (car pattern) '*) (eql (car pattern) size)))
                                                                   patterns)))))
             (if (eq (car sizes) '*)
                 (and (covered-at :any-other)
                      (every (lambda (pattern) (or (eq (car pattern) '*) (covered-at (car pattern)))) patterns))
                 (covered-at (car sizes)))))))

;;; Instances. Every class may have direct instances; new subclasses may appear, except that structures have one parent.

(defun %no-instance-p (part classes others)
  "True if no instance of all CLASSES, of which none is below another, and of none of the classes OTHERS is in PART."
  (%spend 1)
  (cond ((null part) t)
        ((eq part t) (%no-common-instance-p classes others))
        ((%single-p part) (%no-instance-p (%decision-no part) classes others))
        (t (let* ((class (%membership-class (%decision-question part)))
                  (both (%most-specific (cons class classes))))
             (cond ((%some-subclass-p classes (list class)) (%no-instance-p (%decision-yes part) classes others))
                   ((or (%some-subclass-p (list class) others) (%disjoint-classes-p both))
                    (%no-instance-p (%decision-no part) classes others))
                   (t (%and3 (%no-instance-p (%decision-yes part) both others)
                             (%no-instance-p (%decision-no part) classes (cons class others)))))))))

(defun %no-common-instance-p (classes others)
  "True if each instance of all CLASSES, which may have common instances, is an instance of one of OTHERS."
  (cond ((null (cdr classes)) nil)
        ((%witness-class classes others) nil)
        (t :maybe)))

(defun %some-subclass-p (classes others)
  "True if one of CLASSES is one of OTHERS or below it."
  (some (lambda (class) (some (lambda (other) (%subclass-p class other)) others)) classes))

(defun %most-specific (classes)
  "Returns CLASSES without those that are above another one, each once."
  (let ((kept '()))
    (dolist (class classes kept)
      (unless (or (%memq class kept)
                  (some (lambda (other) (and (not (eq other class)) (%subclass-p other class))) classes))
        (push class kept)))))

(defun %disjoint-classes-p (classes)
  "True if no class can be below all of CLASSES, of which none is below another."
  (and (cdr classes)
       (or (some (lambda (class) (eq (%class-kind class) :structure)) classes)
           (some (lambda (class) (not (eq (%class-kind class) (%class-kind (car classes))))) classes))))

(defun %witness-class (classes others)
  "Returns a class below all of CLASSES and below none of OTHERS, or NIL."
  (let ((seen '()))
    (labels ((search-below (class)
               (unless (%memq class seen)
                 (%spend 1)
                 (push class seen)
                 (if (and (every (lambda (super) (%subclass-p class super)) classes)
                          (not (%some-subclass-p (list class) others)))
                     class
                     (some #'search-below (%class-direct-subclasses class))))))
      (search-below (car classes)))))

(defun %no-instance-of-any-kind-p (part)
  "True if PART has no instance below any of the three roots: structures, conditions and standard objects."
  (%and3 (%no-instance-p part (load-time-value (list (%find-class 'structure-object))) '())
         (%no-instance-p part (load-time-value (list (%find-class 'condition))) '())
         (%no-instance-p part (load-time-value (list (%find-class 'standard-object))) '())))

;;; Types.

(defun %part-empty (part walk)
  "True if PART, a part for conses, arrays or instances, is empty. The function WALK answers without regard to single
objects."
  (if (symbolp part)
      (not part)
      (%and3 (%singles-outside part) (funcall walk part))))

(defun %pure-empty (pure)
  "True if the pure type PURE has no objects; the cheap parts are looked at first."
  (if (or (%pure-integers pure) (%pure-ratios pure) (%pure-singles pure) (%pure-doubles pure) (%pure-characters pure)
          (not (%atoms-empty-p (%pure-atoms pure))))
      nil
      (%and3 (%part-empty (%pure-arrays pure) (lambda (part) (%no-array-p part (%cells '* t t) '* '())))
             (%part-empty (%pure-instances pure) #'%no-instance-of-any-kind-p)
             (%part-empty (%pure-conses pure) (lambda (part) (%no-cons-p part t t))))))

(defun %leaves-empty (type)
  "True if TYPE is empty whatever the answers to its unknown questions are: T, NIL or :MAYBE."
  (if (%decision-p type)
      (progn (%spend 1)
             (%and3 (%leaves-empty (%decision-yes type)) (%leaves-empty (%decision-no type))))
      (%empty type)))

(defun %certain-part (type)
  "Returns the objects that are in TYPE whatever the answers to its unknown questions are."
  (if (%decision-p type)
      (%intersection (%certain-part (%decision-yes type)) (%certain-part (%decision-no type)))
      type))

(defun %empty (type)
  "True if TYPE has no objects: T, NIL or :MAYBE."
  (cond ((symbolp type) (not type))
        ((%decision-p type)
         (cond ((eq (%leaves-empty type) t) t)
               ((null (%empty (%certain-part type))) nil)
               (t :maybe)))
        ((eq (%pure-emptiness type) :unknown) (setf (%pure-emptiness type) (%pure-empty type)))
        (t (%pure-emptiness type))))

;;; Sets of ordered objects as sorted cuts, and sets of objects without parts, for the algebra of types (chapter 4).
(in-package "TESSERA")

;;; A set of points on a line is the sorted list of the cuts at which membership changes, starting outside; a set that
;;; reaches down without end begins with the cut :MIN. Over the integers the cut N lies just before N. Over the ratios
;;; a cut (R . 0) lies just before R and (R . 1) just after it.
;;; Floats are mapped to integers in their order, -0.0 just before 0.0, and characters to their codes, so that both
;;; are integers here and bounds are exact.

(defun %cut< (a b)
  "True if the cut A lies before the cut B."
  (cond ((eq b :min) nil)
        ((eq a :min) t)
        ((consp a) (or (< (car a) (car b))
                       (and (= (car a) (car b)) (< (cdr a) (cdr b)))))
        (t (< a b))))

(defun %cuts-combine (a b bothp)
  "Returns the intersection of the sets A and B if BOTHP, otherwise their union."
  (let ((in-a nil) (in-b nil) (in nil) (result '()))
    (do () ((and (null a) (null b)) (nreverse result))
      (let* ((takes-a (and a (or (null b) (not (%cut< (car b) (car a))))))
             (takes-b (and b (or (null a) (not (%cut< (car a) (car b))))))
             (cut (if takes-a (car a) (car b))))
        (when takes-a (setq in-a (not in-a) a (cdr a)))
        (when takes-b (setq in-b (not in-b) b (cdr b)))
        (let ((now (if bothp (and in-a in-b) (or in-a in-b))))
          (unless (eq now in)
            (setq in now)
            (push cut result)))))))

(defun %cuts-complement (set)
  "Returns all points of the line that are not in SET."
  (if (eq (car set) :min) (cdr set) (cons :min set)))

(defun %cuts-between (low high)
  "Returns the points from the cut LOW to the cut HIGH; NIL stands for no bound."
  (let ((low (or low :min)))
    (cond ((null high) (list low))
          ((%cut< low high) (list low high))
          (t '()))))

;;; Cuts at a rational: STRICT asks for the one after it. Each kind of number has its own.

(defun %integer-cut (rational strict)
  "Returns the cut of the integers at RATIONAL, or just after it if STRICT."
  (if strict (+ (floor rational) 1) (ceiling rational)))

(defun %ratio-cut (rational strict)
  "Returns the cut of the ratios at RATIONAL, or just after it if STRICT."
  (cons rational (if (and strict (not (integerp rational))) 1 0)))

;;; The order of the floats. A format is a list (BITS LEAST GREATEST NAME): the bits of the stored fraction, the
;;; exponent of the least denormal number, and the ordinal of infinity.

(defvar *single-format* (list 23 -149 (ash 255 23)) "The representation of single-floats.")
(defvar *double-format* (list 52 -1074 (ash 2047 52)) "The representation of double-floats.")

(defun %float-format (float)
  "Returns the representation of FLOAT, *SINGLE-FORMAT* or *DOUBLE-FORMAT*."
  (if (%single-float-p float) *single-format* *double-format*))

(defun %largest-float (float)
  "Returns the largest finite number of the format of FLOAT."
  (if (%single-float-p float) most-positive-single-float most-positive-double-float))

(defun %magnitude-ordinal (float format)
  "Returns the place of the finite FLOAT, taken without its sign, among the floats of FORMAT from 0.0 up."
  (multiple-value-bind (mantissa exponent) (integer-decode-float float)
    (let* ((bits (car format)) (least (cadr format))
           (shift (- (integer-length mantissa) (+ bits 1)))
           (normal-exponent (+ exponent shift)))
      (cond ((zerop mantissa) 0)
            ((< normal-exponent least) (ash mantissa (- exponent least)))
            (t (+ (ash (+ (- normal-exponent least) 1) bits)
                  (- (ash mantissa (- shift)) (ash 1 bits))))))))

(defun %float-ordinal (float)
  "Returns the place of FLOAT among the floats of its format: 0 for 0.0, -1 for -0.0, negative for negative ones."
  (let ((format (%float-format float)) (largest (%largest-float float)))
    (cond ((/= float float) (+ (caddr format) 1))
          ((> float largest) (caddr format))
          ((< float (- largest)) (- -1 (caddr format)))
          ((minusp (float-sign float)) (- -1 (%magnitude-ordinal float format)))
          (t (%magnitude-ordinal float format)))))

(defun %ordinal-rational (ordinal format)
  "Returns the value of the float of FORMAT at ORDINAL, as a rational; infinity counts as the next power of two."
  (if (< ordinal 0)
      (- (%ordinal-rational (- -1 ordinal) format))
      (let* ((bits (car format)) (least (cadr format))
             (biased (ash ordinal (- bits)))
             (fraction (- ordinal (ash biased bits))))
        (if (zerop biased)
            (* fraction (expt 2 least))
            (* (+ fraction (ash 1 bits)) (expt 2 (+ least biased -1)))))))

(defun %float-cut-at-rational (rational strict format)
  "Returns the ordinal of the least float of FORMAT that is not below RATIONAL, or above it if STRICT."
  (let* ((top (+ (caddr format) 1)) (low (- top)) (high top))
    (do () ((= low high) low)
      (let* ((middle (floor (+ low high) 2)) (value (%ordinal-rational middle format)))
        (if (if strict (> value rational) (>= value rational))
            (setq high middle)
            (setq low (+ middle 1)))))))

(defun %infinite-p (number)
  "True if NUMBER is a float beyond the largest."
  (and (floatp number) (> (abs number) (%largest-float number))))

(defun %float-cut (number strict format)
  "Returns the cut of FORMAT at the real NUMBER, or just after it if STRICT. Both zeros count as one number."
  (cond ((%infinite-p number) (+ (if (plusp number) (caddr format) (- -1 (caddr format))) (if strict 1 0)))
        ((zerop number) (if strict 1 -1))
        ((and (floatp number) (eq (%float-format number) format)) (+ (%float-ordinal number) (if strict 1 0)))
        (t (%float-cut-at-rational (rational number) strict format))))

(defun %kind-cut (kind number strict)
  "Returns the cut of KIND (:INTEGERS, :RATIOS, :SINGLES or :DOUBLES) at NUMBER, or just after it if STRICT."
  (cond ((eq kind :singles) (%float-cut number strict *single-format*))
        ((eq kind :doubles) (%float-cut number strict *double-format*))
        ((%infinite-p number) nil)
        ((eq kind :integers) (%integer-cut (rational number) strict))
        (t (%ratio-cut (rational number) strict))))

(defun %kind-interval (kind low high)
  "Returns the numbers of KIND within the bounds LOW and HIGH of a type specifier."
  (flet ((cut (bound upper)
           (cond ((eq bound '*) nil)
                 ((consp bound) (%kind-cut kind (car bound) (not upper)))
                 (t (%kind-cut kind bound upper)))))
    (%cuts-between (cut low nil) (cut high t))))

;;; Single points.

(defun %object-cut (object)
  "Returns the cut just before OBJECT, a real number or a character, in the set of its kind."
  (cond ((integerp object) object)
        ((rationalp object) (cons object 0))
        ((characterp object) (char-code object))
        (t (%float-ordinal object))))

(defun %cuts-contain-p (set cut)
  "True if the point after CUT is in SET."
  (let ((in nil))
    (dolist (other set in)
      (when (%cut< cut other) (return in))
      (setq in (not in)))))

(defun %cuts-of-ratios (ratios)
  "Returns the set of RATIOS, a list."
  (let ((cuts '()))
    (dolist (ratio (sort (copy-list ratios) #'<) (nreverse cuts))
      (unless (and cuts (= (car (car cuts)) ratio))
        (push (cons ratio 0) cuts)
        (push (cons ratio 1) cuts)))))

(defun %cuts-of-integers (integers)
  "Returns the set of INTEGERS, a list."
  (let ((cuts '()))
    (dolist (integer (sort (copy-list integers) #'<) (nreverse cuts))
      (cond ((null cuts) (setq cuts (list (+ integer 1) integer)))
            ((= (car cuts) integer) (setf (car cuts) (+ integer 1)))
            ((< (car cuts) integer) (setq cuts (list* (+ integer 1) integer cuts)))))))

;;; Objects without parts. Each belongs to one base. A set of them is (BITS . EXCEPTIONS): a bit says whether the set
;;; has that base's objects, and the exceptions are the objects for which the answer is the opposite.

(defun %atoms (bits &optional exceptions)
  "Returns the set of the atoms of the bases BITS, without EXCEPTIONS if they belong to these, otherwise with them."
  (cons bits exceptions))
(defun %atoms-bits (set)
  "Returns the bases of the set of atoms SET, as bits."
  (car set))
(defun %atoms-exceptions (set)
  "Returns the list of the exceptions of the set of atoms SET."
  (cdr set))

(defvar *atom-bases*
  '(:keyword :symbol complex-rational complex-single complex-double :function :package :hash-table :readtable
    :random-state pathname logical-pathname :environment file-stream string-stream broadcast-stream
    concatenated-stream echo-stream synonym-stream two-way-stream stream :other)
  "The disjoint kinds of objects without parts, in the order of their bits.")

(defun %base-bit (base)
  "Returns the set of bits that contains BASE only."
  (ash 1 (- (length *atom-bases*) (length (%memq base *atom-bases*)))))

(defun %base-bits (&rest bases)
  "Returns the set of bits of BASES."
  (let ((bits 0))
    (dolist (base bases bits) (setq bits (logior bits (%base-bit base))))))

(defvar *all-atoms* (%atoms (- (ash 1 (length *atom-bases*)) 1)) "The set of all objects without parts.")
(defvar *no-atoms* (%atoms 0) "The empty set of objects without parts.")

(defun %atom-base (object)
  "Returns the base that OBJECT, which is without parts, belongs to."
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

(defun %base-in-bits-p (bits object)
  "True if the base of OBJECT is in BITS."
  (logtest bits (%base-bit (%atom-base object))))

(defun %exception-table (set)
  "Returns the exceptions of SET so that %EXCEPTION-P finds one soon: a list, or a hash table of many."
  (let ((exceptions (%atoms-exceptions set)))
    (if (nthcdr 16 exceptions)
        (let ((table (make-hash-table)))
          (dolist (object exceptions table) (%set-gethash object table t)))
        exceptions)))

(defun %exception-p (object table)
  "True if OBJECT is in TABLE, a result of %EXCEPTION-TABLE."
  (if (listp table)
      (if (%memql object table) t nil)
      (values (gethash object table))))

(defun %atoms-contain-p (set object)
  "True if the set of atoms SET contains OBJECT."
  (not (eq (%base-in-bits-p (%atoms-bits set) object) (%exception-p object (%atoms-exceptions set)))))

(defun %atoms-combine (a b bothp)
  "Returns the intersection of the atom sets A and B if BOTHP, otherwise their union."
  (let* ((bits-a (%atoms-bits a)) (bits-b (%atoms-bits b))
         (bits (if bothp (logand bits-a bits-b) (logior bits-a bits-b)))
         (table-a (%exception-table a)) (table-b (%exception-table b))
         (exceptions '()))
    (flet ((consider (object)
             (let* ((in-a (not (eq (%base-in-bits-p bits-a object) (%exception-p object table-a))))
                    (in-b (not (eq (%base-in-bits-p bits-b object) (%exception-p object table-b))))
                    (in (if bothp (and in-a in-b) (or in-a in-b))))
               (unless (eq in (%base-in-bits-p bits object))
                 (push object exceptions)))))
      (dolist (object (%atoms-exceptions a)) (consider object))
      (dolist (object (%atoms-exceptions b))
        (unless (%exception-p object table-a) (consider object))))
    (%atoms bits exceptions)))

(defun %atoms-complement (set)
  "Returns the set of the objects without parts that are not in SET."
  (%atoms (logxor (%atoms-bits *all-atoms*) (%atoms-bits set)) (%atoms-exceptions set)))

(defun %atoms-empty-p (set)
  "True if the set of atoms SET is empty."
  (and (zerop (%atoms-bits set)) (null (%atoms-exceptions set))))

(defun %same-atoms-p (a b)
  "True if the atom sets A and B have the same objects."
  (or (eq a b)
      (and (= (%atoms-bits a) (%atoms-bits b))
           (= (length (%atoms-exceptions a)) (length (%atoms-exceptions b)))
           (let ((table (%exception-table b)))
             (dolist (object (%atoms-exceptions a) t)
               (unless (%exception-p object table) (return nil)))))))

(defun %atoms-of (objects)
  "Returns the set of OBJECTS, a list of objects without parts."
  (%atoms 0 (remove-duplicates objects)))

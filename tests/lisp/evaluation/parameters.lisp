;;; Optional, rest and keyword parameters of functions that are called often, as by machine code (3.4.1): each form
;;; calls more than a thousand times.

(defmacro often (form)
  "Returns the value of FORM, which is evaluated again and again in one function, if it is the same each time."
  `(let ((all '()))
     (dotimes (i 1500 (if (rest all) (list :different all) (first all)))
       (pushnew ,form all :test #'equal)))) => often

;;; Optional parameters: defaults, supplied-p variables, defaults that use earlier ones and call functions.
(defun opt (a &optional (b 2 bp) (c (list a b) cp)) (list a b bp c cp)) => opt
(often (opt 1))                                         => (1 2 nil (1 2) nil)
(often (opt 1 3))                                       => (1 3 t (1 3) nil)
(often (opt 1 nil nil))                                 => (1 nil t nil t)
(often (list (opt (first (opt 1))) (opt 1 (fourth (opt 1)) 3))) => ((1 2 nil (1 2) nil) (1 (1 2) t 3 t))
(often (handler-case (opt 1 2 3 4) (program-error () :too-many))) => :too-many
(often (handler-case (opt) (program-error () :too-few)))          => :too-few
(defun of-opt (&optional (a (opt 5)) (b (1+ (first a)))) (list a b)) => of-opt
(often (of-opt))                                        => ((5 2 nil (5 2) nil) 6)
(often (of-opt '(1)))                                   => ((1) 2)

;;; Keywords in any order, given twice, unknown, allowed, not in pairs, of other packages.
(defun keys (a &key (b 1 bp) c ((:dd d) 4) ((other e) 5)) (list a b bp c d e)) => keys
(often (keys 0))                                        => (0 1 nil nil 4 5)
(often (keys 0 :b 2))                                   => (0 2 t nil 4 5)
(often (keys 0 :c 2))                                   => (0 1 nil 2 4 5)
(often (keys 0 :b 2 :c 3 :dd 6 'other 7))               => (0 2 t 3 6 7)
(often (keys 0 'other 7 :dd 6 :c 3 :b 2))               => (0 2 t 3 6 7)
(often (keys 0 :dd 6 :b 2 'other 7 :c 3))               => (0 2 t 3 6 7)
(often (keys 0 :b 2 :c 3 :b 4 :c 5))                    => (0 2 t 3 4 5)
(often (keys 0 :b nil :b 4))                            => (0 nil t nil 4 5)
(often (keys 0 :x 1 :c 2 :allow-other-keys t))          => (0 1 nil 2 4 5)
(often (keys 0 :allow-other-keys t :c 2 :x 1))          => (0 1 nil 2 4 5)
(often (keys 0 :allow-other-keys nil :c 2))             => (0 1 nil 2 4 5)
(often (handler-case (keys 0 :allow-other-keys nil :x 1 :allow-other-keys t) (program-error () :unknown))) => :unknown
(often (handler-case (keys 0 :x 1) (program-error () :unknown))) => :unknown
(often (handler-case (keys 0 :b) (program-error () :odd)))       => :odd
(often (handler-case (keys 0 1 2) (program-error () :no-symbol)))  => :no-symbol
(often (handler-case (keys) (program-error () :too-few)))        => :too-few
(often (let ((all '())) (dolist (k '(:b :c :dd other :b) all) (push (keys 0 k 9) all))))
  => ((0 9 t nil 4 5) (0 1 nil nil 4 9) (0 1 nil nil 9 5) (0 1 nil 9 4 5) (0 9 t nil 4 5))
(often (let ((k :c)) (setq k (if (consp k) :b :dd)) (keys 0 k 9 (if k :b :c) 3)))  => (0 3 t nil 9 5)
(often (handler-case (let ((k :c)) (when (symbolp k) (setq k :x)) (keys 0 k 9)) (program-error () :unknown))) => :unknown
(often (keys (first (keys 1 :b 2)) :b (keys 3 :c 4) :c (keys 5 :dd 6 :b 7)))
  => (1 (3 1 nil 4 4 5) t (5 7 t nil 6 5) 4 5)
(often (keys 0 :b (if (evenp (random 10)) 2 2) :c (block nil (dolist (x '(1 2 3)) (when (= x 2) (return x))))))  => (0 2 t 2 4 5)

(defun others (a &key b &allow-other-keys) (list a b))  => others
(often (others 0 :x 1 :b 2 :y 3))                       => (0 2)
(often (others 0 :allow-other-keys nil :x 2))           => (0 nil)
(defun none (&key) :none)                               => none
(often (none))                                          => :none
(often (none :allow-other-keys 1 :x 2))                 => :none
(often (none :allow-other-keys nil))                    => :none
(often (handler-case (none :x 2) (program-error () :unknown))) => :unknown
(defun allowed (&key allow-other-keys (b 2)) (list allow-other-keys b)) => allowed
(often (allowed :allow-other-keys 5 :b 3))              => (5 3)
(often (allowed :x 5 :allow-other-keys 6))              => (6 2)

;;; Optional and keyword parameters of one function: a keyword in an optional position is an optional argument.
(defun both (&optional (a 1) b &key (c 3 cp) d) (list a b c cp d)) => both
(often (both))                                          => (1 nil 3 nil nil)
(often (both :c))                                       => (:c nil 3 nil nil)
(often (both :c :d))                                    => (:c :d 3 nil nil)
(often (both :c :d :d :c))                              => (:c :d 3 nil :c)
(often (handler-case (both :c :d :d) (program-error () :odd))) => :odd

;;; Lists of the rest, alone and with keywords.
(defun others-than (a &rest l) (list a l))              => others-than
(often (others-than 1))                                 => (1 nil)
(often (others-than 1 2))                               => (1 (2))
(often (others-than 1 2 3 4 5))                         => (1 (2 3 4 5))
(often (others-than 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20))
  => (1 (2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20))
(often (let ((l (second (others-than 1 2 3)))) (setf (first l) (second (others-than 4 5))) l)) => ((5) 3)
(defun rest-and-keys (a &optional (b 2) &rest l &key (c 3) d) (list a b l c d)) => rest-and-keys
(often (rest-and-keys 1))                               => (1 2 nil 3 nil)
(often (rest-and-keys 1 5 :d 6 :c 7))                   => (1 5 (:d 6 :c 7) 7 6)
(often (rest-and-keys 1 5 :d 6 :d 7))                   => (1 5 (:d 6 :d 7) 3 6)
(often (rest-and-keys 1 5 :allow-other-keys t :x 7))    => (1 5 (:allow-other-keys t :x 7) 3 nil)
(often (handler-case (rest-and-keys 1 5 :d) (program-error () :odd))) => :odd

;;; Many keywords; variables that are special, assigned, captured; &AUX.
(defun many (&key a b c d e f g h i j k l m n o p q r) (list a b c d e f g h i j k l m n o p q r)) => many
(often (many :r 18 :q 17 :p 16 :o 15 :n 14 :m 13 :l 12 :k 11 :j 10 :i 9 :h 8 :g 7 :f 6 :e 5 :d 4 :c 3 :b 2 :a 1))
  => (1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18)
(often (many :b 2 :a 1 :d 4 :c 3 :p 16 :i 9 :e 5))      => (1 2 3 4 5 nil nil nil 9 nil nil nil nil nil nil 16 nil nil)
(defvar *bound* :global)                                => *bound*
(defun special-key (&key ((:bound *bound*) :default) (b *bound*) &aux (c (list b *bound*))) (list *bound* b c)) => special-key
(often (list (special-key) (special-key :bound 1) (special-key :b 2) *bound*))
  => ((:default :default (:default :default)) (1 1 (1 1)) (:default 2 (2 :default)) :global)
(defun in-cell (&key (a 1) (b 2 bp)) (let ((f (lambda () (incf a) (setq bp (list bp)) (list a b bp)))) (funcall f) (funcall f))) => in-cell
(often (list (in-cell) (in-cell :b 5) (in-cell :a 5)))  => ((3 2 ((nil))) (3 5 ((t))) (7 2 ((nil))))

;;; Calls in tail position, of function objects, of local functions.
(defun down (n &key (by 1) sum) (if (<= n 0) sum (down (- n by) :sum (if sum (+ sum n) n) :by by))) => down
(often (down 100 :by 3))                                => 1717
(defun hop (n &optional (m 0)) (if (= n 0) m (skip :m (1+ m) :n (1- n)))) => hop
(defun skip (&key n m) (if (= n 0) m (if (oddp n) (hop (1- n) m) (hop (1- n)))))  => skip
(often (list (hop 5) (hop 6) (hop 7 1)))                => (1 3 1)
(down 100000)                                           => 5000050000
(defun of-any (f) (list (funcall f 1 :b 2) (funcall f 1 :b 3))) => of-any
(often (list (of-any #'keys) (of-any #'others) (of-any (lambda (a &key c b) (list :lambda a b c))) (of-any #'others-than) (of-any #'list)))
  => (((1 2 t nil 4 5) (1 3 t nil 4 5)) ((1 2) (1 3)) ((:lambda 1 2 nil) (:lambda 1 3 nil)) ((1 (:b 2)) (1 (:b 3))) ((1 :b 2) (1 :b 3)))
(defun in-tail-of-any (f x) (funcall f x :c (list x)))  => in-tail-of-any
(often (list (in-tail-of-any #'keys 1) (in-tail-of-any #'others-than 2)
             (handler-case (in-tail-of-any #'others 3) (program-error () :unknown))
             (handler-case (in-tail-of-any (lambda (&key c) c) 4) (program-error () :odd))))
  => ((1 1 nil (1) 4 5) (2 (:c (2))) (3 nil) :odd)

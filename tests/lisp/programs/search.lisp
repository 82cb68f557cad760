;;; Puzzles and paths: bit masks, backtracking that leaves by RETURN-FROM, arrays of two dimensions, generic functions
;;; over a heap, and LOOP in several of its forms.

;;; --- queens: the attacked columns and diagonals of a row are bits of three integers
(defun queens (n)
  (labels ((ways (row columns left right)
             (if (= row n)
                 1
                 (loop for column below n
                       for bit = (ash 1 column)
                       unless (logtest bit (logior columns left right))
                         sum (ways (1+ row) (logior columns bit) (ash (logior left bit) 1) (ash (logior right bit) -1))))))
    (ways 0 0 0 0)))                                    => queens
(loop for n from 1 to 7 collect (queens n))             => (1 0 0 2 10 4 40)

;;; --- sudoku: the first free place takes each digit that stands nowhere in its row, column and square
(defun sudoku-array (text)
  (let ((board (make-array '(9 9) :element-type '(integer 0 9) :initial-element 0)))
    (loop for c across text
          for i from 0
          do (setf (row-major-aref board i) (or (digit-char-p c) 0))
          finally (return board))))                     => sudoku-array

(defun possible-p (board row column digit)
  (let ((top (* 3 (floor row 3))) (left (* 3 (floor column 3))))
    (loop for i below 9
          never (or (= digit (aref board row i))
                    (= digit (aref board i column))
                    (multiple-value-bind (down across) (floor i 3)
                      (= digit (aref board (+ top down) (+ left across)))))))) => possible-p

(defun solve-sudoku (board)
  (labels ((try (place)
             (cond ((= place 81) (return-from solve-sudoku board))
                   ((plusp (row-major-aref board place)) (try (1+ place)))
                   (t (multiple-value-bind (row column) (floor place 9)
                        (loop for digit from 1 to 9
                              when (possible-p board row column digit)
                                do (setf (aref board row column) digit)
                                   (try (1+ place)))
                        (setf (aref board row column) 0))))))
    (try 0)
    nil))                                               => solve-sudoku

(defun sudoku-lines (board)
  (loop for row below 9 collect (format nil "~{~d~}" (loop for column below 9 collect (aref board row column))))) => sudoku-lines

(let ((board (sudoku-array "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")))
  (subseq (sudoku-lines (solve-sudoku board)) 0 3))     => ("534678912" "672195348" "198342567")
(solve-sudoku (sudoku-array "12345678.........9"))       => nil

;;; --- shortest paths: a heap as a class, and the search that takes from it
(progn (defclass heap ()
         ((items :initform (make-array 16 :adjustable t :fill-pointer 0) :reader heap-items)
          (key :initarg :key :initform #'identity :reader heap-key)))
       :defined)                                        => :defined
(defun heap-before-p (heap i j)
  (with-slots (items key) heap
    (< (funcall key (aref items i)) (funcall key (aref items j))))) => heap-before-p

(progn (defgeneric insert (object container) (:documentation "Put OBJECT into CONTAINER. Returns CONTAINER."))
       (defgeneric take-least (container) (:documentation "Take the least object from CONTAINER, and return it."))
       (defmethod insert (object (heap heap))
         (let ((items (heap-items heap)))
           (loop with i = (vector-push-extend object items)
                 for parent = (floor (1- i) 2)
                 while (and (plusp i) (heap-before-p heap i parent))
                 do (rotatef (aref items i) (aref items parent))
                    (setf i parent))
           heap))
       (defmethod take-least ((heap heap))
         (let* ((items (heap-items heap)) (least (aref items 0)) (last (vector-pop items)) (n (length items)))
           (when (plusp n)
             (setf (aref items 0) last)
             (loop with i = 0
                   for children = (remove-if-not (lambda (child) (< child n)) (list (+ i i 1) (+ i i 2)))
                   while children
                   do (let ((child (reduce (lambda (a b) (if (heap-before-p heap b a) b a)) children)))
                        (unless (heap-before-p heap child i) (return))
                        (rotatef (aref items i) (aref items child))
                        (setf i child))))
           least))
       :defined)                                        => :defined
(let ((heap (make-instance 'heap)))
  (dolist (n '(5 2 8 1 9 2)) (insert n heap))
  (loop repeat 6 collect (take-least heap)))            => (1 2 2 5 8 9)

;; The way from START to a node for which GOALP holds, and its length. NEIGHBOURS gives an alist of nodes and distances.
(defun shortest-path (start goalp neighbours)
  (let ((heap (make-instance 'heap :key #'car)) (seen (make-hash-table :test 'equal)))
    (insert (list 0 start) heap)
    (loop while (plusp (length (heap-items heap)))
          do (destructuring-bind (length node . way) (take-least heap)
               (when (funcall goalp node) (return (values (reverse (cons node way)) length)))
               (unless (gethash node seen)
                 (setf (gethash node seen) t)
                 (loop for (next . distance) in (funcall neighbours node)
                       do (insert (list* (+ length distance) next node way) heap))))))) => shortest-path

(defparameter *roads* '((a (b . 7) (c . 9) (f . 14)) (b (a . 7) (c . 10) (d . 15)) (c (a . 9) (b . 10) (d . 11) (f . 2))
                        (d (b . 15) (c . 11) (e . 6)) (e (d . 6) (f . 9)) (f (a . 14) (c . 2) (e . 9)))) => *roads*
(shortest-path 'a (lambda (node) (eq node 'e)) (lambda (node) (rest (assoc node *roads*)))) => (values (a c f e) 20)
(shortest-path 'a (lambda (node) (eq node 'nowhere)) (lambda (node) (rest (assoc node *roads*)))) => nil

;; The same search crosses a maze.
(defun maze-way (rows)
  (let* ((maze (make-array (list (length rows) (length (first rows))) :initial-contents rows))
         (end (mapcar #'1- (array-dimensions maze))))
    (flet ((neighbours (node)
             (destructuring-bind (row column) node
               (loop for (down across) in '((0 1) (1 0) (0 -1) (-1 0))
                     for r = (+ row down) and c = (+ column across)
                     when (and (array-in-bounds-p maze r c) (char= #\. (aref maze r c)))
                       collect (cons (list r c) 1)))))
      (loop for (row column) in (shortest-path '(0 0) (lambda (node) (equal node end)) #'neighbours)
            do (setf (aref maze row column) #\*))
      (loop for row below (length rows)
            collect (coerce (loop for column below (length (first rows)) collect (aref maze row column)) 'string))))) => maze-way
(maze-way '("...." ".##." ".#.." "..#.")) => ("****" ".##*" ".#.*" "..#*")

;;; --- knight's tour: to the square with the fewest ways on
(defun knight-tour (n)
  (let ((board (make-array (list n n) :initial-element 0)))
    (labels ((free-squares (row column)
               (loop for (down across) in '((1 2) (2 1) (2 -1) (1 -2) (-1 -2) (-2 -1) (-2 1) (-1 2))
                     for r = (+ row down) and c = (+ column across)
                     when (and (array-in-bounds-p board r c) (zerop (aref board r c)))
                       collect (list r c)))
             (visit (row column count)
               (setf (aref board row column) count)
               (when (= count (* n n)) (return-from knight-tour board))
               (loop for (r c) in (stable-sort (free-squares row column) #'<
                                               :key (lambda (square) (length (apply #'free-squares square))))
                     do (visit r c (1+ count)))
               (setf (aref board row column) 0)))
      (visit 0 0 1)
      nil)))                                            => knight-tour
(sort (loop with board = (knight-tour 5) for i below 25 collect (row-major-aref board i)) #'<)
  => (1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25)
(knight-tour 3)                                         => nil

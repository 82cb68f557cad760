;;; The eager game tree of Dice of Doom, first version: lists, vectors, closures; then the rating of the whole tree.
(define size 3)
(define hexes (* size size))
(define most-dice 3)

(define (append-map f list)
  (if (null? list) '() (append (f (car list)) (append-map f (cdr list)))))

(define (keep good? list)
  (cond ((null? list) '())
        ((good? (car list)) (cons (car list) (keep good? (cdr list))))
        (else (keep good? (cdr list)))))

(define (best-of f list)
  (let loop ((best (car list)) (rest (cdr list)))
    (if (null? rest) best (loop (f best (car rest)) (cdr rest)))))

(define (neighbors pos)
  (let ((up (- pos size)) (down (+ pos size)))
    (keep (lambda (p) (and (>= p 0) (< p hexes)))
          (append (list up down)
                  (if (zero? (modulo pos size)) '() (list (- up 1) (- pos 1)))
                  (if (zero? (modulo (+ pos 1) size)) '() (list (+ pos 1) (+ down 1)))))))

(define (owner board pos) (car (vector-ref board pos)))
(define (dice board pos) (cadr (vector-ref board pos)))

(define (attacked board player src dst dice)
  (let ((after (vector-copied board)))
    (vector-set! after src (list player 1))
    (vector-set! after dst (list player (- dice 1)))
    after))

(define (reinforced board player spare)
  (define (f hexes n)
    (cond ((null? hexes) '())
          ((zero? n) hexes)
          ((and (= (caar hexes) player) (< (cadar hexes) most-dice))
           (cons (list player (+ (cadar hexes) 1)) (f (cdr hexes) (- n 1))))
          (else (cons (car hexes) (f (cdr hexes) n)))))
  (list->vector (f (vector->list board) spare)))

(define (tree board player spare first)
  (list player board (moves board player spare first)))

(define (moves board player spare first)
  (let ((attacks
         (append-map
          (lambda (src)
            (if (= player (owner board src))
                (append-map
                 (lambda (dst)
                   (if (and (not (= player (owner board dst))) (> (dice board src) (dice board dst)))
                       (list (list (list src dst)
                                   (tree (attacked board player src dst (dice board src))
                                         player (+ spare (dice board dst)) #f)))
                       '()))
                 (neighbors src))
                '()))
          (let loop ((n 0)) (if (= n hexes) '() (cons n (loop (+ n 1))))))))
    (if first
        attacks
        (cons (list '() (tree (reinforced board player (- spare 1)) (- 1 player) 0 #t)) attacks))))

(define (score board player)
  (let ((mine (length (keep (lambda (hex) (= player (car hex))) (vector->list board)))))
    (cond ((> (* 2 mine) hexes) 2)
          ((= (* 2 mine) hexes) 1)
          (else 0))))

(define (rate tree player)
  (let ((moves (caddr tree)))
    (if (null? moves)
        (score (cadr tree) player)
        (best-of (if (= (car tree) player) max min)
                 (map (lambda (move) (rate (cadr move) player)) moves)))))

(define (tree-size tree)
  (+ 1 (apply + (map (lambda (move) (tree-size (cadr move))) (caddr tree)))))

(define (main)
  (for-each
   (lambda (board)
     (let ((tree (tree board 0 0 #t)))
       (print (tree-size tree) (rate tree 0) (rate tree 1))))
   '(#((1 2) (1 2) (1 1) (1 2) (0 1) (1 1) (1 2) (0 3) (1 2))
     #((0 2) (1 1) (0 1) (1 1) (0 3) (1 2) (1 2) (0 1) (0 2))
     #((1 1) (0 3) (0 2) (0 1) (1 2) (0 1) (1 2) (0 2) (0 3))
     #((1 2) (0 2) (0 1) (1 3) (1 1) (1 2) (0 2) (1 2) (0 1)))))

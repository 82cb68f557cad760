; Allocation: many short-lived binary trees, and a long-lived one beside them.
(def make-tree (depth)
  (if (is depth 0)
      (cons nil nil)
      (cons (make-tree (- depth 1)) (make-tree (- depth 1)))))

(def count-nodes (tree)
  (if (no (car tree))
      1
      (+ 1 (count-nodes (car tree)) (count-nodes (cdr tree)))))

(def run (most)
  (let long-lived (make-tree most)
    (let depth 4
      (while (<= depth most)
        (with (times (expt 2 (+ (- most depth) 4)) sum 0)
          (repeat times
            (++ sum (count-nodes (make-tree depth))))
          (prn times " " depth " " sum))
        (++ depth 2)))
    (prn (count-nodes long-lived))))

(def main ()
  (run 16))

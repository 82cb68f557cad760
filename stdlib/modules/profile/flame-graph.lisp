;;; Flame graphs: SVG, a row for each depth of calls, as wide as the time that it took.
(in-package "PROFILE")

(defstruct (node (:constructor make-node (name)) (:copier nil) (:predicate nil))
  "A box of the graph: a function called by those below."
  name (count 0) (tier nil) (children (make-hash-table :test #'equal)))

(defun sample-tree (samples)
  "Returns the node of all SAMPLES."
  (let ((root (make-node "all")))
    (dolist (sample samples root)
      (let ((node root) (count (sample-count sample)))
        (incf (node-count node) count)
        (dolist (name (reverse (sample-path sample)))
          (let ((children (node-children node)))
            (setf node (or (gethash name children) (setf (gethash name children) (make-node name))))
            (incf (node-count node) count)))
        (setf (node-tier node) (sample-tier sample))))))

(defparameter *width* 1200)
(defparameter *row* 17 "The height of a row.")
(defparameter *least-width* 0.4 "Narrower boxes are left out.")

(defun color (tier)
  "Returns the color of boxes for functions that ran themselves so, or not at all if TIER is NIL."
  (ecase tier
    (:interpreted "#f0a050") (:machine-code "#90c060") (:native "#80b0e0") (:collector "#e07070") (:jit "#c090d0") ((nil) "#e8d8a0")))

(defun box-width (node sum)
  "Returns the width of the box of NODE, where all have SUM counts."
  (* *width* (/ (float (node-count node)) sum)))

(defun graph-depth (node sum)
  "Returns the number of rows from NODE on."
  (1+ (reduce #'max (loop for child being the hash-values of (node-children node)
                          when (>= (box-width child sum) *least-width*) collect (graph-depth child sum))
              :initial-value 0)))

(defun draw-box (node x depth height sum out)
  "Draws NODE and what it called to the stream OUT."
  (let* ((width (box-width node sum)) (y (- height (* *row* (1+ depth)))) (name (printed-name (node-name node)))
         (label (tessera-svg:escape-markup name)) (room (floor (- width 4) 6.5)))
    (format out "<g><title>~A, ~,3F s, ~,1F%</title><rect x=\"~,1F\" y=\"~D\" width=\"~,1F\" height=\"~D\" fill=\"~A\"/>" label
            (float (* *interval* (node-count node))) (percent (node-count node) sum) x y width (1- *row*) (color (node-tier node)))
    (when (>= room 3)
      (format out "<text x=\"~,1F\" y=\"~D\">~A</text>" (+ x 3) (+ y 12)
              (tessera-svg:escape-markup (if (> (length name) room) (concatenate 'string (subseq name 0 (1- room)) "…") name))))
    (format out "</g>~%")
    (dolist (child (sort (loop for child being the hash-values of (node-children node) collect child) #'> :key #'node-count))
      (when (>= (box-width child sum) *least-width*)
        (draw-box child x (1+ depth) height sum out))
      (incf x (box-width child sum)))))

(defun graph-text (samples)
  "Returns the SVG for SAMPLES."
  (let* ((root (sample-tree samples)) (sum (node-count root)) (height (* *row* (graph-depth root sum)))
         (*print-pretty* nil) (*print-base* 10) (*print-radix* nil) (*read-default-float-format* 'single-float))
    (with-output-to-string (out)
      (format out "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ~D ~D\" width=\"~D\" height=\"~D\" ~
                   font-family=\"monospace\" font-size=\"11\">~%"
              *width* height *width* height)
      (draw-box root 0.0 0 height sum out)
      (format out "</svg>~%"))))

(defstruct (flame-graph (:constructor make-flame-graph (text)) (:copier nil) (:predicate nil))
  "A flame graph, which notebooks show. TEXT is its SVG."
  text)

(defmethod print-object ((graph flame-graph) stream)
  (print-unreadable-object (graph stream :type t)
    (format stream "of ~D characters" (length (flame-graph-text graph)))))

(defmethod tessera:display ((graph flame-graph))
  "Returns the picture."
  (values :svg (flame-graph-text graph)))

(defun flame-graph (&optional file)
  "Writes the samples to FILE as a flame graph in SVG: calls go upwards, and a box is as wide as the time that its
function took with what it called. Orange was interpreted, green machine code, blue C++, red the collector, violet the
compiler of machine code. Returns FILE. Without FILE, returns an object that notebooks show. An error without
samples.
  (profile:flame-graph \"/tmp/graph.svg\")"
  (check (or null string pathname) file flame-graph)
  (let ((text (graph-text (all-samples))))
    (cond ((null file) (make-flame-graph text))
          (t (with-open-file (out file :direction :output :if-exists :supersede :external-format :utf-8)
               (write-string text out))
             file))))

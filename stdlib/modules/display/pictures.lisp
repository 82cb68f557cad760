;;; DISPLAY's pictures of trees and lazy lists, in SVG.

(in-package "TESSERA")

(defvar *displayed-depth* 2
  "The number of levels of a tree that DISPLAY draws below its root. Deeper levels are not forced.")
(defvar *displayed-branches* 4 "The maximum number of branches of each node of a tree that DISPLAY draws.")
(defvar *displayed-elements* 12 "The maximum number of elements of a lazy list that DISPLAY draws.")
(export '(*displayed-depth* *displayed-branches* *displayed-elements*))

(defmacro %picture ((width height) &body forms)
  "Returns the picture of WIDTH and HEIGHT that FORMS draw, a string."
  `(with-output-to-string (*standard-output*)
     (let* ((*print-pretty* nil) (*print-base* 10) (*print-radix* nil) (*read-default-float-format* 'single-float)
            (width (%round ,width)) (height (%round ,height)))
       (tessera-svg:svg width height ,@forms))))

;;; Trees whose nodes have pictures.

(defmethod display ((object cons))
  "Returns a picture of a tree, if its TREE-VIEW has one, within *DISPLAYED-DEPTH* and *DISPLAYED-BRANCHES*."
  (if (nth-value 2 (tree-view object))
      (values :svg (show-tree object :stream nil :format :svg :depth *displayed-depth* :most *displayed-branches*))
      (call-next-method)))

;;; Lazy lists: a box for each element that is known, and what follows.

(defun %known-elements (lazy)
  "Returns three values for the lazy list or value LAZY, which is not forced. They are its known elements, at most
*DISPLAYED-ELEMENTS*; true if these are all elements; and true if it is a value that is not a list."
  (let ((elements '()))
    (multiple-value-bind (known kind) (tessera-lazy::known-part lazy)
      (when (eq kind :value) (return-from %known-elements (values (list known) t t)))
      (loop repeat *displayed-elements*
            while (consp known)
            do (push (car known) elements)
               (if (eq kind :cell)
                   (multiple-value-setq (known kind) (tessera-lazy::known-part (cdr known)))
                   (setq known (cdr known))))
      (values (nreverse elements) (and (null known) (eq kind :list)) nil))))

(defun %draw-box (text left width dashed)
  "Draws a box of WIDTH at LEFT with TEXT in it; it is DASHED for an unknown part."
  (tessera-svg:tag rect (x (%round left) y 6 width (%round width) height 28 rx 5
                         style (format nil "fill:~:[rgb(250,250,250);stroke:rgb(120,120,120)~;none;stroke:rgb(150,150,150);stroke-dasharray:3~]" dashed))
    nil)
  (%svg-text text (+ left (/ width 2)) 24 "middle" "fill:rgb(30,30,30)"))

(defun %draw-arrow (left width)
  "Draws an arrow of WIDTH from LEFT to the right."
  (tessera-svg:tag path (d (format nil "M~A 20H~AM~A 16L~A 20 ~A 24" (%round left) (%round (+ left width)) (%round (+ left width -5))
                                   (%round (+ left width)) (%round (+ left width -5)))
                         style "fill:none;stroke:rgb(120,120,120)")
    nil))

(defun %lazy-picture (lazy)
  "Returns the picture of the lazy list LAZY: its known elements, and … if there may be more."
  (multiple-value-bind (elements all value-p) (%known-elements lazy)
    (let* ((texts (append (mapcar (lambda (element) (%brief element 40)) elements) (if all (and (not value-p) (list "()")) (list "…"))))
           (widths (mapcar (lambda (text) (max 28 (+ 14 (%text-width text)))) texts)) (gap 22))
      (%picture ((+ 8 (reduce #'+ widths) (* gap (1- (length texts)))) 40)
        (tessera-svg:tag g (font-family "monospace" font-size 12)
          (loop for (text . more) on texts
                for width in widths
                for left = 4 then (+ left before gap)
                for before = width
                do (%draw-box text left width (and (null more) (string= text "…")))
                   (when more (%draw-arrow (+ left width) gap))))))))

(defmethod display ((object function))
  "Returns a picture of the known part of a lazy list or value: nothing is forced."
  (if (tessera-lazy::lazy-value-p object)
      (values :svg (%lazy-picture object))
      (call-next-method)))

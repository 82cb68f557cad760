;;; Tags of XML, HTML and SVG, as chapters 17 and 19 of the book have them: (require "svg"); see
;;; evaluation/modules.lisp.

(defpackage "TESSERA-SVG"
  (:use "COMMON-LISP")
  (:import-from "TESSERA-MACROS" "PAIRS")
  (:export "PRINT-TAG" "TAG" "HTML" "BODY" "SVG" "BRIGHTNESS" "SVG-STYLE" "CIRCLE" "POLYGON" "RANDOM-WALK"
           "ESCAPE-MARKUP"))

(in-package "TESSERA-SVG")

;;; All but ESCAPE-MARKUP write to *STANDARD-OUTPUT*. A color is a list of red, green and blue, each from 0 to 255.

;; Not named ESCAPED or the like: programs that use the package have such names themselves.
(defun escape-markup (text)
  "Returns the string TEXT as it stands in a page or an attribute, with entities for <, >, & and double quotes."
  (flet ((entity (char)
           (case char (#\< "&lt;") (#\> "&gt;") (#\& "&amp;") (#\" "&quot;"))))
    (if (notany #'entity text)
        text
        (with-output-to-string (out)
          (loop for start = 0 then (1+ end)
                for end = (position-if #'entity text :start start)
                do (write-string text out :start start :end end)
                while end
                do (write-string (entity (char text end)) out))))))

(defun print-tag (name alst closingp)
  "Prints the tag NAME, which is a closing one if CLOSINGP. ALST lists its attributes: (name . value)."
  (write-string (if closingp "</" "<"))
  (write-string (string-downcase name))
  (loop for (attribute . value) in alst
        do (write-char #\Space)
           (write-string (string-downcase attribute))
           (write-string "=\"")
           (princ value)
           (write-char #\"))
  (princ #\>))

(defun known-attributes (form)
  "Returns a list of lists (ATTRIBUTE VALUE-FORM) if FORM makes an alist of attributes, as in expansions of TAG. The
second value is true if it does."
  (let ((pairs (and (consp form) (eq (first form) 'list) (rest form))))
    (if (or (null form)
            (and pairs
                 (every (lambda (pair) (and (consp pair) (eq (first pair) 'cons) (= (length pair) 3) (quoted-p (second pair)))) pairs)))
        (values (loop for (nil attribute value) in pairs collect (list (second attribute) value)) t)
        (values nil nil))))

(defun quoted-p (form)
  "True if FORM is the quoted name of a tag or an attribute."
  (and (consp form) (eq (first form) 'quote) (typep (second form) '(or symbol string))))

(defun printing-forms (pieces)
  "Returns forms that print PIECES, strings and other forms. Adjacent strings are printed at once."
  (loop while pieces
        collect (let ((strings (loop while (stringp (first pieces)) collect (pop pieces))))
                  (if strings
                      `(write-string ,(apply #'concatenate 'string strings))
                      `(princ ,(pop pieces))))))

;; Programs print many tags, and most of what they print is known when they are compiled.
(define-compiler-macro print-tag (&whole form name alst closingp)
  (multiple-value-bind (attributes known) (known-attributes alst)
    (if (not (and known (quoted-p name) (member closingp '(t nil))))
        form
        (let* ((values (loop for (nil value) in attributes
                             collect (if (stringp value) value (gensym "VALUE")))))
          `(let ,(loop for (nil form) in attributes
                       for value in values
                       unless (stringp value) collect (list value form))
             ,@(printing-forms `(,(if closingp "</" "<") ,(string-downcase (second name))
                                 ,@(loop for (attribute) in attributes
                                         for value in values
                                         append (list " " (string-downcase attribute) "=\"" value "\""))
                                 ">"))
             #\>)))))

(defmacro tag (name atts &body body)
  "(tag name (attribute value ...) form*): prints the tag NAME, evaluates the forms, which print its contents, and
prints the closing tag. The values of the attributes are evaluated."
  `(progn
     (print-tag ',name
                (list ,@(loop for (attribute . value) in (pairs atts)
                              collect `(cons ',attribute ,value)))
                nil)
     ,@body
     (print-tag ',name nil t)))

(defmacro html (&body body)
  "(html form*): prints the tag <html> with what the forms print inside of it."
  `(tag html () ,@body))

(defmacro body (&body body)
  "(body form*): prints the tag <body> with what the forms print inside of it."
  `(tag body () ,@body))

(defmacro svg (&body body)
  "(svg form*) or (svg width height form*): prints a picture, the tag <svg> with what the forms print inside of it. The
first operand is a width if it is a number or a variable; otherwise it is a form that draws."
  (let ((sized (and body (atom (first body)))))
    `(tag svg (xmlns "http://www.w3.org/2000/svg"
               "xmlns:xlink" "http://www.w3.org/1999/xlink"
               ,@(when sized
                   `(height ,(second body) width ,(first body))))
       ,@(if sized (cddr body) body))))

(defun brightness (col amt)
  "Returns the color COL with AMT added to each component, limited to 0 to 255."
  (mapcar (lambda (part) (max 0 (min 255 (+ part amt)))) col))

(defun svg-style (color)
  "Returns the style of a shape filled with COLOR, with a darker edge."
  (format nil "fill:rgb(~{~a~^,~});stroke:rgb(~{~a~^,~})" color (brightness color -100)))

(defun circle (center radius color)
  "Draws a circle of RADIUS around CENTER, a pair (x . y)."
  (tag circle (cx (car center) cy (cdr center) r radius style (svg-style color))))

(defun polygon (points color)
  "Draws the shape with the corners POINTS, a list of pairs (x . y)."
  (tag polygon (points (format nil "~:{~a,~a ~}" (mapcar (lambda (point) (list (car point) (cdr point))) points))
                style (svg-style color))))

(defun random-walk (value length)
  "Returns a list of LENGTH numbers: VALUE first, then each the one before plus or minus one at random."
  (loop repeat length
        collect value
        do (incf value (if (zerop (random 2)) -1 1))))

;;; Chapters 17 and 19: the library SVG.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (require "svg") (use-package "SVG") t)   => t
(print-tag 'mytag '((color . blue) (height . 9)) nil) => (prints "<mytag color=\"BLUE\" height=\"9\">" #\>)
(print-tag 'mytag '() t)                             => (prints "</mytag>" #\>)
(tag mytag (color 'blue height (+ 4 5)))             => (prints "<mytag color=\"BLUE\" height=\"9\"></mytag>" #\>)
(macroexpand '(tag mytag (color 'blue height (+ 4 5))))
  => (values (progn (print-tag 'mytag (list (cons 'color 'blue) (cons 'height (+ 4 5))) nil) (print-tag 'mytag nil t)) t)
(tag mytag (color 'blue size 'big) (tag first_inner_tag ()) (tag second_inner_tag ()))
  => (prints "<mytag color=\"BLUE\" size=\"BIG\"><first_inner_tag></first_inner_tag><second_inner_tag></second_inner_tag></mytag>" #\>)
(tag html () (tag body () (princ "Hello World!")))   => (prints "<html><body>Hello World!</body></html>" #\>)
(html (body (princ "Hello World!")))                 => (prints "<html><body>Hello World!</body></html>" #\>)
;; Values are computed before the tag is printed; names need not be known when the program is compiled.
(tag a (href (progn (princ "first ") 'x) class "y" size 3))   => (prints "first <a href=\"X\" class=\"y\" size=\"3\"></a>" #\>)
(let ((name 'b)) (print-tag name (list (cons 'class "y")) nil) (print-tag name nil t))   => (prints "<b class=\"y\"></b>" #\>)
(let ((closing t)) (print-tag 'b (list (cons 'class "y")) closing))   => (prints "</b class=\"y\">" #\>)
;;; A user's own tag (appendix, A-5)
(defmacro bold (&body body) `(tag b () ,@body))      => bold
(html (body (princ "Hello ") (bold (princ "World!"))))
  => (prints "<html><body>Hello <b>World!</b></body></html>" #\>)

(brightness '(255 0 0) -100)                         => (155 0 0)
(brightness '(10 200 255) 100)                       => (110 255 255)
(svg-style '(255 0 0))                               => "fill:rgb(255,0,0);stroke:rgb(155,0,0)"
(circle '(50 . 50) 50 '(255 0 0))
  => (prints "<circle cx=\"50\" cy=\"50\" r=\"50\" style=\"fill:rgb(255,0,0);stroke:rgb(155,0,0)\"></circle>" #\>)
(svg (circle '(50 . 50) 50 '(255 0 0)) (circle '(100 . 100) 50 '(0 0 255)))
  => (prints "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"><circle cx=\"50\" cy=\"50\" r=\"50\" style=\"fill:rgb(255,0,0);stroke:rgb(155,0,0)\"></circle><circle cx=\"100\" cy=\"100\" r=\"50\" style=\"fill:rgb(0,0,255);stroke:rgb(0,0,155)\"></circle></svg>" #\>)
(let ((width 300)) (svg width (/ width 2) (princ "x")))
  => (prints "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" height=\"150\" width=\"300\">x</svg>" #\>)
(svg)
  => (prints "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"></svg>" #\>)
(polygon '((1 . 2) (3.5 . 4)) '(255 0 0))
  => (prints "<polygon points=\"1,2 3.5,4 \" style=\"fill:rgb(255,0,0);stroke:rgb(155,0,0)\"></polygon>" #\>)
;;; The book prints (100 101 102 101 100 101 102 103 102 103); chance makes another one in every run.
(let ((walk (random-walk 100 10))) (list (length walk) (first walk)))   => (10 100)
(loop for (a b) on (random-walk 0 1000) while b always (= 1 (abs (- a b))))   => t
(random-walk 5 0)                                    => nil

;;; Text in a page: reserved characters are escaped, in text and in attributes.
(mapcar #'escape-markup '("<b> & \"c\"" "&amp;" "" "plain 'text'" "\"" "ü > <"))
  => ("&lt;b&gt; &amp; &quot;c&quot;" "&amp;amp;" "" "plain 'text'" "&quot;" "ü &gt; &lt;")
(escape-markup "plain")                              => "plain"

;;; A drawing goes to a file if *STANDARD-OUTPUT* does.
(defparameter *file* "text-svg-random_walk.svg")     => *file*
(with-open-file (*standard-output* *file* :direction :output :if-exists :supersede)
  (svg (loop repeat 10
             do (polygon (append '((0 . 200)) (loop for x for y in (random-walk 100 400) collect (cons x y)) '((400 . 200)))
                         (loop repeat 3 collect (random 256))))))   => #\>
(with-open-file (file *file*)
  (let ((text (read-line file)))
    (list (count #\newline text)
          (loop for start = 0 then (1+ at) for at = (search "<polygon points=\"0,200 0,100 " text :start2 start) while at count at)
          (loop for start = 0 then (1+ at) for at = (search " 400,200 \" style=" text :start2 start) while at count at)
          (string= "</svg>" (subseq text (- (length text) 6))))))   => (0 10 10 t)
(and (delete-file *file*) t)                         => t

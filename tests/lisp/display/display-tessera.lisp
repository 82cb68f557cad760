;;; DISPLAY: how notebooks show objects. It is Tessera's own.
(require "display")                                       => t
(use-package "TESSERA-LAZY")                              => t
(defun shown (object) (tessera::%displayed object))       => shown
(defun picture (object) (cdr (assoc "image/svg+xml" (shown object) :test #'equal))) => picture
(defun texts (svg)      ; what stands in the picture
  (loop with start = 0
        for open = (search "preserve\">" svg :start2 start)
        while open
        for end = (search "</text>" svg :start2 open)
        collect (subseq svg (+ open 10) end)
        do (setq start end)))                             => texts

;;; --- most objects are their text
(mapcar #'shown (list 1 "a" 'b '(1 2) #(1 2) #'car (make-hash-table))) => (nil nil nil nil nil nil nil)
(multiple-value-list (tessera:display 1))                 => nil

;;; --- a program's own methods
(progn (defclass temperature () ((degrees :initarg :degrees))) (defclass cold (temperature) ())
       (defmethod tessera:display ((object temperature)) (values :html (format nil "<b>~D</b>" (slot-value object 'degrees)) "text/x-own" "t"))
       :defined)                                          => :defined
(shown (make-instance 'temperature :degrees 20))          => (("text/html" . "<b>20</b>") ("text/x-own" . "t"))
(shown (make-instance 'cold :degrees -3))                 => (("text/html" . "<b>-3</b>") ("text/x-own" . "t"))
(progn (defmethod tessera:display ((object (eql :odd))) (values :svg)) (shown :odd)) => (error simple-error "DISPLAY: values in pairs are wanted, not 1 of them, for :ODD")
(progn (defmethod tessera:display ((object (eql :odd))) (values :no-such-type "")) (shown :odd)) => (error simple-error)
(progn (defmethod tessera:display ((object (eql :odd))) (values :png 5)) (shown :odd)) => (error simple-error "DISPLAY: 5 is not data of type image/png: neither a string nor octets nor a pathname")

;;; --- data: strings, octets, files
(shown (tessera:rich :html "<i>a</i>"))                   => (("text/html" . "<i>a</i>"))
(shown (tessera:rich :latex "$x$" "text/plain" "x"))      => (("text/latex" . "$x$") ("text/plain" . "x"))
(princ-to-string (tessera:rich :svg "" :text ""))         => "#<RICH image/svg+xml text/plain>"
(mapcar (lambda (octets) (cdr (first (shown (tessera:rich :png octets))))) '(#() #(77) #(77 97) #(77 97 110) #(255 254 253 252)))
  => ("" "TQ==" "TWE=" "TWFu" "//79/A==")
(tessera:rich :html)                                      => (error program-error "RICH: called with 1 argument, but takes at least 2; the lambda list is (TYPE DATA &REST MORE)")
(tessera:rich :html "a" :svg)                             => (error simple-error "RICH: types and data are wanted in pairs")
(tessera:rich :html 5)                                    => (error simple-error "DISPLAY: 5 is not data of type text/html: neither a string nor octets nor a pathname")
(tessera:rich "html" "a")                                 => (error simple-error "DISPLAY: \"html\" is not a MIME type, nor one of :SVG :HTML :LATEX :MARKDOWN :PNG :JPEG :GIF :TEXT")
(tessera:rich :png #(256))                                => (error simple-error "DISPLAY: #(256) is not data of type image/png: neither a string nor octets nor a pathname")
(let ((file "tests/lisp/display/display-tessera.lisp"))
  (eql 0 (search ";;; DISPLAY" (cdr (first (shown (tessera:rich :text (pathname file))))))))  => t
(shown (tessera:drawing (princ "<svg/>") (princ "!")))    => (("image/svg+xml" . "<svg/>!"))

;;; --- lazy lists: the computed part, without forcing more
(defvar *forced* 0)                                       => *forced*
(progn (defun ints (n) (lazy (incf *forced*) (cons n (ints (1+ n))))) (defvar *ints* (ints 1)) (texts (picture *ints*))) => ("…")
(progn (take 3 *ints*) (texts (picture *ints*)))          => ("1" "2" "3" "…")
*forced*                                                  => 3
(texts (picture (make-lazy '("a <b>" (1 2)))))            => ("&quot;a &lt;b&gt;&quot;" "(1 2)" "()")
(let ((empty (lazy-nil))) (force empty) (texts (picture empty)))        => ("()")
(let ((value (lazy (* 6 7)))) (list (texts (picture value)) (progn (force value) (texts (picture value))))) => (("…") ("42"))
(progn (take 100 *ints*) (length (texts (picture *ints*)))) => 13
(let ((tessera:*displayed-elements* 2)) (texts (picture *ints*))) => ("1" "2" "…")
(let ((itself (lazy-nil))) (setf itself (lazy-cons 1 itself)) (take 50 itself) (length (texts (picture itself)))) => 13
(let ((*print-base* 2) (*read-default-float-format* 'double-float)) (not (null (search "width=\"36\"" (picture (lazy 1)))))) => t

;;; --- boards and game trees, where there is a game
(defvar *board* #((0 3) (1 1) (0 2) (1 3)))               => *board*
(shown *board*)                                           => nil
(shown (list 0 *board* '()))                              => nil
(progn (load "game/dice_of_doom_v2.lisp") (setf *board-size* 2 *board-hexnum* 4)) => 4
(defun count-of (part text) (loop for start = (search part text) then (search part text :start2 (1+ start)) while start count t)) => count-of
(count-of "<polygon" (picture *board*))                   => 4
(texts (picture *board*))                                 => ("3" "1" "2" "3")
(shown #((0 3) (1 1) (0 2)))                              => nil
(shown "abcd")                                            => nil
(shown (vector 1 2 3 4))                                  => nil
(texts (picture (game-tree #((0 1) (0 1) (1 1) (1 1)) 0 0 t))) => ("player a" "1" "1" "1" "1")
(let ((tessera:*displayed-depth* 0)) (count-of "<polygon" (picture (game-tree *board* 0 0 t))))    => 4
(let ((tessera:*displayed-depth* 1)) (count-of "player" (picture (game-tree *board* 0 0 t))))      => 2
(let ((tessera:*displayed-branches* 1)) (count-of "more" (picture (game-tree #((0 3) (1 1) (0 3) (1 1)) 0 0 t)))) => 2

;;; --- boards as the game's third version draws them, where it can
(progn (defvar *board-width* 90) (defvar *board-height* 50)
       (defun draw-board-svg (board chosen legal)
         (assert (= (length board) 4))
         (format t "drawn: ~A ~A" chosen legal))
       :defined)                                          => :defined
(let ((svg (picture *board*))) (and (search " width=\"90\"" svg) (search ">drawn: NIL NIL<" svg) t)) => t
(count-of "<polygon" (picture (coerce (loop repeat 9 collect (list 0 1)) 'vector))) => 9

;;; Improper lists of names and symbols as arguments of functions on packages (chapter 11). Other implementations loop
;;; for ever.

(defun ring (&rest elements) "A circular list." (setf (cdr (last elements)) elements)) => ring
(defun refused (form) (handler-case (progn (eval form) nil) (type-error () t))) => refused
(remove-if #'refused
  '((shadow (ring "A" "B")) (export (ring 'foo)) (unexport (ring 'foo)) (import (ring 'car)) (shadowing-import (ring 'car))
    (use-package (ring (make-package "RING-1"))) (unuse-package (ring *package*)) (make-package "RING-2" :nicknames (ring "A" "B"))
    (make-package "RING-3" :use (ring "CL")) (shadow '("A" . "B")) (export '(foo . bar)) (use-package '("CL" . "CL")))) => nil
(list (find-package "RING-2") (find-package "RING-3")) => (nil nil)
(let ((s (make-symbol "S"))) (setf (symbol-plist s) (ring (quote a) 1)) (handler-case (progn (copy-symbol s t) nil) (type-error () t))) => t
(shadow "ONE-NAME") => t
(shadow '("ONE-NAME" #\B |c|)) => t
(shadow nil) => t

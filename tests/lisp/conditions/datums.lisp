;;; The datum of a TYPE-ERROR is the object that has the wrong type; for an improper list, the part at fault (1.4.1.5,
;;; 9.1).

(defun sound-type-error-p (form)
  "True if FORM signals a TYPE-ERROR whose datum is not of the type that it expects."
  (handler-case (progn (eval form) nil)
    (type-error (c) (not (typep (type-error-datum c) (type-error-expected-type c)))))) => sound-type-error-p
(remove-if #'sound-type-error-p
  '((length '(1 . 2)) (length '(1 2 . 3)) (reverse '(1 . 2)) (nreverse (list* 1 2)) (append '(1 . 2) nil) (nconc (list* 1 2) (cons 1 2) 3 nil)
    (apply #'list '(1 . 2)) (apply #'list 1 '(2 . 3)) (values-list '(1 . 2)) (coerce '(1 . 2) 'vector) (concatenate 'list '(1 . 2)) (concatenate 'vector '(1) '(1 . 2))
    (remove-duplicates '(1 . 2)) (delete-duplicates (list* 1 2)) (sort (list* 1 2) #'<) (stable-sort (list* 1 2 3) #'<)
    (map 'list #'identity '(1 . 2)) (map 'vector #'+ '(1 . 2) #(3 4)) (mapcar #'identity '(1 . 2)) (mapc #'identity '(1 . 2)) (mapcan #'list '(1 . 2))
    (map-into (vector 1 2) #'+ '(1 . 2) #(1 2)) (reduce #'+ '(1 . 2)) (remove 2 '(1 . 3)) (count 1 '(1 . 2)) (find 3 '(1 . 2)) (position 3 '(1 . 2))
    (elt '(1 . 2) 1) (elt '(1 2) 5) (elt '(1 2) (expt 10 30)) (elt '(1 2) -1) (elt #(1) 1) (nth -1 '(1)) (nthcdr 3 '(1 . 2)) (subseq '(1 . 2) 1)
    (make-array '(1 . 2)) (make-array '(-1)) (make-array 2 :initial-contents '(1 . 2)) (string-trim '(#\a . #\b) "abc") (make-sequence 'list -1)
    (caar '(1)) (cadr '(1 . 2)) (cdar '(1)) (cddr '(1 . 2)) (second '(1 . 2)) (third '(1 . 2)) (third '(1 2 . 3)) (fourth '(1 2 3 . 4)) (caddr '(1 . 2)) (cdddr '(1 2 . 3))
    (getf '(1 . 2) 3) (getf '(1) 2) (get-properties '(1 2 3) '(4)) (union '(1 . 2) '(3)) (intersection '(3) '(1 . 2)) (subsetp '(1 . 2) '(1))
    (member 3 '(1 . 2)) (assoc 1 '(2)) (assoc 3 '((1 . 2) . 3)) (write-sequence '(#\a . #\b) (make-broadcast-stream)) (list-length '(1 . 2)) (pairlis '(1 . 2) '(1 2))
    (make-two-way-stream (make-broadcast-stream) (make-broadcast-stream)) (make-echo-stream (make-string-input-stream "") (make-string-input-stream ""))
    (make-broadcast-stream (make-string-input-stream "")) (make-concatenated-stream (make-broadcast-stream)) (get-output-stream-string (make-string-input-stream ""))
    (find-restart 'abort 5) (compute-restarts 'abort) (compute-restarts "condition")
    (vector-pop (vector 1)) (fill-pointer (vector 1)) (aref #(1) 1) (aref #(1) -1) (svref #(1) 'a) (char "a" 2) (code-char -1) (digit-char -1) (ash 1 'a) (car 1)
    (symbol-name 1) (symbol-value 1) (+ 1 'a) (1+ "a") (sqrt 'a) (logand 1 1.5) (gcd 1.0) (evenp 1.5) (numerator 0.5) (rational #c(1 2)) (max 1 #c(1 2)) (< 1 #c(1 2))
    (funcall 1) (funcall "car") (apply 5 nil) (gethash 1 2) (hash-table-count nil) (char-code "a") (char= #\a 1) (string= "a" 1) (intern 1) (char-upcase "a")))
  => nil
(handler-case (length '(1 2 . 3)) (type-error (c) (type-error-datum c)))              => 3
(handler-case (caar '(7)) (type-error (c) (type-error-datum c)))                      => 7
(handler-case (funcall (lambda (x) (cddr x)) '(1 . 2)) (type-error (c) (type-error-datum c))) => 2

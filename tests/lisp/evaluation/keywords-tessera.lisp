;;; Keyword arguments of all standard functions that have any (3.4.1.4, 3.5.1): wrong ones are PROGRAM-ERRORs unless
;;; :ALLOW-OTHER-KEYS.

(class-name (defclass keyed () (slot)))                 => keyed
(defparameter *sink* (make-broadcast-stream))           => *sink*
(defparameter *keyed-calls*
  '((adjoin 1 nil) (adjust-array (make-array 3 :adjustable t) 4) (assoc 1 nil) (assoc-if #'identity nil) (assoc-if-not #'identity nil)
    (close (make-string-input-stream "a")) (compile-file "no-such-file.lisp") (count 1 nil) (count 1 #(1)) (count-if #'identity nil) (count-if-not #'identity nil)
    (delete 1 nil) (delete 1 (vector 1)) (delete-duplicates nil) (delete-if #'identity nil) (delete-if-not #'identity nil)
    (ensure-directories-exist "/") (ensure-generic-function 'keyed-generic) (fill (list 1) 1) (fill (vector 1) 1)
    (find 1 nil) (find 1 '(1)) (find-if #'identity nil) (find-if-not #'identity nil) (intersection nil nil) (load "no-such-file.lisp" :if-does-not-exist nil)
    (make-array 3) (make-array nil) (make-hash-table) (make-list 3) (make-load-form-saving-slots (make-instance 'keyed)) (make-package (gensym)) (make-pathname)
    (make-sequence 'list 3) (make-string 3) (make-string-output-stream) (member 1 nil) (member 1 '(1)) (member-if #'identity nil) (member-if-not #'identity nil)
    (merge 'list nil nil #'<) (merge 'vector (vector 1) (vector 2) #'<) (mismatch "a" "b") (nintersection nil nil) (nset-difference nil nil) (nset-exclusive-or nil nil)
    (nstring-capitalize (copy-seq "a")) (nstring-downcase (copy-seq "a")) (nstring-upcase (copy-seq "a")) (nsublis nil nil) (nsubst 1 2 nil)
    (nsubst-if 1 #'identity nil) (nsubst-if-not 1 #'identity nil) (nsubstitute 1 2 nil) (nsubstitute-if 1 #'identity nil) (nsubstitute-if-not 1 #'identity nil)
    (nunion nil nil) (open "no-such-file" :if-does-not-exist nil) (parse-integer "12") (parse-namestring "a" nil *default-pathname-defaults*)
    (pathname-device "a") (pathname-directory "a") (pathname-host "a") (pathname-name "a") (pathname-type "a") (position 1 nil) (position 1 '(1))
    (position-if #'identity nil) (position-if-not #'identity nil) (rassoc 1 nil) (rassoc-if #'identity nil) (rassoc-if-not #'identity nil)
    (read-from-string "1" nil nil) (read-sequence (make-string 1) (make-string-input-stream "a")) (reduce #'+ nil) (reduce #'+ '(1 2)) (reduce #'+ #(1 2))
    (remove 1 nil) (remove 1 '(1)) (remove 1 #(1)) (remove-duplicates nil) (remove-duplicates "aa") (remove-if #'identity nil) (remove-if-not #'identity nil)
    (replace (list 1) (list 2)) (replace (copy-seq "ab") "cd") (search "a" "ba") (set-difference nil nil) (set-exclusive-or nil nil)
    (sort nil #'<) (sort (vector 1 2) #'<) (stable-sort nil #'<) (string-capitalize "a") (string-downcase "a") (string-upcase "A")
    (string-equal "a" "A") (string-greaterp "a" "b") (string-lessp "a" "b") (string-not-equal "a" "b") (string-not-greaterp "a" "b") (string-not-lessp "a" "b")
    (string/= "a" "b") (string< "a" "b") (string<= "a" "b") (string= "a" "b") (string> "a" "b") (string>= "a" "b")
    (sublis nil nil) (subsetp nil nil) (subst 1 2 nil) (subst-if 1 #'identity nil) (subst-if-not 1 #'identity nil) (substitute 1 2 nil) (substitute-if 1 #'identity nil)
    (substitute-if-not 1 #'identity nil) (tree-equal 1 1) (union nil nil) (write 1 :stream *sink*) (write-line "a" *sink*) (write-sequence "a" *sink*)
    (write-string "a" *sink*) (write-to-string 1) (make-instance 'keyed) (reinitialize-instance (make-instance 'keyed)) (change-class (make-instance 'keyed) 'keyed))) => *keyed-calls*
(defun outcomes-of-keys (call &rest keys)
  "Returns what CALL with KEYS gives, a list without repetitions: evaluated, compiled, not compiled in line, and called
by FUNCALL."
  (let ((form (append call keys)))
    (flet ((outcome (function)
             (handler-case (progn (funcall function) :fine)
               (program-error () :program-error)
               (file-error () :fine)
               (error (c) (type-of c)))))
      (remove-duplicates
       (cons (outcome (lambda () (eval form)))
             (loop for f in (list form `(locally (declare (notinline ,(first form))) ,form) `(funcall ',(first form) ,@(rest form)))
                   collect (outcome (compile nil `(lambda () ,f))))))))) => outcomes-of-keys
(defun calls-unlike (outcome &rest keys)
  "Returns those of *KEYED-CALLS* that with KEYS give anything but OUTCOME, and what they give."
  (loop for call in *keyed-calls*
        for given = (handler-bind ((warning #'muffle-warning)) (apply #'outcomes-of-keys call keys))
        unless (equal given (list outcome)) collect (cons (first call) given))) => calls-unlike
(calls-unlike :program-error :no-such-key)              => nil
(calls-unlike :program-error :no-such-key 1)            => nil
(calls-unlike :program-error :no-such-key 1 :allow-other-keys nil) => nil
(calls-unlike :program-error :allow-other-keys nil :no-such-key 1 :allow-other-keys t) => nil
(calls-unlike :program-error 5 6)                       => nil
(calls-unlike :program-error ''(1) 6)                   => nil
(calls-unlike :program-error :allow-other-keys t :no-such-key) => nil
(calls-unlike :fine :allow-other-keys nil)              => nil
(calls-unlike :fine :allow-other-keys t :no-such-key 1) => nil
(calls-unlike :fine :no-such-key 1 :allow-other-keys t :allow-other-keys nil) => nil
(calls-unlike :fine :allow-other-keys t 5 6 ''(1) 7)     => nil

;;; Strings: joining numbers, cutting them apart again, turning case and order, and looking at each character.
(define (joined n)
  (call-with-string-output
   (lambda (out)
     (do ((i 0 (+ i 1)))
         ((= i n))
       (display i out)
       (write-char #\, out)))))

(define (position char text start)
  (let ((end (string-length text)))
    (let loop ((i start))
      (cond ((= i end) #f)
            ((char=? char (string-ref text i)) i)
            (else (loop (+ i 1)))))))

(define (pieces text)
  (let loop ((found '()) (start 0))
    (let ((end (position #\, text start)))
      (if end
          (loop (cons (substring text start end) found) (+ end 1))
          (reverse found)))))

(define (checksum text)
  (let ((end (string-length text)))
    (do ((i 0 (+ i 1))
         (sum 0 (modulo (+ (* sum 31) (char->integer (string-ref text i))) 1000003)))
        ((= i end) sum))))

(define (tag part)
  (string-upcase (string-append "n" (list->string (reverse (string->list part))))))

(define (main)
  (do ((round 0 (+ round 1)))
      ((= round 8))
    (let* ((text (joined 60000)) (parts (pieces text)))
      (print (string-length text) (length parts) (checksum text)
             (apply + (map (lambda (part) (checksum (tag part))) parts))))))

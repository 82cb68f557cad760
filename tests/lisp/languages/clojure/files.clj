;; Files.

(with-in-str "hello\nx" (read-line)) => "hello"

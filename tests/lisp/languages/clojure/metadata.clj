;; Metadata.

(meta (with-meta [1] {:a 1}))     => {:a 1}
(meta ^{:b 2} [1])                => {:b 2}
(meta ^:c {})                     => {:c true}
(vary-meta [1] assoc :a 1)        => [1]
(meta (vary-meta [1] assoc :a 1)) => {:a 1}

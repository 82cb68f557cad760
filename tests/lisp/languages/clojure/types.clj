;; Classes.

(instance? String "a")                     => true
(instance? Long 1)                         => true
(instance? Number 1.0)                     => true
(instance? clojure.lang.IPersistentMap {}) => true
(instance? clojure.lang.IFn :a)            => true
(isa? Long Number)                         => true
(isa? 1 1)                                 => true

;; clojure.string.

(defn- check-string "Returns the string; throws a ClassCastException if it is not one." [s] (if (string? s) s (throw (ClassCastException. (str (class s) " cannot be cast to class java.lang.CharSequence")))))
(defn- text "Returns the characters of the object, which is not nil." [s] (if (nil? s) (throw (NullPointerException.)) (str s)))
(defn upper-case "Returns the string in capitals." [s] (cl/string-upcase (text s)))
(defn lower-case "Returns the string in small letters." [s] (cl/string-downcase (text s)))
(defn capitalize "Returns the string with a capital first, and then small letters." [s]
  (let [s (text s)] (if (= s "") s (str (upper-case (subs s 0 1)) (lower-case (subs s 1))))))
(defn join "Returns the elements as text, with the separator between them."
  ([coll] (apply str coll))
  ([separator coll] (apply str (interpose (str separator) coll))))
(defn starts-with? "True if the string begins with the part." [s part] (.startsWith (text s) part))
(defn ends-with? "True if the string ends with the part." [s part] (.endsWith (text s) part))
(defn includes? "True if the part stands in the string." [s part] (.contains (text s) part))
(defn index-of "Returns the index of the part in the string, at from or after it if that is given, or nil."
  ([s part] (index-of s part 0))
  ([s part from] (let [index (.indexOf (text s) part from)] (when-not (neg? index) index))))
(defn last-index-of "Returns the last index of the part in the string, at from or before it if that is given, or nil."
  ([s part] (last-index-of s part (count (text s))))
  ([s part from] (let [index (.lastIndexOf (text s) part from)] (when-not (neg? index) index))))
(defn split-lines "Returns a vector of the lines." [s] (split s #"\r?\n"))
(defn escape "Returns the string with characters replaced as the map says." [s m]
  (apply str (map (fn [c] (let [r (m c)] (if (nil? r) c r))) (check-string s))))

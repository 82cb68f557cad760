;; clojure.string.

(defn blank? "True of nil, and of a string of nothing but blanks." [s]
  (or (nil? s) (every? (fn [c] (contains? #{\space \newline \tab \return \formfeed} c)) s)))
(defn upper-case "The string in capitals." [s] (cl/string-upcase (str s)))
(defn lower-case "The string in small letters." [s] (cl/string-downcase (str s)))
(defn capitalize "The string with a capital first, and then small letters." [s]
  (let [s (str s)] (if (= s "") s (str (upper-case (subs s 0 1)) (lower-case (subs s 1))))))
(defn join "The elements as text, with the separator between them."
  ([coll] (apply str coll))
  ([separator coll] (apply str (interpose (str separator) coll))))
(defn reverse "The string backwards." [s] (cl/reverse s))
(defn trim "The string without blanks at both ends." [s] (.trim s))
(defn starts-with? "True if the string begins with the part." [s part] (.startsWith s part))
(defn ends-with? "True if the string ends with the part." [s part] (.endsWith s part))
(defn includes? "True if the part stands in the string." [s part] (.contains s part))
(defn index-of "Where the part stands in the string, or nil."
  ([s part] (index-of s part 0))
  ([s part from] (let [index (.indexOf s part from)] (when-not (neg? index) index))))
(defn last-index-of "Where the part stands last in the string, or nil." [s part]
  (let [index (.lastIndexOf s part)] (when-not (neg? index) index)))
(defn split-lines "A vector of the lines." [s] (split s #"\r?\n"))
(defn escape "The string with characters replaced as the map says." [s m]
  (apply str (map (fn [c] (let [r (m c)] (if (nil? r) c r))) s)))

;;; Makes PNG of SVG by librsvg and cairo. A program loads this file when it needs it; loading it fails where the
;;; libraries, or the module foreign, are missing.

(require "foreign")

(defparameter *rsvg* (foreign:open-library "librsvg-2.so.2") "The library that draws SVG, with cairo, which it needs.")

(defun call-with-surface (svg width height function)
  "Calls FUNCTION on a cairo surface of WIDTH times HEIGHT pixels on which SVG, a vector of octets, is drawn."
  (foreign:with-pointer-to-vector (data svg :direction :input)
    (let ((handle (foreign:call "rsvg_handle_new_from_data" :pointer (:pointer data) (:size (length svg)) (:pointer (foreign:null-pointer))))
          (surface (foreign:call "cairo_image_surface_create" :pointer (:int 0) (:int width) (:int height))))
      (when (foreign:null-pointer-p handle) (error "librsvg cannot read the picture"))
      (unwind-protect
           (let ((context (foreign:call "cairo_create" :pointer (:pointer surface))))
             (unwind-protect
                  (foreign:with-memory ((view :double 4))
                    (loop for value in (list 0 0 width height)
                          for i from 0
                          do (setf (foreign:memory-ref view :double (* 8 i)) (float value 1d0)))
                    (when (zerop (foreign:call "rsvg_handle_render_document" :int (:pointer handle) (:pointer context) (:pointer view)
                                               (:pointer (foreign:null-pointer))))
                      (error "librsvg cannot draw the picture")))
               (foreign:call "cairo_destroy" :void (:pointer context)))
             (funcall function surface))
        (foreign:call "cairo_surface_destroy" :void (:pointer surface))
        (foreign:call "g_object_unref" :void (:pointer handle))))))

(defun rasterized (svg width height)
  "Returns SVG, a string of ASCII characters, as a PNG of WIDTH times HEIGHT pixels, a vector of octets."
  (let ((parts '()))
    (call-with-surface
     (map '(vector (unsigned-byte 8)) #'char-code svg) width height
     (lambda (surface)
       (foreign:with-callback (write (lambda (closure data length)
                                       (declare (ignore closure))
                                       (let ((part (make-array length :element-type '(unsigned-byte 8))))
                                         (foreign:copy-to-vector data part)
                                         (push part parts)
                                         0))
                                     :int (:pointer :pointer :unsigned-int))
         (unless (zerop (foreign:call "cairo_surface_write_to_png_stream" :int (:pointer surface) (:pointer write) (:pointer (foreign:null-pointer))))
           (error "cairo cannot write the picture")))))
    (let ((octets (make-array (reduce #'+ parts :key #'length) :element-type '(unsigned-byte 8))))
      (loop for start = 0 then (+ start (length part))
            for part in (reverse parts)
            do (replace octets part :start1 start))
      octets)))

/* TESSERA_API: what the library shows of itself; all else in it is hidden. Layer: public. */
#ifndef TESSERA_EXPORT_H
#define TESSERA_EXPORT_H

#if defined(__GNUC__)
#define TESSERA_API __attribute__((visibility("default")))
#else
#define TESSERA_API
#endif

#endif

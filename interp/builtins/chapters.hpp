// The tables of builtins, one for each chapter of the standard. Layer: builtins.
#pragma once

#include "builtins/registry.hpp"

namespace tessera {

enum class Chapter : std::uint8_t {
#define CHAPTER(name) name,
#include "builtins/chapters.def"
#undef CHAPTER
};

/// Returns the chapter's table. Each chapter's file specialises it: without a row in chapters.def the file does not
/// compile, and without a file the row does not link.
template <Chapter> std::span<const Builtin> builtins_of();
#define CHAPTER(name) template <> std::span<const Builtin> builtins_of<Chapter::name>();
#include "builtins/chapters.def"
#undef CHAPTER

}  // namespace tessera

// Signs, checks and splits Jupyter's messages.
#include "envelope.hpp"

#include <algorithm>
#include <utility>

namespace tessera::jupyter {

namespace {

constexpr std::size_t signed_frames = 4;

/// Compares in constant time.
bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace

Fault unpack(Frames frames, const Signer& sign, Message& message) {
  const auto mark = std::find(frames.begin(), frames.end(), delimiter);
  if (mark == frames.end()) return Fault::no_delimiter;
  if (static_cast<std::size_t>(frames.end() - mark) < 2 + signed_frames) return Fault::frames_missing;
  std::size_t size = 0;
  for (const std::string& frame : frames) size += frame.size();
  message.route.assign(std::make_move_iterator(frames.begin()), std::make_move_iterator(mark));
  const std::string signature = std::move(mark[1]);
  message.header = std::move(mark[2]);
  message.parent = std::move(mark[3]);
  message.metadata = std::move(mark[4]);
  message.content = std::move(mark[5]);  // buffers after it are for widgets, which Lisp has none of
  if (!same(signature, sign(message))) return Fault::wrong_signature;
  if (size <= longest_message) return Fault::none;
  message.content.clear();
  return message.header.size() <= longest_message ? Fault::too_long : Fault::frames_missing;
}

const char* fault_text(Fault fault) {
  switch (fault) {
    case Fault::none: return "";
    case Fault::no_delimiter: return "it has no delimiter";
    case Fault::frames_missing: return "frames are missing";
    case Fault::wrong_signature: return "its signature is wrong";
    case Fault::too_long: return "it is too long";
  }
  return "";
}

Frames pack(const Message& message, const Signer& sign) {
  Frames frames = message.route;
  frames.emplace_back(delimiter);
  frames.push_back(sign(message));
  for (const std::string* part : {&message.header, &message.parent, &message.metadata, &message.content}) frames.push_back(*part);
  return frames;
}

}  // namespace tessera::jupyter

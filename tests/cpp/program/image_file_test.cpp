// Image files: a file that is not an image of this build, or is damaged, is refused with a message that names the file
// and the reason.
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <random>

#include "api/builtin_image.hpp"
#include "catch.hpp"
#include "lisp.hpp"
#include "memory/image.hpp"
#include "process.hpp"
#include "vm/vm.hpp"

namespace {

using namespace tessera;

const std::string& good_image() {
  static const std::string image(builtin_image().begin(), builtin_image().end());
  return image;
}

std::string complaint_of(const std::string& bytes) { return image_complaint(bytes); }

/// Returns an Interpreter's message about the image `path`, or "" if it starts from it.
std::string refusal(const std::string& path) {
  Options options;
  options.image_path = path;
  try {
    Interpreter lisp(options);
    return eval(lisp, "(+ 1 2)").value.text() == "3" ? "" : "it does not work";
  } catch (const std::runtime_error& e) { return e.what(); }
}

void flip(std::string& bytes, std::size_t bit) { bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8)); }

std::string with_bytes(std::size_t offset, const std::string& bytes) {
  std::string image = good_image();
  image.replace(offset, bytes.size(), bytes);
  return image;
}

TEST_CASE("an interpreter starts from an image in a file", "[image]") {
  const ScratchFolder scratch;
  CHECK(complaint_of(good_image()).empty());
  CHECK(refusal(scratch.file("good.image", good_image())).empty());
}

TEST_CASE("files that are not images are refused", "[image]") {
  const ScratchFolder scratch;
  const auto refused = [&](const std::string& path, const std::string& why) {
    CHECK(refusal(path) == "tessera: cannot start from the image " + path + ": " + why);
  };
  refused(scratch.path("nowhere.image"), "No such file or directory");
  refused(TESSERA_SOURCE_DIR, "Is a directory");
  refused("/dev/null", "it is empty");
  refused("/dev/zero", "it is not an image of Tessera");
  refused(scratch.file("text.image", "(print 1)\n"), "it is not an image of Tessera");
  refused(scratch.file("long-text.image", std::string(100000, 'T')), "it is not an image of Tessera");
  refused(TESSERA_PROGRAM, "it is not an image of Tessera");
  const std::string secret = scratch.file("secret.image", good_image());
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  if (::access(secret.c_str(), R_OK) != 0) refused(secret, "Permission denied");  // the superuser may read all
}

TEST_CASE("images of other builds and formats are refused", "[image]") {
  const ScratchFolder scratch;
  const std::string other = scratch.file("other.image", with_bytes(offsetof(ImageHeader, build), "0.0.9 fedcba\n"));
  const std::string why = refusal(other);
  INFO(why);
  CHECK(why.find(other + ": it was made by the build 0.0.9 fedcba?") != std::string::npos);
  CHECK(why.find(std::string(", and this is ") + image_build) != std::string::npos);
  CHECK(complaint_of(with_bytes(0, "TESSERA1")) == "it is an image of another format");
}

TEST_CASE("an image with too few roots is refused", "[image]") {
  const ScratchFolder scratch;
  const std::unique_ptr<Vm> machine = Vm::create();
  Vm& vm = *machine;
  std::vector<Value> roots = load_image(vm.heap, builtin_image());
  const std::string count = std::to_string(roots.size());
  roots.pop_back();
  const std::vector<char> image = make_image(roots).bytes;
  CHECK(image_complaint(image).empty());
  const std::string path = scratch.file("fewer.image", {image.begin(), image.end()});
  CHECK(refusal(path).find("roots where this build has " + count) != std::string::npos);
}

TEST_CASE("an image that is too short or too long is refused", "[image]") {
  const ScratchFolder scratch;
  const std::string& image = good_image();
  const auto cut = [&](std::size_t length) { return complaint_of(image.substr(0, length)); };
  for (std::size_t length = 1; length < 600; ++length) {
    INFO(length);
    CHECK(cut(length).find("it ends early") == 0);
  }
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const std::size_t length = random() % image.size();
    INFO(length);
    CHECK_FALSE(cut(length).empty());
  }
  CHECK(cut(image.size() - 1).find("it ends early") == 0);
  CHECK(refusal(scratch.file("half.image", image.substr(0, image.size() / 2))).find("half.image: it ends early: ") != std::string::npos);
  CHECK(refusal(scratch.file("header.image", image.substr(0, 4096))).find("header.image: it ends early: ") != std::string::npos);
  CHECK(refusal(scratch.file("longer.image", image + "x")).find("longer.image: it continues after its end") != std::string::npos);
}

TEST_CASE("an image with a bit changed anywhere is refused", "[image]") {
  const ScratchFolder scratch;
  std::string image = good_image();
  const auto refused_with = [&](std::size_t bit) {
    flip(image, bit);
    const bool refused = !complaint_of(image).empty();
    flip(image, bit);
    return refused;
  };
  for (std::size_t bit = 0; bit < 8 * sizeof(ImageHeader); ++bit) {
    INFO(bit);
    CHECK(refused_with(bit));
  }
  std::mt19937 random(2);
  for (int i = 0; i < 500; ++i) {
    const std::size_t bit = (std::size_t{random()} << 3 | random() % 8) % (8 * image.size());
    INFO(bit);
    CHECK(refused_with(bit));
  }
  CHECK(complaint_of(image).empty());
  flip(image, 8 * (image.size() / 2));
  CHECK(refusal(scratch.file("flipped.image", image)).find("flipped.image: it is damaged") != std::string::npos);
}

TEST_CASE("an image with many bytes changed is refused", "[image]") {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    std::string image = good_image();
    const std::size_t begin = random() % image.size(), length = std::min<std::size_t>(random() % 10000 + 1, image.size() - begin);
    for (std::size_t k = begin; k < begin + length; ++k) image[k] = static_cast<char>(random());
    INFO(begin << ", " << length);
    if (image != good_image()) CHECK_FALSE(complaint_of(image).empty());
  }
}

}  // namespace

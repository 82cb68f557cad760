// The program that makes the image when Tessera is built: make_image STDLIB-DIRECTORY OUTPUT. Layer: repl.
#include <cstdio>
#include <fstream>

#include "api/bootstrap.hpp"
#include "api/image_roots.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: make_image STDLIB-DIRECTORY OUTPUT\n");
    return 2;
  }
  tessera::Vm vm;
  tessera::bootstrap_natives(vm);
  const std::string complaint = tessera::bootstrap_library(vm, argv[1]);
  if (!complaint.empty()) {
    std::fprintf(stderr, "%s\n", complaint.c_str());
    return 1;
  }
  const std::vector<char> image = tessera::save_image(vm);
  std::ofstream(argv[2], std::ios::binary).write(image.data(), static_cast<std::streamsize>(image.size()));
  return 0;
}

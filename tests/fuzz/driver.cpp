// In libFuzzer's place: runs a fuzz target on inputs that grow out of examples by chance. The same numbers give the
// same run.
//     tessera_fuzz_web_request ROUNDS [SEED] < EXAMPLES           # examples are separated by lines of ---
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t n) { return n == 0 ? 0 : random() % n; }

std::vector<std::string> examples(const std::string& text) {
  static const std::string mark = "\n---\n";
  std::vector<std::string> found;
  for (std::size_t start = 0, end = 0; end != std::string::npos; start = end + mark.size()) {
    end = text.find(mark, start);
    std::string example;
    for (const char c : text.substr(start, end == std::string::npos ? end : end - start))
      example += c == '\n' ? std::string("\r\n") : std::string(1, c);
    found.push_back(example);
  }
  return found;
}

/// One change by chance: a byte, a piece moved, doubled, cut out, or put in from another example.
void change(std::string& text, const std::vector<std::string>& others, Random& random) {
  static const std::string interesting[] = {"\r\n",
                                            "\r\n\r\n",
                                            "%",
                                            "%00",
                                            "%zz",
                                            "%C3",
                                            "+",
                                            "&",
                                            "=",
                                            "?",
                                            "/",
                                            "/../",
                                            ":",
                                            " ",
                                            std::string(1, '\0'),
                                            "\xFF",
                                            "\xC3\xA9",
                                            "HTTP/1.1",
                                            "Content-Length: ",
                                            "Transfer-Encoding: chunked\r\n",
                                            "99999999999999999999",
                                            "-1"};
  const std::size_t at = below(random, text.size() + 1), length = below(random, 20);
  switch (random() % 6) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(random());
      break;
    case 1: text.insert(at, interesting[below(random, std::size(interesting))]); break;
    case 2: text.erase(at, length); break;
    case 3: text.insert(at, text.substr(below(random, text.size()), length)); break;
    case 4: text.insert(at, others[below(random, others.size())].substr(0, length * 4)); break;
    default:
      if (random() % 50 == 0) text.insert(at, std::string(below(random, 50000), static_cast<char>(random())));
      break;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const long rounds = argc > 1 ? std::atol(argv[1]) : 10000;
  Random random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  const std::vector<std::string> seeds = examples(std::string(std::istreambuf_iterator<char>(std::cin), {}));
  for (long i = 0; i < rounds; ++i) {
    std::string text = seeds[below(random, seeds.size())];
    for (std::size_t changes = random() % 8; changes > 0; --changes) change(text, seeds, random);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::printf("%ld inputs\n", rounds);
}

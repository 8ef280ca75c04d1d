// A folder of modules, read into memory once, so that benchmarks and
// differential tests never wait for the disk.
//
// Tested by corpus_test.cc.

#ifndef PLUMB_BENCH_CORPUS_H_
#define PLUMB_BENCH_CORPUS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace plumb::bench {

struct CorpusModule {
  std::string path;             // in the corpus, without extension
  std::string target_env;       // from `path`; see TargetEnvOf()
  std::vector<uint32_t> words;  // empty if there is no .spv
  std::string text;             // empty if there is no .spvasm
};

struct Corpus {
  std::vector<CorpusModule> modules;  // sorted by path, bytewise
  size_t word_count = 0;              // of all binaries
  size_t text_bytes = 0;              // of all texts
};

// Reads every *.spv and *.spvasm below `folder`; a binary and a text with the
// same stem are one module.  Symbolic links to folders are not followed.
//
// Fails with kNotFound if there is no such folder, with kDataLoss if a file
// cannot be read or a binary's size is not a multiple of four.  The words are
// read in the byte order of this machine.  An empty folder is an empty corpus.
absl::StatusOr<Corpus> LoadCorpus(const std::string& folder);

// The target environment of a module at `path`: the first folder's name up to
// a '-' ("vulkan1.3-g/a" is for vulkan1.3), as bench/fetch_corpus lays them
// out; "spv1.6" if the path has no folder.
absl::string_view TargetEnvOf(absl::string_view path);

// The default folder of bench/fetch_corpus:
// ${PLUMB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/plumb}/corpus.
std::string DefaultCorpusFolder();

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_CORPUS_H_

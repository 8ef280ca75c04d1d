// Finds the conformance vectors and similar folders, for tests that use them
// if they exist.
#ifndef PLUMB_TESTDATA_SHARED_VECTORS_H_
#define PLUMB_TESTDATA_SHARED_VECTORS_H_

#include <string>

namespace plumb {

// The folder `name` in $PLUMB_SHARED, or in a folder `shared` beside the
// sources; empty if there is none.  `source` is a file in the test's data, by
// its path in the sources: it links to the real sources.
std::string SharedFolder(const std::string& name, const std::string& source);

// SharedFolder("vectors", source).
std::string VectorsFolder(const std::string& source);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_SHARED_VECTORS_H_

// Where the conformance vectors are, for tests that use them if they are there.
#ifndef PLUMB_TESTDATA_SHARED_VECTORS_H_
#define PLUMB_TESTDATA_SHARED_VECTORS_H_

#include <string>

namespace plumb {

// The folder `vectors` in $PLUMB_SHARED, or in a folder `shared` beside the
// sources; empty if there is none.  `source` is a file that the test has as
// data, by its path in the sources: it leads to where they really are.
std::string VectorsFolder(const std::string& source);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_SHARED_VECTORS_H_

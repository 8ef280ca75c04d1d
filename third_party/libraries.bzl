"""C++ libraries, taken from the system's packages.

Each becomes a repository with one small BUILD file (third_party/*.BUILD) that
carries the linker options; the headers are found on the compiler's own
include path.
"""

_LIBRARIES = [
    "absl",
    "benchmark",
    "cli11",
    "googletest",
    "nlohmann_json",
    "re2",
    "spirv_tools",
]

def debian_libraries():
    """Declares a repository per library."""
    for name in _LIBRARIES:
        native.new_local_repository(
            name = name,
            path = "third_party/system",
            build_file = "//third_party:%s.BUILD" % name,
        )

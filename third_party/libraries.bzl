"""The C++ libraries that Plumb uses, taken from the system."""

load("//third_party:system_library.bzl", "system_library")

def system_libraries():
    """Declares a repository per library."""
    system_library(
        name = "absl",
        debian_package = "libabsl-dev",
        library = "Abseil",
        packages = [
            "absl_algorithm_container",
            "absl_bits",
            "absl_core_headers",
            "absl_flat_hash_map",
            "absl_flat_hash_set",
            "absl_function_ref",
            "absl_hash",
            "absl_inlined_vector",
            "absl_int128",
            "absl_memory",
            "absl_optional",
            "absl_span",
            "absl_status",
            "absl_statusor",
            "absl_str_format",
            "absl_strings",
        ],
        target = "absl",
    )
    system_library(
        name = "benchmark",
        debian_package = "libbenchmark-dev",
        library = "Google Benchmark",
        packages = ["benchmark"],
        target = "benchmark",
    )
    system_library(
        name = "cli11",
        debian_package = "libcli11-dev",
        library = "CLI11",
        packages = ["CLI11"],
        target = "cli11",
    )
    system_library(
        name = "googletest",
        debian_package = "libgmock-dev",
        library = "GoogleTest",
        packages = ["gmock_main"],
        target = "gtest_main",
    )
    system_library(
        name = "libsodium",
        debian_package = "libsodium-dev",
        library = "libsodium",
        packages = ["libsodium"],
        target = "libsodium",
    )
    system_library(
        name = "nlohmann_json",
        debian_package = "nlohmann-json3-dev",
        library = "nlohmann/json",
        packages = ["nlohmann_json"],
        target = "json",
    )
    system_library(
        name = "re2",
        debian_package = "libre2-dev",
        library = "RE2",
        packages = ["re2"],
        target = "re2",
    )
    test_libraries()

def test_libraries():
    """Declares those that only tests and benchmarks use, and no registry of modules has."""
    system_library(
        name = "expat",
        debian_package = "libexpat1-dev",
        library = "Expat",
        packages = ["expat"],
        target = "expat",
    )
    system_library(
        name = "spirv_tools",
        debian_package = "spirv-tools-dev; up to Debian 13, spirv-tools",
        library = "SPIRV-Tools",
        packages = ["SPIRV-Tools"],
        target = "spirv_tools",
    )

"""Finds nginx, which the test of remote caches uses as the cache.

Uses the nginx of the system, or else the one that tools/setup.sh unpacks into the
cache folder.  If there is none, the repository is empty and the test is skipped.
"""

load(":cache_folder.bzl", "CACHE_FOLDER_ENVIRON", "cache_folder")

def _nginx_impl(ctx):
    for program in ["/usr/sbin/nginx", cache_folder(ctx) + "/nginx/usr/sbin/nginx"]:
        if ctx.path(program).exists:
            ctx.symlink(program, "nginx")
            break
    ctx.file("BUILD.bazel", """
filegroup(
    name = "program",
    srcs = glob(["nginx"], allow_empty = True),
    visibility = ["//visibility:public"],
)
""")

nginx_repository = repository_rule(
    implementation = _nginx_impl,
    doc = "nginx, if there is one.",
    environ = CACHE_FOLDER_ENVIRON,
    local = True,
)

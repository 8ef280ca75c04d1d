"""The folder that tools/setup.sh fetches into."""

# A repository rule that calls cache_folder() must list these variables.
CACHE_FOLDER_ENVIRON = ["PLUMB_CACHE", "XDG_CACHE_HOME", "HOME"]

def cache_folder(ctx):
    """Returns the folder that tools/setup.sh uses.

    Args:
      ctx: the context of a repository rule.

    Returns:
      the folder's path as a string.
    """
    env = ctx.os.environ
    if env.get("PLUMB_CACHE"):
        return env["PLUMB_CACHE"]
    if env.get("XDG_CACHE_HOME"):
        return env["XDG_CACHE_HOME"] + "/plumb"
    return env.get("HOME", "/root") + "/.cache/plumb"

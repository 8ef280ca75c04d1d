"""The folder that tools/setup.sh fetches into."""

# What a repository rule that asks for the folder has to list.
CACHE_FOLDER_ENVIRON = ["PLUMB_CACHE", "XDG_CACHE_HOME", "HOME"]

def cache_folder(ctx):
    """The same folder as tools/setup.sh uses.

    Args:
      ctx: of a repository rule.

    Returns:
      the folder's path as a string.
    """
    env = ctx.os.environ
    if env.get("PLUMB_CACHE"):
        return env["PLUMB_CACHE"]
    if env.get("XDG_CACHE_HOME"):
        return env["XDG_CACHE_HOME"] + "/plumb"
    return env.get("HOME", "/root") + "/.cache/plumb"

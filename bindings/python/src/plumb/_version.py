"""The version of the package, which is that of the project."""

__version__ = "1.0.0"

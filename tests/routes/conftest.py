"""The samples hold tests of their own, which are no tests of ours."""

collect_ignore = ["samples"]

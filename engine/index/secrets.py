"""Which files hold secrets, told by their names: they are never read, indexed or shown, whatever git says of them.

Source code is no secret: `secrets.py` is a module like others. Opens no file.
"""

from __future__ import annotations

__all__ = ["SECRET", "is_secret"]

SECRET = "may hold secrets"  # noqa: S105 - a reason, no password

_FOLDERS = frozenset({".ssh", ".gnupg", ".aws", ".azure", ".kube", ".password-store"})
_NAMES = frozenset(
    {
        ".env",
        ".envrc",
        ".netrc",
        "_netrc",
        ".npmrc",
        ".yarnrc.yml",
        ".pypirc",
        ".pgpass",
        ".my.cnf",
        ".htpasswd",
        ".git-credentials",
        ".dockercfg",
        ".boto",
        ".s3cfg",
        ".vault-token",
        "credentials",
        "kubeconfig",
    }
)
_ENDINGS = (
    ".env",
    ".pem",
    ".key",
    ".p12",
    ".pfx",
    ".jks",
    ".keystore",
    ".kdbx",
    ".ppk",
    ".asc",
    ".gpg",
    ".tfvars",
    ".tfstate",
)
_BEGINNINGS = ("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "client_secret", "service-account", "service_account")
_WORDS = frozenset({"credentials", "secrets", "secret"})
"""What a file of values is called that holds them, before its ending."""
_VALUES = frozenset({"json", "yaml", "yml", "toml", "ini", "cfg", "conf", "properties", "xml", "txt", "sh", "bash"})
_EXAMPLES = (".example", ".sample", ".template", ".dist")
_CODE = (
    ".py",
    ".js",
    ".ts",
    ".go",
    ".java",
    ".rb",
    ".php",
    ".rs",
    ".kt",
    ".cs",
    ".c",
    ".h",
    ".cpp",
    ".swift",
    ".scala",
)


def is_secret(name: str, *, folder: bool = False) -> bool:
    """Whether a file or folder of this name (without its path) is one whose content nobody should see."""
    name = name.lower()
    if folder:
        return name in _FOLDERS
    if name in _NAMES or name.endswith(_ENDINGS):
        return True
    if name.endswith(_EXAMPLES):
        return False
    if name.startswith(".env."):
        return True
    if name.startswith(_BEGINNINGS):
        return not name.endswith(_CODE)
    stem, _, ending = name.partition(".")
    return stem in _WORDS and ending in _VALUES

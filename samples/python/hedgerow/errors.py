# SPDX-License-Identifier: Apache-2.0
"""How a command ended, as exceptions: one for each exit code of docs/exit-codes.md that is a failure."""

from typing import Dict, Optional, Type


class HedgerowError(Exception):
    """A command failed. ``str(error)`` is the command's own sentence.

    ``exit_code`` is that of the process, ``kind`` the word for it in the command's JSON where there was one, and
    ``log`` what the process wrote to standard error.
    """

    def __init__(self, message: str, exit_code: int = 70, kind: Optional[str] = None, log: str = "") -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.kind = kind
        self.log = log


class UsageError(HedgerowError):
    """Exit code 2: an unknown option or value; nothing was done."""


class DataError(HedgerowError):
    """Exit code 3: a file is missing, unreadable, unwritable or holds bad data."""


class Refused(HedgerowError):
    """Exit code 5: the privacy budget, a policy or a ledger refused; nothing was computed on records."""


class AuditRefuted(HedgerowError):
    """Exit code 6: an audit refuted a privacy claim."""


class NoResult(HedgerowError):
    """Exit code 7: the study has no result."""


class NotInstalled(HedgerowError):
    """Exit code 69, or nothing could be started: Java or hedgerow was not found, or is too old."""


class InternalError(HedgerowError):
    """Exit code 70, or one that the command line does not have: please report it."""


class StorageError(HedgerowError):
    """Exit code 75: a file could not be written, as on a full disk; start the same again when there is room."""


class Cancelled(HedgerowError):
    """Exit code 130 or 143, a signal (-2, -15), a time limit, or ``cancel``: the process was ended."""


_BY_CODE: Dict[int, Type[HedgerowError]] = {
    2: UsageError,
    3: DataError,
    5: Refused,
    6: AuditRefuted,
    7: NoResult,
    69: NotInstalled,
    70: InternalError,
    75: StorageError,
    130: Cancelled,
    143: Cancelled,
    # Python gives the negative number of a signal that ended a process: SIGINT, SIGTERM
    -2: Cancelled,
    -15: Cancelled,
}


def error_of(exit_code: int, message: str, kind: Optional[str] = None, log: str = "") -> HedgerowError:
    """The exception for an exit code."""
    return _BY_CODE.get(exit_code, InternalError)(message, exit_code, kind, log)

# SPDX-License-Identifier: Apache-2.0
"""Learns Bayesian networks with the hedgerow command line.

Every function starts ``hedgerow`` as a process, without a shell, and reads its results. Tables are pandas data frames
where pandas is installed, and otherwise lists of dictionaries. What the command refuses is raised as an exception with
the command's own sentence.

``HEDGEROW_HOME`` names the folder with ``hedgerow.jar``, or that jar; without it ``hedgerow`` on the ``PATH`` is started.
Java is that of ``JAVA_HOME``, or ``java`` on the ``PATH``, and gets the words of ``HEDGEROW_JAVA_OPTS``.
"""

from .command import Hedgerow, Running
from .errors import (
    AuditRefuted,
    Cancelled,
    DataError,
    HedgerowError,
    InternalError,
    NoResult,
    NotInstalled,
    Refused,
    StorageError,
    UsageError,
)
from .learning import (
    Comparison,
    Inspection,
    Prediction,
    StoppedEarly,
    compare,
    effects,
    export,
    inspect,
    learn,
    predict,
    what_if,
)
from .results import Edge, Equation, Result, load
from .studies import Study, plan, rehearse

__version__ = "0.2.0"

__all__ = [
    "AuditRefuted",
    "Cancelled",
    "Comparison",
    "DataError",
    "Edge",
    "Equation",
    "Hedgerow",
    "HedgerowError",
    "Inspection",
    "InternalError",
    "NoResult",
    "NotInstalled",
    "Prediction",
    "Refused",
    "Result",
    "Running",
    "StoppedEarly",
    "StorageError",
    "Study",
    "UsageError",
    "compare",
    "effects",
    "export",
    "inspect",
    "learn",
    "load",
    "plan",
    "predict",
    "rehearse",
    "what_if",
]

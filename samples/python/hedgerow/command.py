# SPDX-License-Identifier: Apache-2.0
"""Finds the command line and runs it: no shell, no words of a file as options, and no process left behind."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

from .errors import Cancelled, HedgerowError, NotInstalled, error_of

#: ``True`` copies lines to standard error; a function gets each line.
Progress = Union[bool, Callable[[str], Any], None]

_JARS = (("hedgerow.jar", "hedgerow-lab.jar"), ("samples/cli/target/hedgerow.jar", "samples/lab/target/hedgerow-lab.jar"))
_MAIN = "io.hedgerow.samples.cli.Hedgerow"
#: Seconds that a process has to end by itself before it is killed.
_GRACE = 5.0
_PREFIX = "hedgerow: error: "


def _java() -> str:
    home = os.environ.get("JAVA_HOME")
    if home:
        for name in ("java", "java.exe"):
            java = Path(home, "bin", name)
            if java.is_file():
                return str(java)
    found = shutil.which("java")
    if found is None:
        raise NotInstalled("java was not found: install Java 17 or newer and put it on the PATH, or set JAVA_HOME", 69)
    return found


def _of_jar(jar: Path, lab: Path, java_options: Sequence[str]) -> List[str]:
    path = os.pathsep.join(str(each) for each in (jar, lab) if each.is_file())
    options = [*os.environ.get("HEDGEROW_JAVA_OPTS", "").split(), *java_options]
    return [_java(), "-XX:+UseSerialGC", *options, "-cp", path, _MAIN]


def find_command(home: Optional[str] = None, java_options: Sequence[str] = ()) -> List[str]:
    """The words that start the command line: ``home`` or HEDGEROW_HOME, else ``hedgerow`` on the PATH."""
    place = home or os.environ.get("HEDGEROW_HOME")
    if place:
        folder = Path(place).resolve()
        if folder.is_file():
            return _of_jar(folder, folder.with_name("hedgerow-lab.jar"), java_options)
        for jar, lab in _JARS:
            if (folder / jar).is_file():
                return _of_jar(folder / jar, folder / lab, java_options)
        raise NotInstalled(f"HEDGEROW_HOME must be hedgerow.jar, or a folder with it, was {place}", 69)
    found = shutil.which("hedgerow")
    # a batch file would be read by a shell, which takes characters of arguments as its own
    if found is not None and not found.lower().endswith((".bat", ".cmd")):
        return [found]
    raise NotInstalled("hedgerow was not found: set HEDGEROW_HOME to the folder with hedgerow.jar", 69)


class Running:
    """A started command. ``wait`` gives its JSON; ``cancel`` ends it; leaving a ``with`` block ends it as well."""

    def __init__(self, words: Sequence[str], progress: Progress, environment: Optional[Mapping[str, str]] = None) -> None:
        self._progress = progress
        self._log: List[str] = []
        self._out: List[bytes] = []
        self._cancelled = False
        try:
            self._process = subprocess.Popen(
                list(words),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=None if environment is None else dict(environment),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as e:
            raise NotInstalled(f"{words[0]} could not be started: {e.strerror or e}", 69) from e
        self._readers = [
            threading.Thread(target=self._read_out, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_log, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _read_out(self, stream: IO[bytes]) -> None:
        self._out.append(stream.read())

    def _read_log(self, stream: IO[bytes]) -> None:
        for raw in stream:
            line = raw.decode("utf-8", "replace").rstrip("\r\n")
            self._log.append(line)
            if callable(self._progress):
                try:
                    self._progress(line)
                except Exception as e:  # the process must not block because nothing reads its lines
                    self._log.append(f"progress failed: {e!r}")
                    self._progress = None
            elif self._progress:
                print(line, file=sys.stderr, flush=True)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def log(self) -> List[str]:
        """Lines of standard error so far."""
        return list(self._log)

    def done(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def cancel(self) -> None:
        """Ends the process and waits until it has ended; does nothing when it has."""
        if self._process.poll() is None:
            self._cancelled = True
            self._process.terminate()
            try:
                self._process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._close()

    def _close(self) -> None:
        for reader, stream in zip(self._readers, (self._process.stdout, self._process.stderr)):
            # a progress function that cancels runs in a reader, which cannot wait for itself and still reads its stream
            if reader is threading.current_thread():
                continue
            reader.join()
            if stream is not None:
                stream.close()

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        self.cancel()

    def wait(self, timeout: Optional[float] = None, cancel: Any = None) -> Dict[str, Any]:
        """The JSON that the command printed; its ``exitCode`` is 0, or 4 where a solver stopped early.

        ``timeout`` is in seconds. ``cancel`` is an event: as soon as ``cancel.is_set()``, the process is ended.
        ``Cancelled`` is raised for both. Whatever interrupts the wait, such as Ctrl-C, ends the process, too.
        """
        end = None if timeout is None else time.monotonic() + timeout
        try:
            while True:
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    raise Cancelled(f"ended after {timeout} s, the time limit", 130, log="\n".join(self._log))
                if cancel is not None and cancel.is_set():
                    raise Cancelled("cancelled", 130, log="\n".join(self._log))
                step = left if cancel is None else min(0.1, left or 0.1)
                try:
                    code = self._process.wait(step)
                    break
                except subprocess.TimeoutExpired:
                    continue
        except BaseException:
            self.cancel()
            raise
        self._close()
        return self._ended(code)

    def _ended(self, code: int) -> Dict[str, Any]:
        text = b"".join(self._out).decode("utf-8", "replace")
        log = "\n".join(self._log)
        if self._cancelled:
            raise Cancelled("cancelled", 130, log=log)
        try:
            document = json.loads(text)
        except ValueError:
            document = None
        if code in (0, 4) and isinstance(document, dict):
            return {**document, "exitCode": code}
        if isinstance(document, dict) and isinstance(document.get("error"), dict):
            failed = document["error"]
            raise error_of(code, str(failed.get("message", "")), failed.get("kind"), log)
        if "UnsupportedClassVersionError" in log:
            raise NotInstalled("hedgerow needs Java 17 or newer: set JAVA_HOME to one", 69, log=log)
        said = [line[len(_PREFIX) :] for line in self._log if line.startswith(_PREFIX)]
        raise error_of(code, said[0] if said else (log or f"ended with exit code {code}"), None, log)


class Hedgerow:
    """The command line of one installation, for those who have several; functions take it as ``hedgerow=``."""

    def __init__(self, home: Optional[Union[str, "os.PathLike[str]"]] = None, java_options: Sequence[str] = ()) -> None:
        """``home`` is as HEDGEROW_HOME; ``java_options`` such as ``["-Xmx8g"]`` count where a jar is started."""
        self.command = find_command(None if home is None else os.fspath(home), java_options)

    def start(self, words: Sequence[str], progress: Progress = None) -> Running:
        """Starts a command with ``--json``, and ``--quiet`` unless there is ``progress``."""
        quiet = [] if progress else ["--quiet"]
        return Running([*self.command, *words, "--json", *quiet], progress)

    def run(
        self, words: Sequence[str], progress: Progress = None, timeout: Optional[float] = None, cancel: Any = None
    ) -> Dict[str, Any]:
        """Runs a command to its end; see ``Running.wait``."""
        return self.start(words, progress).wait(timeout, cancel)


def option_words(options: Mapping[str, Any]) -> List[str]:
    """Options as words: ``lambda_=0.1`` is ``--lambda=0.1``, ``True`` a flag, and a list is joined by commas.

    A value is in the same word as its option, so no value is taken for an option. An item of a list must have no comma,
    which would make it two: that raises ``ValueError``.
    """
    words: List[str] = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, Mapping):
            words.extend(f"{option}={key}={_text(one)}" for key, one in value.items())
        elif isinstance(value, (list, tuple)):
            words.append(f"{option}={','.join(_item(name, one) for one in value)}")
        else:
            words.append(f"{option}={_text(value)}")
    return words


def _item(name: str, value: Any) -> str:
    text = _text(value)
    if "," in text:
        raise ValueError(
            f'an item of {name.rstrip("_")} must have no comma, which separates items, was "{text}": rename the column, or'
            " use a mapping file"
        )
    return text


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def absolute(path: Union[str, "os.PathLike[str]"]) -> str:
    """An absolute path, which no command takes for an option or a list of arguments."""
    return os.path.abspath(os.fspath(path))


__all__ = ["Hedgerow", "HedgerowError", "Progress", "Running", "absolute", "find_command", "option_words"]

"""What goes wrong, as exceptions: each is an `Error`, and the exception of Python's own that fits."""
from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """What the compiler says of a program: a message at a place, with notes that point at the other parties."""

    severity: str  #: error, warning, remark, note
    file: str  #: empty where no place is known
    line: int
    column: int
    message: str
    notes: tuple[Diagnostic, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.file else ""

    def __str__(self) -> str:
        first = f"{self.place}: " if self.file else ""
        return "\n".join([f"{first}{self.severity}: {self.message}", *map(str, self.notes)])


class Error(Exception):
    """Base of all of them; `diagnostics` is what was said of a program, the first error first."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()):
        super().__init__(message)
        self.message = message
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics)) or self.message

    def _first(self, fact: str, otherwise):
        errors = [each for each in self.diagnostics if each.severity == "error" and each.file]
        return getattr(errors[0], fact) if errors else otherwise

    @property
    def file(self) -> str | None:
        return self._first("file", None)

    @property
    def line(self) -> int | None:
        return self._first("line", None)

    @property
    def column(self) -> int | None:
        return self._first("column", None)


class InvalidArgument(Error, ValueError):
    """What an option or an argument says."""


class InvalidProgram(InvalidArgument):
    """A program that is wrong, with its place."""


class FailedPrecondition(Error, RuntimeError):
    """A call out of order, a limit that no plan keeps, a check of the program's own."""


class OutOfMemory(Error, MemoryError):
    """More memory than there is."""


class NotFound(Error, FileNotFoundError):
    """No such file."""


class Unavailable(Error, OSError):
    """No such device, a full disk."""


class Unsupported(Error, NotImplementedError):
    """What there is no code for."""


class InternalError(Error, RuntimeError):
    """A mistake of Shardwright's."""


#: By the numbers of include/shardwright-c/Base.h.
_BY_CODE = {3: InvalidArgument, 5: NotFound, 8: OutOfMemory, 9: FailedPrecondition, 12: Unsupported, 14: Unavailable}


def make(code: int, message: str, diagnostics: tuple[Diagnostic, ...]) -> Error:
    """The exception of a status."""
    kind = _BY_CODE.get(code, InternalError)
    if kind is InvalidArgument and diagnostics:
        kind = InvalidProgram
    return kind(message, diagnostics)

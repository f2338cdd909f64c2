"""Policies of the user that are compiled: `ttr/policy_plugin.h` describes the function.

>>> import ctypes, ttr_fast as ttr
>>> library = ctypes.CDLL("./my_bot.so")  # doctest: +SKIP
>>> mine = ttr.NativePolicy(library.choose, name="mine")  # doctest: +SKIP
>>> ttr.playouts(ttr.Game(), 1000, policy=["random", mine]).summary()  # doctest: +SKIP
"""

from __future__ import annotations

import ctypes
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Never, final

import numpy as np

from ttr_fast import _core
from ttr_fast._words import show

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["NativePolicy", "is_compiled"]

NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
"""What a policy may be called."""
_FunctionPointer: Final = ctypes._CFuncPtr  # type: ignore[attr-defined]


@final
class NativePolicy:
    """A compiled function that plays a seat in `ttr.playouts`, with no Python in the loop.

    Args:
        function: one of

            - what `numba.cfunc(NativePolicy.numba_signature())` made of a Python function;
            - a function of a shared library that `ctypes` has loaded, with the signature
              `ttr_policy` of `ttr/policy_plugin.h`;
            - a PyCapsule as that header says; in Cython `ttr_fast/policy_plugin.pxd` makes it.
        user_data: what the function gets as its last argument: the memory of a NumPy array or of
            any other object with a contiguous buffer; None is a null pointer. It is shared by all
            threads, so the function should only read it. A capsule has its own.
        name: what `Playouts.policies` and the tables call it: letters, digits and `_ . + -`, no
            name of a built-in policy. None takes the function's own.

    Equal seeds bring equal games on any number of threads if the answer depends on the view and the
    user data alone: `view.random` is the seat's own random word of the decision. The view has no
    hidden card in it. An answer that is no legal action stops the run with an
    `IllegalActionError` that names the seat, the action and the game.

    Raises:
        TypeError: `function` is none of these, or of another signature; `user_data` is no buffer.
        ValueError: the name is not allowed, `user_data` is not contiguous, or a capsule was given
            any.
    """

    __slots__ = ("_capsule", "_kept", "_name")

    def __init__(
        self, function: object, *, user_data: Buffer | None = None, name: str | None = None
    ) -> None:
        memory = None if user_data is None else _memory(user_data)
        address = _address(function)
        if address is None:
            if type(function).__name__ != "PyCapsule":
                raise TypeError(
                    "function must be a function of ctypes or numba.cfunc, or a PyCapsule of"
                    f" ttr/policy_plugin.h, got {show(function)}{_hint(function)}"
                )
            _core.check_policy_plugin(function)
            if memory is not None:
                raise ValueError("user_data: a capsule has its own, which is its context")
            capsule = function
        else:
            data = np.frombuffer(memory, np.uint8).ctypes.data if memory else 0
            capsule = _core.policy_capsule(address, data)
        self._name = _checked_name(_name_of(function) if name is None else name)
        self._capsule = capsule
        self._kept = (function, memory)  # which the capsule points into

    @property
    def capsule(self) -> object:
        """The PyCapsule with the function and its user data."""
        return self._capsule

    @property
    def name(self) -> str:
        """What `Playouts.policies` calls it."""
        return self._name

    @staticmethod
    def view_dtype() -> np.dtype[np.void]:
        """NumPy's type of what the function sees, `ttr_policy_view` of `ttr/policy_plugin.h`."""
        return _dtypes()[0]

    @staticmethod
    def game_dtype() -> np.dtype[np.void]:
        """NumPy's type of what stays the same in all games, `ttr_policy_game`."""
        return _dtypes()[1]

    @staticmethod
    def numba_signature() -> Any:
        """The signature for `numba.cfunc`: (view, game, user_data) -> int32.

        The function gets three pointers: `numba.carray(view, 1)[0]` is the view as a record, and so
        is `game`; `numba.carray(user_data, shape, dtype)` is the user data as an array. Needs the
        package numba.
        """
        return _numba_signature()

    def __repr__(self) -> str:
        return f"<NativePolicy {self._name!r}>"

    def __reduce__(self) -> Never:
        raise TypeError(
            f"the policy {self._name!r} is a function in the memory of this process, which cannot"
            " be pickled or copied; make it anew in the other process"
        )


def is_compiled(function: object) -> bool:
    """Is it a function of ctypes or numba, which a NativePolicy can be made of?"""
    return isinstance(function, _FunctionPointer) or (
        _is_of_numba(function) and hasattr(function, "address")
    )


def _is_of_numba(function: object) -> bool:
    return type(function).__module__.partition(".")[0] == "numba"


def _hint(function: object) -> str:
    if not callable(function):
        return ""
    return "; ttr.playouts takes Python functions as they are, which get a PolicyBatch"


def _address(function: object) -> int | None:
    """Where a function of ctypes or numba lies; None of everything else.

    Raises TypeError if it is one of another signature.
    """
    if isinstance(function, _FunctionPointer):
        if function.restype is not ctypes.c_int32 or len(function.argtypes or (0,) * 3) != 3:
            raise TypeError(
                f"function: {show(function)} must have three arguments and restype = c_int32, as"
                " ttr_policy of ttr/policy_plugin.h"
            )
        return ctypes.cast(function, ctypes.c_void_p).value or 0
    if not _is_of_numba(function):
        return None
    address = getattr(function, "address", None)
    signature = getattr(function, "_sig", None)
    if not isinstance(address, int) or signature != _numba_signature():
        raise TypeError(
            "function: a function of numba must be made by"
            f" numba.cfunc(NativePolicy.numba_signature()), not {show(function)}"
            + ("" if signature is None else f" of the signature {signature}")[:200]
        )
    return address


@cache
def _dtypes() -> tuple[np.dtype[np.void], np.dtype[np.void]]:
    view, game = map(_as_in_c, _core.policy_dtypes())
    return view, game


def _as_in_c(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same, but so that NumPy knows it to be aligned, and what it is a part of."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((_as_in_c(base), shape))
    if dtype.fields is None:
        return dtype
    fields = {name: dtype.fields[name] for name in dtype.names or ()}
    layout = {
        "names": list(fields),
        "formats": [_as_in_c(field[0]) for field in fields.values()],
        "offsets": [field[1] for field in fields.values()],
        "itemsize": dtype.itemsize,
    }
    return np.dtype(layout, align=True)  # type: ignore[call-overload, no-any-return]


@cache
def _numba_signature() -> Any:
    try:
        import numba
    except ImportError as error:
        message = "numba_signature needs the package numba: pip install numba"
        raise ModuleNotFoundError(message, name=error.name) from error
    view, game = (numba.types.CPointer(numba.from_dtype(dtype)) for dtype in _dtypes())
    return numba.types.int32(view, game, numba.types.voidptr)


def _memory(user_data: object) -> memoryview:
    try:
        memory = memoryview(user_data)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            f"user_data must be None or have a buffer, as NumPy arrays do, got {show(user_data)}"
        ) from None
    if not memory.c_contiguous:
        raise ValueError("user_data must be contiguous; numpy.ascontiguousarray makes it so")
    return memory


def _name_of(function: object) -> str:
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) and NAME.fullmatch(name) else "native"


def _checked_name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, got {show(name)}")
    if not NAME.fullmatch(name):
        raise ValueError(f"name must consist of letters, digits and _ . + -, got {show(name)}")
    if name in _core.policy_names():
        raise ValueError(f"name {show(name)} is that of a built-in policy")
    return name

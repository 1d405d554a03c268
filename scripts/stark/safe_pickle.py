"""Reads pickles and tensor files with the standard library alone, and never runs code that they name.

A pickle may name any class or function; only the few listed here are known (builtin containers, numbers and texts of
numpy, tensors of PyTorch), each by a stand-in of ours. Anything else is refused by its name.
"""

import pickle
import struct
import sys
import zipfile
from array import array
from collections import OrderedDict


class Unreadable(Exception):
    """A file is not what it should be; the text says which and why."""


class DType:
    """Stand-in for numpy.dtype: a code such as i8, and the byte order."""

    def __init__(self, code="", *_):
        self.code = code if isinstance(code, str) else ""
        self.order = "<"

    def __setstate__(self, state):
        if state[1] in "<>":
            self.order = state[1]

    @property
    def size(self):
        return int(self.code[1:] or 0) * (4 if self.code[0] == "U" else 1)


class NumpyArray:
    """Stand-in for numpy.ndarray: its values as a flat list."""

    def __init__(self, *_):
        self.values = []

    def __setstate__(self, state):
        _, _, dtype, _, raw = state
        self.values = raw if isinstance(raw, list) else decode(dtype, raw)


NUMBER_FORMATS = {
    "i1": "b", "i2": "h", "i4": "i", "i8": "q",
    "u1": "B", "u2": "H", "u4": "I", "u8": "Q",
    "f2": "e", "f4": "f", "f8": "d", "b1": "?",
}  # fmt: skip


def decode(dtype, raw):
    """Returns the values of a numpy buffer as a list of Python values."""
    raw = bytes(raw)
    code = dtype.code
    if code[:1] == "U":
        encoding = "utf-32-le" if dtype.order == "<" else "utf-32-be"
        size = dtype.size
        pieces = [raw[at : at + size] for at in range(0, len(raw), size)] if size else [b""]
        return [piece.decode(encoding).rstrip("\0") for piece in pieces]
    if code not in NUMBER_FORMATS:
        raise Unreadable(f"holds numpy values of the kind {code!r}, which this script does not read")
    letter = NUMBER_FORMATS[code]
    return list(struct.unpack(f"{dtype.order}{len(raw) // struct.calcsize(letter)}{letter}", raw))


def numpy_scalar(dtype, raw=b""):
    if dtype.code[:1] == "O":
        return raw
    return decode(dtype, raw)[0]


def numpy_from_buffer(buffer, dtype, _shape, _order):
    made = NumpyArray()
    made.values = decode(dtype, buffer)
    return made


def encode_latin(text, encoding="latin1"):
    return text.encode(encoding)


class Tensor:
    """A tensor of one or two dimensions: `rows()` gives its rows as arrays."""

    def __init__(self, values, offset, shape, strides):
        self.values, self.offset, self.shape, self.strides = values, offset, tuple(shape), tuple(strides)

    def _line(self, start, count, step):
        return self.values[start : start + (count - 1) * step + 1 : step] if count else self.values[:0]

    def rows(self):
        if len(self.shape) == 1:
            return [self._line(self.offset, self.shape[0], self.strides[0])]
        (height, width), (down, right) = self.shape, self.strides
        return [self._line(self.offset + row * down, width, right) for row in range(height)]


STORAGES = {
    "LongStorage": "q", "IntStorage": "i", "ShortStorage": "h", "CharStorage": "b", "ByteStorage": "B",
    "FloatStorage": "f", "DoubleStorage": "d", "BoolStorage": "B",
}  # fmt: skip


def rebuild_tensor(storage, offset, shape, strides, *_):
    return Tensor(storage, offset, shape, strides)


KNOWN = {
    ("collections", "OrderedDict"): OrderedDict,
    ("_codecs", "encode"): encode_latin,
    ("builtins", "set"): set,
    ("builtins", "frozenset"): frozenset,
    ("builtins", "bytearray"): bytearray,
    ("builtins", "complex"): complex,
    ("numpy", "dtype"): DType,
    ("numpy", "ndarray"): NumpyArray,
    ("torch._utils", "_rebuild_tensor_v2"): rebuild_tensor,
}
for core in ("numpy.core", "numpy._core"):
    KNOWN[(f"{core}.multiarray", "scalar")] = numpy_scalar
    KNOWN[(f"{core}.multiarray", "_reconstruct")] = NumpyArray
    KNOWN[(f"{core}.numeric", "_frombuffer")] = numpy_from_buffer


class SafeUnpickler(pickle.Unpickler):
    """Knows the names in KNOWN and no other; `storage(letter, key)` returns a tensor's values."""

    def __init__(self, file, storage=None):
        super().__init__(file, encoding="latin1")
        self.storage = storage

    def find_class(self, module, name):
        if (module, name) in KNOWN:
            return KNOWN[(module, name)]
        if module == "torch" and name in STORAGES:
            return STORAGES[name]
        raise Unreadable(f"names {module}.{name}, which this script does not read")

    def persistent_load(self, saved):
        if self.storage is None or saved[0] != "storage":
            raise Unreadable("refers to data outside itself")
        _, letter, key, *_ = saved
        return self.storage(letter, key)


def read_pickle(path):
    """Returns what a pickle file holds. Raises Unreadable."""
    try:
        with open(path, "rb") as file:
            return SafeUnpickler(file).load()
    except Unreadable as error:
        raise Unreadable(f"{path} {error}") from None
    except (OSError, EOFError, pickle.UnpicklingError, struct.error, ValueError, TypeError, IndexError) as error:
        raise Unreadable(f"{path} cannot be read as a pickle ({error})") from error


def read_tensor(path):
    """Returns the tensor of a file that torch.save wrote (a zip archive, PyTorch 1.6 or newer). Raises Unreadable."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            listing = next(name for name in names if name.endswith("data.pkl"))
            folder = listing[: -len("data.pkl")]
            order = archive.read(f"{folder}byteorder") if f"{folder}byteorder" in names else b"little"

            def storage(letter, key):
                values = array(letter)
                values.frombytes(archive.read(f"{folder}data/{key}"))
                if order.decode() != sys.byteorder:
                    values.byteswap()
                return values

            with archive.open(listing) as file:
                tensor = SafeUnpickler(file, storage).load()
    except Unreadable as error:
        raise Unreadable(f"{path} {error}") from None
    except (OSError, StopIteration, KeyError, zipfile.BadZipFile, pickle.UnpicklingError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read as a tensor that torch.save wrote ({error})") from error
    if not isinstance(tensor, Tensor) or len(tensor.shape) not in (1, 2):
        raise Unreadable(f"{path} does not hold one tensor of one or two dimensions")
    return tensor

"""Turns what the node pickles hold into plain JSON values."""

import math

from safe_pickle import NumpyArray

LONGEST_TEXT = 200
"""Longer texts are part of the document, not conditions that a question names."""
MOST_ITEMS = 100
MOST_KEYS = 60
LONGEST_KEY = 100


def plain(value):
    """Returns a value with arrays as lists, at every depth."""
    if isinstance(value, NumpyArray):
        return [plain(item) for item in value.values]
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    return value


def is_missing(value):
    """Whether a value says that nothing is known: None, NaN, an empty text or list, and -1 as MAG writes it."""
    if value is None or value == "" or value == [] or value == {}:
        return True
    if isinstance(value, float) and not math.isfinite(value):
        return True
    return isinstance(value, (int, float, str)) and str(value) in ("-1", "-1.0", "nan")


def scalar(value):
    """Returns a short text, number or truth value as it is, else None."""
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str) and len(value.strip()) <= LONGEST_TEXT:
        return value.strip()
    return None


def property_value(value):
    """Returns a scalar or a list of scalars of one kind, else None."""
    if is_missing(value):
        return None
    if not isinstance(value, list):
        return scalar(value)
    items = [scalar(item) for item in value if not is_missing(item)]
    if not items or len(items) > MOST_ITEMS or any(item is None for item in items):
        return None
    return items if len({isinstance(item, str) for item in items}) == 1 else None


def properties(info, left_out):
    """Returns the typed properties of a node: its short values, those of `details` among them; `id` becomes `source_id`."""
    found = {}
    own = {**info, **(info["details"] if isinstance(info.get("details"), dict) else {})}
    for key, value in own.items():
        name = str(key).strip()
        if name in left_out or name.startswith("_") or not 0 < len(name) <= LONGEST_KEY or "`" in name:
            continue
        typed = property_value(value)
        if typed is not None and len(found) < MOST_KEYS and name.isprintable():
            found["source_id" if name == "id" else name] = typed
    return found

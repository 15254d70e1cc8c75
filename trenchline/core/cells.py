"""Sets of cells as rows of bytes, 1 for each cell that is in it: joined and parted all at once, as large numbers."""

from __future__ import annotations

Row = bytes | bytearray


def either(row: Row, other: Row) -> bytearray:
    """The cells of both.

    >>> either(b"\\x00\\x01\\x00", b"\\x00\\x01\\x01")
    bytearray(b'\\x00\\x01\\x01')
    """
    return bytearray((int.from_bytes(row, "little") | int.from_bytes(other, "little")).to_bytes(len(row), "little"))


def without(row: Row, other: Row) -> bytearray:
    """The cells of one that are not in the other.

    >>> without(b"\\x00\\x01\\x01", b"\\x00\\x01\\x00")
    bytearray(b'\\x00\\x00\\x01')
    """
    return bytearray((int.from_bytes(row, "little") & ~int.from_bytes(other, "little")).to_bytes(len(row), "little"))


def both(row: Row, other: Row) -> bytearray:
    """The cells that are in one and in the other.

    >>> both(b"\\x00\\x01\\x01", b"\\x01\\x01\\x00")
    bytearray(b'\\x00\\x01\\x00')
    """
    return bytearray((int.from_bytes(row, "little") & int.from_bytes(other, "little")).to_bytes(len(row), "little"))

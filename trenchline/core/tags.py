"""The lines of a position's text, `name: value`, taken one by one; every fault is told with its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .errors import NotationError


def options_text(options: Mapping[str, bool], defaults: Mapping[str, bool], separator: str = ", ") -> str:
    """The options that are on; those that are off against the default with a minus.

    >>> options_text({"fog": True, "rain": False, "mud": False}, {"fog": False, "rain": True, "mud": False})
    'fog, -rain'
    """
    words = [name if on else f"-{name}" for name, on in options.items() if on or defaults[name]]
    return separator.join(words) or "none"


def read_options(words: Iterable[str]) -> dict[str, bool]:
    """The options that a text names, on or off.

    >>> read_options(["fog", "-rain"])
    {'fog': True, 'rain': False}
    """
    return {word.removeprefix("-"): not word.startswith("-") for word in words if word != "none"}


class Tags:
    """The lines of a position text, taken one by one."""

    def __init__(self, text: str, slug: str, cell_word: str) -> None:
        self.cell_word = cell_word
        self.tags: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(text.split("\n"), 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            key, colon, value = line.partition(":")
            key = key.strip()
            if not colon:
                raise NotationError(f"{line!r} is not of the form `name: value`", number)
            if key in self.tags:
                raise NotationError(f"{key!r} stands in line {self.tags[key][0]} already", number)
            self.tags[key] = number, value.strip()
        number, game = self.take("game", "")
        if game != slug:
            raise NotationError(f"the position must say `game: {slug}`", number or 1)

    def take(self, key: str, default: str) -> tuple[int, str]:
        """A line's number and value."""
        return self.tags.pop(key, (0, default))

    def line(self, key: str) -> int:
        """The number of a line; 0 if it is not there."""
        return self.tags.get(key, (0, ""))[0]

    def has(self, key: str) -> bool:
        return key in self.tags

    def options(self, known: Mapping[str, bool]) -> dict[str, bool]:
        """All options: those named, the rest at their defaults."""
        number, text = self.take("options", "none")
        named = read_options(filter(None, (o.strip() for o in text.split(","))))
        for name in named:
            if name not in known:
                raise NotationError(f"there is no option {name!r}; there are {', '.join(known)}", number)
        return {**known, **named}

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        number, text = self.take(key, str(default))
        if not text.removeprefix("-").isdigit() or not low <= int(text) <= high:
            raise NotationError(f"{key} must be a whole number from {low} to {high}, not {text!r}", number)
        return int(text)

    def one_of(self, key: str, default: str, choices: Iterable[str]) -> str:
        number, text = self.take(key, default)
        choices = tuple(choices)
        if text not in choices:
            raise NotationError(f"{key} is {text!r}; it must be one of {', '.join(filter(None, choices))}", number)
        return text

    def numbers(self, key: str, default: Sequence[int]) -> list[int]:
        """As many whole numbers as the default has."""
        number, text = self.take(key, " ".join(map(str, default)))
        words = text.split()
        if len(words) != len(default) or not all(word.removeprefix("-").isdigit() and len(word) < 6 for word in words):
            raise NotationError(f"{key} must be {len(default)} whole numbers, not {text!r}", number)
        return [int(word) for word in words]

    def listed(self, key: str) -> Iterator[tuple[int, str]]:
        """The entries between commas, each with its line."""
        number, text = self.take(key, "")
        return ((number, entry.strip()) for entry in text.split(",") if entry.strip())

    def yes(self, key: str) -> bool:
        return self.one_of(key, "no", ("yes", "no")) == "yes"

    def cells(self, key: str, index: Mapping[str, int]) -> list[int]:
        number, text = self.take(key, "")
        for label in text.split():
            if label not in index:
                raise NotationError(f"there is no {self.cell_word} {label!r} on the map", number)
        return [index[label] for label in text.split()]

    def among(self, key: str, index: Mapping[str, int], what: str) -> list[int]:
        """The numbers of some names."""
        number, text = self.take(key, "")
        for name in text.split():
            if name not in index:
                raise NotationError(f"{key}: there is no {what} {name!r}", number)
        return [index[name] for name in text.split()]

    def amounts(self, key: str, index: Mapping[str, int]) -> list[tuple[int, int]]:
        """Cells, each with a number up to 255; 1 where none is given."""
        number, text = self.take(key, "")
        found = []
        for word in text.split():
            label, equals, amount = word.partition("=")
            if label not in index or (equals and not (amount.isdigit() and int(amount) < 256)):
                raise NotationError(f"{key}: {word!r} is no {self.cell_word}, or none with a number", number)
            found.append((index[label], int(amount) if equals else 1))
        return found

    def finish(self) -> None:
        """Nothing may be left."""
        for key, (number, _) in self.tags.items():
            raise NotationError(f"{key!r} is neither a place nor a tag of a position", number)

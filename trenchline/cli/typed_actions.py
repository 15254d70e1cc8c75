"""From what is typed to actions: notation in any capitals, bare names, and what can be typed next."""

from __future__ import annotations

from collections.abc import Iterable

from .. import Action, Match, NotationError, PendingDecision, ScriptedDice

SHORT, LONG = 24, 120  # how many actions of a kind a list shows


def read_action(match: Match, text: str) -> Action:
    """An action in notation, whatever its capitals; a bare name stands for the one action that it fits."""
    try:
        return match.parse(text)
    except NotationError as fault:
        try:
            return match.parse(text.lower())
        except NotationError:
            return _action_by_name(match, text, fault)


def _action_by_name(match: Match, text: str, fault: NotationError) -> Action:
    game = match.game
    head, _, tail = text.rpartition("-")
    cell = game.find_cell(tail) if game.find_unit(head) else ""
    unit = game.find_unit(head if cell else text)
    named = [a for a in match.actions() if (unit and a.unit == unit) or (a.cell and a.cell == game.find_cell(text))]
    if len(named) == 1:
        return Action(named[0].kind, unit, cell) if cell and not named[0].cell else named[0]
    if unit or game.find_cell(text):
        raise NotationError(f"{text}: there is nothing to do with it now, or more than one thing; ? {unit or text} tells")
    raise NotationError(f"{fault}; ? lists what you can do")


def checklist_lines(decision: PendingDecision) -> list[str]:
    """The options of a list with price and effect, and how some are chosen."""
    if decision.checklist is None:
        return []
    shown = decision.checklist
    lines = [f"  {row.name}: {row.title}, {row.price} points. {row.effect}" for row in shown.rows]
    example = f"{shown.kind}~{'+'.join(row.name for row in shown.rows[:2])}@{decision.player}"
    return [*lines, f"  Points are {shown.pays}.{f' Join the names by +: {example}' if shown.kind else ''}"]


def is_legal_action(match: Match, text: str) -> bool:
    try:
        return bool(match.legal(read_action(match, text)))
    except NotationError:
        return False


def completions(match: Match) -> list[str]:
    """What can be typed as an action now: the legal ones, and the ways of each unit that can be chosen."""
    actions = match.actions()
    found = [match.notate(a) for a in actions]
    for action in [a for a in actions if a.kind == "select"][:LONG]:
        found += _ways(match, action)
    return found


def _ways(match: Match, action: Action) -> list[str]:
    """Where a unit could go once it is chosen, if no die stands between."""
    twin = match.clone(ScriptedDice([]))  # no look at the dice to come
    twin.apply(action)
    texts = [twin.notate(a) for a in twin.actions()] if twin.player == match.player else []
    return [text for text in texts if "-" in text]


def action_lines(match: Match, wanted: str) -> Iterable[str]:
    """The legal actions by kind; with a unit, a cell or a word, only those."""
    actions = match.actions()
    names = {wanted.lower()} - {"", "all"}
    limit = LONG if names else len(actions) if wanted else SHORT
    chosen = [a for a in actions if not names or names & {a.unit.lower(), a.cell.lower(), a.kind}]
    chosen = chosen or [a for a in actions if wanted.lower() in match.notate(a).lower()]
    if not chosen:
        yield f"Nothing legal now has to do with {wanted!r}."
    groups: dict[str, list[str]] = {}
    for a in chosen:
        groups.setdefault(a.kind, []).append(match.notate(a))
    for kind, texts in groups.items():
        yield f"{kind} ({len(texts)}): {_some(texts, limit)}" if texts != [kind] else kind
    if names and len(chosen) <= 4:
        for action in [a for a in chosen if a.unit and not a.cell]:
            if ways := _ways(match, action):
                yield f"after {match.notate(action)} ({len(ways)}): {_some(ways, LONG)}"


def _some(texts: list[str], limit: int) -> str:
    return " ".join(texts[:limit]) + (f" ... and {len(texts) - limit} more" if len(texts) > limit else "")

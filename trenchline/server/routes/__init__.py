"""The calls of the API, by subject. What may be done is decided elsewhere: here a call is read and its answer written."""

from . import (
    accounts,
    api_page,
    clocks,
    cups,
    games,
    live,
    lobby,
    look,
    looking_back,
    notices,
    operations,
    pages,
    play,
    results,
    standing,
    talk,
)

ROUTERS = tuple(  # what is called most often is found first
    subject.router
    for subject in (
        *(play, live, games, lobby, clocks, look, looking_back),
        *(talk, standing, accounts, notices, results, cups, pages, api_page, operations),
    )
)

"""The calls of the API, by subject. What may be done is decided elsewhere: here a call is read and its answer written."""

from . import api_page, games, live, lobby, look, looking_back, operations, play, talk

ROUTERS = tuple(
    subject.router for subject in (games, lobby, play, look, looking_back, talk, live, api_page, operations)
)

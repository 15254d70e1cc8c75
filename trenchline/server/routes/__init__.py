"""The calls of the API, by subject. What may be done is decided elsewhere: here a call is read and its answer written."""

from . import api_page, games, live, lobby, look, looking_back, play, talk

ROUTERS = (games.router, lobby.router, play.router, look.router, looking_back.router, talk.router, live.router, api_page.router)

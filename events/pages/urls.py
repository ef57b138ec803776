"""Addresses of the pages. No locale in them: the language is a cookie, so one link serves everybody."""

from django.urls import URLPattern, path

from events.pages import board, floor_urls, found, home, ledger, login, preferences, rounds, rules, traveller, why

COMPETITION = "e/<slug:event>/<slug:competition>/"

urlpatterns: list[URLPattern] = [
    path("", home.events, name="events"),
    # Outside /e/: there every word may be a competition's code.
    path("new/", found.new_event, name="new_event"),
    path("new/<slug:event>/", found.new_competition, name="new_competition"),
    path("e/<slug:event>/", home.event, name="event"),
    path(COMPETITION, board.board, name="board"),
    path(COMPETITION + "mine/", board.my_team, name="my_team"),
    path(COMPETITION + "why/<slug:team>/", why.why, name="why"),
    path(COMPETITION + "rounds/", rounds.rounds, name="rounds"),
    path(COMPETITION + "rounds/<int:number>/", rounds.one_round, name="round"),
    path(COMPETITION + "tables/<slug:match>/", rounds.match, name="match"),
    path(COMPETITION + "boards/<int:number>/", traveller.traveller, name="traveller"),
    path(COMPETITION + "ledger/", ledger.ledger, name="ledger"),
    path(COMPETITION + "rules/", rules.rules, name="rules"),
    path("login/", login.login, name="login"),
    path("login/<str:secret>/", login.login_link, name="login_link"),
    path("logout/", login.logout, name="logout"),
    path("size/", preferences.size, name="size"),
    path("language/", preferences.language, name="language"),
    *floor_urls.urlpatterns,
]

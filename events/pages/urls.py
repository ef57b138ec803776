"""Addresses of the pages. No locale in them: the language is a cookie, so one link serves everybody."""

from django.urls import URLPattern, path

from events.pages import home, login, preferences

urlpatterns: list[URLPattern] = [
    path("", home.events, name="events"),
    path("e/<slug:event>/", home.event, name="event"),
    path("login/", login.login, name="login"),
    path("login/<str:secret>/", login.login_link, name="login_link"),
    path("logout/", login.logout, name="logout"),
    path("size/", preferences.size, name="size"),
    path("language/", preferences.language, name="language"),
]

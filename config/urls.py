"""Addresses: the doors each bring their own."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("events.api.urls")),
    path("", include("events.pages.urls")),
]

"""Which site django.contrib.admin serves."""

from django.contrib.admin.apps import AdminConfig


class HouseAdmin(AdminConfig):
    default_site = "config.admin.MingpaiAdminSite"

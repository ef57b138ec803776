"""The product's settings and, on the same server, the bare peers that its figures are held against."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as PRODUCT_APPS

INSTALLED_APPS = [*PRODUCT_APPS, "tests.bench"]
ROOT_URLCONF = "tests.bench.urls"

"""What a list of the administration may be asked: its declared filters, search, order and page. Nothing reaches the database past them.

Django would take any lookup on any field of the row: a regular expression that never ends, a value no column can be compared with.
"""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IS_FACETS_VAR
from django.contrib.admin.views.main import ALL_VAR, ERROR_FLAG, ORDER_VAR, PAGE_VAR, SEARCH_VAR
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse

from events.storable import storable

DJANGOS_OWN = frozenset({ALL_VAR, ERROR_FLAG, IS_FACETS_VAR, ORDER_VAR, PAGE_VAR, SEARCH_VAR})
LONGEST = 200  # characters of one value
LONGEST_KEY = 18  # digits: every database takes such a number


def declared_parameters(list_filter: Any) -> Iterator[str]:
    """The parameters of the filters a list declares."""
    for row in list_filter:
        if isinstance(row, (tuple, list)):
            field, kind = row
            yield f"{field}__isempty" if kind is admin.EmptyFieldListFilter else f"{field}__exact"
        elif isinstance(row, str):
            yield f"{row}__exact"
        else:
            yield row.parameter_name


def is_key(text: str) -> bool:
    """Whether text can be the number of a row."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_KEY


class DeclaredLists(admin.ModelAdmin):
    """Refuses with 400, and without repeating what was typed, whatever its list does not declare."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in set(declared_parameters(self.list_filter))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        known = DJANGOS_OWN | set(declared_parameters(self.list_filter))
        for name, values in request.GET.lists():
            if name not in known or not all(storable(value, LONGEST) for value in values):
                raise SuspiciousOperation
        if not all(is_key(key) for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            raise SuspiciousOperation
        return super().changelist_view(request, extra_context)

"""Forms whose saving is a service call: what the service refuses stands beside the field it is about."""

from collections.abc import Callable
from typing import Any

from django import forms

from events.admin.wording import refusal_lines
from events.refusals import Problems, Refused


class ServiceForm(forms.ModelForm):
    """Calls `service` once everything else is right; its refusals become the form's errors, its result the saved object.

    The admin that uses it binds `service` for the request at hand. Django's own model validation is left out: the service
    checks the same and more, and it checks under the lock.
    """

    service: Callable[["ServiceForm"], Any]

    def _post_clean(self) -> None:
        if self.errors:
            return
        try:
            self.instance = self.service(self)
        except Problems as problems:
            for fault in problems.faults:
                name = fault.at.split(".")[0].split("[")[0]
                for line in refusal_lines(Problems([fault])):
                    self.add_error(name if name in self.fields else None, line)
        except Refused as refused:
            for line in refusal_lines(refused):
                self.add_error(None, line)

    def save(self, commit: bool = True) -> Any:
        """Saved already, by the service."""
        return self.instance

    def save_m2m(self) -> None:
        """There is nothing many-to-many here."""

"""The description served, the browsable page, and the answer to every address that is not there."""

from typing import Any, ClassVar

from csp.constants import SELF
from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from events.api.description import openapi
from events.api.doors import Door
from events.refusals import NotFound


class Schema(Door):
    """This description, OpenAPI 3.1."""

    outputs: ClassVar = {"GET": {200: "JsonSchema"}}

    def get(self, request: Request) -> Response:
        return Response(openapi())


class Elsewhere(Door):
    """Whatever has no address here: 404 for every method, in the API's own shape."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete", "options"]
    authentication_classes = []
    public = frozenset(method.upper() for method in http_method_names)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound("no_such_address")


@method_decorator(csp_update({"img-src": [SELF, "data:"]}), name="dispatch")  # the sidecar's style sheet holds its icons as data
class Docs(SpectacularSwaggerSplitView):
    """The browsable description, from files of our own alone."""

    template_name = "api/docs.html"
    authentication_classes = []
    permission_classes = []
    url_name = "api:schema"

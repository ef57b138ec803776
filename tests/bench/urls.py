"""The product's addresses, an insert of one row as Django REST framework does it by itself, and a view that does nothing."""

from django.http import HttpRequest, HttpResponse
from django.urls import path
from rest_framework import generics, serializers

from config.urls import urlpatterns as product
from tests.bench.models import BareRow


class BareSerializer(serializers.ModelSerializer[BareRow]):
    class Meta:
        model = BareRow
        fields = ["key", "match", "number", "body"]


class BareInsert(generics.CreateAPIView[BareRow]):
    """Validate and insert: no caller, no rule, no chain, no answer kept."""

    authentication_classes = []
    permission_classes = []
    queryset = BareRow._default_manager.all()
    serializer_class = BareSerializer


def unchanged(request: HttpRequest) -> HttpResponse:
    """A 304 that looks at nothing."""
    return HttpResponse(status=304)


urlpatterns = [*product, path("bench/rows/", BareInsert.as_view()), path("bench/unchanged/", unchanged)]

"""JSON out: UTF-8, keys sorted, so that the answer to a replayed key is the first answer byte for byte."""

import json
from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder


class SortedJSON(JSONRenderer):
    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None) -> bytes:
        if data is None:
            return b""
        text = json.dumps(data, cls=JSONEncoder, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
        # A browser that reads JSON as script ends a line at these two.
        return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").encode("utf-8", "replace")

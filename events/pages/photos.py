"""Photos at the desk: a form that keeps one (also without a script), the list of what is kept, the picture itself, and forgetting it."""

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events.models import Attachment
from events.pages.base import Place, page
from events.pages.case_acts import new_key
from events.pages.desk_place import desk_place
from events.pages.refused import told
from events.pinned import rulebook_of
from events.refusals import Refused
from events.selectors.attachments import attachments_of, picture_of
from events.selectors.tables import match_of
from events.services.attachments import attachment_erase, attachment_keep
from events.wording.evidence import what_word


def photos_part(place: Place, match: str, about: str = "") -> dict[str, Any]:
    """What desk/photos.html shows: the pictures of a match (or about one dispute or entry), and the form that adds one."""
    if not place.may("attachment.read"):
        return {}
    rows = attachments_of(place.competition, match=match, about=about)
    return {
        "photos": [_told(place, row) for row in rows],
        "photo_match": match,
        "photo_about": about,
        "photo_key": new_key(),
        "may_photo": place.may("attachment.keep"),
        "may_forget": place.may("attachment.erase"),
    }


def _told(place: Place, row: Attachment) -> dict[str, Any]:
    address = reverse("desk-picture", args=[place.event.code, place.competition.code, row.sha256])
    return {"row": row, "word": what_word(row.what), "url": "" if row.erased_at else address, "side": row.side}


@require_POST
@page
def photo(request: HttpRequest, event: str, competition: str, match: str) -> HttpResponse:
    """Keeps the photo of a form and goes back to the case. A plain form: a phone's camera opens by itself."""
    place, by = desk_place(request, event, competition, "attachment.keep")
    found = match_of(competition=place.competition, code=match)
    sent = request.FILES.get("photo")
    try:
        attachment_keep(
            competition=place.competition,
            match=found.code,
            what=request.POST.get("what", ""),
            body=sent.read() if isinstance(sent, UploadedFile) else b"",
            media_type=(sent.content_type or "") if isinstance(sent, UploadedFile) else "",
            key=request.POST.get("key", ""),
            by=by,
            about=request.POST.get("about", ""),
        )
    except Refused as refused:
        for one in told(refused, rulebook_of(place.competition)):
            messages.error(request, f"{one.message} {one.remedy}")
    else:
        messages.success(request, _("照片已存。"))
    return HttpResponseRedirect(reverse("desk-case", args=[event, competition, match]) + "#photos")


@require_GET
@page
def picture(request: HttpRequest, event: str, competition: str, sha256: str) -> HttpResponse:
    """The bytes of one, for the officials of the event."""
    place, _by = desk_place(request, event, competition, "attachment.read")
    found = picture_of(competition=place.competition, sha256=sha256)
    return HttpResponse(found.body, headers=found.headers)


@require_POST
@page
def forget(request: HttpRequest, event: str, competition: str, sha256: str) -> HttpResponse:
    """The chief referee forgets a picture; its hash and entry stay."""
    place, by = desk_place(request, event, competition, "attachment.erase")
    attachment_erase(competition=place.competition, sha256=sha256, by=by)
    messages.success(request, _("照片已删除，只留下摘要。"))
    match = Attachment.objects.filter(competition=place.competition, sha256=sha256).values_list("match__code", flat=True)[0]
    return HttpResponseRedirect(reverse("desk-case", args=[event, competition, match]) + "#photos")

"""Devices and pairing codes: who holds what, one code as a QR, the sheet of codes for the whole hall.

A code's secret is known only when it is made, so the sheet makes its codes and shows them at once. The picture of a code is
an SVG at an address of its own (a strict content security policy has no inline images); the address carries a signed secret.
"""

import io
from dataclasses import dataclass
from ipaddress import ip_address

import segno
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events import clock
from events.models import PairingCode
from events.pages.base import Place, page
from events.pages.desk_place import desk_place
from events.pages.refused import told
from events.pinned import rulebook_of
from events.processes.ports import lan_addresses
from events.refusals import NotFound, Problems
from events.selectors.desk_tiles import minutes_since
from events.selectors.devices import devices_of
from events.selectors.places import places_now
from events.selectors.tables import TableRow, table_rows
from events.services.devices import device_label, device_revoke, pairing_code_make
from scoring.competence import records_side
from scoring.games import GAMES

QR_SALT = "floor.qr"
QR_LIFE = 12 * 3600  # seconds, as long as a pairing code
MOST_TABLES = 200


@dataclass(frozen=True, slots=True)
class Card:
    """One code on the sheet: the address it opens, the address of its picture, and who sits there in the round opened last."""

    code: PairingCode
    url: str
    picture: str
    team: str
    people: str


def hall_url(request: HttpRequest, path: str) -> str:
    """The address other devices reach: a desk that opened the page as localhost hands out the laptop's LAN address instead."""
    url = request.build_absolute_uri(path)
    host, port = split_domain_port(request.get_host())
    reachable = lan_addresses() if is_loopback(host) else []
    return f"{request.scheme}://{reachable[0]}{f':{port}' if port else ''}{path}" if reachable else url


def is_loopback(host: str) -> bool:
    """Whether a host name means this very machine."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


@require_GET
@page
def devices(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The devices of the competition, each with a button that ends it, and the forms that make codes."""
    place, _by = desk_place(request, event, competition)
    return _devices(request, place)


@require_POST
@page
def codes(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """Makes codes and shows them as a sheet: one table and side, or all sides of a run of tables."""
    place, by = desk_place(request, event, competition, "device.pair")
    first, last = _number(request, "first"), _number(request, "last") or _number(request, "first")
    sides = [side for side in GAMES[rulebook_of(place.competition).game].sides if side in request.POST.getlist("sides")]
    tables = range(first, last + 1)
    if not sides or not first or len(tables) > MOST_TABLES or last < first:
        messages.error(request, _("请写明桌号（最多一次 %(most)d 桌）和方位。") % {"most": MOST_TABLES})
        return HttpResponseRedirect(reverse("desk-devices", args=[event, competition]))
    rows = {row.match.table: row for row in table_rows(competition=place.competition)}
    cards = []
    here = hall_url(request, "/").removesuffix("/")
    try:
        for table in tables:
            for side in sides:
                code, secret = pairing_code_make(competition=place.competition, table=table, side=side, by=by)
                url = here + reverse("pair", args=[secret])
                cards.append(Card(code, url, reverse("qr", args=[signing.dumps(url, salt=QR_SALT)]), *_sitting(rows.get(table), side)))
    except Problems as refused:
        return _devices(request, place, problems=[one.message for one in told(refused)], status=422)
    context = place.context() | {
        "cards": cards,
        "game": rulebook_of(place.competition).game,
        "round": next((row.match.round.number for row in rows.values()), 0),
        # Codes are made before a round is open; once one is, a table that is not in it may be a slip of the pen.
        "strange": [table for table in tables if rows and table not in rows],
    }
    response = render(request, "desk/codes.html", context)
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_POST
@page
def revoke(request: HttpRequest, event: str, competition: str, device: str) -> HttpResponse:
    """Ends a device at once."""
    place, by = desk_place(request, event, competition, "device.revoke")
    found = device_revoke(event=place.event, device=device, by=by)
    messages.success(request, _("设备 %(device)s 已停用") % {"device": found})
    return HttpResponseRedirect(reverse("desk-devices", args=[event, competition]))


@require_GET
@page
def qr(request: HttpRequest, signed: str) -> HttpResponse:
    """The picture of an address that this server signed: nobody can have arbitrary pictures made here."""
    try:
        url = signing.loads(signed, salt=QR_SALT, max_age=QR_LIFE)
    except signing.BadSignature as wrong:
        raise NotFound("qr") from wrong
    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", scale=8, border=2, xmldecl=True, svgns=True, omitsize=True)
    response = HttpResponse(out.getvalue(), content_type="image/svg+xml")
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_POST
@page
def label(request: HttpRequest, event: str, competition: str, device: str) -> HttpResponse:
    """Notes who holds a device: a volunteer's name, a number on its back."""
    place, by = desk_place(request, event, competition, "device.pair")
    try:
        device_label(event=place.event, device=device, label=request.POST.get("label", ""), by=by)
    except Problems as refused:
        return _devices(request, place, problems=[one.message for one in told(refused)], status=422)
    messages.success(request, _("已改名"))
    return HttpResponseRedirect(reverse("desk-devices", args=[event, competition]))


def _sitting(row: TableRow | None, side: str) -> tuple[str, str]:
    """Team and names of a side of a table; empty where nobody is known to sit there."""
    if row is None:
        return "", ""
    seated = row.sides.get(side)
    return (seated.team, seated.people) if seated is not None else ("", "")


def _number(request: HttpRequest, name: str) -> int:
    raw = request.POST.get(name, "").strip()
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 3 else 0


def _devices(request: HttpRequest, place: Place, *, problems: list[str] | None = None, status: int = 200) -> HttpResponse:
    now = clock.now()
    found = [device for device in devices_of(event=place.event, revoked=True) if device.competition_id == place.competition.pk]
    tables = [row.match.table for row in table_rows(competition=place.competition)]
    seats = places_now(competition=place.competition, players=[device.player for device in found if device.player is not None])
    rulebook = rulebook_of(place.competition)
    context = place.context() | {
        "sides": GAMES[rulebook.game].sides,
        "records": records_side(rulebook),
        "devices": [
            (device, minutes_since(device.last_seen_at, now), seats.get(device.player_id or 0))
            for device in found
            if device.revoked_at is None
        ],
        "revoked": [device for device in found if device.revoked_at is not None],
        "may_pair": place.may("device.pair"),
        "may_revoke": place.may("device.revoke"),
        "may_codes": place.may("code.make"),
        "last_table": max(tables, default=1),
        "problems": problems or [],
        "posted": request.POST,
        "game": rulebook.game,
    }
    return render(request, "desk/devices.html", context, status=status)

"""Addresses of the floor: the table page and pairing, the referee's desk, the organiser's set-up."""

from django.urls import URLPattern, path

from events.pages import boards_desk, desk, devices, match_forms, pair, setup, table

PLACE = "e/<slug:event>/<slug:competition>/"
CASE = PLACE + "desk/tables/<slug:match>/"

urlpatterns: list[URLPattern] = [
    path("table/", table.table, name="table"),
    path("table/state/", table.table_live, name="table-state"),
    path("pair/<str:secret>/", pair.pair, name="pair"),
    path("qr/<str:signed>/", devices.qr, name="qr"),
    path(PLACE + "desk/", desk.desk, name="desk"),
    path(PLACE + "desk/live/", desk.desk_live, name="desk-live"),
    path(PLACE + "desk/open/", desk.open_round, name="desk-open-round"),
    path(PLACE + "desk/rounds/<int:number>/<slug:act>/", desk.round_switch, name="round-switch"),
    path(PLACE + "desk/boards/", boards_desk.boards, name="desk-boards"),
    path(PLACE + "desk/boards/<slug:act>/", boards_desk.boards_act, name="desk-boards-act"),
    path(PLACE + "desk/devices/", devices.devices, name="desk-devices"),
    path(PLACE + "desk/codes/", devices.codes, name="desk-codes"),
    path(PLACE + "desk/devices/<slug:device>/revoke/", devices.revoke, name="desk-revoke"),
    path(PLACE + "setup/", setup.setup, name="setup"),
    path(PLACE + "setup/link/", setup.link, name="setup-link"),
    path(PLACE + "setup/<slug:act>/", setup.setup_act, name="setup-act"),
    path(CASE, match_forms.case, name="desk-case"),
    path(CASE + "state/", match_forms.case_state, name="desk-case-state"),
    path(CASE + "<slug:act>/", match_forms.act, name="desk-act"),
]

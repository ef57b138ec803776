"""Addresses of the API, under /api/v1/. Whatever is not listed answers 404 in the API's own shape."""

from django.urls import path, re_path, register_converter

from events.api import (
    arrivals,
    disputes,
    docs,
    events,
    evidence,
    hands,
    ledger,
    matches,
    officials,
    people,
    publishing,
    rounds,
    rulebooks,
    standings,
    tables,
    teams,
    uploads,
)


class _Pid:
    """A random id: a letter and twelve hex digits."""

    regex = "[a-z][0-9a-f]{12}"

    def to_python(self, value: str) -> str:
        return value

    to_url = to_python


class _Number:
    """A round's number: no more digits than any event has."""

    regex = "[1-9][0-9]{0,2}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class _MatchCode:
    """`r3-2v7-p1`."""

    regex = "[A-Za-z0-9-]{1,40}"

    def to_python(self, value: str) -> str:
        return value

    to_url = to_python


class _Digest:
    """SHA-256 in hex."""

    regex = "[0-9a-f]{64}"

    def to_python(self, value: str) -> str:
        return value

    to_url = to_python


register_converter(_Pid, "pid")
register_converter(_Digest, "sha256")
register_converter(_Number, "round_number")
register_converter(_MatchCode, "match_code")

E = "events/<slug:event>/"
C = E + "competitions/<slug:competition>/"
T = C + "tables/<match_code:match>/"

app_name = "api"
urlpatterns = [
    path("events/", events.Events.as_view(), name="events"),
    path(E, events.EventDetail.as_view(), name="event"),
    path(E + "grants/", people.Grants.as_view(), name="grants"),
    path(E + "grants/<pid:grant>/revoke/", people.GrantRevoke.as_view(), name="grant-revoke"),
    path(E + "pairing-codes/", people.PairingCodes.as_view(), name="pairing-codes"),
    path(E + "devices/", people.Devices.as_view(), name="devices"),
    path(E + "devices/<pid:device>/revoke/", people.DeviceRevoke.as_view(), name="device-revoke"),
    path("pair/", people.Pair.as_view(), name="pair"),
    path(E + "competitions/", events.Competitions.as_view(), name="competitions"),
    path(C, events.CompetitionDetail.as_view(), name="competition"),
    path(C + "close/", events.CompetitionClose.as_view(), name="competition-close"),
    path(C + "reopen/", events.CompetitionReopen.as_view(), name="competition-reopen"),
    path(C + "freezes/", publishing.Freezes.as_view(), name="freezes"),
    path(C + "freezes/end/", publishing.FreezeEnd.as_view(), name="freeze-end"),
    path(C + "rulebook/", rulebooks.PinnedRulebook.as_view(), name="pinned-rulebook"),
    path(C + "teams/", teams.Teams.as_view(), name="teams"),
    path(C + "teams/<pid:team>/", teams.TeamDetail.as_view(), name="team"),
    path(C + "entrants/", teams.Entrants.as_view(), name="entrants"),
    path(C + "entrants/<pid:entrant>/", teams.EntrantDetail.as_view(), name="entrant"),
    path(C + "players/<pid:player>/", teams.PlayerDetail.as_view(), name="player"),
    path(C + "players/<pid:player>/code/", people.PersonalCode.as_view(), name="personal-code"),
    path(C + "draws/", teams.Draws.as_view(), name="draws"),
    path(C + "rounds/", rounds.Rounds.as_view(), name="rounds"),
    path(C + "rounds/<round_number:number>/open/", rounds.RoundOpen.as_view(), name="round-open"),
    path(C + "rounds/<round_number:number>/lock/", rounds.RoundLock.as_view(), name="round-lock"),
    path(C + "rounds/<round_number:number>/unlock/", rounds.RoundUnlock.as_view(), name="round-unlock"),
    path(C + "rounds/<round_number:number>/first-finished/", arrivals.FirstFinished.as_view(), name="first-finished"),
    path(C + "vouchers/", arrivals.Vouchers.as_view(), name="vouchers"),
    path(C + "disqualifications/", arrivals.Disqualifications.as_view(), name="disqualifications"),
    path(C + "uploads/", uploads.Uploads.as_view(), name="uploads"),
    path(C + "tables/", tables.Tables.as_view(), name="tables"),
    path(T, tables.Table.as_view(), name="table"),
    path(T + "hands/", hands.Hands.as_view(), name="hands"),
    path(T + "hands/preview/", hands.HandPreview.as_view(), name="hand-preview"),
    path(T + "slip/", hands.Slip.as_view(), name="slip"),
    path(T + "corrections/", hands.Corrections.as_view(), name="corrections"),
    path(T + "voids/", hands.Voids.as_view(), name="voids"),
    path(T + "confirmations/", matches.Confirmations.as_view(), name="confirmations"),
    path(T + "handed-over/", evidence.HandedOver.as_view(), name="handed-over"),
    path(T + "attachments/", evidence.Attachments.as_view(), name="attachments"),
    path(T + "forfeits/", matches.Forfeits.as_view(), name="forfeits"),
    path(T + "line-ups/", matches.LineUps.as_view(), name="line-ups"),
    path(T + "rulings/", matches.Rulings.as_view(), name="rulings"),
    path(T + "withdrawals/", matches.Withdrawals.as_view(), name="withdrawals"),
    path(T + "close/", matches.TableClose.as_view(), name="table-close"),
    path(T + "reopen/", matches.TableReopen.as_view(), name="table-reopen"),
    path(T + "calls/", matches.Calls.as_view(), name="calls"),
    path(T + "penalties/", officials.Penalties.as_view(), name="penalties"),
    path(T + "time-ups/", officials.TimeUps.as_view(), name="time-ups"),
    path(T + "seatings/", matches.Seatings.as_view(), name="seatings"),
    path(T + "let-stand/", matches.LetStand.as_view(), name="let-stand"),
    path(T + "clock/", arrivals.TableClock.as_view(), name="table-clock"),
    path(T + "adjustments/", officials.Adjustments.as_view(), name="adjustments"),
    path(C + "disputes/", disputes.Disputes.as_view(), name="disputes"),
    path(C + "disputes/<pid:dispute>/", disputes.DisputeDetail.as_view(), name="dispute"),
    path(C + "disputes/<pid:dispute>/take/", disputes.DisputeTake.as_view(), name="dispute-take"),
    path(C + "disputes/<pid:dispute>/rulings/", disputes.DisputeRulings.as_view(), name="dispute-rulings"),
    path(C + "disputes/<pid:dispute>/appeal/", disputes.DisputeAppeal.as_view(), name="dispute-appeal"),
    path(C + "disputes/<pid:dispute>/appeal-ruling/", disputes.DisputeAppealRulings.as_view(), name="dispute-appeal-ruling"),
    path(C + "disputes/<pid:dispute>/withdraw/", disputes.DisputeWithdraw.as_view(), name="dispute-withdraw"),
    path(T + "match-adjustments/", evidence.MatchAdjustments.as_view(), name="match-adjustments"),
    path(C + "attachments/<sha256:sha256>/", evidence.AttachmentFile.as_view(), name="attachment"),
    path(C + "proposals/", evidence.Proposals.as_view(), name="proposals"),
    path(C + "proposals/<pid:proposal>/second/", evidence.ProposalSecond.as_view(), name="proposal-second"),
    path(C + "proposals/<pid:proposal>/refuse/", evidence.ProposalRefuse.as_view(), name="proposal-refuse"),
    path(C + "board-trumps/", officials.BoardTrumps.as_view(), name="board-trumps"),
    path(C + "fouled/", officials.Fouled.as_view(), name="fouled"),
    path(C + "standings/", standings.Standings.as_view(), name="standings"),
    path(C + "ledger/", ledger.Ledger.as_view(), name="ledger"),
    path(C + "refusals/", ledger.Refusals.as_view(), name="refusals"),
    path("rulebooks/", rulebooks.Rulebooks.as_view(), name="rulebooks"),
    path("rulebooks/<slug:rulebook>/", rulebooks.RulebookDetail.as_view(), name="rulebook"),
    path("rulebooks/<slug:rulebook>/clauses/", rulebooks.RulebookClauses.as_view(), name="rulebook-clauses"),
    path("rulebooks/<slug:rulebook>/record-schema/", rulebooks.RecordSchema.as_view(), name="record-schema"),
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.Docs.as_view(), name="docs"),
    re_path(r"^[\s\S]*$", docs.Elsewhere.as_view(), name="elsewhere"),
]

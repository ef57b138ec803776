"""Records of 斗地主 hands as they come in: what cannot be right by itself.

Which fields a record has follows from the rulebook: what it scores must be there, what it does not know must not, unless it only says
that nothing of the kind happened.
Any JSON value is answered with all its faults, never raised on. Clauses DZH-02 to 11, F1-04, F1-07, F7-07, F9-07, F9-08.
"""

from collections.abc import Mapping
from itertools import islice

from scoring.games.doudizhu.bidding import Auction, law_of_bids, read_bids, seat_of
from scoring.games.doudizhu.fields import (
    ANTI_SPRING,
    LANDLORD,
    MOST_BOMBS,
    MOST_HANDS,
    NO_SPRING,
    PEASANTS,
    RULED_FIELDS,
    SPRING_WON,
    SPRINGS,
    WINNERS,
    says_nothing,
)
from scoring.games.doudizhu.holdings import check_cards
from scoring.games.doudizhu.leaves import (
    ANTI_TIMES,
    CARDS,
    DOUBLE_TIMES,
    FIRST,
    MARGIN,
    NEXT_BIDDER,
    OVERRUN_LIMIT,
    ROCKET,
    ROTATE,
    RULED_TIMES,
    SCORING,
    SHOWN_TIMES,
    SPRING_TIMES,
    STAKE_MODE,
    WINNER,
)
from scoring.games.doudizhu.penalties import check_penalty
from scoring.games.doudizhu.reading import SEATS, Reading
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.penalties import codes
from scoring.sides import THREE

MOST_TIMEOUTS, MOST_TRANSFER, MOST_PENALTIES, MOST_STRANGE = 99, 99_999, 99, 10


def check_record(rulebook: Rulebook, record: object, *, inline_penalties: bool) -> tuple[Fault, ...]:
    """Everything that cannot be right by itself. Penalties may stand in the record only where nobody else can enter them."""
    if not isinstance(record, Mapping):
        return (Fault("record_not_object", rulebook.law(SCORING), "", {"given": shown(record)}),)
    reader = _Reader(rulebook, record)
    reader.read(inline_penalties=inline_penalties)
    return tuple(reader.faults)


class _Reader(Reading):
    def read(self, *, inline_penalties: bool) -> None:
        known = (*self.fields.known, "penalties")
        strange = (name for name, value in self.record.items() if name not in known and not says_nothing(name, value))
        for name in islice(strange, MOST_STRANGE):
            self.wrong("unknown_field", SCORING, str(shown(name)), known=list(known))
        hand = self.number("hand", NEXT_BIDDER, 1, MOST_HANDS)
        auction = self.bidding(hand) if self.fields.bids else None
        if auction is not None and auction.passed_out:
            self.nothing_played()
        else:
            self.play(auction)
        self.beside()
        self.penalties(inline=inline_penalties)

    def bidding(self, hand: int | None) -> Auction | None:
        """Who bid first and what was bid; the landlord whom the bids make (DZH-02, DZH-04)."""
        first = self.seat("first_bidder", FIRST)
        rotates = self.rulebook.choice(NEXT_BIDDER) == ROTATE
        if hand == 1 and first not in (1, None) and rotates and self.rulebook.choice(FIRST) == "seat_1":
            self.wrong("first_bidder_differs", FIRST, "first_bidder", wanted=1, given=first)
        if "bids" not in self.record:
            self.faults.append(Fault("missing_field", law_of_bids(self.rulebook), "bids"))
            return None
        auction = read_bids(self.rulebook, self.record["bids"])
        self.faults += auction.faults
        if auction.faults:
            return None
        landlord = self.record.get("landlord")
        if first is not None and auction.speaker is not None and type(landlord) is int and landlord in SEATS:
            wanted = seat_of(first, auction.speaker)
            if landlord != wanted:
                values = {"wanted": wanted, "given": landlord}
                self.faults.append(Fault("landlord_differs", law_of_bids(self.rulebook), "landlord", values))
        return auction

    def nothing_played(self) -> None:
        """A passed-out hand has nothing of the play (DZH-03)."""
        for name in (*self.fields.play, *self.fields.may_play):
            value = self.record.get(name)
            if value is None and (name not in self.record or name in ("landlord", "out")):
                continue
            if not says_nothing(name, value):
                self.faults.append(Fault("nothing_was_played", law_of_bids(self.rulebook), name, {"given": shown(value)}))

    def play(self, auction: Auction | None) -> None:
        """Who was landlord, who went out first, and what doubles (DZH-07 to 11, F9-07, F9-08)."""
        passed = auction is None and self.fields.bids and self.record.get("landlord") is None and self.record.get("out") is None
        if passed and "landlord" in self.record:
            return  # the bids are faulty and nothing else is there: whether anything was played is not known
        landlord = self.seat("landlord", WINNER)
        ruled = self.ruling(landlord) if "ruled" in self.record and self.fields.ruled else ""
        out = None
        if not (ruled and self.record.get("out") is None):
            out = self.seat("out", WINNER)
        winner = ruled or (None if out is None or landlord is None else LANDLORD if out == landlord else PEASANTS)
        if self.fields.doubling:
            self.number("bombs", DOUBLE_TIMES, 0, MOST_BOMBS)
        if self.fields.rocket:
            self.flag("rocket", ROCKET, self.record, "rocket")
        if self.fields.spring:
            self.spring(winner, unfinished=bool(ruled) and self.record.get("out") is None)
        if self.fields.shown:
            self.flag("shown", SHOWN_TIMES, self.record, "shown")
        if self.fields.needs_transfers or ("transfers" in self.record and self.fields.may_transfer):
            self.transfers(landlord, winner)

    def spring(self, winner: str | None, *, unfinished: bool) -> None:
        """A spring is the landlord's, an anti-spring the peasants' (DZH-10, DZH-11); a hand broken off has neither."""
        spring = self.word("spring", SPRING_TIMES, SPRINGS, self.record, "spring")
        if spring is not None and spring != NO_SPRING and unfinished:
            self.wrong("spring_without_out", SPRING_TIMES, "spring", given=spring)
        elif spring == SPRING_WON and winner == PEASANTS:
            self.wrong("spring_with_loss", SPRING_TIMES, "spring", given=spring)
        elif spring == ANTI_SPRING and winner == LANDLORD:
            self.wrong("anti_spring_with_win", ANTI_TIMES, "spring", given=spring)

    def ruling(self, landlord: int | None) -> str:
        """The side to which an official gave the hand, and for whose offence (F9-08)."""
        value = self.record["ruled"]
        if not isinstance(value, Mapping):
            self.wrong("wrong_type", RULED_TIMES, "ruled", wanted="object", given=shown(value))
            return ""
        for name in islice((name for name in value if name not in RULED_FIELDS), MOST_STRANGE):
            self.wrong("unknown_field", RULED_TIMES, f"ruled.{shown(name)}", known=list(RULED_FIELDS))
        winner = self.word("winner", RULED_TIMES, WINNERS, value, "ruled.winner")
        self.flag("doubled", RULED_TIMES, value, "ruled.doubled")
        offender = self.seat("offender", RULED_TIMES, of=value, at="ruled.offender")
        if winner is not None and offender is not None and landlord is not None and (offender == landlord) == (winner == LANDLORD):
            self.wrong("offender_won", RULED_TIMES, "ruled.offender", given=offender)
        return winner or ""

    def transfers(self, landlord: int | None, winner: str | None) -> None:
        """What changed hands: it sums to nothing, and who lost does not gain (F7-07)."""
        value, at = self.record.get("transfers"), "transfers"
        leaf = STAKE_MODE if self.rulebook.has(STAKE_MODE) else SCORING
        if at not in self.record:
            return self.wrong("missing_field", leaf, at)
        if not isinstance(value, Mapping):
            return self.wrong("wrong_type", leaf, at, wanted="object", given=shown(value))
        for name in islice((name for name in value if name not in THREE), MOST_STRANGE):
            self.wrong("unknown_field", leaf, f"{at}.{shown(name)}", known=list(THREE))
        moved: dict[int, int] = {}
        for side in THREE:
            amount = value.get(side)
            if side not in value:
                self.wrong("missing_field", leaf, f"{at}.{side}")
            elif type(amount) is not int:
                self.wrong("wrong_type", leaf, f"{at}.{side}", wanted="integer", given=shown(amount))
            elif abs(amount) > MOST_TRANSFER:
                self.wrong("out_of_range", leaf, f"{at}.{side}", least=-MOST_TRANSFER, most=MOST_TRANSFER, given=shown(amount))
            else:
                moved[int(side)] = amount
        if len(moved) < len(THREE):
            return None
        if sum(moved.values()):
            self.wrong("not_zero_sum", leaf, at, given=sum(moved.values()))
        if winner is not None and landlord is not None:
            for seat, amount in moved.items():
                gains = (seat == landlord) == (winner == LANDLORD)
                if amount and (amount > 0) != gains:
                    self.wrong("transfer_against_result", leaf, f"{at}.{seat}", given=amount)
        return None

    def beside(self) -> None:
        """What is written down beside the result: cards, overruns of time, where the face-up card lay."""
        if "cards" in self.record:
            self.faults += check_cards(self.rulebook, self.record["cards"])
        if "face_up" in self.record and self.fields.face_up:
            self.number("face_up", MARGIN, 1, self.rulebook.number(CARDS))
        given = self.record.get("timeouts")
        if "timeouts" not in self.record or not self.fields.timeouts:
            return
        if not isinstance(given, Mapping):
            self.wrong("wrong_type", OVERRUN_LIMIT, "timeouts", wanted="object", given=shown(given))
            return
        for name in islice((name for name in given if name not in THREE), MOST_STRANGE):
            self.wrong("unknown_field", OVERRUN_LIMIT, f"timeouts.{shown(name)}", known=list(THREE))
        for side in THREE:
            count, at = given.get(side, 0), f"timeouts.{side}"
            if type(count) is not int:
                self.wrong("wrong_type", OVERRUN_LIMIT, at, wanted="integer", given=shown(count))
            elif not 0 <= count <= MOST_TIMEOUTS:
                self.wrong("out_of_range", OVERRUN_LIMIT, at, least=0, most=MOST_TIMEOUTS, given=shown(count))

    def penalties(self, *, inline: bool) -> None:
        given = self.record.get("penalties", [])
        if not isinstance(given, list):
            self.wrong("wrong_type", SCORING, "penalties", wanted="list", given=shown(given))
        elif given and not inline:
            self.wrong("penalties_by_officials", SCORING, "penalties", known=list(codes(self.rulebook)))
        elif len(given) > MOST_PENALTIES:
            self.wrong("out_of_range", SCORING, "penalties", least=0, most=MOST_PENALTIES, given=len(given))
        else:
            for place, body in enumerate(given):
                self.faults += check_penalty(self.rulebook, body, at=f"penalties[{place}]", inline=True)

"""One table's sitting: its hands entered, doubled, contested, corrected and confirmed as its MatchPlan says, with what officials add.

Each step checks what the service answers; a wrong answer is an Unexpected. Never computes a score.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from events.plays.arrival import Confirming, HandPlan, Trouble
from events.plays.at_table import AtTable
from events.plays.client import Answer, Caller, Unexpected
from events.plays.event_file import ActFile, Record, Slot

REASON = "按报告单补录"


class Sitting(AtTable):
    """Everything that happens there, in the order of its plan."""

    def play(self) -> None:
        """Everything of this match that happens while its round is on."""
        self._seated()
        if self.plan.forfeited_by:
            self._forfeit()
        elif self.plan.slip:
            self._slip()
        else:
            for hand in self.plan.hands:
                self._premature_confirmation(hand)
                getattr(self, f"_{hand.trouble}")(hand)
                self.counts[hand.trouble] += 1
                self._acts(hand.acts)
                self._sign(hand)
        if not self.plan.forfeited_by:
            self._acts(self.plan.acts)
        if self.plan.confirming is not Confirming.LATE and self.plan.hands:
            self.confirm()

    def confirm(self) -> None:
        """Who signs, on devices of their own, or an official on their behalf; for AGAIN twice, with a referee's correction between."""
        how = self.plan.confirming
        if how in (Confirming.ON_BEHALF, Confirming.LATE):
            self._confirm(self._behalf(), "on_behalf", reason="核对的一方已离席，看过报告单")
        elif not self.kind.SIGNS_EACH:
            self._signed("device")
        if how is Confirming.AGAIN:
            self._corrected_after_confirmation()
            self._signed("again", covers=self._changed(self.plan.hands[0].slot))
        self.counts[f"confirmed_{how}"] += 1

    def put_right(self) -> None:
        """What is found out only when the next round is open: the chief referee corrects it, a referee confirms anew on behalf.

        Where the referee has corrected something there before, he cannot: then those sign whose it is.
        """
        later = self.plan.later
        if later is None:
            return
        body = {"supersedes": self._live()[later.slot], "record": later.record, "reason": later.reason}
        self.hall.chief.deliver(f"{self.path}/corrections/", body, key=self._key("later", later.slot), expect=(201,))
        if self.plan.confirming is Confirming.AGAIN:
            self._signed("later", covers=self._changed(later.slot))
        elif self.plan.confirming is not Confirming.LATE:
            self._confirm(self._behalf(), "later", reason="双方看过更正", covers=self._changed(later.slot))
        self.counts["corrected_later"] += 1

    # -- hands, one method a trouble

    def _none(self, hand: HandPlan) -> None:
        self._enter(self._enterer(hand), hand, hand.record, "hand", 201)

    def _twice(self, hand: HandPlan) -> None:
        first = self._enter(self._enterer(hand), hand, hand.record, "hand", 201)
        self._same(first, self._enter(self._enterer(hand), hand, hand.record, "hand", 201))

    def _lost_answer(self, hand: HandPlan) -> None:
        key = self._key("hand", hand.slot)
        self.scorer.send_and_hang_up(f"{self.path}/hands/", {"record": hand.record}, key=key)
        answer = self._enter(self.scorer, hand, hand.record, "hand", 201)
        if not answer.replayed:
            raise Unexpected(f"{self.code}: stored twice under {key}")

    def _echo(self, hand: HandPlan) -> None:
        self._enter(self.scorer, hand, hand.record, "hand", 201)
        answer = self._enter(self.second, hand, hand.echo, "echo", 200)
        if answer.body.get("echo") is not True:
            raise Unexpected(f"{self.code}: the other form of the same result is no echo: {answer.text[:300]}")

    def _conflict_after(self, hand: HandPlan) -> None:
        right = self._enter(self.scorer, hand, hand.record, "hand", 201)
        self._enter(self.hall.referee, hand, hand.wrong, "rival", 202)
        self._uphold(hand, right)

    def _conflict_before(self, hand: HandPlan) -> None:
        self._enter(self.hall.referee, hand, hand.wrong, "rival", 201)
        right = self._enter(self.scorer, hand, hand.record, "hand", 202)
        self._uphold(hand, right)

    def _conflict_together(self, hand: HandPlan) -> None:
        with ThreadPoolExecutor(2) as both:
            entered = both.submit(self._enter, self.scorer, hand, hand.record, "hand", 201, 202)
            rival = both.submit(self._enter, self.hall.referee, hand, hand.wrong, "rival", 201, 202)
            right, wrong = entered.result(), rival.result()
        if sorted((right.status, wrong.status)) != [201, 202]:
            raise Unexpected(f"{self.code}: two results at once were answered {right.status} and {wrong.status}")
        self._uphold(hand, right)

    def _correction(self, hand: HandPlan) -> None:
        wrong = self._enter(self.scorer, hand, hand.wrong, "slip_of_the_pen", 201)
        body = {"supersedes": hash_of(wrong), "record": hand.record}
        self.scorer.deliver(f"{self.path}/corrections/", body, key=self._key("correction", hand.slot), expect=(201,))

    def _void(self, hand: HandPlan) -> None:
        wrong = self._enter(self.scorer, hand, hand.wrong, "slip_of_the_pen", 201)
        self.scorer.deliver(f"{self.path}/voids/", {"supersedes": hash_of(wrong)}, key=self._key("void", hand.slot), expect=(201,))
        self._enter(self.scorer, hand, hand.record, "hand", 201)

    def _dispute(self, hand: HandPlan) -> None:
        """The other side disputes what was entered, a referee comes, the chief referee rules; the enterer appeals, and that is final."""
        self._enter(self.scorer, hand, hand.wrong, "slip_of_the_pen", 201)
        game, number, _room = hand.slot
        about = {"match": self.code, "number": number, "subject": "result"} | ({"game": game} if game > 1 else {})
        raised = self._disputed(self.checkers[0], "", about, hand, "raise")
        case = f"{raised.body['dispute']['dispute']}/"
        self._disputed(self.hall.referee, f"{case}take/", {}, hand, "take")
        ruling = {"clauses": [self.hall.clause or self.kind.CLAUSE], "reason": "问过双方，看过桌面余牌"}
        self._disputed(self.hall.chief, f"{case}rulings/", {**ruling, "outcome": "changed", "record": hand.record}, hand, "rule")
        self._disputed(self.scorer, f"{case}appeal/", {}, hand, "appeal")
        final = self._disputed(self.hall.chief, f"{case}appeal-ruling/", {**ruling, "outcome": "upheld"}, hand, "final")
        if final.body["dispute"]["state"] != "final":
            raise Unexpected(f"{self.code}: a ruling on appeal left the dispute {final.body['dispute']['state']}")

    def _disputed(self, by: Caller, door: str, body: dict[str, Any], hand: HandPlan, purpose: str) -> Answer:
        return by.deliver(f"{self.hall.path}/disputes/{door}", body, key=self._key(f"dispute_{purpose}", hand.slot), expect=(201,))

    def _slip(self) -> None:
        """All hands from a paper slip in one request, sent twice where a hand of it is to arrive twice."""
        items = [{"key": self._key("slip", hand.slot), "record": hand.record} for hand in self.plan.hands]
        times = 2 if any(hand.trouble is Trouble.TWICE for hand in self.plan.hands) else 1
        for _ in range(times):
            answer = self.scorer.send(f"{self.path}/slip/", {"items": items})
            statuses = [item["status"] for item in answer.body["results"]]
            if statuses != [201] * len(items):
                raise Unexpected(f"{self.code}: slip answered {statuses}: {answer.text[:500]}")
        self.counts["slip"] += 1
        for hand in self.plan.hands:
            self._acts(hand.acts)
            self._sign(hand)

    # -- what a match is beyond its hands

    def _seated(self) -> None:
        """Where the files state who meets here, they must be those."""
        if self.plan.sides is None:
            return
        match = self._match()
        seated = tuple(self.hall.named[side[self.kind.SEATED]].number for side in (match["sides"][name] for name in self.kind.SIDES))
        if seated != self.plan.sides:
            raise Unexpected(f"{self.code}: numbers {self.plan.sides} should sit here, and {seated} do")

    def _acts(self, acts: tuple[ActFile, ...]) -> None:
        """Penalties, bells, adjustments: entered by the official whose they are, some taken back."""
        for place, act in enumerate(acts):
            about = (act.door, act.after, place)
            by = self.scorer if act.by == "scorer" else self.hall.people[act.by]
            if act.refused:
                self._refused(act, by, about)
                continue
            answer = by.deliver(f"{self.path}/{act.door}/", act.body, key=self._key("act", about), expect=(201,))
            self.counts[act.door] += 1
            if act.withdrawn:
                body = {"supersedes": hash_of(answer), "reason": "复核不成立"}
                self.hall.chief.deliver(f"{self.path}/withdrawals/", body, key=self._key("withdrawal", about), expect=(201,))
                self.counts["withdrawn"] += 1

    def _refused(self, act: ActFile, by: Caller, about: object) -> None:
        """What the service must not take: it says why, and nothing has changed."""
        answer = by.send(f"{self.path}/{act.door}/", act.body, key=self._key("refused", about), expect=(422,))
        codes = [problem["code"] for problem in answer.body["problems"]]
        if act.refused not in codes:
            raise Unexpected(f"{self.code}: to be refused as {act.refused}, and it was as {codes}")
        self.counts[f"refused_{act.refused}"] += 1

    def _forfeit(self) -> None:
        side = self.plan.forfeited_by
        if not self.plan.by_line_up:
            body: dict[str, Any] = {"sides": [side], "reason": "开赛十五分钟未到"}
            self.hall.chief.deliver(f"{self.path}/forfeits/", body, key=self._key("forfeit"), expect=(201,))
        else:
            registered = self._match()["sides"][side]["entrant"]
            mine = self.hall.players[registered]
            stranger = next(players[0] for entrant, players in self.hall.players.items() if entrant != registered)
            body = {"side": side, "players": [*mine[:-1], stranger], "reason": "换了搭档"}
            self.hall.referee.deliver(f"{self.path}/line-ups/", body, key=self._key("line_up"), expect=(201,))
        self.counts["forfeit_by_line_up" if self.plan.by_line_up else "forfeit"] += 1

    def _sign(self, hand: HandPlan) -> None:
        """Where every hand is confirmed by itself, the other side does it on its own device as soon as nothing about it is open."""
        if self._signed_one_by_one:
            self._signed(f"hand {hand.slot}", covers=[self._live()[hand.slot]])
            self.counts["signed"] += 1

    def _signed(self, purpose: str, covers: list[str] | None = None) -> None:
        """Everybody's signature whose it takes, one after the other."""
        for place, checker in enumerate(self.checkers):
            self._confirm(checker, f"{purpose} {place}" if place else purpose, covers=covers)

    def _enterer(self, hand: HandPlan) -> Caller:
        """Who enters a hand: what was ruled at the table is not for the table to say."""
        return self.hall.referee if self.kind.official(hand.record) else self.scorer

    @property
    def _signed_one_by_one(self) -> bool:
        return self.kind.SIGNS_EACH and self.plan.confirming in (Confirming.DEVICE, Confirming.AGAIN)

    def _changed(self, slot: Slot) -> list[str] | None:
        """What is to be confirmed after a correction: the hand alone where each has its own signature, else all (None)."""
        return [self._live()[slot]] if self._signed_one_by_one else None

    def _premature_confirmation(self, hand: HandPlan) -> None:
        last = len(self.plan.hands) > 1 and hand is self.plan.hands[-1]
        if self.kind.SIGNS_EACH or not (self.plan.premature and last):
            return
        answer = self.checkers[0].send(f"{self.path}/confirmations/", {"covers": self._covers()}, key=self._key("early"), expect=(409,))
        if answer.code != self.kind.EARLY:
            raise Unexpected(f"{self.code}: confirming before the last hand was refused as {answer.code}")
        self.counts["premature"] += 1

    def _confirm(self, by: Caller, purpose: str, reason: str = "", covers: list[str] | None = None) -> None:
        body: dict[str, Any] = {"covers": self._covers() if covers is None else covers} | ({"reason": reason} if reason else {})
        by.deliver(f"{self.path}/confirmations/", body, key=self._key("confirm", purpose), expect=(201,))

    def _corrected_after_confirmation(self) -> None:
        """A referee finds a slip of the pen after the signature and, looking again, that there was none: both void the signature."""
        hand = self.plan.hands[0]
        for purpose, record in (("post_wrong", hand.wrong), ("post_right", hand.record)):
            body = {"supersedes": self._live()[hand.slot], "record": record, "reason": REASON}
            self.hall.referee.deliver(f"{self.path}/corrections/", body, key=self._key(purpose, hand.slot), expect=(201,))

    # -- helpers of the steps above

    def _enter(self, by: Caller, hand: HandPlan, record: Record, purpose: str, *expect: int) -> Answer:
        return by.deliver(f"{self.path}/hands/", {"record": record}, key=self._key(purpose, hand.slot), expect=expect)

    def _uphold(self, hand: HandPlan, right: Answer) -> None:
        game, number, room = hand.slot
        about = {"number": number} | ({"game": game} if game > 1 else {}) | ({"room": room} if room else {})
        body = about | {"uphold": hash_of(right), "clauses": [self.hall.clause or self.kind.CLAUSE], "reason": "问过双方，看过桌面余牌"}
        self.hall.chief.deliver(f"{self.path}/rulings/", body, key=self._key("ruling", hand.slot), expect=(201,))

    def _same(self, first: Answer, second: Answer) -> None:
        if (first.status, first.body) != (second.status, second.body) or not second.replayed:
            raise Unexpected(f"{self.code}: a repeated request got another answer: {first.text[:300]} / {second.text[:300]}")


def hash_of(answer: Answer) -> str:
    """The entry an answer made: stored (201) or kept beside a rival (202)."""
    made = answer.body["kept"] if answer.status == 202 else answer.body["entry"]
    return str(made["hash"])

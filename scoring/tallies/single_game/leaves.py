"""A single game of three: the leaves its tally reads. Clauses F1-01, F1-23 and the loss codes of 斗地主 范文一."""

from scoring.leaf_types import Choice, Schema

ENDS = "tally_rules.ends"  # what ends the table
ONE_HAND = "one_hand"

LOSS_SCOPE = "tally_rules.penalty_loss_scope"  # what the innocent partner of an offender gets; the other side wins
PARTNER_VOID, SIDE = "individual_partner_void", "side"

OUT_MID_HAND = "tally_rules.disqualified_mid_hand"  # what a hand is worth for the others when somebody is put out during it
HAND_VOID, OTHER_SIDE_WINS = "hand_void", "other_side_wins"

CHANGED_PLAYER = "tally_rules.changed_player"
FORFEIT, RECORDED = "forfeit", "recorded"

SCHEMA: Schema = {
    ENDS: Choice((ONE_HAND,)),
    LOSS_SCOPE: Choice((PARTNER_VOID, SIDE)),
    OUT_MID_HAND: Choice((HAND_VOID, OTHER_SIDE_WINS)),
    CHANGED_PLAYER: Choice((FORFEIT, RECORDED)),
}

"""斗地主 in words: what is wrong with the bids or the play of a hand, what a table still has to settle, what cannot be ruled."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    # the bids
    "unknown_bid": (
        _("没有叫“%(given)s”的：只能是 %(known)s，0 是不叫。"),
        _("请按各人叫的改正。"),
    ),
    "bid_not_higher": (
        _("前面已叫 %(bid)s，后面又叫 %(given)s，没有更高。"),
        _("后叫的要更高，不然就是不叫；请改正其中一个。"),
    ),
    "bidding_over": (
        _("叫牌已经结束，后面又记了一个 %(given)s。"),
        _("请去掉多记的，或改正前面的叫牌。"),
    ),
    "bids_incomplete": (
        _("只记了 %(given)s 个人次的叫牌，叫牌还没有结束。"),
        _("请按先后补齐，不叫的也要记。"),
    ),
    "third_must_call": (
        _("前两家都不叫，第三家必须叫。"),
        _("请补上第三家叫的；真的没有叫，请叫裁判员。"),
    ),
    "third_seat_too_low": (
        _("前两家都不叫，第三家叫了 %(given)s，至少要叫 %(least)s。"),
        _("请改成 %(least)s 或更高；规程许可不叫的，也可以改成不叫。"),
    ),
    "opener_too_low": (
        _("前面连着几局没有人叫，这一局先叫的叫了 %(given)s，至少要叫 %(least)s。"),
        _("请核对这一局的叫牌；真的叫低了，请裁判员处理。"),
    ),
    "opener_must_call": (
        _("前面连着几局没有人叫，这一局先叫的不能不叫，至少叫 %(least)s。"),
        _("请核对这一局的叫牌；真的没有叫，请裁判员处理。"),
    ),
    "first_bidder_differs": (
        _("轮到%(wanted)s先叫，记的是%(given)s。"),
        _("请核对这一局谁先叫，或更正前面记错的一局；真的轮错了，照打的算。"),
    ),
    "landlord_differs": (
        _("按叫牌，地主是%(wanted)s，记的是%(given)s。"),
        _("请改正地主，或改正叫牌。"),
    ),
    "nothing_was_played": (
        _("三家都不叫，这一局没有打，不能有这一项。"),
        _("请去掉；真的打了，请改正叫牌。"),
    ),
    # the play
    "spring_with_loss": (
        _("地主输了，不会是春天。"),
        _("春天是地主出完而两家一手都没有出；请改成反春或不是，或改正谁先出完。"),
    ),
    "anti_spring_with_win": (
        _("地主赢了，不会是反春。"),
        _("反春是农民出完而地主只出过一手；请改成春天或不是，或改正谁先出完。"),
    ),
    "spring_without_out": (
        _("没有打完的一局，没有春天、反春。"),
        _("请改成不是，或写明谁先出完。"),
    ),
    "not_zero_sum": (
        _("三家的得失加起来是 %(given)s，应当正好相抵。"),
        _("请重新数一数，赢的写正数，输的写负数。"),
    ),
    "transfer_against_result": (
        _("赢的一方只进不出，输的一方只出不进，这里记的是 %(given)s。"),
        _("请改正正负，或改正谁先出完。"),
    ),
    "transfer_too_large": (
        _("%(side)s只有 %(has)s 颗，却记成交出 %(given)s 颗。"),
        _("请核对豆子；记错的由裁判员更正这一局，或更正前面记错的一局。"),
    ),
    "short_payer": (
        _("%(side)s要付 %(owes)s，只有 %(has)s，两家怎样分要由裁判判定。"),
        _("请裁判员更正这一局，写明各家得失。"),
    ),
    "hand_too_many": (
        _("第 %(hand)s 局多了：这一桌在它以前就打完了。"),
        _("请撤回这一局，或更正前面记错的一局。"),
    ),
    # what officials say of a hand
    "by_officials": (
        _("这一项只能由裁判员写。"),
        _("请去掉；要判定这一局，请叫裁判员。"),
    ),
    "offender_won": (
        _("犯规的是%(given)s，却判他那一边胜。"),
        _("请改正哪边胜，或改正谁犯规。"),
    ),
    "must_call_omitted": (
        _("%(side)s拿到的牌（%(pattern)s）必须叫，却没有叫。"),
        _("请裁判员核对牌；属实就按“叫牌或出牌违规”判罚。"),
    ),
    "overruns_lose": (
        _("%(side)s这一局超时 %(given)s 次，满 %(limit)s 次判负。"),
        _("请裁判员核对；属实就按“警告后仍超时”判罚。"),
    ),
    "hint_without_fine": (
        _("第 %(hand)s 局因%(side)s提示同伴判负，他另外要罚的分还没有登记。"),
        _("请登记“提示同伴”的判罚，记在这一局。"),
    ),
    "face_up_misplaced": (
        _("明牌在第 %(given)s 张，规程里上下 %(margin)s 张另有规定。"),
        _("请裁判员核对；发牌以前发现的，重新翻一张。"),
    ),
    # what the table, the clock and the three who sign say
    "side_signed": (
        _("%(side)s已经核对过了。"),
        _("不用再核对；等其余各家。"),
    ),
    "clock_paused": (
        _("%(table)s 桌的表已经停着。"),
        _("不用再停；要接着打，请让表接着走。"),
    ),
    "clock_running": (
        _("%(table)s 桌的表没有停。"),
        _("不用接着走；要停请先停表。"),
    ),
}

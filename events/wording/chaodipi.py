"""炒地皮 in words: what is wrong with a hand, its calls, a penalty or a bell, its parameters and their values."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "dig_by_declarers": (
        _("最后一轮是庄家一方赢的，没有人抠底。"),
        _("抠底请选没有，或把最后一轮改为抓分方赢。"),
    ),
    "hook_without_dig": (
        _("没有抠底，就没有用 J 抠底。"),
        _("请去掉，或写明怎样抠的。"),
    ),
    "trump_missing": (
        _("没有写打什么主。"),
        _("没有人叫主的一副重新发牌，不记。"),
    ),
    "stir_not_higher": (
        _("%(given)s 不比前一次的 %(before)s 大。"),
        _("从大到小：%(choices)s；一对只能用一次。"),
    ),
    "stir_before_others": (
        _("没有别人炒过，%(given)s家不能先炒。"),
        _("叫主人和庄家要等别人炒过才能炒，请检查是谁炒的。"),
    ),
    "stir_out_of_turn": (
        _("轮到%(wanted)s家，写的是%(given)s家。"),
        _("从庄家下家起逆时针一家一家写；不记不炒的，就一家也不要记。"),
    ),
    "call_out_of_order": (
        _("叫、反、炒的次序不对。"),
        _("先写一次叫主，再写反主，最后写炒底。"),
    ),
    "overturn_not_allowed": (
        _("%(seat)s家不能反主。"),
        _("第二副起只有庄家可以反，而且叫主的要是别人。"),
    ),
    "declarer_differs": (
        _("按叫主的次序应由%(wanted)s家坐庄，写的是%(given)s家。"),
        _("头一副由最后叫或反的坐庄，请改正其中一处。"),
    ),
    "trump_not_as_called": (
        _("按叫和炒的次序打的是 %(wanted)s，写的是 %(given)s。"),
        _("请改正其中一处。"),
    ),
    "burier_differs": (
        _("按炒底的次序应由%(wanted)s家扣底，写的是%(given)s家。"),
        _("最后炒的扣底，没有人炒就由庄家扣，请改正其中一处。"),
    ),
    "side_has_not_the_deal": (
        _("庄在%(side)s，记的是%(given)s家坐庄。"),
        _("请核对这一副的庄家，或更正前面记错的一副。"),
    ),
    "another_dealer": (
        _("轮到%(wanted)s家坐庄，记的是%(given)s家。"),
        _("同一方连着坐庄两人轮换；请核对这一副和前面各副的庄家。"),
    ),
    "hook_at_another_level": (
        _("庄家打的是 %(level)s，不是 %(wanted)s，没有用 J 抠底退级这回事。"),
        _("请去掉这一项，或更正前面记错的一副。"),
    ),
    "hand_after_end": (
        _("%(side)s已经赢了这一局，后面又记的一副不计。"),
        _("请撤回它，或更正前面记错的一副。"),
    ),
    "hand_after_bell": (
        _("时间到了，这一副在最后一副之后，不计。"),
        _("请撤回它，或请裁判员改正时间到时的最后一副。"),
    ),
    "hand_given_twice": (
        _("第 %(hand)s 副（局）前面已经写过。"),
        _("一场的各副（局）按次序各写一行。"),
    ),
    "lot_needed": (
        _("时间到，双方级数一样，加打一副也没有分出先后，等抽签。"),
        _("请裁判长主持抽签，并记下抽到的一方。"),
    ),
    "nobody_leads": (
        _("时间到，按本次比赛的规定分不出谁领先。"),
        _("请裁判长决定。"),
    ),
    "both_sides_judged": (
        _("双方都被判输，分不出胜负。"),
        _("请裁判长撤销其中一项判罚。"),
    ),
    "kitty_buried_by_others": (
        _("扣底的是%(seat)s家，受罚的却是%(side)s。"),
        _("扣底张数不对罚扣底的一方；请更正记录，或撤销这项判罚另记。"),
    ),
    "penalty_needs_hand": (
        _("这一项罚的是一副牌里的分，要写是哪一副。"),
        _("请选第几副；只有输掉整局的判罚可以不选。"),
    ),
    "penalty_after_end": (
        _("没有打到第 %(hand)s 副（局）就结束了，这项判罚没有着落。"),
        _("请撤销它，另记在打过的一副（局）上。"),
    ),
    "kitty_is_right": (
        _("底牌正好 %(given)s 张，没有错。"),
        _("请核对扣了几张。"),
    ),
    "seat_not_of_side": (
        _("%(given)s家不是%(side)s的人。"),
        _("请改正座位或受罚的一方。"),
    ),
    "unknown_penalty": (
        _("本项目的罚分表里没有“%(given)s”。"),
        _("可选的各项见规程页的判罚。"),
    ),
    "unknown_level": (
        _("没有“%(given)s”这一级。"),
        _("级数：%(choices)s。"),
    ),
    "dealer_not_of_side": (
        _("庄在%(side)s，坐庄的却写%(given)s家。"),
        _("请改正其中一处。"),
    ),
}

LEAVES: Mapping[str, Promise] = {
    "game_rules.levels.start": _("从几打起"),
    "game_rules.levels.last": _("打到几"),
    "game_rules.must_play.levels": _("必打的级"),
    "game_rules.must_play.semantics": _("必打怎样算"),
    "game_rules.must_play.pass_A_as_declarer_only": _("坐庄才能过 A"),
    "game_rules.bands": _("抓多少分，谁升几级"),
    "game_rules.points.pack": _("全副牌几分"),
    "game_rules.points.step": _("分数是几的倍数"),
    "game_rules.points.kitty_most": _("底牌最多几分"),
    "game_rules.dig.throw_counts": _("甩牌挖底怎样算"),
    "game_rules.dig.tractor2": _("两连对挖底乘几"),
    "game_rules.dig.each_further_pair": _("连对每多一对再乘几"),
    "game_rules.kitty.cards": _("底牌几张"),
    "game_rules.kitty.count_fine_alone": _("底牌张数不对只罚扣底"),
    "game_rules.fines.floor": _("罚到几分为止"),
    "game_rules.fines.cap": _("加到几分为止"),
    "game_rules.fines.timing": _("什么时候罚"),
    "game_rules.fines.zero_by_penalty_is_shutout": _("罚到 0 分也算一分没抓"),
    "game_rules.fines.deliberate_replaces": _("有意出错的不再按张罚"),
    "game_rules.hook.level": _("打几时怕抠底"),
    "game_rules.hook.main_to": _("正 J 抠底退到"),
    "game_rules.hook.sub_to": _("副 J 抠底退到"),
    "game_rules.hook.threshold": _("够几分才退"),
    "game_rules.hook.threshold_basis": _("哪个分数要够"),
    "game_rules.hook.sub_needs_threshold": _("副 J 抠底也要够分"),
    "game_rules.hook.no_trump": _("无主时的 J"),
    "game_rules.time.minutes": _("一局几分钟"),
    "game_rules.time.finish_current_hand": _("铃响时的一副打完算数"),
    "game_rules.time.leader": _("时间到怎样看领先"),
    "game_rules.stir.order": _("炒底的大小"),
    "game_rules.stir.caller_and_dealer": _("叫主人和庄家炒底"),
    "game_rules.overturn.later_hands": _("第二副起谁能反主"),
    "game_rules.dealer.first_hand": _("头一副谁坐庄"),
    "game_rules.dealer.same_side": _("连着坐庄谁坐"),
    "game_rules.dealer.new_side": _("换庄后谁坐"),
    "game_rules.no_call": _("没有人叫主"),
    "game_rules.throws": _("什么能甩"),
    "game_rules.failed_throw_leads": _("甩不成出什么"),
    "game_rules.first_draw.by": _("头一副谁抽牌定先抓"),
    "game_rules.first_draw.joker": _("抽到王"),
}

VALUES: Mapping[str, Promise] = {
    "10": _("10"),
    "declare_and_win": _("坐庄赢了才能离开"),
    "declare_once": _("坐过一次庄就能离开"),
    "no_jump": _("只是不能跳过"),
    "largest_component": _("按最大的一组"),
    "as_single": _("按单张"),
    "end": _("打完一副再罚"),
    "running": _("当时就罚"),
    "table_and_final": _("台面分和最后得分"),
    "table_only": _("台面分"),
    "final_only": _("最后得分"),
    "sub": _("都算副 J"),
    "main": _("都算正 J"),
    "off": _("不退级"),
    "level": _("级数"),
    "bank": _("谁有庄"),
    "one_more_hand": _("加打一副"),
    "big_jokers": _("大鬼"),
    "small_jokers": _("小鬼"),
    "spades": _("黑桃"),
    "hearts": _("红心"),
    "clubs": _("草花"),
    "diamonds": _("方片"),
    "after_another": _("别人炒过才能炒"),
    "in_turn": _("轮到就能炒"),
    "dealer_not_caller": _("不是叫主人的庄家"),
    "anybody": _("谁都可以"),
    "last_to_call": _("最后叫或反的一家"),
    "next_ccw": _("原庄家的下家"),
    "free": _("这一方自己定"),
    "redeal": _("重新发牌"),
    "play_without_trump": _("打没有主的一副"),
    "side_suits": _("副牌"),
    "any_suit": _("主牌副牌都可以"),
    "smallest": _("其中最小的"),
    "opponents_choose": _("对方指定"),
    "declarer": _("庄家"),
    "upper_neighbour": _("上家"),
    "oldest": _("年纪最大的"),
    "draw_again": _("重抽"),
    "oldest_draws_first": _("年纪最大的先抓"),
    "defenders_points": _("抓分方的分"),
    "lose_hand": _("输掉这一副"),
    "lose_game": _("输掉这一局"),
}

COLUMNS: Mapping[str, Promise] = {
    "least": _("从几分"),
    "most": _("到几分"),
    "declarers": _("庄家升"),
    "defenders": _("抓分方升"),
    "swaps": _("换庄"),
    "clause": _("条款"),
}

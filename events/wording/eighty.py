"""80分 in words: what is wrong with a board, an offence or an adjustment, the parameters of the game and of teams, and their values."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    # the record of a board
    "board_out_of_range": (
        _("没有第 %(given)s 副：牌号从 %(least)s 到 %(most)s。"),
        _("请看牌套上的号。"),
    ),
    "board_not_here": (
        _("第 %(given)s 副不在这一桌打。"),
        _("这一桌打第 %(choices)s 副；请看牌套上的号。"),
    ),
    "other_room": (
        _("记录写的室和这一桌不是同一室。"),
        _("请换到另一室的桌上去记，或改正。"),
    ),
    "other_pair": (
        _("这里坐的是 %(wanted)s 号，记录写的是 %(given)s 号。"),
        _("请核对座位和号码。"),
    ),
    "not_a_multiple": (
        _("%(given)s 不是 %(step)s 的倍数，牌里凑不出这个分。"),
        _("请重新数一数得分牌。"),
    ),
    "more_than_the_pack": (
        _("加起来 %(given)s 分，全副牌只有 %(most)s 分。"),
        _("请重新数一数得分牌和底牌。"),
    ),
    "points_do_not_add_up": (
        _("双方的分加底牌的分一共 %(given)s，应是 %(wanted)s。"),
        _("请重新数一数；庄家方的分不记也可以。"),
    ),
    "dig_missing": (
        _("防守方得了末轮，没有写怎样抠的底。"),
        _("请选单张、对子或别的。"),
    ),
    "dig_without_last_trick": (
        _("末轮不是防守方得的，就没有抠底。"),
        _("请改末轮，或把抠底选为没有。"),
    ),
    "play_stopped": (
        _("第 %(board)s 副没有打完，还没有裁定剩下的分归谁。"),
        _("请裁判员判罚，或请裁判长调整这一副的分。"),
    ),
    # trump
    "trump_differs": (
        _("第 %(board)s 副将牌不一致：定的是 %(wanted)s，记的是 %(given)s。"),
        _("将牌定了不再变；请核对花色，有疑问请裁判员。"),
    ),
    "group_missing": (
        _("第 %(board)s 副是分组比较的，这一桌还没有分到哪一组。"),
        _("请裁判长在 裁判台 → 牌副 重新分组，把这一桌也放进去。"),
    ),
    "rank_differs": (
        _("第 %(board)s 副打几不一致：定的是 %(wanted)s，记的是 %(given)s。"),
        _("请看牌套上标的阶数，有疑问请裁判员。"),
    ),
    "not_this_mode": (
        _("本次将牌不是这样定的。"),
        _("请去掉这一项。"),
    ),
    "call_malformed": (
        _("这一次叫牌写得不对。"),
        _("每次写三项：谁、用什么、什么花色。"),
    ),
    "call_too_weak": (
        _("后叫的压不住前面的。"),
        _("对子压单张，无将压一切；请核对先后。"),
    ),
    "trump_not_called": (
        _("最后叫的是 %(wanted)s，记的将牌是 %(given)s。"),
        _("请改正其中一项。"),
    ),
    "draw_not_finished": (
        _("抽牌没有定出阶数。"),
        _("抽到王就是无将，再抽一张不是王的定阶数。"),
    ),
    "not_as_drawn": (
        _("按抽到的牌应是 %(wanted)s，记的是 %(given)s。"),
        _("请改正其中一项。"),
    ),
    # hands written down
    "unknown_card": (
        _("没有“%(given)s”这张牌。"),
        _("花色 S H D C 加大小，十写 T；大王 BJ，小王 LJ。"),
    ),
    "cards_miscounted": (
        _("抄了 %(given)s 张，应是 %(wanted)s 张。"),
        _("请照牌重抄；多牌少牌请叫裁判员。"),
    ),
    "card_too_often": (
        _("%(card)s 出现了 %(given)s 次，两副牌里只有 %(most)s 张。"),
        _("请照牌重抄。"),
    ),
    "pack_not_whole": (
        _("四家合起来不是全副牌，缺：%(missing)s。"),
        _("请四家各自照牌核对。"),
    ),
    "kitty_points_differ": (
        _("抄下的底牌有 %(wanted)s 分，底分写的是 %(given)s。"),
        _("请改正其中一项。"),
    ),
    "cards_differ": (
        _("第 %(board)s 副两室抄的牌不一样：%(seats)s。"),
        _("请裁判员核对牌套里的牌。"),
    ),
    # offences
    "amount_not_yours": (
        _("这一项罚多少由规程定。"),
        _("请不要填分数，只填几张。"),
    ),
    "other_holder_liable": (
        _("这样发现的差错不归这一方。"),
        _("先数后看，数出来的归上一轮拿牌的人；没数就看的归自己。"),
    ),
    "claim_too_late": (
        _("最后一轮已经打完，结果有效，不再判罚。"),
        _("有别的疑问请裁判长。"),
    ),
    "found_later": (
        _("发现得晚了，不按这一项判。"),
        _("请改判后来发现的那一项：出错牌、藏牌判有牌不跟，底牌不对判后来发现。"),
    ),
    "not_late_yet": (
        _("发现得早，还不到这一项。"),
        _("请改判当场发现的那一项：出错牌，或底牌不对、第二轮前发现。"),
    ),
    "nothing_before_trick_one": (
        _("底牌有误发生在出牌之前，那时双方都没有分。"),
        _("犯规前的分请填 0，或不填。"),
    ),
    "board_given_twice": (
        _("第 %(board)s 副在这一室或这两对之间，前面已经写过。"),
        _("一副牌只写一行；请去掉多写的，或改正牌号、开闭室或对号。"),
    ),
    "rest_given_twice": (
        _("第 %(board)s 副的余分已经归了一次。"),
        _("先发生的那次算；请撤销另一次判罚。"),
    ),
    "more_before_than_played": (
        _("第 %(board)s 副里，%(side)s到犯规为止记了 %(given)s 分，整副至多 %(most)s。"),
        _("请核对犯规前的分和这一副的记录。"),
    ),
    "penalty_without_board": (
        _("第 %(board)s 副没有记录，判罚没有着落。"),
        _("请先记这一副，或撤销判罚。"),
    ),
    "penalty_needs_board": (
        _("这一项罚在一副牌上，没有写是哪一副。"),
        _("请撤销后写明牌号再判。"),
    ),
    "too_many": (
        _("%(given)s 项太多，一次至多 %(most)s 项。"),
        _("请分开填。"),
    ),
    # what the chief referee sets
    "adjustment_value": (
        _("“%(given)s”不是可以给的分。"),
        _("请填整数，或“3/2”这样的分数。"),
    ),
    "adjustment_unreadable": (
        _("第 %(board)s 副的调整分读不懂。"),
        _("请裁判长撤销后重给：队式赛只能调整净分或比赛分。"),
    ),
    "adjustments_differ": (
        _("第 %(board)s 副，两室判的比赛分不一样。"),
        _("请裁判长撤销其中一个。"),
    ),
    "net_in_gap": (
        _("第 %(board)s 副净分 %(net)s，落在换算表两档之间。"),
        _("请裁判长把调整分改成 5 的倍数。"),
    ),
    "groups_malformed": (
        _("分组写得不对：要有 %(least)s 组以上，每组至少一场。"),
        _("请把打过这副牌的各场分进各组。"),
    ),
    "match_in_two_groups": (
        _("%(given)s 写了两次。"),
        _("每一场只放进一组。"),
    ),
    "rooms_not_opposed": (
        _("同一队在两室坐了同一方向，两室的牌没有可比的。"),
        _("请裁判员改座；已经打了的，请裁判长逐副处理。"),
    ),
    "boards_too_many": (
        _("要用 %(boards)s 副牌，只有 %(most)s 副。"),
        _("请减少每轮的副数，或增加牌套。"),
    ),
}

LEAVES: Mapping[str, Promise] = {
    "game_rules.result_by": _("一副牌的结果按什么分"),
    "game_rules.boards": _("各副的庄位、阶数和将牌"),
    "game_rules.largest_board": _("最大的牌号"),
    "game_rules.trump_mode": _("怎样定将（A 标明，B 抢定，C 抽牌）"),
    "game_rules.contest": _("抢定将牌，后面的压前面的"),
    "game_rules.hand_cards": _("每家几张牌"),
    "game_rules.kitty_cards": _("底牌几张"),
    "game_rules.card_points.king": _("K 的分"),
    "game_rules.card_points.ten": _("10 的分"),
    "game_rules.card_points.five": _("5 的分"),
    "game_rules.dig.single": _("单张抠底，底分乘几"),
    "game_rules.dig.pair": _("对子抠底，底分乘几"),
    "game_rules.dig.sister_pairs": _("姐妹对抠底，底分乘几"),
    "game_rules.dig.throw": _("单张带对子抠底，底分乘几"),
    "game_rules.sister_pairs.over_the_level": _("隔着阶数牌算姐妹对"),
    "game_rules.sister_pairs.trumps": _("将牌怎样配姐妹对"),
    "game_rules.penalty_cards": _("暴露的牌作罚张"),
    "game_rules.miscount.before_looking": _("看牌前数出的差错归谁"),
    "game_rules.miscount.after_looking": _("看牌后发现的差错归谁"),
    "game_rules.claims.lapse_when_followed": _("跟了牌就不再追究"),
    "game_rules.claims.partner_condones": _("同伴跟牌也算认可"),
    "game_rules.claims.until_last_trick": _("只受理到最后一轮打完"),
    "game_rules.claims.kitty_tricks": _("底牌有误，第几轮以内算早"),
    "game_rules.concealed.cap_per_suit": _("藏牌一个花色最多罚"),
    "game_rules.concealed.cap_without_damage": _("没有损失的也封顶"),
    "game_rules.concealed.found_late": _("发现得晚的藏牌"),
    "game_rules.rest_of_points.kitty": _("归对方的底牌分"),
    "game_rules.minutes.board": _("一副几分钟"),
    "game_rules.minutes.session": _("一节几分钟"),
    "game_rules.minutes.session_boards": _("一节几副"),
    "game_rules.minutes.grace": _("超时几分钟由裁判长处理"),
    "tally_rules.net": _("净分怎样算"),
    "tally_rules.declarer_credit": _("庄家方另得的分"),
    "tally_rules.shutout": _("光头，庄家得"),
    "tally_rules.shutout_before_fines": _("光头按罚分以前判"),
    "tally_rules.conversion": _("净分换比赛分"),
    "tally_rules.gap_policy": _("落在两档之间的净分"),
    "tally_rules.adjusted": _("裁判长的调整分"),
    "tally_rules.forfeit.present": _("对方弃权，每副得"),
    "tally_rules.forfeit.absent": _("弃权的一方，每副得"),
    "format_rules.boards": _("一场几副"),
    "format_rules.boards_run": _("各轮用哪些副"),
    "format_rules.open_room": _("谁坐开室"),
    "format_rules.home": _("谁是主队"),
    "format_rules.league": _("名次按什么分排"),
    "format_rules.results.won": _("胜一场得"),
    "format_rules.results.drawn": _("平一场得"),
    "format_rules.results.lost": _("负一场得"),
}

VALUES: Mapping[str, Promise] = {
    "room": _("开室、闭室"),
    "pairs": _("选手对的号码"),
    "single": _("单张"),
    "pair": _("对子"),
    "no_trump": _("无将"),
    "NT": _("无将"),
    "stated": _("由裁判长另定"),
    "jokers_only": _("只有大小王"),
    "ladder": _("各级将牌都接"),
    "previous_holder": _("上一轮拿牌的人"),
    "holder": _("现在拿牌的人"),
    "graded": _("按有没有损失分等"),
    "rest_of_points": _("余下的分归对方"),
    "plain": _("不翻倍"),
    "net": _("净分"),
    "match_points": _("比赛分"),
    "adjusted": _("按调整分"),
    "both_rooms": _("两室双方的得分相加减"),
    "complement": _("其余的分"),
    "floor": _("按低的一档"),
    "reject": _("不收，请改"),
    "replaces": _("代替这一副的得分"),
    "run_on": _("接着用"),
    "start_over": _("每轮从第 1 副起"),
    "first_pairs": _("各队第 1 对"),
    "second_pairs": _("各队第 2 对"),
    "by_results": _("胜负积分"),
    "won": _("胜场"),
    "margin": _("比赛分的得失差"),
}

# Columns of the tables.
COLUMNS: Mapping[str, Promise] = {
    "board": _("牌号"),
    "dealer": _("庄位"),
    "rank": _("打几"),
    "contested_rank": _("抢定时打几"),
    "trump": _("将牌"),
    "from": _("从"),
    "to": _("到"),
    "points": _("得分"),
}

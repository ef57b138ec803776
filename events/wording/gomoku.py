"""五子棋 in words: what is wrong with a record of a game, its parameters and their values."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "game_out_of_range": (
        _("没有第 %(given)s 局：一场最多记 %(most)s 局。"),
        _("请检查局数；重下的一局接着往下编号。"),
    ),
    "game_given_twice": (
        _("第 %(game)s 局前面已经写过。"),
        _("一局只写一行；重下的一局接着往下编号。"),
    ),
    "unknown_party": (
        _("没有“%(given)s”这一方。"),
        _("A 是坐南北的一方，B 是坐东西的一方。"),
    ),
    "unknown_reason": (
        _("没有“%(given)s”这种结果。"),
        _("可选：五连、认输、弃权、和棋。"),
    ),
    "winner_missing": (
        _("没有写谁赢。"),
        _("请选赢的一方；和棋请选和棋。"),
    ),
    "draw_has_no_winner": (
        _("和棋没有赢的一方。"),
        _("请去掉赢家，或改选怎样赢的。"),
    ),
    "black_not_rps_winner": (
        _("猜拳是 %(wanted)s 赢，执黑的却是 %(given)s。"),
        _("猜拳赢的一方执黑；请改正其中一项。"),
    ),
    "too_many_moves": (
        _("棋盘只有 %(most)s 个点，记了 %(given)s 手。"),
        _("请检查棋谱。"),
    ),
    "move_malformed": (
        _("这一手不是一个点。"),
        _("每一手写两个数：第几列、第几行，都从 1 数起。"),
    ),
    "point_off_board": (
        _("这一手在棋盘外：棋盘是 %(size)s 路。"),
        _("列和行都从 1 数到 %(size)s，请改正。"),
    ),
    "point_taken": (
        _("这个点第 %(by)s 手已经下过。"),
        _("请检查棋谱，一个点只能下一个子。"),
    ),
    "moves_after_line": (
        _("第 %(move)s 手已经连成，后面还有棋。"),
        _("连成时这一局就结束了；请去掉后面的各手。"),
    ),
    "no_line_on_board": (
        _("棋谱下完，没有人连成 %(wanted)s 个。"),
        _("请检查棋谱，或改选认输、弃权、和棋。"),
    ),
    "winner_not_on_board": (
        _("棋谱上第 %(move)s 手是 %(wanted)s 连成，记录写的赢家是 %(given)s。"),
        _("请改正赢家、执黑的一方或棋谱。"),
    ),
    "line_not_claimed": (
        _("棋谱上第 %(move)s 手已经连成，记录写的却不是五连。"),
        _("请改选五连，或改正棋谱。"),
    ),
    "board_not_full": (
        _("棋盘有 %(wanted)s 个点，只下了 %(given)s 手，还不是和棋。"),
        _("本次比赛下满才算和棋；请接着下，或请裁判员。"),
    ),
    "game_after_decision": (
        _("这一场第 %(decided)s 局已经分出胜负，第 %(game)s 局不计。"),
        _("请撤回第 %(game)s 局，或更正前面记错的一局。"),
    ),
    "game_missing": (
        _("缺第 %(game)s 局，后面的先不计。"),
        _("请补记第 %(game)s 局。"),
    ),
}

LEAVES: Mapping[str, Promise] = {
    "game_rules.board": _("棋盘几路"),
    "game_rules.in_a_row": _("连成几个赢"),
    "game_rules.overline": _("六个以上连成"),
    "game_rules.forbidden_moves": _("禁手"),
    "game_rules.rps_winner": _("猜拳赢的一方"),
    "game_rules.draw_by": _("怎样算和棋"),
    "game_rules.loses.resigned": _("认输的输掉"),
    "game_rules.loses.forfeit": _("下到一半弃权的输掉"),
    "game_rules.most_games": _("一场最多记几局"),
    "tally_rules.won_by": _("一场怎样算赢"),
    "tally_rules.draws": _("和棋"),
    "tally_rules.black.next": _("第二局起谁执黑"),
    "tally_rules.black.decider": _("决胜局谁执黑"),
    "tally_rules.black.after_draw": _("和棋重下谁执黑"),
    "tally_rules.forfeit.won_games": _("整场弃权的一方胜过的局"),
    "tally_rules.changed_player": _("换了人上场"),
}

VALUES: Mapping[str, Promise] = {
    "wins": _("也算赢"),
    "exact_five": _("不算，正好五个才算"),
    "no_forbidden": _("没有禁手"),
    "takes_black": _("执黑"),
    "chooses": _("自己选执黑还是执白"),
    "agreement": _("下满没有人连成，或双方同意"),
    "full_board": _("只有下满没有人连成"),
    "game_lost": _("这一局"),
    "match_lost": _("整场"),
    "first_to": _("先胜够局数"),
    "replayed": _("不算，重下"),
    "counted": _("算一局，局数打满后胜局多的赢"),
    "swapped": _("换先"),
    "rps": _("重新猜拳"),
    "unchanged": _("不换先"),
    "dropped": _("不计"),
    "kept": _("照记"),
}

"""What else people call an offence, so that a search finds it: words of the hall, of other rulebooks, and of other languages.

Data for looking up, never shown, so nothing of it is translated.
"""

from collections.abc import Mapping

# By the code of a tariff.
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    # 炒地皮
    "failed_throw": ("甩牌", "甩错", "甩不成", "甩牌失败", "failed throw", "bad throw"),
    "wrong_follow": ("跟错牌", "错跟", "没跟", "有牌不跟", "漏跟", "藏牌", "revoke", "renege", "failure to follow", "wrong follow"),
    "deliberate": ("故意藏牌", "存心不跟", "deliberate revoke", "on purpose"),
    "kitty_count": ("底牌多", "底牌少", "扣底张数", "kitty", "wrong kitty"),
    "count_same_side": ("张数", "多牌", "少牌", "多一张", "少一张", "miscount", "wrong number of cards"),
    "count_one_sided": ("张数", "多牌", "少牌", "多一张", "少一张", "miscount", "wrong number of cards"),
    "count_both_sides": ("张数", "多牌", "少牌", "miscount", "wrong number of cards"),
    "looking": ("偷看", "看牌", "peek", "peeking", "looking"),
    "signalling": ("打暗号", "暗号", "提示", "通牌", "signal", "hint", "collusion"),
    "hidden_throw": ("隐瞒", "能管不管", "hidden"),
    # 80分
    "miscount": ("张数", "多牌", "少牌", "多一张", "少一张", "wrong number of cards", "miscount"),
    "exposed_card": ("亮牌", "掉牌", "落牌", "露牌", "明牌", "dropped card", "exposed"),
    "wrong_card": ("跟错牌", "错出", "出错", "打错牌", "wrong card"),
    "out_of_turn": ("抢出", "抢先", "没轮到", "先出", "out of turn", "lead out of turn"),
    "concealed_harmless": ("藏牌", "漏跟", "revoke", "renege", "concealed"),
    "concealed_harmful": ("藏牌", "漏跟", "revoke", "renege", "concealed"),
    "unplayable": ("打不下去", "无法继续", "混牌", "unplayable", "mixed cards"),
    "revoke": ("跟错牌", "漏跟", "没跟", "藏牌", "不跟", "revoke", "renege", "failure to follow"),
    "kitty_miscount_early": ("底牌", "扣底", "kitty"),
    "kitty_miscount_late": ("底牌", "扣底", "kitty"),
    "late": ("迟到", "来晚", "late", "tardy"),
    "conduct": ("骂人", "吵架", "举止", "态度", "抽烟", "手机", "conduct", "behaviour", "rude", "phone"),
    "slow_play": ("拖时间", "超时", "慢", "slow", "overtime"),
    # 斗地主
    "dropped_card": ("掉牌", "落牌", "亮牌", "露牌", "dropped card", "exposed card"),
    "hint": ("暗示", "打暗号", "通牌", "说话", "signal", "hint"),
    "early_move": ("提前走", "早换桌", "moved early"),
    "l1": ("抢出", "抢叫", "叫牌", "出牌违规", "跟错牌", "out of turn", "wrong bid", "wrong play"),
    "l2": ("不听", "拖延", "拖时间", "disobey", "delay"),
    "l3": ("不签字", "拒签", "refuses to sign"),
    "l4": ("动别人的牌", "touching cards"),
    "l5": ("打暗号", "通牌", "提示", "signal", "hint"),
    "l6": ("离场", "走开", "left the table"),
    "l7": ("没来", "缺席", "no show"),
    "l8": ("超时", "慢", "slow play", "overtime"),
    "l9": ("其他", "other loss"),
    "d1": ("假身份证", "冒名", "false papers"),
    "d2": ("替打", "代打", "substitute"),
    "d4": ("坐错", "抽签", "seating"),
    "d5": ("串通", "作弊", "cheating", "collusion"),
    "d6": ("让牌", "放水", "throwing the game"),
    "d7": ("说话", "出声", "talking"),
    "d8": ("叫牌", "出牌违规", "wrong play"),
    "d9": ("悔牌", "收回", "taking back a card"),
    "d10": ("屡教不改", "after warnings"),
    "d11": ("改表", "撕表", "forged form"),
    "d12": ("造谣", "捣乱", "disturbance"),
    "d13": ("骗奖", "fraud"),
    "d14": ("不服", "罢赛", "refuses a ruling"),
    "d15": ("不认规则", "refuses the rules"),
    "d16": ("其他", "other disqualification"),
}

# By the path of a leaf that says what follows an offence by play itself, without points.
AT_THE_TABLE: Mapping[str, tuple[str, ...]] = {
    "game_rules.missed_plays.shown_card": ("亮牌", "跟错牌", "出错", "打错牌", "错牌", "revoke", "wrong card", "exposed card"),
    "game_rules.missed_plays.dropped_card": ("掉牌", "落牌", "带落", "dropped card"),
    "game_rules.missed_plays.out_of_turn": ("抢出", "抢先", "没轮到", "out of turn"),
}

# By what a referee may do where no tariff fines.
ACTS: Mapping[str, tuple[str, ...]] = {
    "warning": (
        "警告",
        "提醒",
        "犯规",
        "骂人",
        "吵架",
        "说话",
        "手机",
        "抽烟",
        "慢",
        "拖时间",
        "暗示",
        "偷看",
        "warning",
        "conduct",
        "slow",
    ),
    "dispute": (
        "争议",
        "异议",
        "裁定",
        "改判",
        "重打",
        "作废",
        "跟错牌",
        "漏跟",
        "张数",
        "多牌",
        "少牌",
        "dispute",
        "ruling",
        "revoke",
        "replay",
    ),
    "forfeit": ("弃权", "判负", "没来", "迟到", "换人", "替打", "离场", "forfeit", "no show", "late", "loss"),
    "adjust": ("调整", "扣分", "罚分", "加分", "处罚", "adjust", "deduct", "points"),
}

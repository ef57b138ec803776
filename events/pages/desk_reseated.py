"""Who was put in where, in a sentence behind the word that an act is done. Reads; writes nothing."""

from django.utils.translation import gettext as _

from events.models import Competition
from events.selectors.desk_reseated import reseated_after
from events.services.replies import Reply


def reseated_words(competition: Competition, reply: object) -> str:
    """ "" where the act put nobody anywhere."""
    seq = reply.body.get("entry", {}).get("seq") if isinstance(reply, Reply) else None
    told = []
    for one in reseated_after(competition=competition, seq=seq) if isinstance(seq, int) else ():
        where = {"round": one.round, "table": one.table}
        told += [_("第%(round)d轮%(table)d桌%(seat)s号位换成%(name)s") % {**where, "seat": seat, "name": name} for seat, name in one.seats]
        if not one.seats:
            told.append(_("第%(round)d轮%(table)d桌带来的筹码按新的结果改了") % where)
    return _("：") + _("；").join(told) if told else ""

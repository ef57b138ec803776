"""The row of the bare peer: as wide as a hand, with one unique key."""

from django.db import models


class BareRow(models.Model):
    key = models.CharField(max_length=64, unique=True)
    match = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField()
    body = models.TextField()

    class Meta:
        managed = False  # made by CREATE_TABLE, so that the product's migrations stay its own
        db_table = "bench_bare_row"

    def __str__(self) -> str:
        return self.key


CREATE_TABLE = {
    "sqlite": (
        "CREATE TABLE bench_bare_row (id integer PRIMARY KEY AUTOINCREMENT, key varchar(64) UNIQUE NOT NULL,"
        " match varchar(40) NOT NULL, number smallint NOT NULL, body text NOT NULL)"
    ),
    "postgres": (
        "CREATE TABLE bench_bare_row (id bigserial PRIMARY KEY, key varchar(64) UNIQUE NOT NULL,"
        " match varchar(40) NOT NULL, number smallint NOT NULL, body text NOT NULL)"
    ),
}

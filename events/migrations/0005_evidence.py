from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0004_disputes")]

    operations: list[object] = []

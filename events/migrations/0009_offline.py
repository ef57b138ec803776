from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0008_desk")]

    operations: list[object] = []

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0007_people")]

    operations: list[object] = []

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0003_tables_of_three")]

    operations: list[object] = []

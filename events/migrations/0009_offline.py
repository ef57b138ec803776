from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0008_desk")]

    operations = [
        migrations.AddField(
            model_name="device",
            name="refused",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="没采用"),
        ),
        migrations.AddField(
            model_name="device",
            name="oldest_unsent_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="最早未上传于"),
        ),
    ]

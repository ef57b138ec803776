"""All settings, each value through config.env. See docs/running.md for what each variable means."""

from pathlib import Path

from config import env, logs

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("MINGPAI_DATA", str(BASE_DIR / "data")))

# lan: plain HTTP in a hall; people and devices are let in by one-time links and QR codes. public: behind TLS.
PROFILE = env.choice("MINGPAI_PROFILE", "lan", ("lan", "public"))
# One fixed port: what a tablet has not sent yet is kept under the address it was entered at.
# Below 32768, where the kernel starts to take ports for outgoing connections.
HOST = env.text("MINGPAI_HOST", "0.0.0.0")  # noqa: S104  tablets come over the LAN
PORT = env.number("MINGPAI_PORT", default=8000, least=1, most=32767)
# TLS in the hall itself, without a proxy: then a tablet's browser may keep the table page for a reload without a network.
CERTIFICATE = env.certificate("MINGPAI_CERTIFICATE", "MINGPAI_CERTIFICATE_KEY")
DEBUG = env.flag("MINGPAI_DEBUG", default=False)
SECRET_KEY = env.text("MINGPAI_SECRET_KEY")
if not SECRET_KEY:
    # One machine, one owner: the key is made on first use and kept beside the database, readable by the owner alone.
    from config.secret import kept_secret

    SECRET_KEY = kept_secret(DATA_DIR / "secret-key")
# Photos of slips and signatures: beside the database, never in it and never under an address of static files.
ATTACHMENTS = Path(env.text("MINGPAI_ATTACHMENTS", str(DATA_DIR / "attachments")))
# The key of the sides' passwords, apart from the database: six digits alone would be found by trying.
PIN_SECRET = env.text("MINGPAI_PIN_SECRET", SECRET_KEY)
ALLOWED_HOSTS = env.names("MINGPAI_HOSTS", "*" if PROFILE == "lan" else "")
CSRF_TRUSTED_ORIGINS = env.names("MINGPAI_ORIGINS", "")

INSTALLED_APPS = [
    "config.apps.HouseAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "events",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "events.pages.preferences.ChosenLanguage",
    "events.pages.posted.OnlyPosted",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
]

# No inline script or style, nothing from outside: a hall has no internet, and a name typed by a visitor can never run.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "events.pages.preferences.preferences",
            ],
            "libraries": {"sheet": "events.pages.tags"},
        },
    }
]

DATABASES = {"default": env.database("DATABASE_URL", DATA_DIR / "mingpai.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis wakes the live processes and carries the workers' jobs. Empty: none; the relay then does the workers' job itself.
REDIS_URL = env.text("REDIS_URL")

CELERY_BROKER_URL = env.broker(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than any time limit: else a slow job would be handed out twice.
    "visibility_timeout": 60,
    # A killed worker's job comes back after seconds, not after 100 of them.
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# No limit: a worker that holds its one allowed job listens to nothing; when the broker dies at that moment the worker cannot
# acknowledge, never notices, and stays deaf for good (tests/faults/test_broker.py). One job a competition is in flight anyway.
CELERY_WORKER_PREFETCH_MULTIPLIER = 0
CELERY_TASK_TIME_LIMIT = 30
CELERY_TASK_SOFT_TIME_LIMIT = 25
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_DEFAULT_QUEUE = "mingpai"

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("zh-hant", "繁體中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Served from where they lie: no collecting step to forget, the same in a hall and behind TLS.
WHITENOISE_USE_FINDERS = True

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 24 * 3600  # one day of competition
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"  # an address may hold a one-time secret
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
LOGIN_URL = "/login/"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

if PROFILE == "public":
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = env.number("MINGPAI_HSTS_SECONDS", default=365 * 24 * 3600, least=0, most=2 * 365 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("MINGPAI_HSTS_SUBDOMAINS", default=False)
    SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS
    # Other names under the organiser's domain are not ours to promise HTTPS for.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    if env.flag("MINGPAI_BEHIND_PROXY", default=True):
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
else:
    # Plain HTTP in a hall: the header would be ignored, with a complaint in every browser's console.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = CERTIFICATE is not None

LOGGING = logs.LOGGING

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["events.api.rendering.SortedJSON"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_SCHEMA_CLASS": "events.api.description.DoorSchema",
    "EXCEPTION_HANDLER": "events.api.errors.handle",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "明牌 Mingpai",
    "DESCRIPTION": "牌类、棋类赛事的记分与核查。See docs/api.md.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "supportedSubmitMethods": ["get"], "validatorUrl": None},
    "POSTPROCESSING_HOOKS": ["events.api.description.finish"],
    "AUTHENTICATION_WHITELIST": None,
}

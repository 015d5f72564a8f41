from flask import Flask

from blog import bp
from shop.views import shop as store

API = "/api"


def make():
    app = Flask(__name__)
    app.register_blueprint(bp)
    app.register_blueprint(store, url_prefix=f"{API}/shop")
    for each in (extra, more):
        app.register_blueprint(each, url_prefix="/both")
    app.add_url_rule("/late", "late", late, methods=["GET", "PUT"])
    return app


def late(): ...

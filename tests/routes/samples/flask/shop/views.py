from flask import Blueprint

shop = Blueprint("shop", __name__, url_prefix="/replaced")


@shop.route("/items/<sku>")
def item(sku): ...


class Basket:
    @shop.post("/basket")
    def add(): ...

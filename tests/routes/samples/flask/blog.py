from flask import Blueprint

bp = Blueprint("blog", __name__, url_prefix="/blog")
left = Blueprint("left", __name__, url_prefix="/left")


@bp.route("/", methods=["GET", "POST"])
@bp.route("/index")
def index(): ...


@cached(60)
@bp.get("/<int:number>/<path:rest>")
def one(number, rest): ...


@left.route("/never")
def never():
    """Nothing registers it."""

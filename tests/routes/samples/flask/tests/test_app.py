from flask import Flask


def test_blog(client):
    client.get("/blog/index")
    client.post("/blog/")
    assert client.get("/blog/7/a/b").status_code == 200


def test_own():
    app = Flask(__name__)

    @app.route("/only-in-a-test")
    def nothing(): ...

import requests

from web import session


def ask():
    requests.get("http://localhost:5000/api/users")
    requests.request("POST", "http://localhost:5000/api/orders/3/lines")
    session.get("/api/users/8")

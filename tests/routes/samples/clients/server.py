from flask import Flask

app = Flask(__name__)


@app.get("/api/users")
def users(): ...


@app.get("/api/users/me")
def me(): ...


@app.get("/api/users/<int:number>")
def user(number): ...


@app.post("/api/orders/<int:number>/lines")
def line(number): ...

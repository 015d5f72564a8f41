from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from api import router as api
from config import settings
from inner import inner

app = FastAPI()
app.include_router(api, prefix=settings.PREFIX)
app.mount("/inner", inner)


@app.get("/")
def root(): ...


@app.websocket("/live")
async def live(socket): ...


def added(): ...


app.add_api_route("/added", added, methods=["POST"])

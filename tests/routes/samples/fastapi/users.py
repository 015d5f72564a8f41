from fastapi import APIRouter

router = APIRouter(prefix="/all")
unused = APIRouter()


@router.get("")
def every(): ...


@router.delete("/{user_id}")
def gone(user_id: int): ...


@router.api_route("/{user_id}/avatar", methods=["GET", "PUT"])
def avatar(user_id: int): ...


@unused.get("/nowhere")
def nowhere(): ...

from fastapi import FastAPI

inner = FastAPI()


@inner.get("/files/{where:path}")
def files(where): ...

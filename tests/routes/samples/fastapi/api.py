from fastapi import APIRouter

import users

router = APIRouter()
router.include_router(users.router, prefix="/users", tags=["users"])

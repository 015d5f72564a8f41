class Settings:
    BASE: str = "/api"
    PREFIX: str = f"{BASE}/v1"


settings = Settings()

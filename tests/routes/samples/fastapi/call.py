import httpx
import requests


def ask(number):
    requests.get("https://example.org/api/v1/users/all")
    httpx.request("DELETE", f"https://example.org/api/v1/users/all/{number}")
    with httpx.Client(base_url="https://example.org/api/v1") as http:
        http.put("/users/all/7/avatar")

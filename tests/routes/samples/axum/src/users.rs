use axum::{routing::get, Router};

pub struct User;

pub fn router() -> Router {
    Router::new().route("/{id}", get(self::one))
}

async fn one() {}

async fn ask(client: reqwest::Client) {
    client.get("http://localhost/api/items/7").send().await;
    client.delete("http://localhost/api/items/7").send().await;
}

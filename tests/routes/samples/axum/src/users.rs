use axum::{routing::get, Router};

pub struct User;

impl User {
    pub fn routes() -> Router {
        Router::new().route("/of-type", get(one))
    }
}

pub struct Other;

impl Other {
    pub fn routes() -> Router {
        Router::new().route("/other", get(one))
    }
}

pub fn router() -> Router {
    Router::new().route("/{id}", get(self::one))
}

async fn one() {}

async fn ask(client: reqwest::Client) {
    client.get("http://localhost/api/items/7").send().await;
    client.delete("http://localhost/api/items/7").send().await;
}

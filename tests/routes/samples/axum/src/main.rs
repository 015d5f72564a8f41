use axum::{routing::{get, post}, Router};

mod users;

const HEALTH: &str = "/health";
static ROOT: &str = "/";

fn app() -> Router {
    let api = Router::new()
        .route("/items/:id", get(show).delete(remove))
        .merge(more());
    Router::new()
        .route(HEALTH, get(|| async { "ok" }))
        .nest("/api", api)
        .nest("/users", users::router())
        .nest("/typed", users::User::routes())
}

fn more() -> Router {
    return Router::new().route("/more", post(save));
}

async fn show() {}
async fn remove() {}
async fn save() {}

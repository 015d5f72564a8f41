use actix_web::{get, web, App, HttpServer};

#[get("/hello/{name}")]
async fn hello() {}

#[actix_web::post("/echo")]
async fn echo() {}

fn config(cfg: &mut web::ServiceConfig) {
    cfg.service(web::resource("/items/{id}").route(web::get().to(show)).route(web::delete().to(remove)));
    cfg.route("/plain", web::put().to(show));
}

async fn serve() {
    App::new()
        .service(hello)
        .service(web::scope("/api").configure(config).service(echo))
        .service(web::resource("/all").to(show));
}

async fn show() {}
async fn remove() {}

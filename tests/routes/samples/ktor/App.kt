package shop

import io.ktor.server.application.*
import io.ktor.server.routing.*

const val API = "/api"

fun Application.module() {
    routing {
        get("/") { call.respondText("hello") }
        route(API) {
            users()
            authenticate("basic") {
                post("/items") { }
            }
            route("/deep/{id}") {
                delete { }
            }
        }
        webSocket("/chat") { }
    }
}

fun Route.users() {
    route("/users") {
        get("/{id}") { }
    }
}

package shop

import io.ktor.client.*

class AppTest {
    fun users() = testApplication {
        client.get("/api/users/7")
        client.get("$base/api/users/7")
        client.get("${base()}/items")
    }
}

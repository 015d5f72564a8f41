package users

import "net/http"

func TestShow() {
	r := gin.New()
	Register(r.Group("/test"))
	http.NewRequest("POST", "/v1/users", nil)
	http.NewRequestWithContext(ctx, "GET", "/ping", nil)
}

package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"example.org/shop/users"
)

const prefix = "/v1"

var routes = map[string]string{"a": "b"}

func main() {
	r := gin.Default()
	r.GET("/ping", ping)
	r.Handle("PUT", "/put", ping)
	v1 := r.Group(prefix)
	{
		users.Register(v1.Group("/users"))
		v1.Any("/any/*rest", func(c *gin.Context) {})
	}
	options := Options{router: r, name: "x"}
	options.router.Group("/group").GET("/options", ping)
	var late *gin.Engine
	late = gin.New()
	late.DELETE("/late", ping)
	http.Get("http://localhost/v1/users/7")
}

func ping(c *gin.Context) {}

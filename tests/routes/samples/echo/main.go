package main

import "github.com/labstack/echo/v4"

func main() {
	e := echo.New()
	api := e.Group("/api")
	api.GET("/users/:id", show, guard)
	e.Add("POST", "/users", create)
}

func show(c echo.Context) error { return nil }

func create(c echo.Context) error { return nil }

package users

import "github.com/gin-gonic/gin"

type Handler struct {
	name string
}

func Register(group *gin.RouterGroup) {
	h := Handler{}
	group.GET("/:id", h.Show)
	group.POST("", create)
}

func (h Handler) Show(c *gin.Context) {}

func create(c *gin.Context) {}

package main

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

func main() {
	r := chi.NewRouter()
	r.Get("/", home)
	r.Route("/articles", func(r chi.Router) {
		r.With(paginate).Get("/", list)
		r.Group(func(r chi.Router) {
			r.Post("/", create)
			r.Route("/{id:[0-9]+}", func(r chi.Router) {
				r.Delete("/", func(w http.ResponseWriter, r *http.Request) {})
			})
		})
	})
	r.Mount("/admin", adminRouter())
	r.Mount("/todos", todosResource{}.Routes())
	r.HandleFunc("/any", home)
	r.MethodFunc("PATCH", "/method", home)
}

func adminRouter() http.Handler {
	r := chi.NewRouter()
	r.Get("/stats", home)
	return r
}

type todosResource struct{}

func (rs todosResource) Routes() chi.Router {
	r := chi.NewRouter()
	r.Get("/{id}", rs.Get)
	return r
}

func (rs todosResource) Get(w http.ResponseWriter, r *http.Request) {}

func home(w http.ResponseWriter, r *http.Request) {}

func list(w http.ResponseWriter, r *http.Request) {}

func create(w http.ResponseWriter, r *http.Request) {}

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
	api := newAPI()
	r.Mount("/api", api.Routes())
	options.router.Route("/unknown", func(r chi.Router) {
		r.Get("/root", home)
	})
	r.HandleFunc("/any", home)
	r.MethodFunc("PATCH", "/method", home)
}

type API struct {
	Accounts *accounts
}

type accounts struct{}

func newAPI() *API { return &API{} }

func (a *API) Routes() http.Handler {
	r := chi.NewRouter()
	r.Mount("/accounts", a.Accounts.Routes())
	return r
}

func (rs *accounts) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/", home)
	return r
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

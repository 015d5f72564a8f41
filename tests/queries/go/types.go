//go:build linux || darwin

// Package store keeps things.
package store

import "fmt"

import (
	"context"
	_ "embed"
	. "strings"
	yaml "gopkg.in/yaml.v3"
	`net/http`
)

// Item is what a Pool keeps.
//
// More of it.
type Item struct {
	// Name of it.
	Name, alias string `json:"name"`
	*Base
	http.Handler
	List[int]
	sync.Map[string, int] // trailing
	at   struct {
		line, column int
	}
	// Steps follow each other.
	Steps []struct{ Do func(n int) error }
	hook  func(ctx context.Context) error
}

// The types around it.
type (
	// Alias of text.
	Alias = string // trailing
	Pool[K comparable, V any] struct {
		items map[K]V
	}

	// Reader reads.
	Reader interface {
		// Read one.
		Read(ctx context.Context, key string) (Item, error)
		fmt.Stringer
		Closer
		Source[int]
		~int | ~string
	}
	Handler func(item Item) error
)

type Number interface{ ~int | ~float64 }

type Set[T comparable] map[T]struct{}

type (
	Alone struct{ x int }
)

type Text = string

type Closer interface {
	Close() error
}

// Get one.
func (p *Pool[K, V]) Get(key K) (V, bool) {
	v, ok := p.items[key]
	return v, ok
}

func (Pool[_, _]) Len() int { return 0 }

func (i Item) String() string { return i.Name }

func (s Set[T]) add(x T) { s[x] = struct{}{} }

func (*Item) _() {}

package store

func TestGet(t *testing.T) {
	tests := []struct {
		name string
		want int
	}{}
	t.Run("x", func(t *testing.T) {})
}

func BenchmarkGet(b *testing.B) {}
func FuzzGet(f *testing.F)      {}
func ExamplePool_Get()          {}
func TestMain(m *testing.M)     {}
func (s *suite) TestAll()       {}
func Testify(x int)             {}
func helper(t *testing.T)       {}

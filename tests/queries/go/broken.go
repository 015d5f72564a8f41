package broken

func before() {}

func broken(x int) {
	y := call(x,
	if x > {
		return
	}
}

type Kept struct {
	field int
}

func (k *Kept) After() {}

const Last = 1

class Before {
    func first() {}

    func broken(x: Int {
        let y = call(
        if x > {
            return
        }
    }

    func after() {}
}

struct Kept {
    var field: Int
    func method() {}
}

func last() {}

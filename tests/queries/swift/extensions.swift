// The extension itself is no symbol.
extension Store: CustomStringConvertible where Item == Int {
    /// In words.
    public var description: String { "store" }

    static let limit = 3

    convenience init(count: Int) { self.init() }

    func added() {}

    struct Options {
        var flag: Bool
    }
}

extension Store.Options {
    func reset() {}
}

extension Array<Int> {
    func total() -> Int { 0 }
}

extension Outer.Box<Int>: Sendable {
    func open() {}
}

extension [String: Int] {
    func sorted() {}
}

extension Optional {
    enum Side { case some, none }
}

struct Here {
    func twice() {}
}

extension Here {
    func twice() {}
    struct Inner {}
}

extension Here.Inner {
    func deep() {}
}

fileprivate extension Here {
    var hidden: Int { 1 }
}

extension Here {
    static func << (left: Here, right: Here) -> Here { left }
}

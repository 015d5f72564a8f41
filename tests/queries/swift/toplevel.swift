/// How many.
let limit = 3, other = 4
public var state: [String: Int] = [:]
let (left, right) = (1, 2)
var (up, down) = (1, 2)
let square = { (x: Int) in x * x }
var computed: Int {
    return 1
}
nonisolated(unsafe) var shared = 0

typealias Handler = (Int) -> Void
public typealias Pair<T> = (T, T)

infix operator +++: Adding
prefix operator √
infix operator ==
precedencegroup Adding {
    associativity: left
}

func +++ (a: Int, b: Int) -> Int { a + b }
prefix func √ (x: Double) -> Double { x }
prefix func ! (x: Flag) -> Bool { true }

/// Does it.
@inlinable
public func run(_ block: @autoclosure () -> Bool = true, `in` place: String) rethrows -> some Collection {
    func inner() {}
    if block() {
        let hidden = 1
        func innermost() {}
    }
    return []
}

func failing() throws(Failure) {}
func `repeat`() {}
func both(_ x: consuming Box, isolated: isolated Counter) -> sending Box { x }

@freestanding(expression)
public macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "Macros", type: "Stringify")
@attached(member) macro Members()

@Suite("Things")
struct Things {
    @Test("that it works") func works() async {}
}

class ThingTests: XCTestCase {
    func testRun() throws {}
    func testAsync() async throws {}
    func helper() {}
}

do {
    let scoped = 1
}
print(limit)

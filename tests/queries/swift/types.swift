#!/usr/bin/swift
import Foundation
import struct Numerics.Complex
import class Outer.Middle.Inner
import UIKit.UIView
@testable import Kit
@_exported import Base
@preconcurrency public import Combine; internal import Log

/// Keeps things.
///
/// More of it.
@MainActor
@available(iOS 13, *)
public final class Store<Item: Hashable>: Base, @unchecked Sendable where Item: Codable {
    /// All of them.
    @Published private var items: [Item] = [], count = 0
    static let shared = Store()
    weak var delegate: StoreDelegate?
    private(set) public var isOpen = false
    let (first, second) = (1, 2)
    lazy var formatter: Formatter = {
        let result = Formatter()
        return result
    }()
    let handler: (Item) -> Void = { item in
        print(item)
    }
    var observed: Int = 0 {
        willSet { print(newValue) }
        didSet { print(oldValue) }
    }

    /// How many.
    public var size: Int { items.count }
    var both: Int {
        get { 1 }
        set { items = [] }
    }
    class var kind: String { "store" }
    var `default`: Int { get async throws { 1 } }

    public init(items: [Item] = []) {
        self.items = items
    }

    convenience init?(path: String) throws {
        func nested() {}
        nested()
    }

    deinit {
        print("gone")
    }

    subscript(index: Int) -> Item {
        get { items[index] }
        set { items[index] = newValue }
    }
    static subscript(key: String) -> Int { 1 }

    /** Adds one. */
    @discardableResult
    open func add<T>(
        _ item: T,
        to list: inout [T]
    ) async throws -> Int where T: Equatable {
        let local = 1
        let closure = { local }
        struct Helper {
            var x: Int
        }
        return local
    }

    func add(_ item: Item, then: @escaping () -> Void) {}
    func add() {}

    @available(*, deprecated, message: "use add(_:)")
    public static func old() {}

    override class func make() -> Self { fatalError() }

    static func == (left: Store, right: Store) -> Bool { true }

    typealias Element = Item

    enum State: String {
        case open, closed = "c"
        /// Neither.
        case failed(reason: String, Int), `default`
        var isFinal: Bool { self == .closed }
        static let initial = State.open
        func next() -> State { .closed }
    }

    #if os(iOS)
    func twin() {}
    var onPhone = true
    #else
    func twin() {}
    #endif
}

indirect enum Tree<T> {
    case leaf
    indirect case node(Tree, T, Tree)
}

actor Counter {
    var value = 0
    nonisolated func name() -> String { "x" }
}

struct Point: Equatable {
    var x, y: Double
    mutating func move() {}
    prefix static func - (point: Point) -> Point { point }
}

/// What a store tells.
public protocol StoreDelegate: AnyObject {
    associatedtype Item: Hashable
    /// Whether it may.
    var mayOpen: Bool { get }
    static var all: [Self] { get set }
    func store(_ store: Store<Item>, didAdd item: Item) async
    init(name: String)
    subscript(index: Int) -> Item { get }
    static func < (left: Self, right: Self) -> Bool
}

@resultBuilder
struct Builder {
    static func buildBlock(_ parts: String...) -> [String] { parts }
}

#if DEBUG
final class Debugger {}
#endif

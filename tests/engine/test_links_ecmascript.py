"""References over small projects of JavaScript and TypeScript: what is found, how sure it is, and how it is known.

`uses` gives each reference as `path:line role certainty how`; the sources are written so that one line shows one thing.
"""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from support import write

from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def make(project: Path, files: Mapping[str, str]) -> Engine:
    write(project, {name: dedent(text) for name, text in files.items()})
    return Engine(str(project))


def uses(engine: Engine, pattern: str) -> list[str]:
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{r.path}:{r.line} {r.role} {r.certainty} {r.how}" for r in answer.references]


def lines(engine: Engine, pattern: str) -> list[str]:
    """Where a symbol is used, as far as that is exact or inferred: `path:line`."""
    return sorted({row.split()[0] for row in uses(engine, pattern) if row.split()[2] != "name"})


def test_imports_are_followed_through_barrels_stars_and_aliases(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": "export function thing() {}\nexport default class Main {}\nconst own = 1\nexport { own as shown }\n",
            "index.ts": "export * from './a'\nexport { thing as other, default as Again } from './a'\nexport * as all from './a'\n",
            "b.ts": """\
                import Main, { thing as t, shown } from "./a"
                import { other, Again, all } from "."
                import * as ns from "./index"
                import type { thing } from "./a"
                t(); shown
                other(); new Again()
                all.thing(); ns.thing(); ns.all.thing()
                new Main()
                """,
            "c.ts": "function thing() {}\nthing()\n",
        },
    )
    assert lines(engine, "a.ts:thing") == [
        *("b.ts:1", "b.ts:2", "b.ts:4", "b.ts:5", "b.ts:6", "b.ts:7", "index.ts:2"),
    ]
    assert lines(engine, "a.ts:Main") == ["b.ts:1", "b.ts:2", "b.ts:6", "b.ts:8", "index.ts:2"]
    assert lines(engine, "a.ts:own") == ["a.ts:4", "b.ts:1", "b.ts:5"]
    assert uses(engine, "c.ts:thing") == ["c.ts:2 call exact scope"]
    assert "b.ts:7 call exact import" in uses(engine, "a.ts:thing")


def test_modules_of_the_older_kind(project: Path) -> None:
    engine = make(
        project,
        {
            "lib/a.js": """\
                function f() {}
                function g() {}
                module.exports = { f, renamed: g, h() {} }
                """,
            "lib/b.js": "class B {}\nmodule.exports = B\nmodule.exports.extra = function () {}\n",
            "lib/c.js": "exports.k = () => 1\nconst l = 2\nexports.l = l\n",
            "use.js": """\
                const a = require("./lib/a")
                const { f, renamed: r } = require("./lib/a.js")
                const Any = require("./lib/b")
                const k = require("./lib/c").k
                a.f(); f(); r(); a.h()
                new Any(); Any.extra()
                k(); require("./lib/c").l
                """,
            "use.mjs": 'import Default, { extra } from "./lib/b.js"\nnew Default()\nextra()\n',
        },
    )
    assert lines(engine, "lib/a.js:f") == ["lib/a.js:3", "use.js:2", "use.js:5"]
    assert lines(engine, "lib/a.js:g") == ["lib/a.js:3", "use.js:2", "use.js:5"]
    assert lines(engine, "lib/a.js:h")[-1] == "use.js:5"
    assert lines(engine, "lib/b.js:B") == ["lib/b.js:2", "use.js:6", "use.mjs:1", "use.mjs:2"]
    assert lines(engine, "lib/c.js:k")[-2:] == ["use.js:4", "use.js:7"]
    assert lines(engine, "lib/c.js:l")[-1] == "use.js:7"


def test_equals_imports_and_exports(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": "function make() {}\nnamespace make { export const x = 1; export interface T { y: number } }\nexport = make\n",
            "b.ts": 'import m = require("./a")\nm(); m.x\nlet t: m.T = { y: 1 }\nt.y\nimport alias = m.T\n',
        },
    )
    assert lines(engine, "a.ts:make[1]") == ["a.ts:1", "a.ts:3", "b.ts:1", "b.ts:2", "b.ts:3", "b.ts:5"]
    assert lines(engine, "a.ts:make/x") == ["b.ts:2"]
    assert lines(engine, "T/y") == ["b.ts:3", "b.ts:4"]


RECEIVERS = """\
    import { Base, Child, Holder, Box, make, opened, isChild } from "./a"
    declare const h: Holder, b: Box<Child>, maybe: Base | null, many: Record<string, Child[]>
    new Child().run()
    h.part.run()
    h.given.run()
    h.made.run()
    b.get().run()
    maybe?.run()
    make().run()
    make().me().run()
    make().again().run()
    opened().then(o => o.run())
    for (const c of many["k"]) c.run()
    many.k.map(c => c).filter(c => c.run())
    ;(() => new Child())().run()
    async function f(x: unknown) {
      if (x instanceof Child) x.run()
      if (isChild(x)) x.run();
      (await opened()).run()
      const { part, given: g } = h
      part.run(), g.run()
      const [first] = many.k
      first.run()
    }
    class Grand extends Child { go() { this.run(); super.run() } }
    """
CLASSES = """\
    export class Base {
      run(): void {}
      me(): this { return this }
      again() { return this }
    }
    export class Child extends Base {}
    export class Holder {
      part!: Child
      constructor(public given: Base) {}
      get made(): Child { return new Child() }
    }
    export class Box<T> { get(): T { throw 0 } }
    export const make = () => new Child()
    export async function opened() { return new Child() }
    export function isChild(x: unknown): x is Child { return true }
    """


def test_receivers(project: Path) -> None:
    engine = make(project, {"a.ts": CLASSES, "b.ts": RECEIVERS})
    found = {int(row.split()[0].split(":")[1]): " ".join(row.split()[2:]) for row in uses(engine, "Base/run")}
    assert sorted(found) == [*range(3, 16), 17, 18, 19, 21, 23, 25]
    assert found[3] == "exact constructor"
    assert found[4] == found[5] == found[8] == "exact annotation"
    assert found[6] == "exact return"
    assert found[7] == "exact return"
    assert found[9] == "inferred return"
    assert found[17] == "exact narrowing"
    assert found[18] == "exact narrowing"
    assert found[25] == "exact self"


def test_the_receiver_of_a_callback_is_what_its_place_expects(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": """\
                export interface Request { id: string }
                export interface Server { get(path: string, handler: (request: Request) => void): Server; on: (f: Handler) => void }
                export type Handler = (request: Request) => void
                export declare function serve<T>(make: () => T, use: (made: T) => void): T
                export declare function server(): Server
                """,
            "b.ts": """\
                import { server, serve, Handler, Request } from "./a"
                server().get("/", request => request.id).get("/", function (r) { r.id })
                const h: Handler = r => r.id
                const table: { [key: string]: Handler } = { x(r) { r.id } }
                server().on(({ id }) => id)
                serve(() => server(), s => s.get("/", q => q.id))
                function f(): Request { return { id: "" } }
                let late: Handler
                late = r => r.id
                """,
        },
    )
    assert lines(engine, "Request/id") == ["b.ts:2", "b.ts:3", "b.ts:4", "b.ts:5", "b.ts:6", "b.ts:7", "b.ts:9"]
    assert "b.ts:2 read inferred context" in uses(engine, "Request/id")


def test_types_and_values_have_names_of_their_own(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": """\
                interface Thing { a: number }
                function f(Thing: number, x: Thing) { return Thing + x.a }
                class Holder { Thing = 1; m() { return Thing } }
                const Thing = { b: 2 }
                Thing.b
                """
        },
    )
    assert lines(engine, "a.ts:Thing[0]") == ["a.ts:2", "a.ts:3", "a.ts:4", "a.ts:5"]
    assert lines(engine, "Thing/a") == ["a.ts:2"]


def test_declarations_of_one_name_are_one(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": """\
                interface A { x: number }
                interface A { y: number }
                class B { z = 1 }
                interface B { w: number }
                declare const a: A, b: B
                a.x; a.y
                b.z; b.w
                enum E { One, Two = One }
                E.One
                """
        },
    )
    assert lines(engine, "A/x") == lines(engine, "A/y") == ["a.ts:6"]
    assert lines(engine, "B/z") == lines(engine, "B/w") == ["a.ts:7"]
    assert lines(engine, "E/One")[-1] == "a.ts:9"


def test_functions_that_make_instances(project: Path) -> None:
    engine = make(
        project,
        {
            "a.js": """\
                function Point(x) { this.x = x }
                Point.prototype.length = function () { return this.x }
                Point.origin = function () { return new Point(0) }
                Point.origin().length()
                const p = new Point(1)
                p.x
                """
        },
    )
    assert lines(engine, "Point/length")[-1] == "a.js:4"
    assert lines(engine, "Point/origin")[-1] == "a.js:4"


def test_tests_choose_among_alternatives(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": """\
                interface A { kind: "a"; v: number }
                interface B { kind: "b"; v: number; only: string }
                type Any = A | B
                function f(x: Any) {
                  if (x.kind === "a") { x.v } else { x.v }
                  switch (x.kind) { case "a": x.v; break; case "b": x.v }
                  if (x.kind !== "b") return x.v
                  x.v
                  const g = (y: Any) => "only" in y ? y.v : 0
                  const h = (z: (() => A) | A) => typeof z === "function" ? z().v : z.v
                }
                """
        },
    )
    assert lines(engine, "A/v") == ["a.ts:10", "a.ts:5", "a.ts:6", "a.ts:7"]
    assert lines(engine, "B/v") == ["a.ts:5", "a.ts:6", "a.ts:8", "a.ts:9"]


def test_type_arguments_reach_what_is_built_of_them(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": """\
                class Leaf { green = 1 }
                type Pair<T> = { left: T; right?: T }
                type Partially<T> = { [K in keyof T]?: T[K] }
                interface Deep<T = Leaf> { inner: Pair<T>; list: T[] }
                declare const a: Deep, b: Partially<Leaf>, c: Pair<Leaf>["left"], d: Promise<Leaf>[]
                declare function pick<T, K extends keyof T>(t: T, k: K): T[K]
                declare function wrap<T>(t: T): { got: T }
                a.inner.left.green; a.list[0].green
                b.green
                c.green
                Promise.all(d).then(all => all[0].green)
                wrap(new Leaf()).got.green
                new Map<string, Leaf>().forEach(leaf => leaf.green)
                Object.values({ x: new Leaf() })[0].green
                """
        },
    )
    assert lines(engine, "Leaf/green") == [f"a.ts:{n}" for n in (10, 11, 12, 13, 14, 8, 9)]


def test_an_overload_is_chosen_by_its_arguments(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": """\
                class A { x = 1 }
                class B { x = 1 }
                function f(n: string): A
                function f(n: number, m: number): B
                function f(n: any, m?: any): any {}
                f("").x
                f(1, 2).x
                """
        },
    )
    assert lines(engine, "A/x") == ["a.ts:6"]
    assert lines(engine, "B/x") == ["a.ts:7"]
    edges = engine.callers(GraphRequest("A")).edges
    assert not edges


def test_overloads_are_one_caller(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": """\
                function g() {}
                function f(n: string): void
                function f(n: number): void
                function f(n: any) { g() }
                """
        },
    )
    assert [edge.from_id for edge in engine.callers(GraphRequest("g")).edges] == ["a.ts:f"]


def test_what_a_receiver_of_known_type_lacks_is_matched_by_name(project: Path) -> None:
    engine = make(
        project,
        {"a.ts": "class A { paint() {} }\nclass B {}\nfunction f(b: B, c: any) { b.paint(); c.paint() }\n"},
    )
    assert [row for row in uses(engine, "A/paint") if row.startswith("a.ts:3")] == ["a.ts:3 call inferred unique"] * 2


def test_markup_calls_the_component(project: Path) -> None:
    engine = make(
        project,
        {
            "a.tsx": "export function Box(props: { size: number }) { return <div>{props.size}</div> }\n",
            "b.tsx": 'import { Box } from "./a"\nexport const App = () => <Box size={1}></Box>\n',
        },
    )
    assert uses(engine, "Box") == [
        "b.tsx:1 import exact import",
        "b.tsx:2 call exact import",
        "b.tsx:2 read exact import",
    ]
    assert [edge.from_id for edge in engine.callers(GraphRequest("Box")).edges] == ["b.tsx:App"]


def test_answers_do_not_depend_on_the_order_of_questions(project: Path) -> None:
    files = {"a.ts": CLASSES, "b.ts": RECEIVERS}
    patterns = ["Base/run", "Child", "Holder/part", "make", "Box/get", "Base/again"]
    engine = make(project, files)
    forward = {pattern: uses(engine, pattern) for pattern in patterns}
    engine = Engine(str(project))
    backward = {pattern: uses(engine, pattern) for pattern in reversed(patterns)}
    assert forward == backward


def test_what_literals_take_over(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": "export const one = () => 1\nexport interface Options { size: number }\n",
            "b.ts": """\
                import * as a from "./a"
                const both = { ...a, two: 2 }
                both.one()
                function f(options: a.Options = { size: 1 }) {
                  options = { ...options }
                  options.size
                  const copy = { ...options, more: 1 }
                  copy.size
                }
                """,
        },
    )
    assert lines(engine, "a.ts:one") == ["b.ts:3"]
    assert lines(engine, "Options/size") == ["b.ts:4", "b.ts:6", "b.ts:8"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("shown", ["b.ts:2", "b.ts:3"]), ("hidden", ["b.ts:4"])],
)
def test_a_local_name_hides_what_is_outside(project: Path, name: str, expected: list[str]) -> None:
    engine = make(
        project,
        {
            "b.ts": f"""\
                const {name} = 1
                {"" if name == "hidden" else "shown"}
                {"" if name == "hidden" else "shown"}
                {"hidden" if name == "hidden" else ""}
                function f({name}: number) {{ return {name} }}
                {{ const {name} = 2; {name} }}
                """
        },
    )
    assert lines(engine, f"b.ts:/{name}") == expected


def test_types_that_comments_say(project: Path) -> None:
    engine = make(
        project,
        {
            "a.js": """\
                /** @typedef {import("./b").Shape} Shape */
                /**
                 * @param {Shape} shape
                 * @param {Array<import("./b.js").Shape>} [many]
                 * @returns {Promise<Shape>}
                 */
                export async function f(shape, many) {
                  shape.area
                  many[0].area
                }
                /** @type {Map<string, Shape>} */
                const table = new Map()
                table.get("").area
                f().then(s => s.area)
                /**
                 * @typedef {Object} Options
                 * @property {Shape} shape
                 */
                /** @param {Options | null} o */
                const g = o => o.shape.area
                """,
            "b.js": "export class Shape { area = 1 }\n",
        },
    )
    assert lines(engine, "Shape/area") == ["a.js:13", "a.js:14", "a.js:20", "a.js:8", "a.js:9"]
    assert "a.js:4 type exact import" in uses(engine, "b.js:Shape")


def test_a_member_that_is_a_function_with_a_name_of_its_own(project: Path) -> None:
    engine = make(
        project,
        {
            "a.js": """\
                function View() { this.found = this.lookup() }
                View.prototype.lookup = function lookup() { return 1 }
                const app = exports = module.exports = {}
                app.set = function set(x) { return this.set(x) }
                exports.check = function check() { return app.set(1) }
                """,
            "b.js": "const { check } = require('./a')\ncheck()\n",
        },
    )
    assert lines(engine, "View/lookup") == ["a.js:1"]
    assert lines(engine, "app/set") == ["a.js:4", "a.js:5"]
    assert lines(engine, "a.js:check")[-2:] == ["b.js:1", "b.js:2"]


def test_types_that_comments_give_to_members_and_values(project: Path) -> None:
    engine = make(
        project,
        {
            "a.js": """\
                class Option { name() { return "" } }
                class Rival { name() { return "" } }
                class Command {
                  constructor() {
                    /** @type {Option[]} */
                    this.options = []
                  }
                  first() { return this.options.filter((option) => option.name())[0].name() }
                }
                function f(x, y) {
                  const option = /** @type {Option} */ (x)
                  option.name()
                  return /* @type {Option} */ (y).name() + (/** @type {Rival} */ (y)).name()
                }
                """,
        },
    )
    assert [row.rpartition(" ")[0] for row in uses(engine, "Option/name")] == [
        "a.js:8 call inferred",
        "a.js:8 call exact",
        "a.js:12 call exact",
        "a.js:13 call name",
    ]
    assert lines(engine, "Rival/name") == ["a.js:13"]


def test_a_file_of_declarations_gives_all_that_it_declares(project: Path) -> None:
    engine = make(
        project,
        {
            "kinds.d.ts": "type Kind = string\nexport type Other = Kind\ninterface Empty {}\n",
            "plain.ts": "type Kind = number\nexport const x = 1\n",
            "a.d.ts": 'import { Kind, Missing } from "./kinds"\nexport type Use = Kind | Missing\n',
            "b.ts": 'import { Kind } from "./plain"\nexport type Use = Kind\n',
        },
    )
    assert lines(engine, "kinds.d.ts:Kind") == ["a.d.ts:1", "a.d.ts:2", "kinds.d.ts:2"]
    assert [row for row in uses(engine, "plain.ts:Kind") if row.startswith("b.ts:2")] == ["b.ts:2 type name name"]


def test_members_that_a_base_from_elsewhere_holds(project: Path) -> None:
    engine = make(
        project,
        {
            "a.tsx": """\
                import React, { Component } from "react"
                interface Props { count: number; hide?: boolean }
                type State = { open: boolean }
                class Inner extends Component<Props, State> {
                    constructor(props: Props) { super(props); this.state = { open: false } }
                    render() { return this.props.hide ? null : <b>{this.props.count}</b> }
                    toggle() { const { open } = this.state; this.setState({ open: !this.state.open }) }
                }
                class Outer extends React.PureComponent<Props> { render() { return this.props.count } }
                class Generic<P extends Props> extends Component<P> { render() { return this.props.count } }
                class Heir extends Generic<Props> { render() { return this.props.hide } }
                """,
        },
    )
    assert lines(engine, "Props/count") == ["a.tsx:10", "a.tsx:6", "a.tsx:9"]
    assert lines(engine, "Props/hide") == ["a.tsx:11", "a.tsx:6"]
    assert lines(engine, "State/open") == ["a.tsx:5", "a.tsx:7"]


def test_members_that_only_their_class_sees(project: Path) -> None:
    text = "class A {\n  #own = 1\n  #go() { return this.#own }\n  use(other) { this.#go(); return other.#own }\n}\n"
    engine = make(project, {"a.js": text, "b.ts": text, "c.js": "class B { #own = 2; own = 3; m() { this.own } }\n"})
    for file in ("a.js", "b.ts"):
        assert lines(engine, f"{file}:A/#go") == [f"{file}:4"]
        assert "a.js:3 read exact self" in uses(engine, "a.js:A/#own")
        assert {row.split()[0] for row in uses(engine, f"{file}:A/#own")} >= {f"{file}:3", f"{file}:4"}


def test_what_something_from_elsewhere_is_given(project: Path) -> None:
    engine = make(
        project,
        {
            "a.js": """\
                const app = require("ext")()
                app.map = function () {}
                app.paint = function () {}
                app.map(); [1].map(String)
                app.paint()
                """,
        },
    )
    assert uses(engine, "app/map") == ["a.js:4 call name name", "a.js:4 call name name"]
    assert uses(engine, "app/paint") == ["a.js:5 call inferred unique"]


def test_elements_of_markup_that_the_project_declares(project: Path) -> None:
    engine = make(
        project,
        {
            "jsx.d.ts": """\
                interface Attributes { title?: string }
                declare namespace JSX {
                    interface IntrinsicElements { form: Attributes; box: Attributes & { wide: boolean } }
                }
                """,
            "a.tsx": """\
                class Page { form() {} title() {} }
                const a = <form title="t" data-form="x"></form>
                const b = <box wide title="t" />
                const c = <span title="t" />
                """,
        },
    )
    assert uses(engine, "IntrinsicElements/form") == ["a.tsx:2 read inferred context"] * 2
    assert lines(engine, "Attributes/title") == ["a.tsx:2", "a.tsx:3"]
    assert lines(engine, "wide") == ["a.tsx:3"]
    assert uses(engine, "Page/form") == []
    assert uses(engine, "Page/title") == []


def test_elements_of_markup_that_a_library_declares_are_nothing_of_the_project(project: Path) -> None:
    engine = make(project, {"a.tsx": "class Page { form() {} title() {} }\nconst a = <form title='t'></form>\n"})
    assert uses(engine, "Page/form") == []
    assert uses(engine, "Page/title") == []


def test_a_value_of_a_declared_type_is_known_by_it(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": """\
                interface Named { name: string }
                type Sized = Named & { size: number }
                const sized: Sized = { name: "a", size: 1 }
                sized.name; sized.size
                let perhaps: Named | undefined = { name: "b" }
                perhaps.name
                """,
        },
    )
    assert lines(engine, "Named/name") == ["a.ts:3", "a.ts:4", "a.ts:5", "a.ts:6"]
    assert lines(engine, "Sized/size") == ["a.ts:3", "a.ts:4"]


def test_what_several_promises_a_map_and_lists_of_lists_hold(project: Path) -> None:
    engine = make(
        project,
        {
            "a.ts": """\
                interface Row { id: string }
                interface State { mode: string }
                declare function rows(): Promise<Row[]>
                declare function state(): Promise<State | undefined>
                async function f() {
                    const [some, now] = await Promise.all([rows(), state()])
                    some[0].id; now?.mode
                    const made = await Promise.all([1].map(async (): Promise<Row> => ({ id: "" })))
                    made.map((each) => each.id)
                    const byId = new Map(made.map((each) => [each.id, each]))
                    for (const [, row] of byId) row.id
                    byId.get("")?.id
                    const typed = new Map<string, Row>()
                    typed.forEach((row) => row.id)
                    new Set(made).forEach((row) => row.id)
                    const grid: Row[][] = []
                    grid.flat().filter((row) => row.id === "")
                }
                """,
        },
    )
    assert lines(engine, "Row/id") == [
        *("a.ts:10", "a.ts:11", "a.ts:12", "a.ts:14", "a.ts:15", "a.ts:17", "a.ts:7", "a.ts:8", "a.ts:9"),
    ]
    assert lines(engine, "State/mode") == ["a.ts:7"]


def test_what_components_keep(project: Path) -> None:
    engine = make(
        project,
        {
            "a.tsx": """\
                import React, { createContext, useContext, useMemo, useRef, useState } from "react"
                class Feed { read() {} }
                interface Shared { feed: Feed }
                const Context = createContext<Shared | null>(null)
                export function App(props: { held: React.RefObject<Feed> }) {
                    const made = useMemo(() => new Feed(), [])
                    made.read()
                    const ref = useRef<Feed>(null)
                    ref.current.read()
                    const [first] = useState<Feed>()
                    first.read()
                    const [second] = React.useState(() => new Feed())
                    second.read()
                    useContext(Context).feed.read()
                    props.held.current.read()
                }
                export const shown = (of: React.Component<Shared, Feed>) => of.props.feed
                """,
        },
    )
    assert lines(engine, "Feed/read") == ["a.tsx:11", "a.tsx:13", "a.tsx:14", "a.tsx:15", "a.tsx:7", "a.tsx:9"]
    assert lines(engine, "Shared/feed") == ["a.tsx:14", "a.tsx:17"]


def test_modules_of_the_older_kind_taken_as_a_whole_and_added_to(project: Path) -> None:
    engine = make(
        project,
        {
            "named.cjs": "exports.tidy = function (text) {}\n",
            "both.cjs": """\
                exports = module.exports = App
                class App { run() {} }
                exports.Box = require("./box.cjs").Box
                """,
            "function.cjs": "exports = module.exports = make\nfunction make() {}\nexports.Box = class { shut() {} }\n",
            "box.cjs": "class Box { open() {} }\nmodule.exports.Box = Box\n",
            "on.mjs": "export { default as shown } from './named.cjs'\n",
            "use.mjs": 'import named from "./named.cjs"\nimport { shown } from "./on.mjs"\nnamed.tidy("")\nshown.tidy("")\n',
            "use.cjs": """\
                const App = require("./both.cjs"), make = require("./function.cjs")
                new App().run()
                const Box = App.Box
                new Box().open()
                new make.Box().shut()
                """,
        },
    )
    assert lines(engine, "named.cjs:tidy") == ["named.cjs:1", "use.mjs:3", "use.mjs:4"]
    assert lines(engine, "App/run") == ["use.cjs:2"]
    assert lines(engine, "box.cjs:Box/open") == ["use.cjs:4"]
    assert lines(engine, "shut") == ["use.cjs:5"]

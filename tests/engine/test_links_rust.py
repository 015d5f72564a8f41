"""References over small Rust projects: modules and paths, traits and their implementations, a library's functions."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from support import write

from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = '[package]\nname = "{}"\nversion = "0.1.0"\nedition = "2021"\n'


def make(project: Path, files: dict[str, str]) -> Engine:
    write(project, {"Cargo.toml": MANIFEST.format("shop"), **{name: dedent(text) for name, text in files.items()}})
    return Engine(str(project))


def lines(engine: Engine, pattern: str, *certainties: str) -> list[str]:
    """The references of some certainties (without: the sure ones), as `path:line`."""
    wanted = certainties or ("exact", "inferred")
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{r.path.removeprefix('src/')}:{r.line}" for r in answer.references if r.certainty in wanted]


TREE = {
    "src/lib.rs": """\
        pub mod a;
        #[path = "odd/place.rs"]
        mod odd;
        mod inner {
            pub mod deep;
            pub fn go() -> u8 { self::deep::far() + super::top() + crate::a::near() }
            #[cfg(test)]
            mod tests {
                use super::*;
                #[test]
                fn goes() { assert_eq!(go(), 6); }
            }
        }
        pub use a::{near as close, b::{self, Thing}};
        pub fn top() -> u8 { close() + b::make().size + odd::place() }
        """,
    "src/a/mod.rs": "pub mod b;\npub fn near() -> u8 { b::make().size() }\n",
    "src/a/b.rs": """\
        use super::super::top;
        pub struct Thing { pub size: u8 }
        impl Thing { pub fn size(&self) -> u8 { self.size } }
        pub fn make() -> Thing { let size = top(); Thing { size } }
        """,
    "src/odd/place.rs": "use crate::{b, Thing};\npub fn place() -> u8 { b::make().size() }\npub type Alias = Thing;\n",
    "src/inner/deep.rs": "pub fn far() -> u8 { super::super::top() + super::go() }\n",
    "tests/it.rs": "use shop::{close, Thing as T, a::b::*};\n#[test]\nfn it() { close(); let t: T = make(); t.size(); }\n",
    "src/main.rs": "mod cmd;\nfn main() { cmd::run(); shop::top(); }\n",
    "src/cmd.rs": "pub fn run() { crate::main(); }\n",
}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("src/a/mod.rs:near", ["lib.rs:6", "lib.rs:14", "lib.rs:15", "tests/it.rs:1", "tests/it.rs:3"]),
        ("src/lib.rs:top", ["a/b.rs:1", "a/b.rs:4", "inner/deep.rs:1", "lib.rs:6", "main.rs:2"]),
        ("inner/go", ["inner/deep.rs:1", "lib.rs:11"]),
        ("src/inner/deep.rs:far", ["lib.rs:6"]),
        ("src/a/b.rs:make", ["a/mod.rs:2", "lib.rs:15", "odd/place.rs:2", "tests/it.rs:3"]),
        ("Thing/size[0]", ["a/b.rs:3", "a/b.rs:4", "lib.rs:15"]),
        ("Thing/size[1]", ["a/mod.rs:2", "odd/place.rs:2", "tests/it.rs:3"]),
        ("src/odd/place.rs:place", ["lib.rs:15"]),
        ("src/cmd.rs:run", ["main.rs:2"]),
        ("src/main.rs:main", ["cmd.rs:1"]),
    ],
)
def test_modules_are_reached_by_paths(project: Path, pattern: str, expected: list[str]) -> None:
    assert sorted(lines(make(project, TREE), pattern)) == sorted(expected)


def test_a_field_and_a_function_of_one_name(project: Path) -> None:
    """A name path that means both means the function; the answer says so."""
    engine = make(project, TREE)
    answer = engine.refs(RefsRequest("Thing/size"))
    assert [r.path for r in answer.references] == ["src/a/mod.rs", "src/odd/place.rs", "tests/it.rs"]
    assert any("Thing/size[0]" in note for note in answer.notes)


def test_crates_of_a_workspace(project: Path) -> None:
    write(
        project,
        {
            "Cargo.toml": '[workspace]\nmembers = ["core", "app"]\n[workspace.dependencies]\nmy-core = { path = "core" }\n',
            "core/Cargo.toml": MANIFEST.format("my-core"),
            "core/src/lib.rs": "pub fn shared() {}\n#[macro_export]\nmacro_rules! twice { ($e:expr) => { $crate::shared(); $e } }\n",
            "app/Cargo.toml": MANIFEST.format("app") + "[dependencies]\nmy-core = { workspace = true }\n",
            "app/src/main.rs": "extern crate my_core as c;\nfn main() { my_core::shared(); c::shared(); c::twice!(1); }\n",
            "app/src/shared.rs": "pub fn shared() {}\n",
        },
    )
    engine = Engine(str(project))
    expected = ["app/src/main.rs:2", "app/src/main.rs:2", "core/src/lib.rs:3"]
    assert lines(engine, "core/src/lib.rs:shared") == expected
    assert lines(engine, "twice") == ["app/src/main.rs:2"]


TRAITS = {
    "src/lib.rs": """\
        use std::fmt::Display;
        use std::ops::Deref;
        pub trait Area {
            const SIDES: u32;
            type Unit: Named;
            fn area(&self) -> u32;
            fn double(&self) -> u32 { self.area() * Self::SIDES }
            fn unit(&self) -> Self::Unit;
        }
        pub trait Named { fn name(&self) -> String { String::new() } }
        pub trait Loud: Named { fn shout(&self) -> String { self.name() } }
        impl<T: Named> Loud for T {}
        pub struct Metre;
        impl Named for Metre { fn name(&self) -> String { "m".into() } }
        pub struct Square(pub u32);
        impl Area for Square {
            const SIDES: u32 = 4;
            type Unit = Metre;
            fn area(&self) -> u32 { self.0 }
            fn unit(&self) -> Metre { Metre }
        }
        impl Area for [u8] {
            const SIDES: u32 = 1;
            type Unit = Metre;
            fn area(&self) -> u32 { 0 }
            fn unit(&self) -> Metre { Metre }
        }
        pub struct Wrapper { square: Box<Square> }
        impl Deref for Wrapper { type Target = Square; fn deref(&self) -> &Square { &self.square } }
        fn bound<A: Area>(a: &A) -> String where A: Display { a.area(); a.unit().name() }
        fn opaque(a: impl Area, d: &dyn Named) { a.double(); d.name(); }
        fn known(s: &Square, w: Wrapper, list: Vec<Square>) {
            s.area();
            w.area();
            <Square as Area>::area(s);
            Square::area(s);
            Area::area(s);
            list[0].double();
            list.iter().map(|each| each.area()).sum::<u32>();
            s.unit().shout();
            [0u8].area();
            for (i, each) in list.iter().enumerate() { each.area(); }
            if let Some(last) = list.last() { last.area(); }
        }
        """
}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Area/area", [7, 19, 25, 30, 37]),
        ("Square/area", [33, 34, 35, 36, 39, 42, 43]),
        ("u8/area", [41]),
        ("Area/double", [31, 38]),
        ("Area/SIDES", [7, 17, 23]),
        ("Named/name", [11, 14, 30, 31]),
        ("Loud/shout", [40]),
        ("Metre", [14, 18, 20, 20, 24, 26, 26]),
    ],
)
def test_traits_and_what_implements_them(project: Path, pattern: str, expected: list[int]) -> None:
    engine = make(project, TRAITS)
    assert lines(engine, pattern) == [f"lib.rs:{line}" for line in expected]


def test_families(project: Path) -> None:
    engine = make(project, TRAITS)
    answer = engine.refs(RefsRequest("Square/area"))
    assert [(family.id, family.relation) for family in answer.families] == [("src/lib.rs:Area/area", "base")]
    answer = engine.refs(RefsRequest("Area/area"))
    assert {family.id for family in answer.families} == {"src/lib.rs:Square/area", "src/lib.rs:u8/area"}


VALUES = {
    "src/lib.rs": """\
        use std::collections::HashMap;
        use std::rc::Rc;
        pub enum Shape { Dot, Line(Point, Point), Box { corner: Point } }
        #[derive(Clone, Default)]
        pub struct Point { pub x: i32 }
        impl Point {
            pub fn new(x: i32) -> Self { Self { x } }
            pub fn with(mut self, x: i32) -> Self { self.x = x; self }
            pub fn norm(&self) -> i32 { self.x }
        }
        pub struct Store<T> { items: Vec<T>, names: HashMap<String, Rc<T>> }
        impl<T> Store<T> {
            fn first(&self) -> Option<&T> { self.items.first() }
            fn named(&mut self, name: &str) -> Result<&Rc<T>, String> { self.names.get(name).ok_or(String::new()) }
            fn each<F: FnMut(&T)>(&self, f: F) {}
            fn convert<U, F: Fn(&T) -> U>(&self, f: F) -> Vec<U> { self.items.iter().map(f).collect() }
        }
        fn go(store: Store<Point>, shape: Shape) -> Result<(), String> {
            store.first().unwrap().norm();
            store.named("a")?.norm();
            store.each(|p| { p.norm(); });
            store.convert(|p| p.clone())[0].norm();
            Point::new(1).with(2).norm();
            let p = Point::default();
            let p = Some(p);
            if let Some(p) = &p { p.norm(); }
            let (a, Point { x }) = (Point::new(1), Point::new(2));
            a.norm();
            use Shape::*;
            match shape {
                Dot => {}
                Line(from, to) if from.norm() > 0 => { to.norm(); }
                Shape::Line(..) => {}
                Box { corner } => { corner.norm(); }
            }
            println!("{} {}", store.first().unwrap().norm(), a.x);
            let all: Vec<_> = store.items.into_iter().filter(|p| p.norm() > 0).collect();
            for p in &all { p.norm(); }
            let f = async { 1 };
            Ok(())
        }
        fn unsure(p: Unknown) { p.norm(); }
        """
}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Point/norm", [19, 20, 21, 22, 23, 26, 28, 32, 32, 34, 36, 37, 38]),
        ("Point/x", [7, 8, 9, 27, 36]),
        ("Shape/Line", [32, 33]),
        ("Shape/Box/corner", [34]),
        ("Store/items", [13, 16, 37]),
        ("Point/with", [23]),
    ],
)
def test_values_are_followed(project: Path, pattern: str, expected: list[int]) -> None:
    engine = make(project, VALUES)
    assert lines(engine, pattern, "exact") == [f"lib.rs:{line}" for line in expected]


def test_what_cannot_be_known_is_listed_by_name(project: Path) -> None:
    files = {**VALUES, "src/other.rs": "pub struct Line; impl Line { pub fn norm(&self) {} }\n"}
    engine = make(project, files)
    assert lines(engine, "Point/norm", "name") == ["lib.rs:42"]


MACROS = {
    "src/lib.rs": """\
        #[macro_use]
        mod macros;
        pub struct Job { pub id: u32 }
        impl Job { pub fn run(&self) -> u32 { self.id } }
        fn one(job: &Job) {
            assert_eq!(job.run(), job.id, "{}", job.run());
            strange!(job.run());
            wrapped! { fn inner(j: &Job) { j.run(); } }
            println!("{job:?} {LIMIT}", job = job.run());
        }
        const LIMIT: u32 = 3;
        #[cfg(unix)]
        fn twin() {}
        #[cfg(not(unix))]
        fn twin() {}
        fn both() { twin(); let write = 1; search(write); }
        mod search;
        fn search(n: u32) { search::search(n); }
        """,
    "src/macros.rs": "macro_rules! strange { ($e:expr) => { $e + helper() } }\nfn helper() -> u32 { 0 }\n",
    "src/search.rs": "pub fn search(n: u32) {}\n",
}


def test_what_macros_are_given(project: Path) -> None:
    engine = make(project, MACROS)
    assert lines(engine, "Job/run", "exact") == ["lib.rs:6", "lib.rs:6", "lib.rs:9"]
    assert lines(engine, "Job/run", "inferred") == ["lib.rs:7", "lib.rs:8"]
    assert lines(engine, "strange") == ["lib.rs:7"]
    assert lines(engine, "helper", "inferred") == ["macros.rs:1"]
    assert lines(engine, "LIMIT") == ["lib.rs:9"]
    assert lines(engine, "twin") == ["lib.rs:15", "lib.rs:16"]
    assert lines(engine, "src/lib.rs:search[0]") == ["lib.rs:18"]
    assert lines(engine, "src/lib.rs:search[1]") == ["lib.rs:16"]
    assert lines(engine, "src/search.rs:search") == ["lib.rs:18"]


def test_what_a_macro_may_make_of_names(project: Path) -> None:
    """A bare name may be that of a field; type arguments do not end a chain."""
    text = """\
        pub struct Group<A> { parent: A }
        macro_rules! shown { ($($field:ident),*) => { fn show(&self) { $( dbg(&self.$field); )* } } }
        impl<A> Group<A> { shown!(parent); pub fn look(&self) {} }
        impl<A> Default for Group<A> { fn default() -> Self { todo!() } }
        pub trait Tools { fn windows<T>(&self) -> Group<T> { todo!() } }
        impl<T: Iterator> Tools for T {}
        macro_rules! tests { ($($name:ident $body:block)*) => { $( fn $name() $body )* } }
        tests! {
            windows { let _ = (0..9).by::<Vec<Group<u8>>>(); }
            other { let it = some(); it.windows::<{ 1 }>(); Group::<u8>::default().look(); }
        }
        fn open() { let group: Group<_> = Default::default(); group.look(); }
        """
    engine = make(project, {"src/lib.rs": text})
    assert lines(engine, "Group/parent", "name") == ["lib.rs:3"]
    assert lines(engine, "Tools/windows", "name", "inferred") == ["lib.rs:9", "lib.rs:10"]
    assert lines(engine, "Group") == [f"lib.rs:{n}" for n in (3, 4, 5, 9, 10, 12)]
    assert lines(engine, "Group/look") == ["lib.rs:10", "lib.rs:12"]


def test_a_module_and_a_function_of_its_name(project: Path) -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\n',
        "a/Cargo.toml": MANIFEST.format("a"),
        "b/Cargo.toml": MANIFEST.format("b") + '[dependencies]\na = { path = "../a" }\n',
        "a/src/lib.rs": "mod host;\npub use crate::{\n    host::host,\n};\n",
        "a/src/host.rs": "pub fn host() {}\n",
        "b/src/lib.rs": "pub extern crate a as other;\npub fn go() { other::host(); crate::other::host(); }\n",
        "b/src/main.rs": "fn main() { b::other::host(); a::host(); }\n",
    }
    write(project, files)
    engine = Engine(str(project))
    found = [line for line in lines(engine, "host.rs:host") if line.startswith("b/")]
    assert found == ["b/src/lib.rs:2", "b/src/lib.rs:2", "b/src/main.rs:1", "b/src/main.rs:1"]


def test_an_extension_is_used_where_its_trait_is_seen(project: Path) -> None:
    files = {
        "src/lib.rs": "pub mod wide;\nmod near;\nmod far;\n",
        "src/wide.rs": "pub trait Wide { fn spread(&self) {} }\nimpl<T> Wide for T {}\n"
        "pub struct Butter;\nimpl Butter { pub fn spread(&self) {} }\n",
        "src/near.rs": "use crate::wide::Wide;\nfn go<T: Clone>(t: T) { t.spread(); }\n",
        "src/far.rs": "fn go<T: Other>(t: T) { t.spread(); }\n",
    }
    engine = make(project, files)
    assert lines(engine, "Wide/spread") == ["near.rs:2"]
    assert lines(engine, "Wide/spread", "name") == ["far.rs:1"]


def test_callers(project: Path) -> None:
    edges = make(project, TRAITS).callers(GraphRequest("Square/area")).edges
    assert {edge.from_id for edge in edges} == {"src/lib.rs:known"}


@pytest.mark.parametrize(
    ("pattern", "new", "expected"),
    [
        ("Thing/size[0]", "width", ["pub struct Thing { pub width: u8 }", "self.width", "Thing { width: size }"]),
        ("Thing/size[1]", "measure", ["pub fn measure(&self) -> u8 { self.size }", "Thing { size }"]),
        ("src/a/b.rs:Thing", "Item", ["pub struct Item", "impl Item", "-> Item { let size = top(); Item { size } }"]),
    ],
)
def test_renames(project: Path, pattern: str, new: str, expected: list[str]) -> None:
    engine = make(project, TREE)
    engine.rename(pattern, new)
    text = (project / "src/a/b.rs").read_text()
    assert all(part in text for part in expected)


def test_a_rename_takes_a_trait_with_what_implements_it(project: Path) -> None:
    engine = make(project, TRAITS)
    engine.rename("Area/area", "extent")
    assert "area(" not in (project / "src/lib.rs").read_text()


def test_a_rename_is_refused_where_a_macro_may_make_anything_of_the_name(project: Path) -> None:
    engine = make(project, MACROS)
    with pytest.raises(CodeintelError, match="may mean it or not"):
        engine.rename("Job/run", "work")

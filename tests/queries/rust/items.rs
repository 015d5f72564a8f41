//! What the crate is for.

#![allow(dead_code)]

/// Reads the clock.
///
/// Slowly.
#[cfg(feature = "fast")]
pub fn stamp(seed: u64) -> u64 {
    seed
}

#[cfg(not(feature = "fast"))]
/// Only echoes.
#[inline]
pub(crate) fn stamp(seed: u64) -> u64 {
    fn nested() {
        const DEPTH: u8 = 2;
    }
    let closure = |x| x + 1;
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    struct Local {
        at: u8,
    }
    impl Local {
        fn at(&self) -> u8 {
            self.at
        }
    }
    seed
}

pub async unsafe extern "C" fn call<'a, T: Clone>(
    first: &'a T, // the first
    second: u8,
) -> Result<(), Box<dyn Error>>
where
    T: Send,
{
    Ok(())
}

pub const fn zero() -> u8 { 0 }
async fn later() {}
fn r#type() {}

/** A block comment. */
#[derive(Debug, Clone)]
pub struct Timer<'a, T>
where
    T: Clone,
{
    /// How long.
    #[serde(skip)]
    pub length: u64, // trailing
    name: &'a str,
    r#in: T,
}

pub struct Tuple(pub u32, u8);
struct Unit;

union Bits {
    int: u32,
    float: f32,
}

/// What happens.
pub enum Event {
    /// Nothing.
    Idle,
    #[cfg(feature = "keys")]
    Key(char, bool),
    Click { x: u16, y: u16 },
    Last = 7,
}

pub trait Shape: Sized {
    /// What it is made of.
    type Part: Clone;
    type Out<'a>
    where
        Self: 'a;
    const SIDES: usize = 4;
    fn area(&self) -> f64;
    async fn load(&mut self);
    fn twice(&self) -> f64 {
        self.area() * 2.0
    }
}

unsafe trait Marker {}

pub const LIMIT: usize = 3;
pub static NAME: &str = "x";
static mut STATE: u8 = 0;
const _: () = assert!(LIMIT == 3);
const TABLE: [&str; 2] = [
    "one of the long lines of a table that goes on and on and on",
    "two of the long lines of a table that goes on and on and on",
];

pub type Result<T> = std::result::Result<T, Error>;

#[deprecated(since = "1.0")]
pub fn old() {}

/// Makes functions.
#[macro_export]
macro_rules! make_reader {
    ($name:ident) => {
        pub fn $name() -> u64 { 1 }
    };
    () => {};
}

macro_rules! commented {
    // Nothing.
    () => {};
}

make_reader!(read_one);

lazy_static! {
    static ref CACHE: u8 = 1;
}

mod other;

/// Inside.
pub mod inner {
    pub fn deep() {}

    mod deeper {
        struct Found;
    }
}

extern "C" {
    fn abs(x: c_int) -> c_int;
    static errno: c_int;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks() {}

    #[tokio::test(flavor = "multi_thread")]
    async fn ticks_later() {}

    #[bench]
    fn fast(b: &mut Bencher) {}
}

struct Timer<T>(T);

impl<T> Timer<T> {
    pub const MAX: u8 = 9;

    pub fn new(x: T) -> Self {
        Timer(x)
    }

    /// Once more.
    pub(super) fn tick(&mut self) {}
}

impl<T: Display> fmt::Display for Timer<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T> fmt::Debug for Timer<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<I> Iterator for Timer<I>
where
    I: Iterator<Item = u8>,
{
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        None
    }
}

impl crate::io::Read for net::Stream {
    fn read(&self) {}
}
impl Read for Box<dyn Fn(u8) -> Vec<u8>> {
    fn in_box(&self) {}
}
impl Read for collections::Map<u8, [u8; 3]> {
    fn in_map(&self) {}
}
impl<'a, T: ?Sized> Read for &'a mut T {
    fn by_reference(&self) {}
}
impl Read for &'static net::Socket<u8> {
    fn by_socket(&self) {}
}
impl Read for *const Unit {
    fn by_pointer(&self) {}
}
impl dyn Any + Send {
    fn on_any(&self) {}
}
impl Read for dyn Shape {
    fn on_shape(&self) {}
}
impl Read for u8 {
    fn on_byte(self) {}
}
impl<T> Read for [T] {
    fn on_slice(&self) {}
}
impl Read for &[u8] {
    fn on_slice_reference(&self) {}
}
impl<T, const N: usize> Read for [T; N] {
    fn on_array(&self) {}
}
impl Read for [io::Part<u8>] {
    fn on_parts(&self) {}
}
impl<A, B> Read for (A, B) {
    fn on_pair(&self) {}
}
impl Read for () {
    fn on_nothing(&self) {}
}
impl Read for ! {
    fn on_never(&self) {}
}
impl<A, B> Read for fn(A) -> B {
    fn on_function(&self) {}
}
impl Read for Alias![u8] {
    fn on_macro(&self) {}
}
impl<T> Read for <T as Shape>::Part {
    fn on_part(&self) {}
}
impl !Send for Unit {}
unsafe impl Sync for Unit {}

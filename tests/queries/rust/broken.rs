pub struct Before;

impl Before {
    pub fn broken(&self, {
        let x = call(;
        if x > {
            return
        }
    }

    pub fn after(&self) {}
}

fn half(x: u8) {
    let y = ;
    x.
}

enum Kept {
    One,
}

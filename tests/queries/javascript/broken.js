function before() {}

function broken(a, b {
  const x = ;
  return 1 +;
}

class After {
  method() {}
  broken(a b) { return }; }
  last() {}
}

const arrow = () => 1;
const value = 1;
exports.end = function () {};

// No error tells that this is no function.
namespace shapes {
class SHAPES_API Shape {
public:
  static Shape all();
  Shape();
  bool closed{true};
};
struct SHAPES_API Point : Base {
  int x;
};
}

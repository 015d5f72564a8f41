namespace
#ifdef USE_STD
    std
#else
    fmt
#endif
{
template <typename T> struct formatter { int x; };
}
template <typename Context>
class store
#if GCC && GCC < 409
    // a comment
    : public base<Context>
#endif
{
 private:
  static const size_t num_args = 3;
  using value_type = int;
 public:
  store() {}
  int width() const
#ifdef X
     noexcept
#endif
  { return 1; }
};
class API Features {
public:
  static Features all();
  Features();
  bool allow{true};
};

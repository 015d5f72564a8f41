#include <concepts>

template <typename T>
concept Sized = requires(const T& box) {
    { box.size() } -> std::convertible_to<std::size_t>;
};

/** Weighs. */
template <Sized T>
    requires(sizeof(T) > 1)
auto weight(const T& box) -> std::size_t
{
    return box.size();
}

template <typename T> T declared(T x);
template <typename T> T* declared_pointer(T x);
template <typename T> T& declared_reference(T x);
template <typename T> constexpr bool is_small = sizeof(T) < 8;
template <typename T> using Vector = std::vector<T>;

template <typename T, typename U = int>
class Slot {
public:
    Slot();
    ~Slot();
    T value{};
};

template <typename T, typename U>
Slot<T, U>::Slot() : value() {}

template <typename T, typename U>
Slot<T, U>::~Slot() {}

template <>
class Slot<void> {};

template <typename T>
struct Slot<T*> : Slot<T> {
    T* pointer;
};

template <>
union Word<int> { int i; };

template <> int convert<int>(int x) { return x; }
template <> int& convert<int&>(int& x) { return x; }
template <> int* convert<int*>(int* x) { return x; }
template <> int convert<char>(char x);
template <> int& Slot<int>::get<int>();
template <> int Slot<int>::get<long>() const { return 1; }

template class Slot<int>;
extern template class Slot<char>;

template <typename T> Slot(T) -> Slot<T>;

template <typename T>
struct Outer {
    template <typename U> struct Inner { void run(); };
};

template <class T> class API Announced;
template <typename T> inline constexpr maker_fn<T> maker{};
template <typename T> inline constexpr bool is_array_of_v<T[]> = true;
template <class Map> typename Map::value_type& first_of(Map& map) = delete;
template <class T> bool operator<(const Box<T>&, const T& other) = delete;
extern const Box<int>& shared_box;

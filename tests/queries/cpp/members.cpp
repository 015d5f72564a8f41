#include "classes.hpp"

using std::swap;
using namespace shop::detail;
using shop::inner::helper;
using shop::one::two::three;
namespace fs = std::filesystem;

namespace shop {
using std::move;

namespace {
int hidden;
int helper(int x) { return x; }
}  // namespace

inline namespace v1 {
void versioned();
}

Item::Item(Item&& other) : price_(other.price_) {
    class Local {
    public:
        void run() {}
    };
    using Alias = int;
    std::string text(name_);
    auto lambda = [](int x) { return x; };
}

Item::~Item() = default;

int Item::count_all(int from) const {
    return from;
}

const std::string& Item::name() const { return name_; }
Item* Item::next() const { return nullptr; }
Item** Item::all() { return nullptr; }
Item& Item::operator=(const Item& other) { return *this; }
Item* Item::operator&() { return this; }
bool Item::operator ()(int a, int b) const { return a < b; }
Item::operator const char*() const { return "x"; }

const int Item::count;
int Item::total = 0;
int Item::table[3] = {1, 2, 3};
int Item::sized[3];
char* Item::text;
char* Item::title = nullptr;
Value const& Item::null = Item::null_value();

class Item::Nested {
    int inside;
};
struct Item::Later { int when; };
enum class Item::Kind : int { A, B };

}  // namespace shop

namespace outer::inner {
int nested() { return 1; }
}

std::size_t shop::v1::Item::operator[](std::size_t i) const { return i; }
int shop::Item::Nested::operator*() const { return 1; }
int& shop::Item::Nested::operator+() { return x; }
shop::Item::operator bool() const { return true; }
void shop::Item::reset() noexcept {}

std::ostream& operator<<(std::ostream& out, const shop::Item& item) { return out; }
bool operator==(const shop::Item& a, const shop::Item& b);
shop::Item& operator++(shop::Item& item);
long double operator""_kg(long double x) { return x; }
void* operator new(std::size_t n);

int& reference(int x);
int& reference_of(int x) { return y; }
int*& pointer_of(int x) { return y; }

int global = 1;
const std::string kName = "x";
int& alias = global;
auto [left, right] = pair();
auto doubled = [](int x) { return 2 * x; };
namespace lambdas {
int& inner_alias = global;
const auto half = [](int x) { return x / 2; };
}

extern "C" int from_c(int x);
extern "C" int c_variable;
extern "C" {
int also_from_c(void);
int c_counter;
}

main() { return 0; }

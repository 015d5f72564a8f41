// Licence of the file.
#pragma once

#include <vector>
#include "base.hpp"

namespace shop {

class Announced;
struct AnnouncedToo;
template <typename T> class AnnouncedTemplate;
template <typename T> struct AnnouncedStruct;
enum class Mode : int { Fast, Slow = 2 };
enum Opaque : int;

/// A thing to sell.
/// More of it.
class Item final : public Base, private Other<int> {
public:
    Item() = default;
    explicit Item(int price) noexcept : price_(price), name_{"x"} {}
    Item(const Item&) = delete;
    Item(Item&& other);
    template <typename T> Item(T value, int extra);
    template <typename T> explicit Item(const T* value) : price_(0) {}
    virtual ~Item();
    ~Item() override = default;

    virtual int price() const = 0;
    int shown() const override { return price_; }
    [[nodiscard]] auto size() const noexcept -> std::size_t { return 1; }
    [[deprecated("use size")]] int old_size() const;
    const std::string& name() const;
    std::string& name() { return name_; }
    Item* next() const;
    Item* previous() { return nullptr; }
    Item** all();
    Item** every() { return nullptr; }
    int*& slot();
    int*& slot_of() { return *p; }
    static Item make(int price);
    static constexpr int (max)() { return 3; }
    int& (first)() { return price_; }
    int (last)() const;
    int& (second)();
    template <typename T> T as() const;
    template <typename T> T* at(int i) const;
    template <typename T> T get() const { return T(); }

    bool operator==(const Item& other) const = default;
    Item& operator=(const Item& other);
    Item* operator->() { return this; }
    Item* operator&();
    Item** operator++();
    Item** operator--() { return nullptr; }
    Item& operator+=(int n) { return *this; }
    int operator[](int i) const { return i; }
    bool operator()(int a, int b) const;
    explicit operator bool() const { return true; }
    operator const char*() const;
    template <typename T> operator T() const;

    friend class Visitor;
    friend void swap(Item& a, Item& b);
    friend Item* clone(const Item& a);
    friend bool operator<(const Item& a, const Item& b) { return false; }
    friend std::ostream& operator<<(std::ostream& out, const Item& item);

    using iterator = std::vector<Item>::iterator;
    using Base::Base;
    typedef int* pointer;
    class Nested;
    struct Later;
    class Impl {
        int hidden;
    };
    struct { int x, y; } at_;
    struct Span { int from; } span_, spans_[2];
    union { int i; float f; };
    enum { kLimit = 3 };

    std::function<void(int)> on_sale = [](int n) { use(n); };
    static_assert(sizeof(int) == 4, "x");
    FRIEND_TEST(ItemTest, Works);
#ifdef DEBUG
    Item(Debug debug);
    void dump() const;
#endif
#if defined(TRACE)
    Item(Trace trace);
#endif

protected:
    int price_ = 0, *prices_{nullptr};
    std::string name_;
    const int& reference_;
    int*& reference_to_pointer_;
    unsigned flag_ : 1;
    static const int count = 3;
    static constexpr auto kFactor = 4;
    mutable std::mutex mutex_;
    void (*callback_)(int);
};

}  // namespace shop

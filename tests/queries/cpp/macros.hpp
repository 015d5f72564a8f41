#pragma once

BEGIN_NAMESPACE

// A class with a macro in its head.
class EXPORT_API Exported : public Base {
public:
    CONSTEXPR Exported() : value_(0) {}
    explicit CONSTEXPR Exported(int value) : value_(value) {}
    CONSTEXPR ~Exported() { value_ = 1; }
    DEPRECATED("x") CONSTEXPR auto size() const -> int { return value_; }
    int locked() const REQUIRES_LOCK(mutex_) { return 1; }
    INLINE friend bool operator==(const Exported& a, const Exported& b) { return true; }
    void excluded() LOCKS_EXCLUDED(mutex_);

private:
    int value_ GUARDED_BY(mutex_);
    T* nonnull pointer_;
};

EXPORT_TEMPLATE
template <typename T>
class VISIBLE("default") Wide final : public Exported {
    T inner;
};

INLINE lib::Exported::Exported(const Exported& other) : value_(other.value_) {}

struct SCOPED [[nodiscard]] Lock {
    int held;
};

END_NAMESPACE

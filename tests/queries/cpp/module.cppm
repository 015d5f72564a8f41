module;
#include <cstdio>

export module shop.stock;
import std;
import <vector>;
import :parts;

export int count();
export int* pointer();
export int limit = 3;
export int total() { return limit; }
export namespace stock {
class Shelf {};
}
export {
struct Box { int size; };
}

/* A header is C++ once it says what C cannot. */
#ifndef HEADER_H
#define HEADER_H

namespace app {
int run(int argc);
}

#endif

String greeting = "Hello";

/** The whole program. */
void main() {
    int local = 1;
    IO.println(greeting);
}

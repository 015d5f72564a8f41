class Before {
    int field;
};

int broken(int x) {
    if (x > {
        return 1;
    }
    else if (y) {
        return 2;
    }
}

class After {
public:
    int method() const { return 1; }
    void declared(;
    int last() { return 2; }
};

int after() { return 1; }

class EXPORT_API Exported : public Before {
public:
    Exported();
    int inside() const { return 1; }
};

int last() { return 1; }

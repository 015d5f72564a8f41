public class Broken {
    private int before;

    int first() {
        return 1;
    }

    int second( {
        if (before > ) {
            return;
        }
    }

    /** Is still there. */
    int third(int a) {
        return a;
    }

    static class Nested {
        void fourth() {}
    }
}

class After {
    void fifth() {}
}

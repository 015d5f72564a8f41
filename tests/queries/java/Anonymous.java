class Anonymous {
    public static final TypeAdapter<Class> CLASS = new TypeAdapter<Class>() {
        private int reads;

        @Override
        public Class read(Reader in) {
            return null;
        }

        @Override
        public void write(Writer out) {}
    };

    Runnable task = new Runnable() {
        public void run() {}
    };

    Comparator<String> order = reversed ? new Comparator<>() {
        public int compare(String a, String b) {
            return 1;
        }
    } : null;

    static final Comparator<String> REVERSED = Collections.reverseOrder(new Comparator<String>() {
        public int compare(String a, String b) {
            return 1;
        }
    });

    static Supplier<Object> maker() {
        return () -> new Object() {
            void inLambda() {}
        };
    }

    void start() {
        Runnable first = new Runnable() {
            public void run() {}
        };
        submit(new Runnable() {
            public void run() {}
        });
        submit(new Runnable() {
            public void run() {}
        }, () -> new Helper() {
            void help() {}
        });
        handler = new Handler() {
            void handle() {}
        };
        Type type = new TypeToken<List<String>>() {}.getType();
        new Thread() {
            public void run() {}
        }.start();
        new Window() {
            void draw() {}
        };
        try (Stream in = new Stream() {
            public void close() {}
        }) {
        }
        Object[] all = {new Object() {
            void one() {}
        }};
    }

    Iterator<String> iterator() {
        return new Iterator<String>() {
            int at = 0;

            public String next() {
                class Local {
                    void inLocal() {}
                }
                return null;
            }
        };
    }

    Object cast() {
        return (Object) new Object() {
            void inCast() {}
        };
    }

    Object wrapped(int which) {
        return switch (which) {
            case 0 -> {
                yield new Object() {
                    void inSwitch() {}
                };
            }
            default -> (new Object() {
                void inParentheses() {}
            });
        };
    }
}

/** The shapes. */
@Deprecated
open module com.example.shapes {
    requires java.logging;
    requires transitive java.sql;
    requires static lombok;

    exports com.example.shapes.api;
    opens com.example.shapes.impl to com.google.gson;
    uses com.example.Shape;
    provides com.example.Shape with com.example.Circle;
}

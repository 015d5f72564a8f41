part of my.imports;

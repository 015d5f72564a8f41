"""From files to facts to SQLite: discover, parse, outline, store, sync."""

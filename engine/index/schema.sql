-- Version 5. The index of one repository. Facts belong to a blob (the content of a file, in one language, under one version of
-- its queries); a view (the root of a work tree) says which blob lies at which path. No row speaks of two files.

CREATE TABLE blob (
    id          INTEGER PRIMARY KEY,
    hash        BLOB    NOT NULL,            -- BLAKE2b-128 of the bytes on disk
    language    TEXT    NOT NULL,            -- empty: no language
    fingerprint TEXT    NOT NULL,            -- of the language's queries and rules
    status      TEXT    NOT NULL,            -- indexed | errors | failed | or why the content was left out
    lines       INTEGER NOT NULL,
    used_on     INTEGER NOT NULL,            -- day (since 1970) on which a view last had it
    UNIQUE (hash, language, fingerprint)
) STRICT;

-- Outline facts.
CREATE TABLE symbol (
    blob_id     INTEGER NOT NULL,
    ordinal     INTEGER NOT NULL,            -- position in the file's own list, in source order
    name        TEXT    NOT NULL,
    name_path   TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    parent      INTEGER NOT NULL,            -- ordinal of the symbol around it, or -1
    start_line  INTEGER NOT NULL,            -- lines count from 0
    end_line    INTEGER NOT NULL,
    start_byte  INTEGER NOT NULL,            -- of the text as UTF-8 without a byte order mark
    end_byte    INTEGER NOT NULL,
    name_line   INTEGER NOT NULL,
    name_column INTEGER NOT NULL,            -- in characters
    name_start  INTEGER NOT NULL,
    name_end    INTEGER NOT NULL,
    body_start  INTEGER NOT NULL,
    body_end    INTEGER NOT NULL,
    signature   TEXT    NOT NULL,
    doc         TEXT    NOT NULL,
    flags       TEXT    NOT NULL,
    PRIMARY KEY (blob_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX symbol_by_name ON symbol (name);

CREATE TABLE words (
    blob_id     INTEGER PRIMARY KEY,
    text        TEXT    NOT NULL             -- each identifier of the blob once, between newlines
) STRICT;

-- Deep facts, made when a question first needs those of the blob: none, or one row a blob.
CREATE TABLE deep (
    blob_id     INTEGER PRIMARY KEY,
    version     INTEGER NOT NULL,            -- of what makes them
    data        BLOB    NOT NULL             -- as `deeppacking.pack` gives them
) STRICT;

-- The inverted index of concept search, made when something is first searched for. A segment covers some blobs.
CREATE TABLE segment (
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: processes keep what they read of a segment
    version     INTEGER NOT NULL,            -- of what makes it
    blobs       BLOB    NOT NULL,            -- ids of the blobs, 8 bytes each
    firsts      BLOB    NOT NULL,            -- number of the first symbol of each, 4 bytes each; last, how many there are
    lengths     BLOB    NOT NULL,            -- terms of each symbol, 2 bytes each
    kinds       BLOB    NOT NULL             -- kind of each symbol, 1 byte
) STRICT;

CREATE TABLE posting (
    segment_id  INTEGER NOT NULL,
    term        TEXT    NOT NULL,
    data        BLOB    NOT NULL,            -- 4 bytes for each symbol that has the term: number, and where it stands
    PRIMARY KEY (segment_id, term)
) STRICT, WITHOUT ROWID;

CREATE TABLE searchable (
    blob_id     INTEGER PRIMARY KEY,
    segment_id  INTEGER NOT NULL
) STRICT;

-- Facts of routes, made when a question first needs those of the blob: none, or one row a blob.
CREATE TABLE routes (
    blob_id     INTEGER PRIMARY KEY,
    version     TEXT    NOT NULL,            -- of what the language says of routes
    data        BLOB    NOT NULL             -- as `routes.facts.pack` gives them; empty: no word of a framework
) STRICT;

-- What language servers said, merged with what the index knows.
CREATE TABLE said (
    key         BLOB    PRIMARY KEY,         -- hash of the question, of the server, and of all that the answer depends on
    data        BLOB    NOT NULL,
    used_on     INTEGER NOT NULL             -- day on which it was last asked for
) STRICT, WITHOUT ROWID;

CREATE TABLE view (
    id          INTEGER PRIMARY KEY,
    root        TEXT    NOT NULL UNIQUE,     -- absolute path of the work tree
    stamp       TEXT    NOT NULL,            -- settings and languages under which it was listed; empty: never listed whole
    generation  INTEGER NOT NULL,            -- counts the changes
    used_on     INTEGER NOT NULL
) STRICT;

CREATE TABLE file (
    view_id     INTEGER NOT NULL,
    path        TEXT    NOT NULL,            -- from the root, with /
    size        INTEGER NOT NULL,
    mtime_ns    INTEGER NOT NULL,
    ctime_ns    INTEGER NOT NULL,
    inode       INTEGER NOT NULL,
    racy        INTEGER NOT NULL,            -- 1: as young as the look at it, so the stamp alone proves nothing
    blob_id     INTEGER,                     -- null: left out before its content was read
    left_out    TEXT    NOT NULL,            -- why, or empty
    PRIMARY KEY (view_id, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX file_by_blob ON file (blob_id, view_id);

-- What a sweep compares of `file` and `folder`, in one piece: a copy, good for one generation of the view.
CREATE TABLE stamps (
    view_id     INTEGER PRIMARY KEY,
    generation  INTEGER NOT NULL,
    data        BLOB    NOT NULL             -- as `Stamps.packed` gives it
) STRICT;

CREATE TABLE folder (
    view_id     INTEGER NOT NULL,
    path        TEXT    NOT NULL,            -- empty: the root
    ctime_ns    INTEGER NOT NULL,            -- -1: to be listed again. Changes with each entry, and cannot be set back
    inode       INTEGER NOT NULL,
    left_out    TEXT    NOT NULL,            -- what was left out in it by reason, as JSON, or empty
    PRIMARY KEY (view_id, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE guard (
    view_id     INTEGER NOT NULL,
    path        TEXT    NOT NULL,            -- absolute: a change of it may change what is visible
    stamp       TEXT    NOT NULL,
    PRIMARY KEY (view_id, path)
) STRICT, WITHOUT ROWID;

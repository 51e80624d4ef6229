package io.patchboard.kernel.schema.keyword;

import java.util.EnumSet;
import java.util.Set;

/** What a keyword is about: it ignores values of all other kinds. */
enum Kind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    OTHER;

    static final Set<Kind> ANY = Set.copyOf(EnumSet.allOf(Kind.class));
}

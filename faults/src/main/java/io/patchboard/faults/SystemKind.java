package io.patchboard.faults;

import java.util.Locale;

/** The systems that the same faults are put to. */
public enum SystemKind {
    PLAIN,
    STRUCTURED,
    PATCHBOARD;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package io.patchboard.standalone.run;

import java.nio.file.Path;
import java.util.List;

/** Where boards are kept unless somebody says otherwise: below the working directory. */
public final class DataDirs {

    /** Of {@code patchboard up}. */
    public static final Path DEFAULT = Path.of(".patchboard");

    /** Of {@code patchboard demo}; not the same, so that a demo runs beside an {@code up}. */
    public static final Path DEMO = Path.of(".patchboard-demo");

    /** Of {@code patchboard server}; not that of {@code up}, which removes blobs that its own log does not name. */
    public static final Path SERVER = Path.of(".patchboard-server");

    /** Where to look for boards while nothing runs, in this order. */
    public static final List<Path> KNOWN = List.of(DEFAULT, DEMO, SERVER);

    private DataDirs() {}
}

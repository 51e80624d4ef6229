package io.patchboard.bench.cli;

import io.patchboard.bench.service.Rounds;
import picocli.CommandLine.Option;

/** How long throughput is measured. */
final class RoundOptions {

    private static final Rounds QUICK = new Rounds(0, 1, 0.1);

    @Option(
            names = "--warm-ups",
            defaultValue = "12",
            description =
                    "Turns of each side that are not counted, long enough for the compiler (default: ${DEFAULT-VALUE}).")
    private int warmUps;

    @Option(
            names = "--turns",
            defaultValue = "7",
            description = "Turns of each side that are (default: ${DEFAULT-VALUE}).")
    private int turns;

    @Option(names = "--seconds", defaultValue = "3", description = "Length of a turn (default: ${DEFAULT-VALUE}).")
    private double seconds;

    /** Of sides whose code is compiled already; one turn for their caches. */
    Rounds warm(boolean quick) {
        return quick ? QUICK : new Rounds(1, turns, seconds);
    }

    /** What compiles the code of a side. */
    Rounds warmUp(boolean quick) {
        return quick ? QUICK : new Rounds(0, warmUps, seconds);
    }

    Rounds rounds(boolean quick) {
        return quick ? QUICK : new Rounds(warmUps, turns, seconds);
    }
}

package io.patchboard.gateway.runner;

import io.patchboard.gateway.config.ProgramLimits;
import io.patchboard.text.Durations;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Says how a process ended, and why as far as can be known: the system tells a signal, and that memory ran out only the
 * program itself may have said.
 */
final class EndOfProcess {

    private static final int SIGNALLED = 128;
    private static final int SIGXCPU = 24;
    private static final int SIGABRT = 6;
    private static final int SIGSEGV = 11;
    private static final int SIGKILL = 9;
    private static final Map<Integer, String> SIGNALS = Map.of(
            4, "SIGILL", SIGABRT, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", SIGKILL, "SIGKILL", SIGSEGV, "SIGSEGV", 15,
            "SIGTERM", SIGXCPU, "SIGXCPU");
    private static final Set<Integer> DIES_WITHOUT_MEMORY = Set.of(SIGKILL, SIGSEGV, SIGABRT);
    private static final Pattern OUT_OF_MEMORY = Pattern.compile(
            "memoryerror|out ?of ?memory|outofmemory|cannot allocate|bad_alloc|allocation failed|memory exhausted"
                    + "|failed to map segment",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern OUT_OF_FILES = Pattern.compile("too many open files|EMFILE", Pattern.CASE_INSENSITIVE);
    private static final Pattern OUT_OF_PROCESSES = Pattern.compile(
            "resource temporarily unavailable|cannot fork|can't start new thread", Pattern.CASE_INSENSITIVE);

    private EndOfProcess() {}

    /** The rest of a sentence that begins with "it". */
    static String describe(int exitCode, ProgramLimits limits, String lastWords) {
        String signal = SIGNALS.get(exitCode - SIGNALLED);
        String end = "exited with code " + exitCode + (signal == null ? "" : " (" + signal + ")");
        return end + reason(exitCode, limits, lastWords);
    }

    private static String reason(int exitCode, ProgramLimits limits, String lastWords) {
        if (exitCode == 0) {
            return "";
        }
        int signal = exitCode - SIGNALLED;
        if (limits.cpu().isPresent() && signal == SIGXCPU) {
            return ", having used up its limit of processor time, "
                    + Durations.spoken(limits.cpu().get());
        } else if (limits.memory().isPresent()
                && OUT_OF_MEMORY.matcher(lastWords).find()) {
            return ", having reached its limit of memory, " + megabytes(limits);
        } else if (limits.openFiles().isPresent()
                && OUT_OF_FILES.matcher(lastWords).find()) {
            return ", having reached its limit of open files, "
                    + limits.openFiles().getAsLong();
        } else if (limits.processes().isPresent()
                && OUT_OF_PROCESSES.matcher(lastWords).find()) {
            return ", having reached its limit of processes, "
                    + limits.processes().getAsLong();
        } else if (limits.cpu().isPresent() && signal == SIGKILL) {
            return ", perhaps for its limit of processor time, "
                    + Durations.spoken(limits.cpu().get())
                    + (limits.memory().isPresent() ? ", or of memory, " + megabytes(limits) : "");
        } else if (limits.memory().isPresent() && DIES_WITHOUT_MEMORY.contains(signal)) {
            return ", perhaps for its limit of memory, " + megabytes(limits);
        }
        return signal == SIGKILL ? ", killed from outside, perhaps as the machine ran out of memory" : "";
    }

    private static String megabytes(ProgramLimits limits) {
        long bytes = limits.memory().orElse(0);
        return bytes % (1 << 20) == 0 ? (bytes >> 20) + "MiB" : (bytes >> 10) + "KiB";
    }
}

package io.patchboard.gateway.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one process of a program may use, as the operating system counts it ({@code setrlimit}). Each process that it
 * starts is counted on its own.
 *
 * @param memory bytes of address space
 * @param cpu processor time over the life of the process; a successor starts at zero
 * @param openFiles files, pipes and sockets
 * @param processes of the same user at once, those of others included; root is not held to it
 */
public record ProgramLimits(
        OptionalLong memory, Optional<Duration> cpu, OptionalLong openFiles, OptionalLong processes) {

    public static final ProgramLimits NONE =
            new ProgramLimits(OptionalLong.empty(), Optional.empty(), OptionalLong.empty(), OptionalLong.empty());

    /** Puts {@code prlimit} before a command; nothing where nothing is limited. */
    public List<String> before(List<String> command) {
        List<String> limits = new ArrayList<>();
        memory.ifPresent(bytes -> limits.add("--as=" + bytes));
        cpu.ifPresent(time -> limits.add(cpu(time)));
        openFiles.ifPresent(files -> limits.add("--nofile=" + files));
        processes.ifPresent(count -> limits.add("--nproc=" + count));
        if (limits.isEmpty()) {
            return command;
        }
        List<String> limited = new ArrayList<>(List.of("prlimit"));
        limited.addAll(limits);
        limited.add("--");
        limited.addAll(command);
        return limited;
    }

    /** The signal that tells, SIGXCPU, comes at the lower of two limits only; at the upper one it is SIGKILL. */
    private static String cpu(Duration time) {
        long seconds = Math.max(1, time.toSeconds());
        return "--cpu=" + seconds + ":" + (seconds + 1);
    }

    public boolean isNone() {
        return equals(NONE);
    }
}

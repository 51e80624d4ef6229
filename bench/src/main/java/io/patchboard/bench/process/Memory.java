package io.patchboard.bench.process;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory of a JVM.
 *
 * @param heapBytes used after a full collection
 * @param residentBytes of the process, as the operating system counts them; on Linux, elsewhere 0
 */
public record Memory(long heapBytes, long residentBytes) {

    static Memory ofThisJvm() {
        // Twice: what the first makes unreachable through cleaners goes with the second.
        System.gc();
        System.gc();
        return new Memory(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), resident());
    }

    public Memory plus(Memory other) {
        return new Memory(heapBytes + other.heapBytes, residentBytes + other.residentBytes);
    }

    private static long resident() {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public String toString() {
        return heapBytes + " " + residentBytes;
    }

    static Memory parse(String text) {
        String[] parts = text.split(" ");
        return new Memory(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
}

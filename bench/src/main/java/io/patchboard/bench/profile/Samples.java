package io.patchboard.bench.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** The stacks that were sampled in a recording. */
public final class Samples {

    private static final Set<String> EVENTS = Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample");

    private final List<List<String>> stacks = new ArrayList<>();
    private final Map<String, Integer> byThread = new HashMap<>();

    private Samples() {}

    /** @param threads by name, of which samples count */
    public static Samples read(Path recording, Predicate<String> threads) throws IOException {
        Samples samples = new Samples();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                samples.add(file.readEvent(), threads);
            }
        }
        return samples;
    }

    private void add(RecordedEvent event, Predicate<String> threads) {
        if (!EVENTS.contains(event.getEventType().getName()) || event.getStackTrace() == null) {
            return;
        }
        RecordedThread thread = event.getThread("sampledThread");
        String name = thread == null || thread.getJavaName() == null ? "?" : thread.getJavaName();
        List<String> stack = event.getStackTrace().getFrames().stream()
                .map(RecordedFrame::getMethod)
                .map(Samples::name)
                .toList();
        // A thread that waits for the network is sampled as if it worked.
        boolean waits = stack.get(0).contains("EPoll.wait") || stack.get(0).contains("Unsafe.park");
        if (waits) {
            return;
        }
        byThread.merge(name.replaceAll("[0-9a-f]{8}-[0-9a-f-]+", "ID"), 1, Integer::sum);
        if (threads.test(name)) {
            stacks.add(stack);
        }
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }

    public int size() {
        return stacks.size();
    }

    /** Samples of each thread, also of those that do not count. */
    public Map<String, Integer> byThread() {
        return Map.copyOf(byThread);
    }

    /** Samples in which a method was the innermost. */
    public Map<String, Integer> self() {
        Map<String, Integer> counts = new HashMap<>();
        stacks.forEach(stack -> counts.merge(stack.get(0), 1, Integer::sum));
        return counts;
    }

    /** Samples in which the innermost method of these was this one. */
    public Map<String, Integer> innermost(Predicate<String> methods) {
        Map<String, Integer> counts = new HashMap<>();
        for (List<String> stack : stacks) {
            String found = stack.stream().filter(methods).findFirst().orElse("(none)");
            counts.merge(found, 1, Integer::sum);
        }
        return counts;
    }

    /** Samples in which a method was anywhere on the stack. */
    public Map<String, Integer> total(Predicate<String> methods) {
        Map<String, Integer> counts = new HashMap<>();
        for (List<String> stack : stacks) {
            new LinkedHashSet<>(stack).stream().filter(methods).forEach(one -> counts.merge(one, 1, Integer::sum));
        }
        return counts;
    }
}

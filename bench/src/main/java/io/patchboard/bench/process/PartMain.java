package io.patchboard.bench.process;

import io.patchboard.bench.core.ProcessorTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JVM of one part. Says {@code ready ADDRESS} on stdout, answers {@code memory} and {@code processor} on stdin, and
 * ends in order when stdin does, and so also when the bench that started it is gone.
 */
public final class PartMain {

    static final String READY = "ready ";
    static final String MEMORY = "memory";
    static final String PROCESSOR = "processor";

    private PartMain() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> arguments = new TreeMap<>();
        for (int i = 1; i < args.length; i++) {
            String[] pair = args[i].split("=", 2);
            arguments.put(pair[0], pair[1]);
        }
        PrintStream answers = System.out;
        Role.Running running = Role.valueOf(args[0]).start(arguments);
        answers.println(READY + running.address());
        try {
            serve(answers);
        } finally {
            running.part().close();
        }
        System.exit(0);
    }

    private static void serve(PrintStream answers) throws IOException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            if (line.equals(MEMORY)) {
                answers.println(Memory.ofThisJvm());
            } else if (line.equals(PROCESSOR)) {
                answers.println(ProcessorTime.processorNanos());
            }
        }
    }
}

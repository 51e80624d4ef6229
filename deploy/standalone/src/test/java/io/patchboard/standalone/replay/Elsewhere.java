package io.patchboard.standalone.replay;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.jvm.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * What a fresh process said.
 *
 * @param about where and when it ran
 * @param results of the commands, in their order
 * @param boards each as a kernel would store it, by id
 * @param states of each board, the hash of its state by version
 */
record Elsewhere(
        JsonObject about, List<Cli> results, Map<String, String> boards, Map<String, Map<Long, String>> states) {

    private static final long PATIENCE_SECONDS = 600;

    /**
     * @param before what stands before {@code java} on the command line
     * @param jvm options
     * @param commands of {@code patchboard}, each with its arguments
     */
    static Elsewhere run(
            Path dir, String bootstrapServers, List<String> before, List<String> jvm, List<List<String>> commands)
            throws IOException, InterruptedException {
        Path in = Files.createTempFile(dir, "commands", ".jsonl");
        Path report = Files.createTempFile(dir, "report", ".jsonl");
        Path output = Files.createTempFile(dir, "output", ".txt");
        Files.write(
                in,
                commands.stream()
                        .map(words -> JsonWriter.compact(JsonArray.ofStrings(words)))
                        .toList(),
                StandardCharsets.UTF_8);
        List<String> line = new ArrayList<>(before);
        line.addAll(ChildJvm.running(jvm, ElsewhereMain.class, bootstrapServers, in.toString(), report.toString()));
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("Expected the process to end well within " + PATIENCE_SECONDS
                        + " s, but it did not:\n" + Files.readString(output, StandardCharsets.UTF_8));
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        return read(Files.readAllLines(report, StandardCharsets.UTF_8), commands.size());
    }

    private static Elsewhere read(List<String> report, int commands) {
        List<JsonObject> lines =
                report.stream().map(line -> (JsonObject) JsonReader.parse(line)).toList();
        List<Cli> results = lines.subList(1, 1 + commands).stream()
                .map(line -> new Cli(number(line, "exit"), text(line, "out"), text(line, "err")))
                .toList();
        Map<String, String> boards = new TreeMap<>();
        Map<String, Map<Long, String>> states = new TreeMap<>();
        for (JsonObject line : lines.subList(1 + commands, lines.size())) {
            boards.put(text(line, "board"), text(line, "stored"));
            Map<Long, String> versions = states.computeIfAbsent(text(line, "board"), board -> new TreeMap<>());
            JsonObject hashes = (JsonObject) line.get("states").orElseThrow();
            hashes.members()
                    .forEach((version, hash) -> versions.put(Long.valueOf(version), ((JsonString) hash).value()));
        }
        return new Elsewhere(lines.get(0), results, boards, states);
    }

    static String text(JsonObject object, String name) {
        return ((JsonString) object.get(name).orElseThrow()).value();
    }

    private static int number(JsonObject object, String name) {
        Json number = object.get(name).orElseThrow();
        return ((JsonNumber) number).value().intValueExact();
    }
}
